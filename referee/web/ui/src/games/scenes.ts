/** The games that are drawn as a scene of their own. */
import type { Component } from "svelte";
import type { TableState } from "../lib/wire";
import BeanstalkTable from "./beanstalk/BeanstalkTable.svelte";
import BohnanzaTable from "./bohnanza/BohnanzaTable.svelte";
import HaricotsTable from "./haricots/HaricotsTable.svelte";
import SpookiesTable from "./spookies/SpookiesTable.svelte";
import TilesTable from "./tiles/TilesTable.svelte";

type GameTable = Component<{ state: TableState }>;

const TABLES: Record<string, GameTable> = {
  "magic-beanstalk": BeanstalkTable,
  spookies: SpookiesTable,
  haricots: HaricotsTable,
  bohnanza: BohnanzaTable,
  tiles: TilesTable,
};

export function sceneOf(game: string): { Table: GameTable } | undefined {
  const Table = TABLES[game];
  return Table && { Table };
}
