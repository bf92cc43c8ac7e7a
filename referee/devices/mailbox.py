"""Between the thread that reads a device and whoever uses it: a bounded queue in which new wins."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from threading import Condition
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Mailbox(Generic[Item]):
    """Holds the newest items; what nobody fetched in time is dropped and counted.

    >>> mailbox = Mailbox(2)
    >>> mailbox.put([1, 2, 3])
    >>> mailbox.take(), mailbox.dropped
    ([2, 3], 1)
    """

    def __init__(self, limit: int) -> None:
        self._items: deque[Item] = deque(maxlen=limit)
        self._limit = limit
        self._filled = Condition()
        self._is_closed = False
        self.dropped = 0

    @property
    def is_half_full(self) -> bool:
        """Whether a sender that can wait should do so."""
        return 2 * len(self._items) >= self._limit

    def put(self, items: Iterable[Item]) -> None:
        """Add items; never waits."""
        arrived = list(items)
        if not arrived:
            return
        with self._filled:
            self.dropped += max(0, len(self._items) + len(arrived) - self._limit)
            self._items.extend(arrived)
            self._filled.notify_all()

    def take(self, timeout_s: float = 0.0) -> list[Item]:
        """All items, oldest first; waits for the first one at most so long."""
        with self._filled:
            if timeout_s > 0:
                self._filled.wait_for(lambda: self._items or self._is_closed, timeout_s)
            items = list(self._items)
            self._items.clear()
        return items

    def close(self) -> None:
        """Let nobody wait any longer; what is there can still be taken."""
        with self._filled:
            self._is_closed = True
            self._filled.notify_all()

    def open(self) -> None:
        """Wait again for what comes."""
        with self._filled:
            self._is_closed = False
