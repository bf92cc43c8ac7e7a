"""Tables of what to do with each kind of action or event: every game's `judge` and `evolve`.

A table is called like a function. Loops that live on speed look into `by_kind` themselves and save
a call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from referee.games.values import Action, Event, Refused, Ruling

State = TypeVar("State")


class Judges(Generic[State]):
    """The one door to the rules of a game: every action is judged here, whoever sends it.

    An action of another game finds the table waiting for something else: `not_now` says for what.
    """

    __slots__ = ("_not_now", "by_kind")

    def __init__(
        self,
        by_kind: Mapping[type[Action], Callable[[Any, Any], Ruling]],
        not_now: Callable[[State], Refused],
    ) -> None:
        self.by_kind = dict(by_kind)
        self._not_now = not_now

    def __call__(self, state: State, action: Action) -> Ruling:
        """Accept an action with the events it means, or refuse it with the rule and the reason."""
        judge = self.by_kind.get(type(action))
        return self._not_now(state) if judge is None else judge(state, action)


class Evolvers(Generic[State]):
    """Applies events to states and decides nothing; the first event of a game meets None."""

    __slots__ = ("by_kind",)

    def __init__(self, by_kind: Mapping[type[Event], Callable[[Any, Any], State]]) -> None:
        self.by_kind = dict(by_kind)

    def __call__(self, state: State | None, event: Event) -> State:
        """The state after an event."""
        return self.by_kind[type(event)](state, event)
