/** What Haricots shows of itself on the wire: the basic game, or the score sheet. */
import type * as Wire from "wire-types";

export type HaricotsTableView = Wire.RefereeGamesHaricotsViewTableView;
export type HaricotsSheetView = Wire.SheetView;
