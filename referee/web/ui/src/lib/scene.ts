/**
 * How a game that comes with the table draws itself: the one interface between the page and the
 * `scene` folders of the games.
 *
 * All but the table may be left out: the page draws it plainly then, as it does for every game
 * without a scene. Scenes are built into the page; a game from elsewhere never brings a script.
 */
import type { Component } from "svelte";
import { preferences } from "./preferences.svelte";
import type { Action, Choice, Piece, Seat, TableState } from "./wire";
import { hasMessage } from "./words.svelte";

export type GameScene = {
  /** The name of the game. */
  game: string;
  /** What everybody looks at: the areas `game` and `seats` of the table page. */
  Table: Component<{ state: TableState }>;
  /** The buttons of the choices; it also decides whether there are any. */
  Choices?: Component<{ state: TableState; choices: Choice[] }>;
  /** The secret choices of these seats at a table without phones. */
  SecretChoices?: Component<{ state: TableState; seats: number[] }>;
  /** The small picture on the button of a choice. */
  ChoiceArt?: Component<{ action: Action; seats: Seat[] }>;
  /** A picture of what is due, where it is neither dice nor a piece. */
  Awaited?: Component<{ state: TableState }>;
  /** The picture above the countdown, after so many of its words. */
  Countdown?: Component<{ word: number }>;
  /** The picture of what has just fallen. */
  Fallen?: Component<{ state: TableState }>;
  /** What a phone shows of the things of its own seat. */
  Seat?: Component<{ state: TableState; seat: number }>;
  /** A die that shows this face, in a box of 40 × 41. */
  Die?: Component<{ face: string | null }>;
  /** A card, in a box of 60 × 84. */
  Card?: Component<{ card: string }>;
  /** A piece of the tower. */
  Piece?: Component<{ piece: Piece; seats: Seat[]; label: string }>;
  /** A thing that counts at the end, with its value as soon as it is turned over. */
  Treasure?: Component<{ value: number | null }>;
  /** How many of these things each seat has. */
  treasures?: (state: TableState) => number[];
  /** The picture on the cover, over the sky. */
  Cover?: Component;
  /** What moves on the table's screen when nobody is near. */
  Attract?: Component;
  /** The form for what is printed in the box; `numbers` replace those of the edition. */
  Edition?: Component<{
    numbers: Record<string, unknown>;
    onsave: (numbers: Record<string, unknown>) => void;
  }>;
};

const FOUND = import.meta.glob("../../../../games/*/scene/index.ts", {
  eager: true,
  import: "default",
});

/** The scene of this game; none if it has none, or if this screen was asked for plain tables. */
export function sceneOf(game: string | undefined): GameScene | undefined {
  return scenes().find((scene) => scene.game === game);
}

/** All scenes, in the order of their folders. */
export function scenes(): GameScene[] {
  return preferences.isPlain ? [] : (Object.values(FOUND) as GameScene[]);
}

/** The game whose die this is, where no game is under way that would say it. */
export function gameWithFace(face: string): string {
  return scenes().find(({ game }) => hasMessage(`${game}-face-${face}`))?.game ?? "";
}
