"""Dice thrown into the tray without physics: free places, any turn, the faces asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from referee.twin.dice.materials import Material, plain_material
from referee.twin.dice.noise import Rng
from referee.twin.dice.solid import PlacedDie, turned
from referee.twin.dice.tray import world_of
from referee.vision.artwork.canvas import InkMask
from referee.vision.tray.sheet import STANDARD_SHEET, TraySheet

_OPPOSITE = {"1": "6", "2": "5", "3": "4", "4": "3", "5": "2", "6": "1"}
_TRIES = 2000


def throw_dice(
    rng: Rng,
    faces: Sequence[str],
    *,
    sheet: TraySheet = STANDARD_SHEET,
    die_mm: float = 16.0,
    materials: Sequence[Material] | None = None,
    artworks: Mapping[str, InkMask] | None = None,
) -> tuple[PlacedDie, ...]:
    """One die for each face, that face up, nowhere overlapping."""
    chosen = materials or [plain_material()]
    places: list[tuple[float, float]] = []
    for _ in faces:
        places.append(_free_place(rng, places, sheet, die_mm))
    return tuple(
        PlacedDie(
            centre=np.array([*world_of(sheet, *place), die_mm / 2]),
            rotation=turned(float(rng.uniform(0, 2 * np.pi))),
            faces=_net(rng, face, artworks),
            material=chosen[at % len(chosen)],
            size=die_mm,
            turns=tuple(int(turn) for turn in rng.integers(0, 4, 6)),
            artworks=artworks,
        )
        for at, (face, place) in enumerate(zip(faces, places, strict=True))
    )


def _free_place(
    rng: Rng, taken: Sequence[tuple[float, float]], sheet: TraySheet, die_mm: float
) -> tuple[float, float]:
    for _ in range(_TRIES):
        x = float(rng.uniform(die_mm, sheet.inner_width_mm - die_mm))
        y = float(rng.uniform(die_mm, sheet.inner_height_mm - die_mm))
        # A die at any turn fits into a circle 1.42 widths across.
        if all(np.hypot(x - a, y - b) > 1.42 * die_mm for a, b in taken):
            return x, y
    raise ValueError(f"There is no room for {len(taken) + 1} dice on the sheet.")


def _net(rng: Rng, face: str, artworks: Mapping[str, InkMask] | None) -> tuple[str, ...]:
    """The six sides with this face on top; a pip die keeps seven on opposite sides."""
    if artworks is not None:
        others = rng.choice(list(artworks), 5)
        return (face, *(str(other) for other in others))
    below = _OPPOSITE[face]
    east = str(rng.choice([each for each in _OPPOSITE if each not in {face, below}]))
    north = next(each for each in _OPPOSITE if each not in {face, below, east, _OPPOSITE[east]})
    return (face, east, north, _OPPOSITE[east], _OPPOSITE[north], below)
