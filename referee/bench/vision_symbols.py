"""Taught symbols in drawn scenes with materials, lights and camera angles nobody was taught with.

The network finds the dice, the gallery says what they show: the whole way that a picture goes at
the table, with touching dice and visible side faces.
"""

from __future__ import annotations

import msgspec
import numpy as np

from referee.twin.dice.face_pictures import face_pictures
from referee.twin.dice.scene import Domain, DrawnDie, draw_scene
from referee.vision.artwork.sets import FACE_SETS
from referee.vision.artwork.symbols import random_faces
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.faces.teaching import learn_faces
from referee.vision.readings import DieFinding, ReadDie

SYMBOL_SETS = ("magic-beanstalk", "spookies-friend")
FIRST_SEED = 700_000
_DIE_PX = 44.0
_SCENE_PX = 320
# What is nearly hidden, leans or has no contrast, nobody could read.
_LEAST_VISIBLE = 0.9
_LEAST_CONTRAST = 16.0


class SymbolScore(msgspec.Struct, frozen=True):
    """How the dice of a taught set were read, and how strangers were taken."""

    set_name: str
    dice: int
    found_percent: float
    right_percent: float
    """Of all dice that can be read."""
    right_of_found_percent: float
    wrong_certain: int
    strangers: int
    rejected_percent: float
    """Dice with untaught faces that were not taken for a taught one."""


def symbol_scores(name: str, scenes: int, first_seed: int = FIRST_SEED) -> SymbolScore:
    """Teach the shipped set from five pictures a face, then read scenes of the unseen domain."""
    reader = DiceReader(TaughtFaceReader(learn_faces(name, face_pictures(name))))
    pairs = [pair for at in range(scenes) for pair in _read(reader, name, first_seed + at)]
    strange = [pair for at in range(scenes // 2) for pair in _read(reader, None, first_seed + at)]
    found = [(die, read) for die, read in pairs if read is not None]
    right = sum(read.face == die.face for die, read in found)
    taken = [read for _, read in strange if read is not None]
    return SymbolScore(
        set_name=name,
        dice=len(pairs),
        found_percent=_percent(len(found), len(pairs)),
        right_percent=_percent(right, len(pairs)),
        right_of_found_percent=_percent(right, len(found)),
        wrong_certain=sum(read.is_certain and read.face != die.face for die, read in found),
        strangers=len(taken),
        rejected_percent=_percent(sum(_is_rejected(read) for read in taken), len(taken)),
    )


def _is_rejected(die: ReadDie) -> bool:
    return DieFinding.UNTAUGHT in die.findings


def _read(reader: DiceReader, name: str | None, seed: int) -> list[tuple[DrawnDie, ReadDie | None]]:
    """The legible dice of a scene beside what was read; without a name, random symbols."""
    rng = np.random.default_rng([seed, 0 if name else 1])
    faces = FACE_SETS[name]() if name else random_faces(rng)
    scene = draw_scene(rng, Domain.UNSEEN, size_px=_SCENE_PX, die_px=_DIE_PX, faces=faces)
    legible = [die for die in scene.dice if _is_legible(die)]
    if not legible:
        return []
    reading = reader.read(scene.picture, die_px=_DIE_PX)
    return [(die, _nearest(die, reading.dice)) for die in legible]


def _is_legible(die: DrawnDie) -> bool:
    is_flat = not die.is_cocked and not die.is_stacked
    return is_flat and die.visible > _LEAST_VISIBLE and die.contrast > _LEAST_CONTRAST


def _nearest(die: DrawnDie, dice: tuple[ReadDie, ...]) -> ReadDie | None:
    near = [
        read
        for read in dice
        if np.hypot(*(np.array(read.centre_px) - die.centre)) < 0.4 * die.die_px
    ]
    return near[0] if near else None


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0
