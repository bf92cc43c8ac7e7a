"""Drawn pictures of the dice tray without physics: the sheet, and dice that show what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from referee.simulation.drawing.dice import DrawnDie, draw_dice
from referee.simulation.drawing.materials import Material, Rng, plain_material
from referee.simulation.drawing.solids import (
    Matrix,
    PlacedDie,
    TrayCamera,
    pip_net,
    turned,
    world_of,
)
from referee.simulation.drawing.surfaces import SceneLight, lamp
from referee.simulation.tray.pictures import PAGE_PX_PER_MM, sheet_on_table
from referee.vision.artwork.canvas import PIP_FACES, InkMask
from referee.vision.pictures import Picture
from referee.vision.tray.perspective import Plane
from referee.vision.tray.sheet import STANDARD_SHEET, TraySheet, sheet_picture

_TABLE = (88, 104, 116)


@dataclass(frozen=True, slots=True)
class TrayShot:
    """A picture, what is known of each die in it, and the exact planes of top faces and sheet."""

    picture: Picture
    dice: tuple[DrawnDie, ...]
    top_plane: Plane
    ground_plane: Plane


def draw_tray(
    rng: Rng,
    dice: Sequence[PlacedDie],
    camera: TrayCamera,
    *,
    sheet: TraySheet = STANDARD_SHEET,
    light: SceneLight | None = None,
    die_mm: float = 16.0,
) -> TrayShot:
    """A picture of the sheet with the dice on it, sizes and places in millimetres."""
    projection = camera.projection()
    size = (camera.width_px, camera.height_px)
    page = sheet_picture(sheet, PAGE_PX_PER_MM)
    ground = sheet_on_table(page, sheet, projection, size, _TABLE)
    picture, drawn = draw_dice(ground, dice, projection, light or lamp(62.0, 130.0), rng)
    noisy = picture + rng.normal(0.0, 1.5, picture.shape)
    top, below = (_plane(projection, sheet, height_mm) for height_mm in (die_mm, 0.0))
    return TrayShot(np.clip(noisy, 0, 255).astype(np.uint8), drawn, top, below)


def _plane(projection: Matrix, sheet: TraySheet, height_mm: float) -> Plane:
    """From millimetres of the sheet, lifted to a height, to pixels."""
    left, top = world_of(sheet, 0.0, 0.0)
    lifted = np.array([(1.0, 0.0, left), (0.0, -1.0, top), (0.0, 0.0, height_mm), (0.0, 0.0, 1.0)])
    return Plane(projection @ lifted, sheet.inner_width_mm, sheet.inner_height_mm)


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
    around = [each for each in PIP_FACES if each not in {face, str(7 - int(face))}]
    east = str(rng.choice(around))
    north = next(each for each in around if each not in {east, str(7 - int(east))})
    return pip_net(face, east, north)
