"""Frames are numbered: what is missing, repeated or late on the line."""

from __future__ import annotations

_RANGE = 256
_LATE_IN_A_ROW = 8


class SequenceWatch:
    """Follows the numbers of the frames of one direction.

    >>> watch = SequenceWatch()
    >>> [watch.is_new(seq) for seq in (7, 8, 8, 11, 10)]
    [True, True, False, True, False]
    >>> watch.missing, watch.repeated, watch.late
    (1, 1, 1)
    """

    def __init__(self) -> None:
        self.missing = 0
        self.repeated = 0
        self.late = 0
        self.skipped = 0
        """How many frames were missing just before the newest one."""
        self._last: int | None = None
        self._late_in_a_row = 0

    @property
    def last(self) -> int | None:
        """The number of the newest frame."""
        return self._last

    def restart(self) -> None:
        """The sender counts from anew."""
        self._last = None
        self._late_in_a_row = 0

    def is_new(self, seq: int) -> bool:
        """Whether the frame is newer than all before; if not, it repeats one or comes too late."""
        step = 1 if self._last is None else (seq - self._last) % _RANGE
        if 0 < step <= _RANGE // 2:
            self._go_on(seq, step - 1)
            return True
        return self._is_restart(seq) if step else self._repeat()

    def _go_on(self, seq: int, skipped: int) -> None:
        self._last, self.skipped, self._late_in_a_row = seq, skipped, 0
        self.missing += skipped

    def _repeat(self) -> bool:
        self.repeated += 1
        return False

    def _is_restart(self, seq: int) -> bool:
        """A late frame fills a gap; a whole row of them means that the sender began anew."""
        self._late_in_a_row += 1
        if self._late_in_a_row >= _LATE_IN_A_ROW:
            self._go_on(seq, 0)
            return True
        self.late += 1
        self.missing = max(0, self.missing - 1)
        return False
