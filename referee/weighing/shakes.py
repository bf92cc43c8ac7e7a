"""The pattern of a tilt switch: it says when it is shaken, and nothing else.

A knocked table opens it in step with its swing, over and over; pieces that hit the plate open it
once or a few times, unevenly.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shaken:
    """How often the switch opened, for how long, and the pauses from one opening to the next."""

    count: int = 0
    span_s: float = 0.0
    open_s: float = 0.0
    longest_open_s: float = 0.0
    longest_pause_s: float = 0.0
    shortest_pause_s: float = 0.0


NOT_SHAKEN = Shaken()


class Shakes:
    """Follows the changes of the switch; `begin` starts the next burst."""

    __slots__ = ("_count", "_first_s", "_last_s", "_longest", "_open", "_opened_s", "_pauses")

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """A new burst."""
        self._count = 0
        self._first_s = self._last_s = self._opened_s = self._open = self._longest = 0.0
        self._pauses = (0.0, 0.0)

    def add(self, t_s: float, *, is_shaken: bool) -> None:
        """One change of the switch."""
        if is_shaken:
            self._note_pause(t_s)
            self._count += 1
            self._opened_s = t_s
        elif self._count:
            open_s = t_s - self._opened_s
            self._open += open_s
            self._longest = max(self._longest, open_s)
        self._last_s = t_s

    def _note_pause(self, t_s: float) -> None:
        if not self._count:
            self._first_s = t_s
            return
        pause_s = t_s - self._opened_s
        longest, shortest = self._pauses
        is_first = self._count == 1
        self._pauses = (max(longest, pause_s), pause_s if is_first else min(shortest, pause_s))

    def shaken(self) -> Shaken:
        """The burst so far."""
        if not self._count:
            return NOT_SHAKEN
        return Shaken(
            count=self._count,
            span_s=self._last_s - self._first_s,
            open_s=self._open,
            longest_open_s=self._longest,
            longest_pause_s=self._pauses[0],
            shortest_pause_s=self._pauses[1],
        )
