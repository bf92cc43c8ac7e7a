"""The thread that holds a device open, the mailbox beside it, and what all connections count.

What nobody foresaw must not cost a game its camera or scale: it is logged, the device is closed,
and after a while opened anew.
"""

import logging
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from threading import Condition, Event, Thread
from typing import Generic, Protocol, TypeVar

from referee.errors import Mistakes

_AFTER_MISTAKE_S = 0.25
"""Chosen by hand: a driver that fails each time costs little, and one that failed once is soon
back."""
_log = logging.getLogger(__name__)


class Connection(Protocol):
    """Whoever looks for a device, reads it, and brings it back when it is lost."""

    def step(self) -> float:
        """Do what is due; how many seconds there is nothing to do then."""

    def fail(self) -> None:
        """A step raised something unforeseen: let go of the device, say so, come back later."""

    def close(self) -> None:
        """Let go of the device."""


class ConnectionThread:
    """Runs a connection from `start` to `stop`; both may be called twice."""

    def __init__(self, connection: Connection, name: str) -> None:
        self._connection = connection
        self._name = name
        self._mistakes = Mistakes(_log, f"The thread of the {name} stumbled and begins anew.")
        self._stop = Event()
        self.pace_s = 0.0
        """So long it pauses after each step, however much there is to do."""
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
                pause_s = max(self._step(), self.pace_s)
                if pause_s:
                    self._stop.wait(pause_s)
        finally:
            self._connection.close()

    def _step(self) -> float:
        try:
            return self._connection.step()
        except BaseException as error:  # noqa: BLE001 - also what a driver ends programs with
            self._mistakes.note(error)
            with suppress(Exception):
                self._connection.fail()
            return _AFTER_MISTAKE_S


FIRST_WAIT_S = 0.25
_LONGEST_WAIT_S = 2.0
PATIENT_WAIT_S = 10.0
"""Chosen by hand: for what a person has to see to first, where each try costs a whole start."""


class BackOff:
    """When to look again for a device that is not there: soon, then less and less often.

    Chosen by hand: a cable that was put back is noticed within two seconds, and looking for a
    device that is not there takes the processor little time.
    """

    def __init__(self) -> None:
        self._wait_s = FIRST_WAIT_S
        self._next_s = float("-inf")

    def left_s(self, now_s: float) -> float:
        """How long to wait before the next try, in small parts; nothing if it is due."""
        return min(max(0.0, self._next_s - now_s), FIRST_WAIT_S)

    def fail(self, now_s: float, longest_s: float = _LONGEST_WAIT_S) -> None:
        """The device is not there, or was lost."""
        wait_s = min(self._wait_s, longest_s)
        self._next_s, self._wait_s = now_s + wait_s, 2 * wait_s

    def succeed(self) -> None:
        """It works: the next time it is lost it is looked for soon."""
        self._wait_s = FIRST_WAIT_S


_RATE_SAMPLES = 16
"""Chosen by hand: half a second of pictures; with fewer one late sample looks like a slow
device."""


class RateMeter:
    """How often something comes."""

    def __init__(self) -> None:
        self._times_s: deque[float] = deque(maxlen=_RATE_SAMPLES)

    @property
    def last_s(self) -> float | None:
        """When the last one came."""
        return self._times_s[-1] if self._times_s else None

    @property
    def rate_hz(self) -> float | None:
        """How many come a second; None until there are enough."""
        times_s = self._times_s
        if len(times_s) < _RATE_SAMPLES or times_s[-1] <= times_s[0]:
            return None
        return (len(times_s) - 1) / (times_s[-1] - times_s[0])

    def add(self, at_s: float) -> None:
        """One more."""
        self._times_s.append(at_s)

    def restart(self) -> None:
        """There was a gap, so the next is no period after the last."""
        self._times_s.clear()


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
