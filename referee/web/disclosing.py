"""Recorded events as one viewer may know them: through the game's own `disclose`, always."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from referee.events import Envelope
from referee.games.base import Event, Game
from referee.table.history import Acted, EvidenceKept, Rewound, table_codec
from referee.web.shapes.table import PublicEvent
from referee.web.texts import Text, event_text, message_text


class Discloser:
    """Turns the envelopes of one game into public events."""

    def __init__(self, game: Game[Any], names: Sequence[str]) -> None:
        self._game = game
        self._names = tuple(names)
        self._codec = table_codec(game)
        self._card_names = "a"

    def disclose(self, envelope: Envelope, seat: int | None) -> PublicEvent:
        """The event as this seat (None: everybody) may know it."""
        event = cast("Event", self._codec.event_in(envelope))
        data, text = self._told(event, seat)
        at = envelope.at.isoformat(timespec="milliseconds")
        return PublicEvent(envelope.seq, at, envelope.cause, envelope.type, data, text)

    def _told(self, event: Event, seat: int | None) -> tuple[dict[str, Any], Text | None]:
        match event:
            case Acted():
                return _acted(event), None
            case Rewound():
                return self._codec.encode(event), message_text(f"web-rewound-{event.why}")
            case EvidenceKept():
                return self._codec.encode(event), None
            case _:
                # The first event of a game says which names its box prints.
                self._card_names = getattr(event, "card_names", self._card_names)
                public = self._game.disclose(event, seat)
                text = event_text(self._game.name, public, self._names, self._card_names)
                return self._codec.encode(public), text


def _acted(event: Acted) -> dict[str, Any]:
    """An action may hold a secret; the events that follow from it tell what may be known."""
    action = {key: event.action[key] for key in ("type", "seat") if key in event.action}
    return {"action": action, "by": str(event.by), "evidence": list(event.evidence)}
