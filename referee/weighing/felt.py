"""What touch tells: a suspicion at once, a verdict with its evidence when all is at rest."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.weighing.episode import Weighed
from referee.weighing.impacts import Struck
from referee.weighing.pieces import PieceGuess


class Kind(StrEnum):
    """What happened on the plate; restless: touch cannot tell, somebody should look."""

    PLACED = "placed"
    LIFTED = "lifted"
    FELL = "fell"
    HAND = "hand"
    BUMPED = "bumped"
    RESTLESS = "restless"


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Something may be falling; the lights freeze the table until the verdict."""

    at_s: float
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What happened between `began_s` and `ended_s`, told at `at_s`, and the numbers behind it.

    `fall_score` says how strongly the weight speaks for a fall; above zero it is called one.
    """

    kind: Kind
    at_s: float
    began_s: float
    ended_s: float
    reason: str
    pieces: tuple[PieceGuess, ...] = ()
    weighed: Weighed | None = None
    struck: Struck | None = None
    fall_score: float | None = None


Felt = Suspicion | Verdict
