"""States in which only people can help: choices, cards, tallying, a failed device, and the end."""

from dataclasses import dataclass

from referee.games.awaiting import AwaitCards, AwaitChoice, AwaitTally
from referee.table.facts import Device, TrayRead
from referee.table.orders import GoByHandOrder, Order
from referee.table.sentences import Sentence, Topic, Word
from referee.table.states.base import Interruption, OfOneSeat, UmpireApi, UmpireState, tell_prompt
from referee.table.states.standing_tower import PlayState
from referee.touch.verdicts import TouchVerdict


@dataclass(frozen=True, slots=True)
class Choosing(PlayState):
    """One or several seats decide."""

    name = "choosing"

    waiting: AwaitChoice

    @property
    def seat(self) -> int | None:
        """Who decides, if it is one."""
        return self.waiting.seats[0] if len(self.waiting.seats) == 1 else None

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Ask for the choice."""
        tell_prompt(umpire, self.waiting)
        return self


@dataclass(frozen=True, slots=True)
class Laying(OfOneSeat, PlayState):
    """Cards are laid open; somebody tells which."""

    name = "laying"

    waiting: AwaitCards

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Ask for the cards."""
        tell_prompt(umpire, self.waiting)
        return self


@dataclass(frozen=True, slots=True)
class Tallying(UmpireState):
    """Everybody counts; the tower no longer matters."""

    name = "tallying"

    waiting: AwaitTally

    @property
    def seat(self) -> int | None:
        """Who counts next."""
        return self.waiting.seats[0]

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Ask for the count."""
        tell_prompt(umpire, self.waiting)
        return self


@dataclass(frozen=True, slots=True)
class Over(UmpireState):
    """The game is over."""

    name = "over"

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Say who won."""
        end = None if umpire.state is None else umpire.game.outcome(umpire.state)
        if end is not None:
            winners = tuple(umpire.names[seat] for seat in end.winners)
            words: dict[str, Word] = {
                "count": len(winners),
                "names": winners,
                "score": max(end.scores, default=0),
            }
            umpire.tell(Topic.EVENT, Sentence("play-winner", words))
        return self


@dataclass(frozen=True, slots=True)
class Troubled(Interruption):
    """A device is needed and fails; people may act by hand meanwhile."""

    name = "troubled"

    device: Device

    def tick(self, umpire: UmpireApi) -> UmpireState:
        """The device is back, or is not needed any more."""
        return self.before.again() if umpire.has(self.device) else self

    def returned(self, umpire: UmpireApi, device: Device) -> UmpireState:
        """What happened meanwhile was not noticed."""
        if not umpire.has(self.device):
            return self
        return self.or_again(self.before.returned(umpire, device))

    def fallen(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """A camera may fail while the scale notices a fall."""
        return self.unless_left(self.before.fallen(umpire, verdict))

    def doubted(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """The same if it may have been none."""
        return self.unless_left(self.before.doubted(umpire, verdict))

    def touched(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """The other devices go on."""
        return self.unless_left(self.before.touched(umpire, verdict))

    def seen(self, umpire: UmpireApi, seen: TrayRead) -> UmpireState:
        """The other devices go on."""
        return self.unless_left(self.before.seen(umpire, seen))

    def order(self, umpire: UmpireApi, order: Order) -> UmpireState:
        """People help, or say that they will."""
        if isinstance(order, GoByHandOrder):
            return self.before.again()
        return self.unless_left(self.before.order(umpire, order))
