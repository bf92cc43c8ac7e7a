"""The events of the game under way, ready for every kind of viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.events import Envelope
from referee.games.base import Game
from referee.web.disclosing import Discloser
from referee.web.shapes.table import PublicEvent

MOST_AT_ONCE = 500


class EventBook:
    """Remembers envelopes in order; each is put into words once for each kind of viewer."""

    def __init__(self, game: Game[Any] | None = None, names: Sequence[str] = ()) -> None:
        self._envelopes: list[Envelope] = []
        self._discloser = Discloser(game, names) if game is not None else None
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
