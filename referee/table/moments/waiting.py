"""What moments that wait for one player, or for an answer, have in common."""

from __future__ import annotations

from typing import Protocol

from referee.table.questions import Question


class _Seated(Protocol):
    @property
    def seat(self) -> int | None: ...


class _Waits(Protocol):
    @property
    def waiting(self) -> _Seated: ...


class _Asks(Protocol):
    @property
    def asked(self) -> Question | None: ...


class OfOneSeat:
    """A moment of the player for whom the game waits."""

    __slots__ = ()

    @property
    def seat(self: _Waits) -> int | None:
        """Whose moment it is."""
        return self.waiting.seat


class Asking:
    """A moment that may ask something; it begins without a question."""

    __slots__ = ()

    @property
    def question(self: _Asks) -> Question | None:
        """What people are asked, if anything."""
        return self.asked
