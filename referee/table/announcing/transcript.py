"""What was said at the table, line by line, for whoever could not hear it."""

from __future__ import annotations

from collections import deque

from referee.table.announcing.announcer import Spoken

MOST_LINES = 10_000
"""A long evening; an older line is forgotten."""


class Transcript:
    """Listens to an announcer and keeps what it says.

    >>> transcript = Transcript()
    >>> announcer.listen(transcript)
    >>> print(transcript.text())
    00:00.0  It is Anna’s turn: roll three dice.
    """

    def __init__(self, began_s: float = 0.0, most_lines: int = MOST_LINES) -> None:
        self._began_s = began_s
        self._lines: deque[Spoken] = deque(maxlen=most_lines)

    def __call__(self, spoken: Spoken) -> None:
        """Keep this line."""
        self._lines.append(spoken)

    @property
    def lines(self) -> tuple[Spoken, ...]:
        """What was said, oldest first."""
        return tuple(self._lines)

    def text(self) -> str:
        """One line a sentence, with minutes and seconds since the beginning."""
        return "\n".join(
            f"{_minutes(line.at_s - self._began_s)}  {line.announcement.text}"
            for line in self._lines
        )


def _minutes(seconds: float) -> str:
    tenths = round(seconds * 10)
    return f"{tenths // 600:02d}:{tenths % 600 / 10:04.1f}"
