/** What the cards of this box pay: the numbers travel inside the first event of a game. */
import { get } from "$page/lib/api";
import type { TableEvent } from "$page/lib/wire";

export type Beanometers = Record<string, number[]>;

type Variety = { card: string; beanometer: number[] };

export async function beanometers(): Promise<Beanometers> {
  const { events } = await get<{ events: TableEvent[] }>("/table/events?after=-1");
  const begun = events.find((event) => event.type === "game-started");
  const varieties = (begun?.data.varieties ?? []) as Variety[];
  return Object.fromEntries(varieties.map((each) => [each.card, each.beanometer]));
}

/** How many coins so many cards bring. */
export function coinsFor(steps: number[], count: number): number {
  return steps.reduce((most, step, index) => (step > 0 && count >= step ? index + 1 : most), 0);
}
