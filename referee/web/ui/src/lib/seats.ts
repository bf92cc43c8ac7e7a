/** Colours and shapes of the seats: each player is told by both. */
import type { ColourName, Seat, ShapeName } from "./wire";

export const COLOURS: ColourName[] = [
  "blue",
  "vermilion",
  "yellow",
  "green",
  "purple",
  "sky",
  "violet",
  "sand",
];
const SHAPES: ShapeName[] = [
  "circle",
  "triangle",
  "square",
  "diamond",
  "star",
  "cross",
  "heart",
  "moon",
];

export type Mark = { colour: ColourName; shape: ShapeName };

/** What a seat looks like when nobody has said otherwise. */
export function markOf(seat: number): Mark {
  const place = ((seat % COLOURS.length) + COLOURS.length) % COLOURS.length;
  return { colour: COLOURS[place] ?? "blue", shape: SHAPES[place] ?? "circle" };
}

export function seatMark(seats: Seat[], seat: number): Mark {
  const found = seats.find((each) => each.seat === seat);
  if (!found) return markOf(seat);
  return { colour: found.colour as ColourName, shape: found.shape as ShapeName };
}

export function seatName(seats: Seat[], seat: number | null): string {
  return seats.find((each) => each.seat === seat)?.name ?? "";
}

export function paint(colour: ColourName): string {
  return `var(--player-${colour})`;
}

export function ink(colour: ColourName): string {
  return `var(--on-${colour})`;
}
