/** What each game shows of itself, by the names the page uses. */
import type * as Wire from "../lib/wire-types";

export type BeanstalkView = Wire.MagicBeanstalkTableView;
export type BeanstalkSeat = Wire.MagicBeanstalkSeatView;
export type SpookiesView = Wire.SpookiesTableView;
export type HaricotsTableView = Wire.HaricotsTableView;
export type HaricotsSheetView = Wire.SheetView;
export type BohnanzaView = Wire.BohnanzaTableView;
export type TilesView = Wire.TilesTableView;
