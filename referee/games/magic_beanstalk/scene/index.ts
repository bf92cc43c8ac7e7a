/** How Magic Beanstalk draws itself on the page. */
import type { GameScene } from "$page/lib/scene";
import Awaited from "./Awaited.svelte";
import Die from "./BeanstalkDie.svelte";
import Table from "./BeanstalkTable.svelte";
import Edition from "./CardNumbers.svelte";
import ChoiceArt from "./ChoiceArt.svelte";
import Cover from "./Cover.svelte";
import Fallen from "./Fallen.svelte";
import Attract from "./Growing.svelte";
import Countdown from "./GiantWaking.svelte";
import Treasure from "./OpenedSack.svelte";
import Seat from "./OwnThings.svelte";
import SecretChoices from "./SecretCards.svelte";
import Piece from "./TowerPiece.svelte";
import type { BeanstalkView } from "./view";

export default {
  game: "magic-beanstalk",
  Table,
  SecretChoices,
  ChoiceArt,
  Awaited,
  Countdown,
  Fallen,
  Seat,
  Die,
  Piece,
  Treasure,
  treasures: (state) => (state.view as BeanstalkView).seats.map((seat) => seat.sacks),
  Cover,
  Attract,
  Edition,
} satisfies GameScene;
