"""Symbols of many artists, from packages of icons: which are trained with, and which are kept out.

Two packages are trained with and a third one never is. What looks alike across packages is dropped
from the third, so that its symbols are new in every sense.

    python -m scripts.train_faces.symbols NODE_MODULES --out symbols.npz --sheet kept_out_faces.png
"""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import cairosvg
import cv2
import numpy as np
import numpy.typing as npt

Masks = npt.NDArray[np.uint8]
"""Symbols as grey pictures, ink is 255: (symbols, rows, columns)."""
Rows = npt.NDArray[np.float32]

MASK_PX = 64
_DRAWN_PX = 128
TRAINED_WITH = ("@iconify-json/game-icons", "@tabler/icons")
KEPT_OUT = "@mdi/svg"
_FOLDERS = {"@tabler/icons": "icons", "@mdi/svg": "svg"}
# How alike two symbols are is measured on a grid of this size, in all quarter turns.
_GRID_PX = 20
_SOFT_PX = 1.0
# Chosen by looking at pairs of each likeness: above it people take one for the other at 30 pixels.
LOOK_ALIKE = 0.8
_FULL = 0.92
SETS, FACES_A_SET = 10, 6
_SETS_SEED = 2_026


def _svgs(modules: Path, package: str) -> Iterator[tuple[str, str]]:
    folder = modules / package
    if package == "@iconify-json/game-icons":
        file = json.loads((folder / "icons.json").read_text(encoding="utf-8"))
        box = f"0 0 {file['width']} {file['height']}"
        for name, icon in file["icons"].items():
            yield (
                name,
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{icon["body"]}</svg>',
            )
        return
    for path in sorted((folder / _FOLDERS[package]).glob("**/*.svg")):
        yield path.stem, path.read_text(encoding="utf-8")


def drawn(svg: str) -> Masks | None:
    """The symbol as large as the mask allows; nothing if it is empty."""
    black = re.sub("currentColor", "#000000", svg)
    png = cairosvg.svg2png(
        bytestring=black.encode(), output_width=_DRAWN_PX, output_height=_DRAWN_PX
    )
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    # An icon that is empty on purpose has no fourth channel.
    if picture is None or picture.ndim < 3 or picture.shape[2] < 4:
        return None
    ink = picture[..., 3]
    rows, columns = np.nonzero(ink.max(1) > 40)[0], np.nonzero(ink.max(0) > 40)[0]
    if not len(rows) or not len(columns):
        return None
    cut = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    side = round(max(cut.shape) / _FULL)
    square = np.zeros((side, side), np.uint8)
    top, left = (side - cut.shape[0]) // 2, (side - cut.shape[1]) // 2
    square[top : top + cut.shape[0], left : left + cut.shape[1]] = cut
    return np.asarray(
        cv2.resize(square, (MASK_PX, MASK_PX), interpolation=cv2.INTER_AREA), np.uint8
    )


def package_symbols(modules: Path, package: str) -> tuple[list[str], Masks]:
    """The names and masks of all symbols of a package."""
    found = [(name, drawn(svg)) for name, svg in _svgs(modules, package)]
    kept = [(name, mask) for name, mask in found if mask is not None]
    return [name for name, _ in kept], np.stack([mask for _, mask in kept])


def unit_rows(masks: Masks) -> Rows:
    """Each mask, small and soft, as a row of length 1 without its mean."""
    soft = [cv2.GaussianBlur(mask, (0, 0), _SOFT_PX * MASK_PX / _GRID_PX) for mask in masks]
    small = [cv2.resize(m, (_GRID_PX, _GRID_PX), interpolation=cv2.INTER_AREA) for m in soft]
    rows = np.stack(small).reshape(len(masks), -1).astype(np.float32)
    rows -= rows.mean(1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6))


def likeness(first: Masks, second: Masks) -> Rows:
    """How alike every symbol of the first is to every one of the second, whatever the turn."""
    rows = unit_rows(first)
    turned = [unit_rows(np.ascontiguousarray(np.rot90(second, turn, (1, 2)))) for turn in range(4)]
    best = rows @ turned[0].T
    for each in turned[1:]:
        np.maximum(best, rows @ each.T, out=best)
    return np.asarray(best, np.float32)


def without_look_alikes(masks: Masks, others: Masks) -> npt.NDArray[np.intp]:
    """Which symbols look like none of the others, and like none before them."""
    own = np.nonzero(likeness(masks, others).max(1) < LOOK_ALIKE)[0]
    alike = likeness(masks[own], masks[own])
    kept: list[int] = []
    for at in range(len(own)):
        if not kept or alike[at, kept].max() < LOOK_ALIKE:
            kept.append(at)
    return np.asarray(own[kept], np.intp)


def kept_out_sets(masks: Masks) -> list[list[int]]:
    """Ten sets of six faces; two of each set are each other's nearest neighbours."""
    rng = np.random.default_rng(_SETS_SEED)
    alike = likeness(masks, masks)
    np.fill_diagonal(alike, -1)
    nearest = alike.argmax(1)
    pairs = [(at, int(to)) for at, to in enumerate(nearest) if nearest[to] == at and at < to]
    free = set(range(len(masks)))
    sets = []
    for number in rng.permutation(len(pairs))[:SETS]:
        pair = list(pairs[int(number)])
        free -= set(pair)
        others = rng.choice(sorted(free), FACES_A_SET - 2, replace=False)
        free -= set(others.tolist())
        sets.append([*pair, *others.tolist()])
    return sets


def sheet(masks: Masks, sets: list[list[int]]) -> Masks:
    """All sets in one picture, a row each."""
    return np.vstack([np.hstack([masks[at] for at in each]) for each in sets])


def load_training(path: Path) -> Masks:
    """The masks of the packages that are trained with, one package after the other."""
    with np.load(path) as file:
        return np.asarray(file["trained"], np.uint8)


def main() -> None:
    """Draw the packages, choose the sets that are kept out, and keep both."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sheet", type=Path, required=True)
    given = parser.parse_args()
    packages = [package_symbols(given.modules, package)[1] for package in TRAINED_WITH]
    trained = np.concatenate(packages)
    names, masks = package_symbols(given.modules, KEPT_OUT)
    own = without_look_alikes(masks, trained)
    sets = kept_out_sets(masks[own])
    np.savez_compressed(given.out, trained=trained, kept_out=masks[own])
    cv2.imwrite(str(given.sheet), sheet(masks[own], sets))
    lines = [",".join(names[own[at]] for at in each) for each in sets]
    given.sheet.with_suffix(".csv").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
