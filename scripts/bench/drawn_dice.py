"""Dice in drawn scenes nobody was trained with: heaps, and how dice rest."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np

from referee.simulation.drawing.dice import DrawnDie, with_contrast
from referee.simulation.drawing.materials import Rng
from referee.simulation.drawing.solids import PlacedDie, TrayCamera
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.resting import Resting, RestingLook
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.readings import ReadDie
from referee.vision.tray.sheet import STANDARD_SHEET
from scripts.drawn_scenes.looks import LOOKS, Domain, random_light, within
from scripts.drawn_scenes.materials import random_material
from scripts.drawn_scenes.resting import DIE_PX, RestingDie, draw_resting
from scripts.drawn_scenes.scene import Spot, place_die, touching
from scripts.drawn_scenes.tray_shots import TrayShot, draw_tray

HEAPS_FIRST_SEED = 800_000
_DIE_MM = 16.0
_FEWEST, _MOST = 6, 14
_STEEPEST_DEG = 32.0
_INSIDE_MM = 0.5 * np.array([STANDARD_SHEET.inner_width_mm, STANDARD_SHEET.inner_height_mm])
_LEAST_HEAP_CONTRAST = 16.0
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


def heap_score(trays: int, first_seed: int = HEAPS_FIRST_SEED) -> HeapScore:
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
        found = _nearest_in_heap(die, extra)
        if found is not None:
            extra.remove(found)
            right += found.face == die.face
            wrong += found.is_certain and found.face != die.face
    is_exact = right == len(shot.dice) and not extra
    doubtful = sum(not die.is_certain for die in dice)
    wrong += sum(die.is_certain for die in extra)
    return len(shot.dice), right, float(is_exact), doubtful, wrong


def _nearest_in_heap(die: DrawnDie, read: list[ReadDie]) -> ReadDie | None:
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
        if all(
            _is_legible_heap(shot, die, drawn) for die, drawn in zip(dice, shot.dice, strict=True)
        ):
            return shot


def _is_legible_heap(shot: TrayShot, die: PlacedDie, drawn: DrawnDie) -> bool:
    """Pips that nobody could see are not what heaps are about."""
    return with_contrast(shot.picture, die, drawn).contrast >= _LEAST_HEAP_CONTRAST


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


RESTING_FIRST_SEED = 500_000
_PLACE_OFF = 0.04
# A die that leans less than this may as well rest flat.
_PLAINLY_DEG = 16.0
# Either finding makes people look at the die.
_ASKED_ABOUT = (Resting.LEANING, Resting.STACKED)


class RestingScore(msgspec.Struct, frozen=True):
    """Shares of the dice of each kind, in single pictures."""

    flat: int
    flat_asked_percent: float
    """Flat dice that would be asked about without need."""
    flat_lost_percent: float
    """Flat dice that were taken for a side of another one."""
    leaning: int
    leaning_told_percent: float
    """Of the dice that lean plainly."""
    stacked: int
    stacked_told_percent: float
    sides: int
    sides_told_percent: float
    """Of the sides that are seen so large that they may pass for dice."""


def resting_score(scenes: int, first_seed: int = RESTING_FIRST_SEED) -> RestingScore:
    """Draw scenes and judge their dice."""
    look = RestingLook()
    told: dict[Resting, list[Resting]] = {resting: [] for resting in Resting}
    for seed in range(first_seed, first_seed + scenes):
        for die, resting in _judged(look, np.random.default_rng(seed)):
            if die.resting is not Resting.LEANING or die.tilt_deg >= _PLAINLY_DEG:
                told[die.resting].append(resting)
    return RestingScore(
        flat=len(told[Resting.FLAT]),
        flat_asked_percent=_percent_of_judged(told[Resting.FLAT], _ASKED_ABOUT),
        flat_lost_percent=_percent_of_judged(told[Resting.FLAT], (Resting.SIDE,)),
        leaning=len(told[Resting.LEANING]),
        leaning_told_percent=_percent_of_judged(told[Resting.LEANING], _ASKED_ABOUT),
        stacked=len(told[Resting.STACKED]),
        stacked_told_percent=_percent_of_judged(told[Resting.STACKED], _ASKED_ABOUT),
        sides=len(told[Resting.SIDE]),
        sides_told_percent=_percent_of_judged(told[Resting.SIDE], (Resting.SIDE,)),
    )


def _judged(look: RestingLook, rng: Rng) -> list[tuple[RestingDie, Resting]]:
    scene = draw_resting(rng, Domain.UNSEEN)
    off = rng.normal(0, _PLACE_OFF * DIE_PX, (len(scene.dice), 2))
    centres = [(die.x + x, die.y + y) for die, (x, y) in zip(scene.dice, off, strict=True)]
    feet = [(die.foot_x, die.foot_y) for die in scene.dice]
    found = look.restings(scene.picture(), centres, DIE_PX, feet)
    return list(zip(scene.dice, found, strict=True))


def _percent_of_judged(restings: list[Resting], wanted: tuple[Resting, ...]) -> float:
    return 100 * sum(resting in wanted for resting in restings) / max(1, len(restings))
