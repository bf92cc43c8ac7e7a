"""The readings of one rest: how many frames must be read, and what they say together.

Two frames that agree are enough if every die is certain and the number is the expected one.
Otherwise a few more are read: a wrong question costs the players more than a blink of time.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.vision.motion.voting import vote
from referee.vision.readings import Reading, ReadingFinding


class Votes(msgspec.Struct, frozen=True):
    """How many frames are read: at least, while the number is odd, and while dice are in doubt."""

    least: int = 2
    odd_number: int = 4
    doubtful: int = 6


class RestVotes:
    """Collects the readings of dice that lie still."""

    def __init__(self, votes: Votes | None = None) -> None:
        self._votes = votes or Votes()
        self._readings: list[Reading] = []

    def __len__(self) -> int:
        return len(self._readings)

    @property
    def has_dice(self) -> bool:
        """Whether any frame showed a die."""
        return any(reading.dice for reading in self._readings)

    def clear(self) -> None:
        """Something moved: what was read is no longer true."""
        self._readings.clear()

    def add(self, reading: Reading) -> None:
        """One more frame was read."""
        self._readings.append(reading)

    def is_enough(self, expected: int | None) -> bool:
        """Whether no more frames need to be read."""
        number = len(self._readings)
        if number < self._votes.least:
            return False
        if number >= self._votes.doubtful:
            return True
        together = vote(self._readings).reading
        if not (all(die.is_certain for die in together.dice) and _agree(self._readings)):
            return False
        # An empty tray is as sure as a full one, and seen more often.
        is_odd = expected is not None and len(together.dice) not in {0, expected}
        return not is_odd or number >= self._votes.odd_number

    def together(self, expected: int | None) -> Reading:
        """What the frames say together, with a word if the number is not the expected one."""
        reading = vote(self._readings).reading
        if expected is None or len(reading.dice) == expected:
            return reading
        findings = (*reading.findings, ReadingFinding.WRONG_COUNT)
        return msgspec.structs.replace(reading, findings=findings)


def _agree(readings: Sequence[Reading]) -> bool:
    return len({len(reading.dice) for reading in readings}) == 1
