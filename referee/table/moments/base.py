"""The contract of a moment, and what all moments do alike.

The umpire is always in exactly one moment. Each fact, order and tick goes to it and gives the next
moment: itself, if nothing changes. A moment keeps what it needs in its own fields; there are no
flags elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from referee.games.awaiting import Awaiting, Piece
from referee.games.base import Action, Game
from referee.table.facts import ButtonPressed, Device, DiceSeen, Fact, PlateLevel, TrayChanged
from referee.table.orders import Act, Answer, Done, Fine, Order
from referee.table.records import By
from referee.table.sentences import Message, Sentence, Speech, Topic, Word
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict

if TYPE_CHECKING:
    from referee.table.plate import PieceWeights, PlateLedger
    from referee.table.questions import Question
    from referee.table.settings import TableSettings
    from referee.table.tray_memory import TrayMemory


class Desk(Protocol):
    """What a moment may use: the state of things, and the umpire's voice and pen."""

    @property
    def now_s(self) -> float:
        """The table's time."""
        ...

    @property
    def state(self) -> Any:
        """Where the game stands."""
        ...

    @property
    def game(self) -> Game[Any]:
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

    def act(self, action: Action, by: By, evidence: tuple[str, ...] = ()) -> Moment:
        """Judge and record an action; the moment that follows, or the present one if refused."""
        ...

    def follow(self) -> Moment:
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
class Moment:
    """The common root of everything the table can be doing."""

    needs: ClassVar[Device | None] = None
    """Without this device people must help."""

    @property
    def name(self) -> str:
        """What screen and lights call this moment."""
        return type(self).__name__.lower()

    @property
    def question(self) -> Question | None:
        """What people are asked, if anything."""
        return None

    @property
    def seat(self) -> int | None:
        """Whose moment it is."""
        return None

    def begin(self, desk: Desk) -> Moment:
        """The moment has come; say what is wanted."""
        return self

    def again(self) -> Moment:
        """This moment from its start, after it was interrupted."""
        return self

    def tick(self, desk: Desk) -> Moment:
        """Time has passed."""
        return self

    def thawed(self, desk: Desk) -> Moment:
        """The program stood still: nobody watched, and nobody could say anything."""
        return self

    def fact(self, desk: Desk, fact: Fact) -> Moment:
        """Something was seen or felt."""
        match fact:
            case Suspicion():
                return self.suspected(desk, fact)
            case TouchVerdict(kind=TouchKind.FELL):
                return self.fallen(desk, fact)
            case TouchVerdict():
                return self.touched(desk, fact)
            case DiceSeen():
                return self.seen(desk, fact)
            case TrayChanged():
                return self.stirred(desk, fact)
            case PlateLevel():
                return self.weighed(desk, fact)
            case ButtonPressed():
                return self.order(desk, Done())
            case _:
                return self

    def suspected(self, desk: Desk, suspicion: Suspicion) -> Moment:
        """Something may be falling."""
        return self

    def fallen(self, desk: Desk, verdict: TouchVerdict) -> Moment:
        """The tower fell."""
        return self

    def touched(self, desk: Desk, verdict: TouchVerdict) -> Moment:
        """The plate was touched."""
        return self

    def seen(self, desk: Desk, seen: DiceSeen) -> Moment:
        """The tray was read."""
        return self

    def stirred(self, desk: Desk, changed: TrayChanged) -> Moment:
        """Something moves in the tray, or comes to rest."""
        return self

    def weighed(self, desk: Desk, level: PlateLevel) -> Moment:
        """The plate is quiet and weighs so much."""
        return self

    def lying(self, desk: Desk, grams: float) -> Moment | None:
        """The moment after so much was found on the plate unawares; None: it makes no sense."""
        return None

    def returned(self, desk: Desk, device: Device) -> Moment:
        """A device is back."""
        return self.tick(desk)

    def order(self, desk: Desk, order: Order) -> Moment:
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

    def answered(self, desk: Desk, value: str) -> Moment:
        """Somebody answers the question of this moment."""
        return self

    def done(self, desk: Desk) -> Moment:
        """Somebody says that it is done."""
        desk.refuse(Sentence("umpire-nothing-to-confirm"))
        return self


def has_tower(desk: Desk) -> bool:
    """Whether something stands on the plate that can fall, as far as the rules know."""
    return bool(desk.game.standing(desk.state))


def player(desk: Desk, seat: int | None) -> Word:
    """The name of whoever sits there."""
    return Message("nobody") if seat is None else desk.names[seat]


def awaited(desk: Desk) -> Awaiting | None:
    """What the game waits for."""
    return desk.game.awaiting(desk.state)
