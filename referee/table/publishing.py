"""What the umpire tells its listeners: what is recorded now, what was said, that things changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.events import Envelope
from referee.table.sentences import Told


@dataclass(frozen=True, slots=True)
class Update:
    """Everything since the last update; whoever wants the whole picture asks for a snapshot."""

    seq: int
    change: int
    envelopes: tuple[Envelope, ...]
    told: tuple[Told, ...]


Listener = Callable[[Update], None]
