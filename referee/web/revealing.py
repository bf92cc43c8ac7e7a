"""What lay in the sacks and under the chips: told one by one when a game is over, never before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.games.base import Accepted, Event, Game
from referee.table.history import LiveAction
from referee.web.capture import Playing

Values = tuple[int, ...]


def treasures_of(playing: Playing) -> tuple[Values, ...]:
    """The value of every hidden thing, by seat; empty where only totals were counted."""
    seen = playing.snapshot
    if seen.outcome is None:
        return ()
    found: dict[int, Values] = {}
    for live in playing.actions:
        for event in _public_events(playing.game, live):
            found |= _values_in(event)
    return tuple(found.get(seat, ()) for seat in range(len(seen.names))) if found else ()


def _public_events(game: Game[Any], live: LiveAction) -> Iterator[Event]:
    ruling = game.judge(live.before, live.action)
    if isinstance(ruling, Accepted):
        for event in ruling.events:
            yield game.disclose(event, None)


def _values_in(event: Event) -> dict[int, Values]:
    """Values by seat: of everybody (`sacks-revealed`), or of one who counted (`gold-counted`)."""
    values = getattr(event, "values", None)
    if not values:
        return {}
    if hasattr(event, "total") and hasattr(event, "seat"):
        return {event.seat: tuple(values)}
    if all(isinstance(each, tuple) for each in values):
        return dict(enumerate(values))
    return {}
