/** What Bohnanza shows of itself on the wire. */
import type * as Wire from "wire-types";

export type BohnanzaView = Wire.RefereeGamesBohnanzaViewTableView;
