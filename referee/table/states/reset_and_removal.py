"""Hands are all over the plate: only when it is quiet again does the scale say what stands there.

After a fall the table is put in order. What falls by the axe pays nobody; afterwards the scale
proposes what is gone.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.games.awaiting import AwaitRemoval, AwaitReset, Piece
from referee.games.reports import ReportRemoval, ReportReset
from referee.table.facts import Device, PlateLevel
from referee.table.history import By
from referee.table.prompts import Option, Question
from referee.table.sentences import Sentence, Term, Topic, Word
from referee.table.states.base import (
    QUIET_S,
    Asking,
    OfOneSeat,
    UmpireApi,
    UmpireState,
    tell_prompt,
)
from referee.touch.verdicts import Suspicion, TouchVerdict


@dataclass(frozen=True, slots=True)
class Resetting(UmpireState):
    """Hands are all over the plate; what they do counts only once it is quiet and right."""

    name = "resetting"

    waiting: AwaitReset
    right_since_s: float | None = None

    needs = Device.SCALE

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Say what has to stand on the plate."""
        if self.right_since_s is None:
            tell_prompt(umpire, self.waiting)
        return self

    def suspected(self, umpire: UmpireApi, suspicion: Suspicion) -> UmpireState:
        """Hands are at work."""
        return replace(self, right_since_s=None) if self.right_since_s is not None else self

    def touched(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Hands are at work."""
        return self

    def plate_level(self, umpire: UmpireApi, level: PlateLevel) -> UmpireState:
        """Right for long enough: go on."""
        if not umpire.weights.fits(level.grams, self.waiting.expected):
            return self if self.right_since_s is None else Resetting(self.waiting)
        if self.right_since_s is None:
            return replace(self, right_since_s=level.at_s)
        if level.at_s - self.right_since_s < QUIET_S:
            return self
        umpire.trust_plate(self.waiting.expected, level)
        return self._finish(umpire, By.SCALE)

    def done(self, umpire: UmpireApi) -> UmpireState:
        """Somebody says that all is in order."""
        return self._finish(umpire, By.PERSON)

    def _finish(self, umpire: UmpireApi, by: By) -> UmpireState:
        umpire.ledger.balance()
        return umpire.act(ReportReset(), by)


_MOST_PROPOSALS = 6
"""Chosen by hand: more answers do not fit on a phone's screen without scrolling."""
_SAME_LEVEL_G = 0.5
"""Chosen by hand: above the noise and drift of a cell within a second, below the lightest piece."""


@dataclass(frozen=True, slots=True)
class Striking(OfOneSeat, Asking, UmpireState):
    """The axe is raised, or has struck and the fallen pieces are being taken off."""

    name = "striking"

    waiting: AwaitRemoval
    level_g: float | None = None
    waits: PlateLevel | None = None
    """A new level, until it has lasted."""
    proposals: tuple[tuple[Piece, ...], ...] = ()
    asked: Question | None = None

    needs = Device.SCALE

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Give the sign."""
        if self.level_g is None and self.asked is None:
            tell_prompt(umpire, self.waiting)
        return self

    def plate_level(self, umpire: UmpireApi, level: PlateLevel) -> UmpireState:
        """What is left on the plate says what can be gone, once nothing more is taken off."""
        if self.level_g is None:
            return replace(self, level_g=level.grams)
        if abs(level.grams - self.level_g) < _SAME_LEVEL_G:
            return self if self.waits is None else replace(self, waits=None)
        if self.waits is None or abs(level.grams - self.waits.grams) > _SAME_LEVEL_G:
            return replace(self, waits=level)
        is_quiet = level.at_s - self.waits.at_s >= QUIET_S
        return self.proposing(umpire, level.grams) if is_quiet else self

    def proposing(self, umpire: UmpireApi, left_g: float) -> UmpireState:
        """The likeliest sets of pieces for so many grams, to be confirmed."""
        proposals = umpire.weights.missing_from(self.waiting.tower, left_g)[:_MOST_PROPOSALS]
        if not proposals:
            umpire.tell(Topic.HINT, Sentence("umpire-take-off-fallen"))
            return replace(self, level_g=left_g, waits=None, proposals=(), asked=None)
        options = tuple(
            Option(str(number), _gone_label(umpire, gone)) for number, gone in enumerate(proposals)
        )
        words: dict[str, Word] = {"grams": round(left_g), "pieces": options[0].label}
        sentence = Sentence("umpire-what-fell", words)
        umpire.tell(Topic.QUESTION, sentence)
        asked = Question(umpire.question_number(), "axe", sentence, options)
        return replace(self, level_g=left_g, waits=None, proposals=proposals, asked=asked)

    def answered(self, umpire: UmpireApi, value: str) -> UmpireState:
        """These pieces are gone."""
        return self._finish(umpire, self.proposals[int(value)])

    def done(self, umpire: UmpireApi) -> UmpireState:
        """Nothing changed on the plate: the axe missed. Otherwise the first proposal is meant."""
        return self._finish(umpire, self.proposals[0] if self.proposals else ())

    def _finish(self, umpire: UmpireApi, gone: Sequence[Piece]) -> UmpireState:
        umpire.ledger.balance()
        return umpire.act(ReportRemoval(tuple(gone)), By.PERSON)


def _gone_label(umpire: UmpireApi, gone: Sequence[Piece]) -> Sentence:
    """`2 dice and Anna's token`."""
    if not gone:
        return Sentence("umpire-gone-nothing")
    parts: tuple[Word, ...] = tuple(
        _gone_part(umpire, piece, count) for piece, count in Counter(gone).items()
    )
    return Sentence("umpire-gone", {"pieces": parts})


def _gone_part(umpire: UmpireApi, piece: Piece, count: int) -> Word:
    words: dict[str, Word] = {"count": count, "piece": Term(umpire.game.name, "piece", piece.kind)}
    if piece.seat is None:
        return Sentence("umpire-gone-part", words)
    return Sentence("umpire-gone-part-of", {**words, "player": umpire.names[piece.seat]})
