"""Pieces go onto the tower: each step of weight is matched to the piece that is due."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.games.awaiting import AwaitPlacement, Piece
from referee.games.reports import ReportPiece
from referee.table.facts import Device, PlateLevel, TrayRead
from referee.table.history import By
from referee.table.prompts import Question
from referee.table.sentences import Sentence, Topic
from referee.table.states.base import (
    Asking,
    OfOneSeat,
    UmpireApi,
    UmpireState,
    face_option,
    tell_prompt,
)
from referee.table.states.falls import building_odds
from referee.table.states.standing_tower import Disturbance, PlayState, disturbed
from referee.touch.verdicts import TouchKind, TouchVerdict

_LIKELY_ENOUGH = 0.1
"""The rules know what is due, so a reading of the weight need not be the likeliest of all. Chosen
by hand: with more, worn pieces are sent back; with less, a wrong piece of nearly the same mass
passes."""
_FIND_DIE_S = 2.5
"""So long the tray may take to tell which die was put on the tower. Chosen by hand: the hand must
be out of the picture and the dice read; with less people are asked what the eye is about to see."""


@dataclass(frozen=True, slots=True)
class Placing(OfOneSeat, PlayState):
    """One of several pieces is due on the tower."""

    name = "placing"

    waiting: AwaitPlacement

    needs = Device.SCALE

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Say what is due."""
        tell_prompt(umpire, self.waiting)
        return self

    def fall_odds(self, umpire: UmpireApi, verdict: TouchVerdict) -> float:
        """Whoever builds has a hand there."""
        return building_odds(umpire, verdict)

    def touched(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """A piece was put on, or something else happened."""
        kinds = _kinds_put(verdict, self.waiting) if verdict.kind is TouchKind.PLACED else ()
        if not kinds:
            return disturbed(self, umpire, verdict, Disturbance.WRONG_PIECE)
        return put(umpire, self.waiting, kinds, By.SCALE)

    def plate_level(self, umpire: UmpireApi, level: PlateLevel) -> UmpireState:
        """A piece that is lost in the noise of a scale is found when the plate is quiet."""
        due = self.waiting.pieces[:1]
        off_g = umpire.ledger.unnoticed_g - umpire.weights.mass_g(due)
        if umpire.weights.knows(due[0].kind) and abs(off_g) <= umpire.weights.tolerance_g(due):
            return put(umpire, self.waiting, (due[0].kind,), By.SCALE)
        return PlayState.plate_level(self, umpire, level)

    def found_on_plate(self, umpire: UmpireApi, grams: float) -> UmpireState | None:
        """The due piece was put on while nobody noticed."""
        due = self.waiting.pieces[0]
        if not umpire.weights.fits(grams, (*umpire.game.standing(umpire.state), due)):
            return None
        return put(umpire, self.waiting, (due.kind,), By.SCALE)

    def done(self, umpire: UmpireApi) -> UmpireState:
        """Somebody taps "placed"."""
        return put(umpire, self.waiting, (self.waiting.pieces[0].kind,), By.PERSON)


def _kinds_put(verdict: TouchVerdict, waiting: AwaitPlacement) -> tuple[str, ...]:
    """The kinds of piece that were put down, the due one first; empty if nothing fits."""
    due = waiting.pieces[0].kind
    for guess in verdict.pieces:
        if due in guess.kinds and guess.likelihood >= _LIKELY_ENOUGH:
            rest = list(guess.kinds)
            rest.remove(due)
            return (due, *rest)
    return ()


def put(umpire: UmpireApi, waiting: AwaitPlacement, kinds: tuple[str, ...], by: By) -> UmpireState:
    """Pieces of these kinds were put down; a die must be known by its face."""
    pieces = tuple(dict.fromkeys(piece for piece in waiting.pieces if piece.kind == kinds[0]))
    if len(pieces) == 1:
        return place(umpire, pieces[0], kinds[1:], by)
    found = _taken(umpire, pieces)
    if found is not None:
        return place(umpire, found, kinds[1:], by)
    return DieSought(waiting, pieces, kinds[1:], by, umpire.now_s + _patience_s(umpire))


def _patience_s(umpire: UmpireApi) -> float:
    return _FIND_DIE_S if umpire.has(Device.CAMERA) else 0.0


def _taken(umpire: UmpireApi, pieces: Iterable[Piece]) -> Piece | None:
    """The one due die that was taken from the tray, if there is no choice."""
    found = [piece for piece in pieces if piece.face in umpire.tray.taken]
    return found[0] if len(found) == 1 else None


def place(umpire: UmpireApi, piece: Piece, rest: tuple[str, ...], by: By) -> UmpireState:
    """Record a piece; a second one that was put down with it follows at once."""
    if piece.face is not None:
        umpire.tray.use(piece.face)
    umpire.ledger.expect(umpire.weights.mass_g((piece,)))
    if by is By.SCALE and not rest:
        # What the scale noticed is this piece, whatever its exact mass.
        umpire.ledger.balance()
    then = umpire.act(ReportPiece(piece), by)
    if not rest:
        return then
    if isinstance(then, Placing) and then.waiting.pieces[0].kind == rest[0]:
        return put(umpire, then.waiting, rest, by)
    return _stray(then, umpire)


def _stray(then: UmpireState, umpire: UmpireApi) -> UmpireState:
    """Two pieces came at once, and only one of them was due."""
    from_now = TouchVerdict(
        TouchKind.PLACED, umpire.now_s, umpire.now_s, umpire.now_s, "two-at-once"
    )
    return disturbed(then, umpire, from_now, Disturbance.WRONG_PIECE)


@dataclass(frozen=True, slots=True)
class DieSought(OfOneSeat, Asking, PlayState):
    """A die was put on; the tray, or somebody, tells which."""

    name = "diesought"

    waiting: AwaitPlacement
    pieces: tuple[Piece, ...]
    rest: tuple[str, ...]
    by: By
    until_s: float
    asked: Question | None = None

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """The tray may tell before anybody is asked."""
        return self.tick(umpire) if self.asked is None else self

    def fall_odds(self, umpire: UmpireApi, verdict: TouchVerdict) -> float:
        """The hand that put it there may still be at it."""
        return building_odds(umpire, verdict)

    def plate_level(self, umpire: UmpireApi, level: PlateLevel) -> UmpireState:
        """The scale knows of the die, and the rules do not yet."""
        return self

    def seen(self, umpire: UmpireApi, seen: TrayRead) -> UmpireState:
        """The tray tells which die is gone."""
        found = _taken(umpire, self.pieces)
        return self if found is None else place(umpire, found, self.rest, self.by)

    def thawed(self, umpire: UmpireApi) -> UmpireState:
        """The tray may still tell."""
        return replace(self, until_s=umpire.now_s + _patience_s(umpire))

    def tick(self, umpire: UmpireApi) -> UmpireState:
        """The tray does not tell: ask."""
        if self.asked is not None or umpire.now_s < self.until_s:
            return self
        sentence = Sentence("umpire-which-die")
        umpire.tell(Topic.QUESTION, sentence)
        options = tuple(face_option(umpire, str(piece.face)) for piece in self.pieces)
        return replace(
            self, asked=Question(umpire.question_number(), "which-die", sentence, options)
        )

    def answered(self, umpire: UmpireApi, value: str) -> UmpireState:
        """Somebody knows which die it was."""
        found = next(piece for piece in self.pieces if piece.face == value)
        return place(umpire, found, self.rest, self.by)
