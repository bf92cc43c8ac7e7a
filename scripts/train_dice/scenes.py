"""Drawn scenes kept in a folder, so that drawing is paid for once."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import cv2
import numpy as np

from referee.simulation.drawing.dice import DrawnDie
from scripts.drawn_scenes.looks import Domain
from scripts.drawn_scenes.scene import draw_scene
from scripts.train_dice.targets import Target

BATCH = 250
# Symbols need a place as exact as pips do, and have more looks.
_SYMBOLS = 0.5
# More than at any table: a die on another is rare in every picture.
_STACKED = 0.25
# Pictures without a known tray show top faces as the camera sees them, a little squashed.
_UNRECTIFIED = 0.25
# Ink that differs by less than this many grey levels cannot be read by anybody.
_LEAST_CONTRAST = 5.0


@dataclass(frozen=True, slots=True)
class StoredScene:
    """A coded picture, decoded when it is needed, and its dice."""

    code: np.ndarray
    targets: list[Target]

    def picture(self) -> np.ndarray:
        """The picture in pixels."""
        return np.asarray(cv2.imdecode(self.code, cv2.IMREAD_COLOR), np.uint8)

    @classmethod
    def load_all(cls, folder: Path) -> list[Self]:
        """Every scene of the folder, in the order of their seeds."""
        return [scene for path in sorted(folder.glob("*.npz")) for scene in cls._load(path)]

    @classmethod
    def _load(cls, path: Path) -> list[Self]:
        with np.load(path) as stored:
            codes, lengths = stored["codes"], stored["lengths"]
            targets = json.loads(stored["targets"].tobytes())
        pieces = np.split(codes, np.cumsum(lengths)[:-1])
        return [
            cls(code, [Target(**each) for each in dice])
            for code, dice in zip(pieces, targets, strict=True)
        ]


def draw_batch(folder: Path, first_seed: int) -> None:
    """Draw a batch of scenes into the folder, unless it is there already."""
    path = folder / f"{first_seed:08d}.npz"
    if path.exists():
        return
    codes, targets = [], []
    for seed in range(first_seed, first_seed + BATCH):
        scene = draw_scene(
            np.random.default_rng(seed),
            Domain.TRAINING,
            unrectified_share=_UNRECTIFIED,
            symbol_share=_SYMBOLS,
            stacked_share=_STACKED,
        )
        _, code = cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 96])
        codes.append(code.ravel())
        targets.append([_target(die) for die in scene.dice])
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"{first_seed}.part"
    with unfinished.open("wb") as stream:
        np.savez(
            stream,
            codes=np.concatenate(codes),
            lengths=np.array([len(code) for code in codes]),
            targets=np.frombuffer(json.dumps(targets).encode(), np.uint8),
        )
    unfinished.rename(path)


def _target(die: DrawnDie) -> dict[str, object]:
    is_legible = not die.is_leaning and die.contrast > _LEAST_CONTRAST
    value = (int(die.face) if die.face in "123456" else 0) if is_legible else None
    return {
        "value": value,
        "x": float(die.centre[0]),
        "y": float(die.centre[1]),
        "width": float(die.die_px),
        "angle_rad": float(die.angle_rad),
        "is_leaning": bool(die.is_leaning),
        "is_stacked": bool(die.is_stacked),
        "visible": float(die.visible),
    }


def main() -> None:
    """Draw scenes."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scenes", type=int, default=10_000)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    for first_seed in range(0, arguments.scenes, BATCH):
        draw_batch(arguments.folder, first_seed)


if __name__ == "__main__":
    main()
