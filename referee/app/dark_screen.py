"""The hours in which the table's own screen is dark, and what wakes it.

Within them it goes dark when nobody plays and nothing has moved for a while. A hand over the tray,
a touch on the plate or the screen, or a button wakes it; a game under way keeps it awake.
"""

from __future__ import annotations

from datetime import datetime, time

from msgspec import Struct

from referee.clock import Clock

_QUIET_S = 300.0
"""Chosen by hand: who woke the table has so long to begin a game, and who leaves it no longer."""
_LOOK_EVERY_S = 1.0


class DarkHours(Struct, frozen=True):
    """From when until when, by the table's own clock on the wall; both alike: never."""

    begin: time = time()
    end: time = time()

    @classmethod
    def told(cls, begin: str, end: str) -> DarkHours:
        """As people set them, such as 23:30; nothing is never.

        >>> DarkHours.told("23:30", "07:00").hold(time(2))
        True
        """
        return cls(time.fromisoformat(begin), time.fromisoformat(end)) if begin and end else cls()

    def hold(self, now: time) -> bool:
        """Whether it is now within them; they may go past midnight."""
        if self.begin <= self.end:
            return self.begin <= now < self.end
        return now >= self.begin or now < self.end


class DarkScreen:
    """Knows whether the screen is dark; `stir` may be called from any thread."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.hours = DarkHours()
        self.is_dark = False
        self._stirred_s = clock.monotonic_s()
        self._looked_s = float("-inf")

    def stir(self) -> None:
        """Somebody is there."""
        self._stirred_s = self._clock.monotonic_s()

    def look(self, *, is_playing: bool) -> bool:
        """Whether it should be dark now."""
        now_s = self._clock.monotonic_s()
        if is_playing:
            self._stirred_s = now_s
        is_quiet = now_s - self._stirred_s >= _QUIET_S
        if not is_quiet:
            self.is_dark = False
        elif not 0 <= now_s - self._looked_s < _LOOK_EVERY_S:
            self._looked_s = now_s
            self.is_dark = self.hours.hold(_wall_time(self._clock.now()))
        return self.is_dark


def _wall_time(now: datetime) -> time:
    return now.astimezone().time()
