"""Where the umpire keeps things: the log, and the evidence beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from referee.events import Envelope
from referee.table.records import EvidenceKept


class Archive(Protocol):
    """The umpire's pen and drawer; only this reaches the store."""

    @property
    def unsaved(self) -> str:
        """The message that says why the game is not being saved; empty when it is."""
        ...

    @property
    def unkept(self) -> str:
        """The message that says that evidence cannot be written; empty when it can."""
        ...

    def append(self, envelopes: Sequence[Envelope]) -> None:
        """Keep these events, durably when it returns; trouble shows in `unsaved`."""
        ...

    def keep_moment(self, at_s: float, about: str, seq: int) -> tuple[str, ...]:
        """Keep the pictures and curves around a time; the name under which they will be found.

        `seq` is the newest event so far.
        """
        ...

    def keep_picture(self, about: str, jpeg: bytes, seq: int) -> tuple[str, ...]:
        """Keep one picture."""
        ...

    def finished(self, *, is_last: bool = False) -> Sequence[EvidenceKept]:
        """Evidence that is complete and on disk since the last call.

        The last call before the game is left waits for what is still being made.
        """
        ...


class MemoryArchive:
    """Keeps the log in memory and no evidence: for tests and for a table without a disk."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []
        self.unsaved = self.unkept = ""

    def append(self, envelopes: Sequence[Envelope]) -> None:
        """Keep these events."""
        self.envelopes.extend(envelopes)

    def keep_moment(self, at_s: float, about: str, seq: int) -> tuple[str, ...]:
        """Nothing is kept."""
        return ()

    def keep_picture(self, about: str, jpeg: bytes, seq: int) -> tuple[str, ...]:
        """Nothing is kept."""
        return ()

    def finished(self, *, is_last: bool = False) -> Sequence[EvidenceKept]:
        """Nothing is ever complete."""
        return ()
