/** What the bonus tiles show of themselves on the wire. */
import type * as Wire from "wire-types";

export type TilesView = Wire.RefereeGamesTilesViewTableView;
