/** What a game without a scene shows, and what its furniture says about choices. */
import { sceneOf } from "../lib/scene";
import type { Choice, ScoreTable, Shown, TableState } from "../lib/wire";

/** What lies in front of a seat, or with null in the middle; dice before a roll lie nowhere. */
export function furniture(state: TableState, seat: number | null): Shown[] {
  return state.shown.filter(
    (thing) =>
      (thing.seat ?? null) === seat && !(thing.type === "dice" && thing.faces.length === 0),
  );
}

/** Whether it is a list with many lines. */
export function isTall(thing: Shown): boolean {
  if (thing.type === "score-table") return !isOneLine(thing);
  return thing.type === "track" && Boolean(thing.notes?.length);
}

/** So many rows are more than a table's screen shows below each other. */
const LONG_ROWS = 10;

/** Whether it is laid open in two halves side by side. */
export function isLong(thing: Shown): boolean {
  return thing.type === "score-table" && thing.rows.length > LONG_ROWS;
}

/** Whether it is a single row of numbers, of which none can be taken. */
export function isOneLine(thing: ScoreTable): boolean {
  return thing.rows.length === 1 && Boolean(thing.columns?.length) && !offersChoices(thing);
}

/** Whether something of it can be taken now. */
export function offersChoices(thing: Shown): boolean {
  return thing.type === "score-table" && thing.cells.flat().some((cell) => cell.choice);
}

/** The choices that no cell of a score table offers already. */
export function besideCells(state: TableState, choices: Choice[]): Choice[] {
  if (sceneOf(state.game?.name)) return choices;
  const cells = state.shown.flatMap((thing) =>
    thing.type === "score-table" ? thing.cells.flat() : [],
  );
  const offered = new Set(cells.map((cell) => JSON.stringify(cell.choice)));
  return choices.filter((choice) => !offered.has(JSON.stringify(choice.action)));
}
