"""The contract of a table state, what all states do alike, and the times that they wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

import msgspec

from referee.games.awaiting import Awaiting, Piece
from referee.games.base import Action, AnyGame, AnyState
from referee.table.facts import ButtonPressed, Device, Fact, PlateLevel, TrayChanged, TrayRead
from referee.table.history import By
from referee.table.orders import Act, Answer, Done, Fine, Order
from referee.table.prompts import Question
from referee.table.sentences import PlainMessage, Sentence, Speech, Topic, Word
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict

if TYPE_CHECKING:
    from referee.table.plate import PieceWeights, PlateLedger
    from referee.table.tray_memory import TrayMemory


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Times in seconds. `countdown_s` None: as long as the game says."""

    countdown_s: float | None = None
    grace_s: float = 6.0
    """After a fall, so long may people say that it was somebody else, or that nothing fell."""
    lead_in_s: float = 1.0
    """Hands leave the tower before the formula begins."""
    late_dice_s: float = 1.5
    """If dice are missing, so long may the rest of them come."""
    find_die_s: float = 2.5
    """So long the tray may take to tell which die was put on the tower."""
    suspicion_s: float = 3.0
    """A suspicion without a verdict is forgotten after so long."""
    quiet_s: float = 1.0
    """A plate that stayed the same for so long is tidied up."""


class UmpireApi(Protocol):
    """What a moment may use: the state of things, and the umpire's voice and pen."""

    @property
    def now_s(self) -> float:
        """The table's time."""
        ...

    @property
    def state(self) -> AnyState | None:
        """Where the game stands."""
        ...

    @property
    def game(self) -> AnyGame:
        """The rules."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        ...

    @property
    def settings(self) -> TableSettings:
        """What was agreed about this table."""
        ...

    @property
    def weights(self) -> PieceWeights:
        """What the pieces weigh."""
        ...

    @property
    def ledger(self) -> PlateLedger:
        """What lies on the plate too many or too few."""
        ...

    @property
    def tray(self) -> TrayMemory:
        """What lies in the tray."""
        ...

    def has(self, device: Device) -> bool:
        """Whether this device can be relied on now."""
        ...

    def tell(self, topic: Topic, speech: Speech) -> None:
        """Say something to everybody."""
        ...

    def refuse(self, speech: Speech) -> None:
        """Say no to whoever gave the order."""
        ...

    def act(self, action: Action, by: By, evidence: tuple[str, ...] = ()) -> UmpireState:
        """Judge and record an action; the moment that follows, or the present one if refused."""
        ...

    def follow(self) -> UmpireState:
        """The moment that the game waits for."""
        ...

    def question_number(self) -> int:
        """A number no question had before."""
        ...

    def expect_dice(self, kind: str, count: int | None) -> None:
        """Tell the eye which dice will lie in the tray, and how many in all, if that is known."""
        ...

    def trust_plate(self, pieces: Sequence[Piece], level: PlateLevel) -> None:
        """Exactly these pieces lie there: the scale counts from them on."""
        ...

    def keep_evidence(self, at_s: float, about: str) -> tuple[str, ...]:
        """Keep what was seen and felt around this time; its name, if anything is kept."""
        ...

    def keep_picture(self, about: str, jpeg: bytes) -> tuple[str, ...]:
        """Keep a picture; its name, if anything is kept."""
        ...


@dataclass(frozen=True, slots=True)
class UmpireState:
    """The common root of everything the table can be doing."""

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
        """Whose moment it is."""
        return None

    def begin(self, desk: UmpireApi) -> UmpireState:
        """The moment has come; say what is wanted."""
        return self

    def again(self) -> UmpireState:
        """This moment from its start, after it was interrupted."""
        return self

    def tick(self, desk: UmpireApi) -> UmpireState:
        """Time has passed."""
        return self

    def thawed(self, desk: UmpireApi) -> UmpireState:
        """The program stood still: nobody watched, and nobody could say anything."""
        return self

    def fact(self, desk: UmpireApi, fact: Fact) -> UmpireState:
        """Something was seen or felt."""
        match fact:
            case Suspicion():
                return self.suspected(desk, fact)
            case TouchVerdict(kind=TouchKind.FELL):
                return self.fallen(desk, fact)
            case TouchVerdict():
                return self.touched(desk, fact)
            case TrayRead():
                return self.seen(desk, fact)
            case TrayChanged():
                return self.stirred(desk, fact)
            case PlateLevel():
                return self.weighed(desk, fact)
            case ButtonPressed():
                return self.order(desk, Done())
            case _:
                return self

    def suspected(self, desk: UmpireApi, suspicion: Suspicion) -> UmpireState:
        """Something may be falling."""
        return self

    def fallen(self, desk: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """The tower fell."""
        return self

    def touched(self, desk: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """The plate was touched."""
        return self

    def seen(self, desk: UmpireApi, seen: TrayRead) -> UmpireState:
        """The tray was read."""
        return self

    def stirred(self, desk: UmpireApi, changed: TrayChanged) -> UmpireState:
        """Something moves in the tray, or comes to rest."""
        return self

    def weighed(self, desk: UmpireApi, level: PlateLevel) -> UmpireState:
        """The plate is quiet and weighs so much."""
        return self

    def lying(self, desk: UmpireApi, grams: float) -> UmpireState | None:
        """The moment after so much was found on the plate unawares; None: it makes no sense."""
        return None

    def returned(self, desk: UmpireApi, device: Device) -> UmpireState:
        """A device is back."""
        return self.tick(desk)

    def order(self, desk: UmpireApi, order: Order) -> UmpireState:
        """Somebody says something."""
        match order:
            case Act():
                return desk.act(order.action, By.PERSON)
            case Answer():
                return self.answered(desk, order.value)
            case Done() | Fine():
                return self.done(desk)
            case _:
                desk.refuse(Sentence("umpire-no-question"))
                return self

    def answered(self, desk: UmpireApi, value: str) -> UmpireState:
        """Somebody answers the question of this moment."""
        return self

    def done(self, desk: UmpireApi) -> UmpireState:
        """Somebody says that it is done."""
        desk.refuse(Sentence("umpire-nothing-to-confirm"))
        return self


def has_tower(desk: UmpireApi) -> bool:
    """Whether something stands on the plate that can fall, as far as the rules know."""
    return bool(desk.game.standing(desk.state))


def player(desk: UmpireApi, seat: int | None) -> Word:
    """The name of whoever sits there."""
    return PlainMessage("nobody") if seat is None else desk.names[seat]


def awaited(desk: UmpireApi) -> Awaiting | None:
    """What the game waits for."""
    return desk.game.awaiting(desk.state)


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
    """A moment of the player for whom the game waits."""

    __slots__ = ()

    @property
    def seat(self: _Waits) -> int | None:
        """Whose moment it is."""
        return self.waiting.seat


class Asking:
    """A moment that may ask something; it begins without a question."""

    __slots__ = ()

    @property
    def question(self: _Asks) -> Question | None:
        """What people are asked, if anything."""
        return self.asked
