"""The thread that holds a device open, and the mailbox between it and whoever uses the device.

What nobody foresaw must not cost the evening its camera or scale: it is logged, the device is
closed, and after a while opened anew.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from threading import Condition, Event, Thread
from typing import Generic, Protocol, TypeVar

from referee.errors import Mistakes

_AFTER_MISTAKE_S = 0.25
_log = logging.getLogger(__name__)


class Connection(Protocol):
    """Whoever looks for a device, reads it, and brings it back when it is lost."""

    def step(self) -> float:
        """Do what is due; how many seconds there is nothing to do then."""
        ...

    def fail(self) -> None:
        """A step raised something unforeseen: let go of the device, say so, come back later."""
        ...

    def close(self) -> None:
        """Let go of the device."""
        ...


class ConnectionThread:
    """Runs a keeper from `start` to `stop`; both may be called twice."""

    def __init__(self, keeper: Connection, name: str) -> None:
        self._keeper = keeper
        self._name = name
        self._mistakes = Mistakes(_log, f"The thread of the {name} stumbled and begins anew.")
        self._stop = Event()
        self.thread: Thread | None = None

    @property
    def is_running(self) -> bool:
        """Whether it was started and not stopped."""
        return self.thread is not None

    def start(self) -> None:
        """Begin to work."""
        if self.thread is None:
            self._stop.clear()
            self.thread = Thread(target=self._run, name=self._name, daemon=True)
            self.thread.start()

    def stop(self) -> None:
        """End the present step, and let go of the device."""
        if self.thread is not None:
            self._stop.set()
            self.thread.join()
            self.thread = None

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                pause_s = self._step()
                if pause_s:
                    self._stop.wait(pause_s)
        finally:
            self._keeper.close()

    def _step(self) -> float:
        try:
            return self._keeper.step()
        except BaseException as error:  # noqa: BLE001 - also what a driver ends programs with
            self._mistakes.note(error)
            with suppress(Exception):
                self._keeper.fail()
            return _AFTER_MISTAKE_S


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
