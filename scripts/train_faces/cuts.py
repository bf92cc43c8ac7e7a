"""Faces of drawn dice, kept with some air around them, to learn from.

Scenes of the training domain show dice with symbols of the packages, pips, and blank faces; every
legible top face is kept upright, `PATCH_WIDTHS` die widths wide.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from referee.simulation.drawing.dice import DrawnDie
from referee.simulation.drawing.materials import Rng
from referee.vision.artwork.canvas import FaceSet, InkMask, pip_mask
from referee.vision.faces.top_face import cut_square
from referee.vision.pictures import Picture
from scripts.drawn_scenes.looks import Domain
from scripts.drawn_scenes.scene import draw_scene
from scripts.train_faces.symbols import Masks, load_training

PATCH_PX, PATCH_WIDTHS = 80, 1.6
BATCH = 500
ARTWORK_PX = 96
_SIZES_PX = (28.0, 62.0)
_SCENE_WIDTHS = 7.3
_PIP_SHARE, _BLANK_SHARE = 0.08, 0.12
# Harder to see than what is asked of a reader (16 grey levels), but not invisible.
_LEAST_CONTRAST, _LEAST_VISIBLE = 13.0, 0.85

Labels = npt.NDArray[np.int32]


def symbol_fill(number: int) -> float:
    """How much of the face a symbol takes: always the same for the same symbol."""
    return float(np.random.default_rng(number).uniform(0.56, 0.86))


def as_artwork(mask: npt.NDArray[np.uint8], fill: float) -> InkMask:
    """A symbol as it is printed on a face."""
    size = round(ARTWORK_PX * fill)
    art = np.zeros((ARTWORK_PX, ARTWORK_PX), np.float32)
    at = (ARTWORK_PX - size) // 2
    small = cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA)
    art[at : at + size, at : at + size] = small.astype(np.float32) / 255
    return art


def _faces(rng: Rng, symbols: Masks) -> FaceSet:
    """Six faces; each is named by its number: symbols, then 1 to 6 as pips, then the blank."""
    pips = len(symbols)
    if rng.random() < _PIP_SHARE:
        inset, radius = rng.uniform(0.22, 0.29), rng.uniform(0.065, 0.12)
        return FaceSet(
            "pips",
            {
                str(pips + at): pip_mask(
                    str(at + 1), size_px=ARTWORK_PX, inset=inset, radius=radius
                )
                for at in range(6)
            },
        )
    chosen = rng.choice(len(symbols), 6, replace=False)
    faces = {str(at): as_artwork(symbols[at], symbol_fill(int(at))) for at in chosen}
    if rng.random() < _BLANK_SHARE:
        faces.pop(str(chosen[0]))
        faces[str(pips + 6)] = np.zeros((ARTWORK_PX, ARTWORK_PX), np.float32)
    return FaceSet("symbols", faces)


def _is_blank(die: DrawnDie, symbols: int) -> bool:
    return int(die.face) == symbols + 6


def draw_cuts(seed: int, symbols: Masks) -> Iterator[tuple[int, Picture]]:
    """The legible top faces of one scene: their numbers and patches."""
    rng = np.random.default_rng([seed, 77])
    die_px = float(rng.uniform(*_SIZES_PX))
    scene = draw_scene(
        rng,
        Domain.TRAINING,
        size_px=round(_SCENE_WIDTHS * die_px),
        die_px=die_px,
        faces=_faces(rng, symbols),
        unrectified_share=0.15,
    )
    for die in scene.dice:
        is_flat = not die.is_leaning and not die.is_stacked and die.visible > _LEAST_VISIBLE
        if is_flat and (die.contrast > _LEAST_CONTRAST or _is_blank(die, len(symbols))):
            patch = cut_square(
                scene.picture,
                die.centre,
                PATCH_WIDTHS * die.die_px,
                die.angle_rad,
                size_px=PATCH_PX,
            )
            yield int(die.face), patch


def draw_batch(folder: Path, first_seed: int, symbols: Masks) -> None:
    """Draw a batch of scenes into the folder, unless it is there already."""
    path = folder / f"{first_seed:08d}.npz"
    if path.exists():
        return
    cuts = [
        cut for seed in range(first_seed, first_seed + BATCH) for cut in draw_cuts(seed, symbols)
    ]
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"{first_seed}.part"
    with unfinished.open("wb") as stream:
        labels = np.array([number for number, _ in cuts], np.int32)
        np.savez(stream, labels=labels, patches=np.stack([patch for _, patch in cuts]))
    unfinished.rename(path)


def load_cuts(folder: Path) -> tuple[Labels, npt.NDArray[np.uint8]]:
    """All kept faces, in the order of their seeds."""
    labels, patches = [], []
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as file:
            labels.append(file["labels"])
            patches.append(file["patches"])
    return np.concatenate(labels), np.concatenate(patches)


def main() -> None:
    """Draw faces."""
    parser = ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--symbols", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=16_000)
    parser.add_argument("--first", type=int, default=0)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    symbols = load_training(arguments.symbols)
    for first_seed in range(arguments.first, arguments.scenes, BATCH):
        draw_batch(arguments.folder, first_seed, symbols)


if __name__ == "__main__":
    main()
