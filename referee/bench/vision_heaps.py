"""Heaps in the tray: dice pushed against each other, drawn in looks that nobody was trained with.

There are no photographs of heaps to measure on, so the heaps are drawn: materials, lights and
camera angles of the unseen domain, on the printed sheet, read as at the table.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np

from referee.twin.dice.domain import LOOKS, Domain, within
from referee.twin.dice.drawing import DrawnDie, with_contrast
from referee.twin.dice.layout import Spot, touching
from referee.twin.dice.light import random_light
from referee.twin.dice.materials import random_material
from referee.twin.dice.noise import Rng
from referee.twin.dice.scene import place_die
from referee.twin.dice.solid import PlacedDie
from referee.twin.dice.tray import TrayCamera, TrayShot, draw_tray
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.readings import ReadDie
from referee.vision.tray.sheet import STANDARD_SHEET

FIRST_SEED = 800_000
_DIE_MM = 16.0
_FEWEST, _MOST = 6, 14
_STEEPEST_DEG = 32.0
_INSIDE_MM = 0.5 * np.array([STANDARD_SHEET.inner_width_mm, STANDARD_SHEET.inner_height_mm])
_LEAST_CONTRAST = 16.0
_SAME_DIE_WIDTHS = 0.4


class HeapScore(msgspec.Struct, frozen=True):
    """How the dice of drawn heaps were read in single pictures."""

    trays: int
    dice: int
    exact_percent: float
    """Trays of which every die was read right, and nothing else seen."""
    die_percent: float
    doubtful_percent: float
    wrong_certain_percent: float


def heap_score(trays: int, first_seed: int = FIRST_SEED) -> HeapScore:
    """Draw heaps and read them; everything is told of single pictures, without a vote."""
    reader = DiceReader()
    counts = np.zeros(5)
    for seed in range(first_seed, first_seed + trays):
        counts += _tray(reader, np.random.default_rng(seed))
    dice, right, exact, doubtful, wrong = counts
    return HeapScore(
        trays=trays,
        dice=int(dice),
        exact_percent=float(100 * exact / trays),
        die_percent=float(100 * right / dice),
        doubtful_percent=float(100 * doubtful / dice),
        wrong_certain_percent=float(100 * wrong / dice),
    )


def _tray(reader: DiceReader, rng: Rng) -> tuple[float, ...]:
    """Dice, right, exact (0 or 1), doubtful and wrong as certain of one heap."""
    shot = draw_heap(rng)
    tray = TrayReader(reader, shot.top_plane, _DIE_MM, shot.ground_plane)
    dice = tray.read(shot.picture).dice
    extra = list(dice)
    right = wrong = 0
    for die in shot.dice:
        found = _nearest(die, extra)
        if found is not None:
            extra.remove(found)
            right += found.face == die.face
            wrong += found.is_certain and found.face != die.face
    is_exact = right == len(shot.dice) and not extra
    doubtful = sum(not die.is_certain for die in dice)
    wrong += sum(die.is_certain for die in extra)
    return len(shot.dice), right, float(is_exact), doubtful, wrong


def _nearest(die: DrawnDie, read: list[ReadDie]) -> ReadDie | None:
    near = [
        (float(np.hypot(*np.subtract(each.centre_px, die.centre))), number)
        for number, each in enumerate(read)
    ]
    away_px, number = min(near, default=(np.inf, -1))
    return read[number] if away_px < _SAME_DIE_WIDTHS * die.die_px else None


def draw_heap(rng: Rng) -> TrayShot:
    """Six to fourteen dice that touch, of one or two materials with legible pips."""
    tilts_deg = LOOKS[Domain.UNSEEN].camera_deg
    while True:
        dice = _heap(rng)
        tilt_deg = within(rng, tilts_deg, (0.0, _STEEPEST_DEG))
        camera = TrayCamera(tilt_deg, float(rng.uniform(0, 360)))
        shot = draw_tray(rng, dice, camera, light=random_light(rng, Domain.UNSEEN))
        if all(_is_legible(shot, die, drawn) for die, drawn in zip(dice, shot.dice, strict=True)):
            return shot


def _is_legible(shot: TrayShot, die: PlacedDie, drawn: DrawnDie) -> bool:
    """Pips that nobody could see are not what heaps are about."""
    return with_contrast(shot.picture, die, drawn).contrast >= _LEAST_CONTRAST


def _heap(rng: Rng) -> list[PlacedDie]:
    materials = [random_material(rng, Domain.UNSEEN) for _ in range(int(rng.integers(1, 3)))]
    spots = [Spot(0.0, 0.0, float(rng.uniform(0, 2 * np.pi)))]
    for _ in range(int(rng.integers(_FEWEST, _MOST + 1)) - 1):
        spots.append(touching(rng, spots, 1.0, gap=float(rng.exponential(0.03)) + 0.005))
    placed = (
        place_die(rng, spot, materials[int(rng.integers(len(materials)))], None) for spot in spots
    )
    return [_in_mm(die) for die in placed if _is_on_sheet(die)]


def _in_mm(die: PlacedDie) -> PlacedDie:
    return replace(die, centre=_DIE_MM * die.centre, size=_DIE_MM * die.size)


def _is_on_sheet(die: PlacedDie) -> bool:
    """A die that a heap pushes over the edge of the sheet is taken away."""
    return bool(np.all(np.abs(_DIE_MM * die.centre[:2]) < _INSIDE_MM - _DIE_MM))
