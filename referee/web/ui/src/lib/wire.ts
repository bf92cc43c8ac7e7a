/** What the table and the page say to each other, by the names the page uses. */
import type * as Wire from "wire-types";

export type * from "wire-types";

export type LanguageCode = "en" | "fr";
export type ColourName = "blue" | "vermilion" | "yellow" | "green" | "purple";
export type ShapeName = "circle" | "triangle" | "square" | "diamond" | "star";

export type Action = Record<string, unknown>;
export type Seat = Wire.SeatInfo;
export type Question = Wire.QuestionState;
export type Told = Wire.ToldState;
export type TableEvent = Wire.PublicEvent;
export type Order = Wire.OrderRequest["order"];
export type LiveMessage = Wire.StateMessage | Wire.ToldMessage;
