"""Pieces go onto the tower: each step of weight is matched to the piece that is due."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.games.awaiting import AwaitPlacement, Piece
from referee.games.reports import ReportPiece
from referee.table.facts import Device, PlateLevel, TrayRead
from referee.table.history import By
from referee.table.prompts import Option, Question, prompt
from referee.table.sentences import Sentence, Term, Topic
from referee.table.states.base import Asking, OfOneSeat, UmpireApi, UmpireState
from referee.table.states.standing_tower import Disturbance, PlayState, disturbed
from referee.touch.verdicts import TouchKind, TouchVerdict

# The rules know what is due, so a reading of the weight need not be the likeliest of all.
_LIKELY_ENOUGH = 0.1


@dataclass(frozen=True, slots=True)
class Placing(OfOneSeat, PlayState):
    """One of several pieces is due on the tower."""

    name = "placing"

    waiting: AwaitPlacement

    needs = Device.SCALE

    def begin(self, desk: UmpireApi) -> UmpireState:
        """Say what is due."""
        desk.tell(Topic.PROMPT, prompt(desk.game, self.waiting, desk.names))
        return self

    def touched(self, desk: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """A piece was put on, or something else happened."""
        kinds = _kinds_put(verdict, self.waiting) if verdict.kind is TouchKind.PLACED else ()
        if not kinds:
            return disturbed(self, desk, verdict, Disturbance.WRONG_PIECE)
        return put(desk, self.waiting, kinds, By.SCALE)

    def lying(self, desk: UmpireApi, grams: float) -> UmpireState | None:
        """The due piece was put on while nobody felt it."""
        due = self.waiting.pieces[0]
        if not desk.weights.fits(grams, (*desk.game.standing(desk.state), due)):
            return None
        return put(desk, self.waiting, (due.kind,), By.SCALE)

    def done(self, desk: UmpireApi) -> UmpireState:
        """Somebody taps "placed"."""
        return put(desk, self.waiting, (self.waiting.pieces[0].kind,), By.PERSON)


def _kinds_put(verdict: TouchVerdict, waiting: AwaitPlacement) -> tuple[str, ...]:
    """The kinds of piece that were put down, the due one first; empty if nothing fits."""
    due = waiting.pieces[0].kind
    for guess in verdict.pieces:
        if due in guess.kinds and guess.likelihood >= _LIKELY_ENOUGH:
            rest = list(guess.kinds)
            rest.remove(due)
            return (due, *rest)
    return ()


def put(desk: UmpireApi, waiting: AwaitPlacement, kinds: tuple[str, ...], by: By) -> UmpireState:
    """Pieces of these kinds were put down; a die must be known by its face."""
    pieces = tuple(dict.fromkeys(piece for piece in waiting.pieces if piece.kind == kinds[0]))
    if len(pieces) == 1:
        return place(desk, pieces[0], kinds[1:], by)
    found = _taken(desk, pieces)
    if found is not None:
        return place(desk, found, kinds[1:], by)
    return DieSought(waiting, pieces, kinds[1:], by, desk.now_s + _patience_s(desk))


def _patience_s(desk: UmpireApi) -> float:
    return desk.settings.find_die_s if desk.has(Device.CAMERA) else 0.0


def _taken(desk: UmpireApi, pieces: Iterable[Piece]) -> Piece | None:
    """The one due die that was taken from the tray, if there is no choice."""
    found = [piece for piece in pieces if piece.face in desk.tray.taken]
    return found[0] if len(found) == 1 else None


def place(desk: UmpireApi, piece: Piece, rest: tuple[str, ...], by: By) -> UmpireState:
    """Record a piece; a second one that was put down with it follows at once."""
    if piece.face is not None:
        desk.tray.use(piece.face)
    desk.ledger.expect(desk.weights.mass_g((piece,)))
    if by is By.SCALE and not rest:
        # What the scale felt is this piece, whatever its exact mass.
        desk.ledger.balance()
    then = desk.act(ReportPiece(piece), by)
    if not rest:
        return then
    if isinstance(then, Placing) and then.waiting.pieces[0].kind == rest[0]:
        return put(desk, then.waiting, rest, by)
    return _stray(then, desk)


def _stray(then: UmpireState, desk: UmpireApi) -> UmpireState:
    """Two pieces came at once, and only one of them was due."""
    from_now = TouchVerdict(TouchKind.PLACED, desk.now_s, desk.now_s, desk.now_s, "two-at-once")
    return disturbed(then, desk, from_now, Disturbance.WRONG_PIECE)


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

    def begin(self, desk: UmpireApi) -> UmpireState:
        """The tray may tell before anybody is asked."""
        return self.tick(desk) if self.asked is None else self

    def weighed(self, desk: UmpireApi, level: PlateLevel) -> UmpireState:
        """The die that lies there is known to the scale, and not yet to the rules."""
        return self

    def seen(self, desk: UmpireApi, seen: TrayRead) -> UmpireState:
        """The tray tells which die is gone."""
        found = _taken(desk, self.pieces)
        return self if found is None else place(desk, found, self.rest, self.by)

    def thawed(self, desk: UmpireApi) -> UmpireState:
        """The tray may still tell."""
        return replace(self, until_s=desk.now_s + _patience_s(desk))

    def tick(self, desk: UmpireApi) -> UmpireState:
        """The tray does not tell: ask."""
        if self.asked is not None or desk.now_s < self.until_s:
            return self
        sentence = Sentence("umpire-which-die")
        desk.tell(Topic.QUESTION, sentence)
        options = tuple(
            Option(
                str(piece.face),
                Sentence("umpire-face", {"face": Term(desk.game.name, "face", str(piece.face))}),
            )
            for piece in self.pieces
        )
        return replace(self, asked=Question(desk.question_number(), "which-die", sentence, options))

    def answered(self, desk: UmpireApi, value: str) -> UmpireState:
        """Somebody knows which die it was."""
        found = next(piece for piece in self.pieces if piece.face == value)
        return place(desk, found, self.rest, self.by)
