/** What lies in the box of each game: its pieces, and the pictures that its folder ships. */
import { ApiError, get } from "./api";
import type { Catalogue, DieLook, GameEntry, PieceInfo } from "./wire";

/** The address of a picture of this game, such as `cards/king`; empty if it ships none. */
export function pictureOf({ name, pictures }: GameEntry, picture: string): string {
  const found = pictures.find((each) => each === `${picture}.svg` || each === `${picture}.png`);
  return found ? `/api/v1/catalogue/${name}/pictures/${encodeURI(found)}` : "";
}

class Boxes {
  #entries = $state.raw<GameEntry[]>([]);
  #isAsked = false;

  /** Ask for the boxes, once; without an answer things are drawn plainly, and asked for again. */
  async #open(): Promise<void> {
    this.#isAsked = true;
    try {
      this.#entries = (await get<Catalogue>("/catalogue")).games;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#isAsked = false;
    }
  }

  /** The address of a picture, such as `cards/king`; empty if the game ships none. */
  picture(game: string, name: string): string {
    const entry = this.#of(game);
    return entry ? pictureOf(entry, name) : "";
  }

  piece(game: string, kind: string): PieceInfo | undefined {
    return this.#of(game)?.pieces.find((each) => each.kind === kind);
  }

  /** The special die of this kind, or without a kind the one that has this face. */
  die(game: string, { kind, face }: { kind?: string; face: string }): DieLook | undefined {
    return this.#of(game)?.dice.find(
      (each) => (kind === undefined || each.kind === kind) && each.faces.includes(face),
    );
  }

  #of(game: string): GameEntry | undefined {
    if (!this.#isAsked) void this.#open();
    return this.#entries.find((each) => each.name === game);
  }
}

export const boxes = new Boxes();
