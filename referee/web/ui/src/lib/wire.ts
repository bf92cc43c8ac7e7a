/** What the table and the page say to each other, by the names the page uses. */
import type * as Wire from "wire-types";

export type * from "wire-types";

/** `en`, `fr` or whatever else the table speaks. */
export type LanguageCode = string;
/** A text in every language of the table, by its code. */
export type Text = Record<LanguageCode, string>;
export type ColourName =
  "blue" | "vermilion" | "yellow" | "green" | "purple" | "sky" | "violet" | "sand";
export type ShapeName =
  "circle" | "triangle" | "square" | "diamond" | "star" | "cross" | "heart" | "moon";

export type Action = Record<string, unknown>;
export type Seat = Wire.SeatInfo;
export type Question = Wire.QuestionState;
export type Told = Wire.ToldState;
export type TableEvent = Wire.PublicEvent;
export type Order = Wire.OrderRequest["order"];
export type LiveMessage = Wire.StateMessage | Wire.ToldMessage;
