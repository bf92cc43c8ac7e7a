"""Dice as a reader would read them, for tests of what comes after reading."""

from __future__ import annotations

from math import cos, pi, sin

from referee.vision.readings import Certainty, DieFinding, Likely, ReadDie, Reading

DIE_PX = 40.0
CERTAIN, DOUBTFUL, UNKNOWN = Certainty.CERTAIN, Certainty.DOUBTFUL, Certainty.UNKNOWN


def a_die(
    face: str,
    x: float,
    y: float,
    confidence: float = 0.95,
    certainty: Certainty = CERTAIN,
    *,
    turn: float = 0.3,
    likely: tuple[Likely, ...] = (),
    findings: tuple[DieFinding, ...] = (),
) -> ReadDie:
    """A die at a place, with everything else made up to fit."""
    angles = [turn + quarter * pi / 2 for quarter in range(4)]
    half_diagonal = DIE_PX / 2**0.5
    first, second, third, fourth = (
        (x + half_diagonal * cos(angle), y + half_diagonal * sin(angle)) for angle in angles
    )
    box = (x - DIE_PX / 2, y - DIE_PX / 2, DIE_PX, DIE_PX)
    corners = (first, second, third, fourth)
    return ReadDie(face, (x, y), corners, box, confidence, certainty, likely, findings)


def a_reading(*dice: ReadDie) -> Reading:
    """A reading of these dice."""
    return Reading(tuple(dice), DIE_PX)
