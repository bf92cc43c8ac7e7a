/** How Spookies draws itself on the page. */
import type { GameScene } from "$page/lib/scene";
import Awaited from "./Awaited.svelte";
import ChoiceArt from "./ChoiceArt.svelte";
import Cover from "./Cover.svelte";
import Edition from "./RewardNumbers.svelte";
import Die from "./SpookiesDie.svelte";
import Table from "./SpookiesTable.svelte";
import Treasure from "./TurnedChip.svelte";
import type { SpookiesView } from "./view";

export default {
  game: "spookies",
  Table,
  ChoiceArt,
  Awaited,
  Die,
  Treasure,
  treasures: (state) => (state.view as SpookiesView).seats.map((seat) => seat.chips),
  Cover,
  Edition,
} satisfies GameScene;
