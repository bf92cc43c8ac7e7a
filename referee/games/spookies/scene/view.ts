/** What Spookies shows of itself on the wire. */
import type * as Wire from "wire-types";

export type SpookiesView = Wire.RefereeGamesSpookiesViewTableView;
