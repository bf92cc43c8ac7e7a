"""Places for those who look on: strangers make way for the table's own screen and for seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from referee.web.viewers import Viewer


class Room:
    """So many may be in at once; whoever has to make way is out at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        # Oldest first: how much each one matters, and how to let it go.
        self._guests: dict[object, tuple[int, Callable[[], object]]] = {}

    def has_place(self, viewer: Viewer) -> bool:
        """Whether somebody like this may come in, if need be in the place of another."""
        rank = _rank(viewer)
        return len(self._guests) < self._most or 0 < rank >= self._least()[0]

    @contextmanager
    def stay(self, viewer: Viewer, leave: Callable[[], object]) -> Iterator[bool]:
        """In for as long as the block lasts, or not at all; `leave` is called to make way."""
        is_in = self.has_place(viewer)
        guest = object()
        if is_in:
            if len(self._guests) >= self._most:
                self._guests.pop(self._least()[1])[1]()
            self._guests[guest] = _rank(viewer), leave
        try:
            yield is_in
        finally:
            self._guests.pop(guest, None)

    def _least(self) -> tuple[int, object]:
        """How much the one matters who matters least; of several it is the oldest."""
        guest = min(self._guests, key=lambda each: self._guests[each][0])
        return self._guests[guest][0], guest


def _rank(viewer: Viewer) -> int:
    return 2 if viewer.may_act else int(viewer.seat is not None)
