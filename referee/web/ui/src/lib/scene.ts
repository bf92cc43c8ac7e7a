/** The games that are drawn as a scene of their own. */
import type { Component } from "svelte";
import BeanstalkTable from "../games/beanstalk/BeanstalkTable.svelte";
import BohnanzaTable from "../games/bohnanza/BohnanzaTable.svelte";
import HaricotsTable from "../games/haricots/HaricotsTable.svelte";
import SpookiesTable from "../games/spookies/SpookiesTable.svelte";
import TilesTable from "../games/tiles/TilesTable.svelte";
import { preferences } from "./preferences.svelte";
import type { TableState } from "./wire";

type GameTable = Component<{ state: TableState }>;

const TABLES: Record<string, GameTable> = {
  "magic-beanstalk": BeanstalkTable,
  spookies: SpookiesTable,
  haricots: HaricotsTable,
  bohnanza: BohnanzaTable,
  tiles: TilesTable,
};

/** The scene of this game; none if it has none, or if this screen was asked for plain tables. */
export function sceneOf(game: string | undefined): { Table: GameTable } | undefined {
  const Table = preferences.isPlain ? undefined : TABLES[game ?? ""];
  return Table && { Table };
}
