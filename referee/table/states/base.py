"""The contract of a state of the umpire, and what all states do alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from referee.games.awaiting import Awaiting, Piece
from referee.games.base import Action, AnyGame, AnyState
from referee.table.facts import ButtonPressed, Device, Fact, PlateLevel, TrayChanged, TrayRead
from referee.table.history import By
from referee.table.orders import Act, AnswerOrder, DoneOrder, FineOrder, Order
from referee.table.prompts import Option, Question, prompt
from referee.table.sentences import PlainMessage, Sentence, Speech, Term, Topic, Word
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict

if TYPE_CHECKING:
    from referee.table.answered_faces import AnsweredDie
    from referee.table.plate import PieceWeights, PlateLedger
    from referee.table.tray_memory import TrayMemory


QUIET_S = 1.0
"""A plate that stayed the same for so long is tidied up. Chosen by hand: levels are told twice a
second, so with less one level would decide while hands still come and go; with more people wait."""


class UmpireApi(Protocol):
    """What a state may use of the umpire: how things stand, its voice and its log."""

    @property
    def now_s(self) -> float:
        """The table's time."""

    @property
    def state(self) -> AnyState | None:
        """Where the game stands."""

    @property
    def game(self) -> AnyGame:
        """The rules."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""

    @property
    def countdown_s(self) -> float | None:
        """How long a tower has to stand at this table; None: as long as the game says."""

    @property
    def weights(self) -> PieceWeights:
        """What the pieces weigh."""

    @property
    def ledger(self) -> PlateLedger:
        """What lies on the plate too many or too few."""

    @property
    def tray(self) -> TrayMemory:
        """What lies in the tray."""

    def has(self, device: Device) -> bool:
        """Whether this device can be relied on now."""

    def tell(self, topic: Topic, speech: Speech) -> None:
        """Say something to everybody."""

    def refuse(self, speech: Speech) -> None:
        """Say no to whoever gave the order."""

    def act(
        self,
        action: Action,
        by: By,
        evidence: tuple[str, ...] = (),
        answered: Sequence[AnsweredDie] = (),
    ) -> UmpireState:
        """Judge and record an action; the state that follows, or the present one if refused.

        `answered` are dice of a roll whose faces people gave.
        """

    def follow(self) -> UmpireState:
        """The state in which the umpire waits for what the game waits for."""

    def question_number(self) -> int:
        """A number no question had before."""

    def expect_dice(self, kind: str, count: int | None) -> None:
        """Tell the eye which dice will lie in the tray, and how many in all, if that is known."""

    def trust_plate(self, pieces: Sequence[Piece], level: PlateLevel) -> None:
        """Exactly these pieces lie there: the scale counts from them on."""

    def keep_evidence(self, at_s: float, about: str) -> tuple[str, ...]:
        """Keep picture and curve of the time around this; their name, if anything is kept."""

    def learn_fall(self, evidence: tuple[str, ...], answer: str) -> None:
        """People said whether this evidence shows a fall."""

    def keep_picture(self, about: str, jpeg: bytes) -> tuple[str, ...]:
        """Keep a picture; its name, if anything is kept."""


@dataclass(frozen=True, slots=True)
class UmpireState:
    """The common root of everything the umpire can be doing."""

    name: ClassVar[str]
    """What screen, lights and clients call it: a word of the wire, whatever the class is called."""
    needs: ClassVar[Device | None] = None
    """Without this device people must help."""

    @property
    def question(self) -> Question | None:
        """What people are asked, if anything."""
        return None

    @property
    def seat(self) -> int | None:
        """Whose turn it is to do something."""
        return None

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """The state has been entered; say what is wanted."""
        return self

    def again(self) -> UmpireState:
        """This state from its start, after it was interrupted."""
        return self

    def tick(self, umpire: UmpireApi) -> UmpireState:
        """Time has passed."""
        return self

    def thawed(self, umpire: UmpireApi) -> UmpireState:
        """The program stood still: nobody watched, and nobody could say anything."""
        return self

    def fact(self, umpire: UmpireApi, fact: Fact) -> UmpireState:
        """A device noticed something."""
        match fact:
            case Suspicion():
                return self.suspected(umpire, fact)
            case TouchVerdict(kind=TouchKind.FELL):
                return self.fallen(umpire, fact)
            case TouchVerdict(kind=TouchKind.RESTLESS, harmless=TouchVerdict()):
                return self.doubted(umpire, fact)
            case TouchVerdict():
                return self.touched(umpire, fact)
            case TrayRead():
                return self.seen(umpire, fact)
            case TrayChanged():
                return self.stirred(umpire, fact)
            case PlateLevel():
                return self.plate_level(umpire, fact)
            case ButtonPressed():
                return self.order(umpire, DoneOrder())
            case _:
                return self

    def suspected(self, umpire: UmpireApi, suspicion: Suspicion) -> UmpireState:
        """Something may be falling."""
        return self

    def fallen(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """The tower fell."""
        return self

    def doubted(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """The tower fell, or it was what the harmless verdict says."""
        return self.touched(umpire, verdict.harmless or verdict)

    def touched(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """The plate was touched."""
        return self

    def fall_odds(self, umpire: UmpireApi, verdict: TouchVerdict) -> float:
        """How much more speaks for a fall now than what was felt, as a logarithm of odds."""
        return 0.0

    def seen(self, umpire: UmpireApi, seen: TrayRead) -> UmpireState:
        """The tray was read."""
        return self

    def stirred(self, umpire: UmpireApi, changed: TrayChanged) -> UmpireState:
        """Something moves in the tray, or comes to rest."""
        return self

    def plate_level(self, umpire: UmpireApi, level: PlateLevel) -> UmpireState:
        """The plate is quiet and weighs so much."""
        return self

    def found_on_plate(self, umpire: UmpireApi, grams: float) -> UmpireState | None:
        """The state after so much was found on the plate unawares; None: it makes no sense."""
        return None

    def returned(self, umpire: UmpireApi, device: Device) -> UmpireState:
        """A device is back."""
        return self.tick(umpire)

    def order(self, umpire: UmpireApi, order: Order) -> UmpireState:
        """Somebody says something."""
        match order:
            case Act():
                return umpire.act(order.action, By.PERSON)
            case AnswerOrder():
                return self.answered(umpire, order.value)
            case DoneOrder() | FineOrder():
                return self.done(umpire)
            case _:
                umpire.refuse(Sentence("umpire-no-question"))
                return self

    def answered(self, umpire: UmpireApi, value: str) -> UmpireState:
        """Somebody answers the question of this state."""
        return self

    def done(self, umpire: UmpireApi) -> UmpireState:
        """Somebody says that it is done."""
        umpire.refuse(Sentence("umpire-nothing-to-confirm"))
        return self


@dataclass(frozen=True, slots=True)
class Interruption(UmpireState):
    """A state that came between: the one `before` it waits, and goes on or starts again later."""

    before: UmpireState

    @property
    def seat(self) -> int | None:
        """Whose turn was interrupted."""
        return self.before.seat

    def fall_odds(self, umpire: UmpireApi, verdict: TouchVerdict) -> float:
        """Those of what was interrupted."""
        return self.before.fall_odds(umpire, verdict)

    def or_again(self, then: UmpireState) -> UmpireState:
        """What follows from what was interrupted; that itself starts again."""
        return self.before.again() if then is self.before else then

    def unless_left(self, then: UmpireState) -> UmpireState:
        """This one as long as what was interrupted stays as it is; else what follows from that."""
        return self if then is self.before else then


def tell_prompt(umpire: UmpireApi, waiting: Awaiting, topic: Topic = Topic.PROMPT) -> None:
    """Say what is awaited, and of whom."""
    umpire.tell(topic, prompt(umpire.game, umpire.state, waiting, umpire.names))


def face_option(umpire: UmpireApi, face: str) -> Option:
    """A face of a die as an answer."""
    return Option(face, Sentence("umpire-face", {"face": Term(umpire.game.name, "face", face)}))


def has_tower(umpire: UmpireApi) -> bool:
    """Whether something stands on the plate that can fall, as far as the rules know."""
    return bool(umpire.game.standing(umpire.state))


def player(umpire: UmpireApi, seat: int | None) -> Word:
    """The name of whoever sits there."""
    return PlainMessage("nobody") if seat is None else umpire.names[seat]


def awaited(umpire: UmpireApi) -> Awaiting | None:
    """What the game waits for."""
    return umpire.game.awaiting(umpire.state)


class _Seated(Protocol):
    @property
    def seat(self) -> int | None: ...


class _Waits(Protocol):
    @property
    def waiting(self) -> _Seated: ...


class _Asks(Protocol):
    @property
    def asked(self) -> Question | None: ...


class OfOneSeat:
    """A state of the player for whom the game waits."""

    __slots__ = ()

    @property
    def seat(self: _Waits) -> int | None:
        """The seat for which the game waits."""
        return self.waiting.seat


class Asking:
    """A state that may ask something; it begins without a question."""

    __slots__ = ()

    @property
    def question(self: _Asks) -> Question | None:
        """What people are asked, if anything."""
        return self.asked
