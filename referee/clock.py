"""Time, which enters the program only here.

Parts that need the time take a `Clock`. Tests pass a `ManualClock`.
"""

import math
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What time it is, and how much of it has passed."""

    def now(self) -> datetime:
        """The time of day, aware, in UTC; it may jump when somebody sets the clock."""
        ...

    def monotonic_s(self) -> float:
        """Seconds since some fixed moment; never goes back, so measure durations with it."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> datetime:
        """The time of day in UTC."""
        return datetime.now(UTC)

    def monotonic_s(self) -> float:
        """Seconds that no change of the time of day disturbs."""
        return time.monotonic()


class ManualClock:
    """A clock that stands still until it is advanced.

    >>> clock = ManualClock()
    >>> clock.advance_s(2.5)
    >>> clock.monotonic_s()
    2.5
    """

    def __init__(self, start: datetime = datetime(2025, 1, 1, 12, tzinfo=UTC)) -> None:
        if start.tzinfo is None:
            raise ValueError("A clock starts at a time with a time zone.")
        self._start = start.astimezone(UTC)
        self._elapsed_s = 0.0

    def now(self) -> datetime:
        """The start, moved by everything the clock was advanced."""
        return self._start + timedelta(seconds=self._elapsed_s)

    def monotonic_s(self) -> float:
        """Seconds the clock was advanced since it was made."""
        return self._elapsed_s

    def advance_s(self, seconds: float) -> None:
        """Let this many seconds pass."""
        if not (math.isfinite(seconds) and seconds >= 0):
            raise ValueError(f"A clock never goes back, so it cannot advance by {seconds} seconds.")
        self._elapsed_s += seconds
