/** How Haricots draws itself on the page. */
import type { GameScene } from "$page/lib/scene";
import Awaited from "./Awaited.svelte";
import Cover from "./Cover.svelte";
import Choices from "./HaricotsChoices.svelte";
import Table from "./HaricotsTable.svelte";
import Card from "./NumberCard.svelte";
import type { HaricotsSheetView, HaricotsTableView } from "./view";

export default {
  game: "haricots",
  Table,
  Choices,
  Awaited,
  Card,
  treasures: (state) => {
    const view = state.view as HaricotsTableView | HaricotsSheetView;
    return view.seats.map((seat) => ("chips" in seat ? seat.chips : 0));
  },
  Cover,
} satisfies GameScene;
