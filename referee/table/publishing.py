"""What the umpire tells its listeners: what is recorded now, what was said, that things changed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, ParamSpec

from referee.errors import Mistakes
from referee.events import Envelope
from referee.table.sentences import Told

_log = logging.getLogger(__name__)
What = ParamSpec("What")


@dataclass(frozen=True, slots=True)
class Update:
    """Everything since the last update; whoever wants the whole picture asks for a snapshot."""

    seq: int
    change: int
    envelopes: tuple[Envelope, ...]
    told: tuple[Told, ...]


Listener = Callable[[Update], None]


class Listeners(Generic[What]):
    """Whoever wants to be told; what one of them raises hurts neither the others nor the table."""

    def __init__(self) -> None:
        self._all: list[tuple[Callable[What, object], Mistakes]] = []

    def add(self, listener: Callable[What, object]) -> None:
        """Tell this one too, from now on."""
        mistakes = Mistakes(_log, f"{listener} cannot be told of something; the table goes on.")
        self._all.append((listener, mistakes))

    def tell(self, *what: What.args, **named: What.kwargs) -> None:
        """Tell everybody, one after another."""
        for listener, mistakes in self._all:
            try:
                listener(*what, **named)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it was
                mistakes.note(error)
