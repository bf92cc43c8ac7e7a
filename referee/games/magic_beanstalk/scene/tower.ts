/** Where each piece of the tower stands in the drawing, bottom to top. */
import type { Piece } from "$page/lib/wire";

type Size = { width: number; height: number; step: number };

const SIZES: Record<string, Size> = {
  die: { width: 40, height: 40, step: 38 },
  token: { width: 72, height: 20, step: 12 },
  cylinder: { width: 34, height: 46, step: 41 },
  castle: { width: 84, height: 78, step: 66 },
};
const USUAL: Size = { width: 40, height: 40, step: 38 };

/** A real tower is never quite straight: the same piece always leans the same way. */
const SWAY = 3.2;
const LEAN_DEGREES = 1.8;

type Standing = {
  key: string;
  piece: Piece;
  x: number;
  y: number;
  width: number;
  height: number;
  degrees: number;
  /** How it tumbles when the tower falls. */
  fallX: number;
  fallDegrees: number;
};

export function standing(tower: Piece[]): { pieces: Standing[]; height: number } {
  let height = 0;
  const pieces = tower.map((piece, index) => {
    const { width, height: tall, step } = SIZES[piece.kind] ?? USUAL;
    const sway = index === 0 ? 0 : Math.sin(index * 2.4) * SWAY;
    const found: Standing = {
      key: `${index}-${piece.kind}-${piece.face ?? ""}-${piece.seat ?? ""}`,
      piece,
      x: sway - width / 2,
      y: -height - tall + (piece.kind === "token" ? 4 : 0),
      width,
      height: tall,
      degrees: index === 0 ? 0 : Math.sin(index * 1.7) * LEAN_DEGREES,
      fallX: (index % 2 === 0 ? 1 : -1) * (34 + ((index * 29) % 60)),
      fallDegrees: (index % 2 === 0 ? 1 : -1) * (120 + ((index * 67) % 200)),
    };
    height += step;
    return found;
  });
  return { pieces, height };
}

/** The vine that winds around the tower, and its leaves at the outer bends. */
export function vine(height: number): {
  path: string;
  leaves: { x: number; y: number; left: boolean }[];
} {
  const points: string[] = [];
  const leaves: { x: number; y: number; left: boolean }[] = [];
  const turn = 34;
  for (let y = 0; y <= height; y += 4) {
    const x = 31 * Math.sin(y / turn + 0.6);
    points.push(`${y === 0 ? "M" : "L"}${x.toFixed(1)} ${-y}`);
  }
  for (let bend = 0; ; bend += 1) {
    const y = (Math.PI / 2 + bend * Math.PI - 0.6) * turn;
    if (y > height) break;
    leaves.push({ x: bend % 2 === 0 ? 31 : -31, y: -y, left: bend % 2 === 1 });
  }
  return { path: points.join(" "), leaves };
}
