"""States in which only people can help: choices, cards, tallying, a failed device, and the end."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games.awaiting import AwaitCards, AwaitChoice, AwaitTally
from referee.table.facts import Device, TrayRead
from referee.table.orders import GoByHand, Order
from referee.table.prompts import prompt
from referee.table.sentences import Sentence, Topic, Word
from referee.table.states.base import OfOneSeat, UmpireApi, UmpireState
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

    def begin(self, desk: UmpireApi) -> UmpireState:
        """Ask for the choice."""
        desk.tell(Topic.PROMPT, prompt(desk.game, self.waiting, desk.names))
        return self


@dataclass(frozen=True, slots=True)
class Laying(OfOneSeat, PlayState):
    """Cards are laid open; somebody tells which."""

    name = "laying"

    waiting: AwaitCards

    def begin(self, desk: UmpireApi) -> UmpireState:
        """Ask for the cards."""
        desk.tell(Topic.PROMPT, prompt(desk.game, self.waiting, desk.names))
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

    def begin(self, desk: UmpireApi) -> UmpireState:
        """Ask for the count."""
        desk.tell(Topic.PROMPT, prompt(desk.game, self.waiting, desk.names))
        return self


@dataclass(frozen=True, slots=True)
class Over(UmpireState):
    """The game is over."""

    name = "over"

    def begin(self, desk: UmpireApi) -> UmpireState:
        """Say who won."""
        end = None if desk.state is None else desk.game.outcome(desk.state)
        if end is not None:
            winners = tuple(desk.names[seat] for seat in end.winners)
            words: dict[str, Word] = {
                "count": len(winners),
                "names": winners,
                "score": max(end.scores, default=0),
            }
            desk.tell(Topic.EVENT, Sentence("play-winner", words))
        return self


@dataclass(frozen=True, slots=True)
class Troubled(UmpireState):
    """The moment `before` waits for a device; people may act by hand meanwhile."""

    name = "troubled"

    before: UmpireState
    device: Device

    @property
    def seat(self) -> int | None:
        """Whose moment waits."""
        return self.before.seat

    def tick(self, desk: UmpireApi) -> UmpireState:
        """The device is back, or is not needed any more."""
        return self.before.again() if desk.has(self.device) else self

    def returned(self, desk: UmpireApi, device: Device) -> UmpireState:
        """What happened meanwhile was not seen or felt."""
        if not desk.has(self.device):
            return self
        then = self.before.returned(desk, device)
        return self.before.again() if then is self.before else then

    def fallen(self, desk: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """A camera may fail while the scale feels a fall."""
        then = self.before.fallen(desk, verdict)
        return self if then is self.before else then

    def touched(self, desk: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """The other devices go on."""
        then = self.before.touched(desk, verdict)
        return self if then is self.before else then

    def seen(self, desk: UmpireApi, seen: TrayRead) -> UmpireState:
        """The other devices go on."""
        then = self.before.seen(desk, seen)
        return self if then is self.before else then

    def order(self, desk: UmpireApi, order: Order) -> UmpireState:
        """People help, or say that they will."""
        if isinstance(order, GoByHand):
            return self.before.again()
        then = self.before.order(desk, order)
        return self if then is self.before else then
