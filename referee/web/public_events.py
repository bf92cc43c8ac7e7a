"""Recorded events as one viewer may know them: through the game's own `disclose`, always.

What lay in the sacks and under the chips is told one by one when a game is over, never before.
"""

from collections.abc import Sequence
from typing import cast

from referee.events import Envelope, JsonObject
from referee.games.base import AnyGame, AnyState, Event
from referee.table.history import Acted, EvidenceKept, Undone, table_codec
from referee.web.shapes.table import PublicEvent
from referee.web.table_capture import GameCapture
from referee.web.texts import Text, event_text, message_text


class Discloser:
    """Turns the envelopes of one game into public events; `state` is any of that game."""

    def __init__(self, game: AnyGame, names: Sequence[str], state: AnyState | None) -> None:
        self._game = game
        self._names = tuple(names)
        self._codec = table_codec(game)
        self._card_names = "" if state is None else game.card_names(state)

    def disclose(self, envelope: Envelope, seat: int | None) -> PublicEvent:
        """The event as this seat (None: everybody) may know it."""
        event = cast("Event", self._codec.event_in(envelope))
        data, text = self._told(event, seat)
        at = envelope.at.isoformat(timespec="milliseconds")
        return PublicEvent(envelope.seq, at, envelope.cause, envelope.type, data, text)

    def _told(self, event: Event, seat: int | None) -> tuple[JsonObject, Text | None]:
        match event:
            case Acted():
                return _acted(event), None
            case Undone():
                return self._codec.encode(event), message_text(f"web-rewound-{event.why}")
            case EvidenceKept():
                return self._codec.encode(event), None
            case _:
                public = self._game.disclose(event, seat)
                text = event_text(self._game.name, public, self._names, self._card_names)
                return self._codec.encode(public), text


def _acted(event: Acted) -> JsonObject:
    """An action may hold a secret; the events that follow from it tell what may be known."""
    action = {key: event.action[key] for key in ("type", "seat") if key in event.action}
    return {"action": action, "by": str(event.by), "evidence": list(event.evidence)}


MOST_AT_ONCE = 500
"""Chosen by hand, and told in docs/api.md; a longer answer would hold up the loop."""


class PublicEventLog:
    """Remembers envelopes in order; each is put into words once for each kind of viewer."""

    def __init__(self, discloser: Discloser | None = None) -> None:
        self._envelopes: list[Envelope] = []
        self._discloser = discloser
        self._known: dict[tuple[int, int | None], PublicEvent] = {}

    @property
    def seq(self) -> int:
        """The newest event; -1 if there is none."""
        return self._envelopes[-1].seq if self._envelopes else -1

    def add(self, envelopes: Sequence[Envelope]) -> tuple[Envelope, ...]:
        """Take over what is new, and tell which that is."""
        new = tuple(each for each in envelopes if each.seq > self.seq)
        self._envelopes.extend(new)
        return new

    def after(self, seq: int, seat: int | None, most: int = MOST_AT_ONCE) -> list[PublicEvent]:
        """The events after `seq` as this seat may know them, the oldest `most` of them."""
        # The log has no gaps, so the place of an event is its number.
        chosen = self._envelopes[max(0, seq + 1) : max(0, seq + 1) + most]
        return [self._public(each, seat) for each in chosen]

    def disclosed(self, envelopes: Sequence[Envelope], seat: int | None) -> tuple[PublicEvent, ...]:
        """These events as this seat may know them."""
        return tuple(self._public(each, seat) for each in envelopes)

    def _public(self, envelope: Envelope, seat: int | None) -> PublicEvent:
        key = (envelope.seq, seat)
        found = self._known.get(key)
        if found is None and self._discloser is not None:
            found = self._known[key] = self._discloser.disclose(envelope, seat)
        if found is None:
            raise LookupError(f"Event {envelope.seq} belongs to no game.")
        return found


Values = tuple[int, ...]


def hidden_values(playing: GameCapture) -> tuple[Values, ...]:
    """The value of every hidden thing, by seat; empty where only totals were counted."""
    seen = playing.snapshot
    if seen.outcome is None:
        return ()
    found: dict[int, Values] = {}
    for live in playing.actions:
        for event in live.events:
            found |= playing.game.revealed(playing.game.disclose(event, None))
    return tuple(found.get(seat, ()) for seat in range(len(seen.names))) if found else ()
