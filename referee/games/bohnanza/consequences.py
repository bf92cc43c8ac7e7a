"""Events that follow from one another within one ruling, where each depends on the one before."""

from __future__ import annotations

from referee.games.base import Accepted, Event
from referee.games.bohnanza.evolve import evolve
from referee.games.bohnanza.state import State


class Consequences:
    """A ruling in the making: its events so far and the state after the latest."""

    __slots__ = ("_events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self._events: list[Event] = []

    def add(self, event: Event) -> None:
        """This happens next."""
        self._events.append(event)
        self.state = evolve(self.state, event)

    def accepted(self) -> Accepted:
        """The ruling with everything that happens."""
        return Accepted(tuple(self._events))
