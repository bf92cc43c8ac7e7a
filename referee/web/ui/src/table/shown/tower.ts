/** Where each piece of any tower stands in the drawing, bottom to top, in millimetres. */
import type { Piece, PieceInfo } from "../../lib/wire";

/** A piece of which nobody knows the size is drawn like a wooden die. */
const USUAL = { width_mm: 16, height_mm: 16, shape: "box", colour: "" } as const;
/** A real tower is never quite straight: the same piece always leans the same way. */
const SWAY = 0.06;
const LEAN_DEGREES = 1.6;
/** From so low on the drawing comes no nearer; a first piece would fill the screen. */
const LEAST_HEIGHT_MM = 70;
const ROOM_ABOVE_MM = 6;

export type StandingPiece = {
  key: string;
  piece: Piece;
  shape: "box" | "cylinder";
  colour: string;
  x: number;
  y: number;
  width: number;
  height: number;
  degrees: number;
  /** How it tumbles when the tower falls. */
  fallX: number;
  fallDegrees: number;
};

export function standing(
  pieces: Piece[],
  infoOf: (kind: string) => PieceInfo | undefined,
): { pieces: StandingPiece[]; width: number; height: number } {
  let grown = 0;
  const found = pieces.map((piece, index): StandingPiece => {
    const { width_mm: width, height_mm: height, shape, colour } = infoOf(piece.kind) ?? USUAL;
    const isFirst = index === 0;
    const side = index % 2 === 0 ? 1 : -1;
    grown += height;
    return {
      key: `${index}-${piece.kind}-${piece.face ?? ""}-${piece.seat ?? ""}`,
      piece,
      shape,
      colour,
      x: (isFirst ? 0 : Math.sin(index * 2.4) * SWAY * width) - width / 2,
      y: -grown,
      width,
      height,
      degrees: isFirst ? 0 : Math.sin(index * 1.7) * LEAN_DEGREES,
      fallX: side * (width + ((index * 11) % 30)),
      fallDegrees: side * (120 + ((index * 67) % 200)),
    };
  });
  const height = Math.max(grown, LEAST_HEIGHT_MM) + ROOM_ABOVE_MM;
  const widest = Math.max(...found.map((each) => each.width), USUAL.width_mm);
  return { pieces: found, width: Math.max(widest * 2.4, height * 0.6), height };
}
