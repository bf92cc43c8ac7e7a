/** What lies in the box of each game: its pieces, and the pictures that its folder ships. */
import { ApiError, get } from "./api";
import type { Catalogue, GameEntry, PieceInfo } from "./wire";

class Boxes {
  #entries = $state.raw<GameEntry[]>([]);
  #isAsked = false;

  /** Ask for the boxes, once; without an answer things are drawn plainly, and asked for again. */
  async open(): Promise<void> {
    if (this.#isAsked) return;
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
    return this.#address(game, (each) => each === `${name}.svg` || each === `${name}.png`);
  }

  /** The address of the drawing of a face, whichever dice of the game show it. */
  face(game: string, face: string): string {
    return this.#address(game, (each) => each.startsWith("dice/") && each.endsWith(`/${face}.png`));
  }

  #address(game: string, isMeant: (picture: string) => boolean): string {
    const found = this.#of(game)?.pictures.find(isMeant);
    return found ? `/api/v1/catalogue/${game}/pictures/${encodeURI(found)}` : "";
  }

  piece(game: string, kind: string): PieceInfo | undefined {
    return this.#of(game)?.pieces.find((each) => each.kind === kind);
  }

  #of(game: string): GameEntry | undefined {
    return this.#entries.find((each) => each.name === game);
  }
}

export const boxes = new Boxes();
