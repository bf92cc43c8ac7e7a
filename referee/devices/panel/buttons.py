"""From the edges of a button to presses: contacts that bounce, and buttons that are stuck."""

from __future__ import annotations

from dataclasses import dataclass

DEBOUNCE_S = 0.03
"""Cheap buttons bounce for 5 to 20 ms, when they are pressed and when they are let go."""
STUCK_S = 15.0
_NEVER_S = float("-inf")


@dataclass(slots=True)
class ButtonWatch:
    """One button. A press counts with its first contact, if it was quiet before.

    So a press is told at once, and whatever bounces after it is part of it.
    """

    is_down: bool = False
    down_since_s: float = _NEVER_S
    last_edge_s: float = _NEVER_S

    def edge(self, at_s: float, *, is_down: bool) -> bool:
        """Take a change of the contact into account; whether it is a new press."""
        was_quiet = at_s - self.last_edge_s >= DEBOUNCE_S
        was_down, self.is_down = self.is_down, is_down
        self.last_edge_s = at_s
        if is_down and not was_down:
            self.down_since_s = at_s
        return is_down and not was_down and was_quiet

    def is_stuck(self, now_s: float) -> bool:
        """Whether it has been down for longer than anybody presses a button."""
        return self.is_down and now_s - self.down_since_s > STUCK_S
