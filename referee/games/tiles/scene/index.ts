/** How the bonus tiles draw themselves on the page. */
import type { GameScene } from "$page/lib/scene";
import Awaited from "./Awaited.svelte";
import Card from "./BonusTile.svelte";
import Cover from "./Cover.svelte";
import Table from "./TilesTable.svelte";

export default { game: "tiles", Table, Awaited, Card, Cover } satisfies GameScene;
