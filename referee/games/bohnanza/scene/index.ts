/** How Bohnanza draws itself on the page. */
import type { GameScene } from "$page/lib/scene";
import Awaited from "./Awaited.svelte";
import Card from "./BeanCard.svelte";
import Choices from "./BohnanzaChoices.svelte";
import Table from "./BohnanzaTable.svelte";
import Cover from "./Cover.svelte";
import type { BohnanzaView } from "./view";

export default {
  game: "bohnanza",
  Table,
  Choices,
  Awaited,
  Card,
  treasures: (state) => (state.view as BohnanzaView).seats.map((seat) => seat.coins),
  Cover,
} satisfies GameScene;
