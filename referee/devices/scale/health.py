"""What is wrong with a scale that streams: too slow, saturated, stuck, spiky or a noisy line.

Frames are numbered, which tells what is missing, repeated or late.
"""

from collections import deque

from referee.devices.connection import RateMeter
from referee.devices.scale.contract import ScaleFinding
from referee.touch.messages import MAX_COUNTS, MIN_COUNTS, WeightFlag

_SEQUENCE_NUMBERS = 256
_LATE_IN_A_ROW = 8
"""Chosen by hand: no line delays so many frames in a row; with more a restart goes unnoticed
longer."""


class SequenceWatch:
    """Follows the numbers of the frames of one direction.

    >>> watch = SequenceWatch()
    >>> [watch.is_new(seq) for seq in (7, 8, 8, 11, 10)]
    [True, True, False, True, False]
    >>> watch.missing, watch.repeated
    (1, 1)
    """

    def __init__(self) -> None:
        self.missing = 0
        self.repeated = 0
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
        step = 1 if self._last is None else (seq - self._last) % _SEQUENCE_NUMBERS
        if 0 < step <= _SEQUENCE_NUMBERS // 2:
            self._go_on(seq, step - 1)
            return True
        return self._is_restart(seq) if step else self._repeat()

    def _go_on(self, seq: int, skipped: int) -> None:
        self._last, self._late_in_a_row = seq, 0
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
        self.missing = max(0, self.missing - 1)
        return False


_SLOW_HZ = 20.0
"""An HX711 sends 10 or 80 a second, as its pin is strapped; nothing lies between."""
_RECENT_S = 2.0
"""Chosen by hand: a knock that saturates the cell is told as long as people look for its reason."""
_FROZEN_SAMPLES = 24
"""A load cell always wavers by some counts; this many equal ones are no measurement."""

# One odd reading or damaged frame means nothing, for touch leaves it out; so many within so long
# come from a bad wire. Chosen by hand: with fewer a lamp that is switched on is told as a fault,
# with more a loose wire is told late.
_SPIKES_WITHIN_S = 10.0
_MIN_SPIKES = 3
_MIN_SPIKE_COUNTS = 2**11
"""About a gram (2147 counts per gram, `TouchProfile`); a lower bit that flips looks like noise."""
_NEIGHBOUR_COUNTS = 400
"""A fifth of a gram: so near each other are readings of a plate at rest, whatever its cell."""
_NEAR_POWER = 20
"""A spike is a power of two as far as a twentieth of it; a piece that falls may hit any height."""

_NOISE_WITHIN_S = 10.0
_MIN_BAD_FRAMES = 5
_RESTARTS_WITHIN_S = 60.0
_MIN_RESTARTS = 3


class ScaleHealth:
    """Watches the readings and the line, and names what a person should put right."""

    def __init__(self) -> None:
        self._rate = RateMeter()
        self._before, self._last = 0, 0
        self._equal = 0
        self._weights = 0
        self._saturated_s = float("-inf")
        self._spikes_s: deque[float] = deque(maxlen=_MIN_SPIKES)
        self._bad_s: deque[float] = deque(maxlen=_MIN_BAD_FRAMES)
        self._restarts_s: deque[float] = deque(maxlen=_MIN_RESTARTS)

    @property
    def rate_hz(self) -> float | None:
        """Weights per second, as measured here; None until there are enough."""
        return self._rate.rate_hz

    def add_weight(self, at_s: float, counts: int, flags: int) -> None:
        """Take one weight into account."""
        self._rate.add(at_s)
        self._equal = self._equal + 1 if counts == self._last and self._weights else 1
        if flags & WeightFlag.SATURATED or not MIN_COUNTS < counts < MAX_COUNTS:
            self._saturated_s = at_s
        elif self._weights >= 2 and _is_spike(self._before, self._last, counts):
            self._spikes_s.append(at_s)
        self._before, self._last = self._last, counts
        self._weights += 1

    def restart_rate(self) -> None:
        """There was a gap, so the next weight is no period after the last."""
        self._rate.restart()

    def note_bad_frames(self, at_s: float, number: int) -> None:
        """So many frames were damaged just now."""
        self._bad_s.extend([at_s] * min(number, _MIN_BAD_FRAMES))

    def note_restart(self, at_s: float) -> None:
        """The device restarted by itself."""
        self._restarts_s.append(at_s)

    def findings(self, now_s: float) -> tuple[ScaleFinding, ...]:
        """What should be put right, as far as it can be told now."""
        rate_hz = self.rate_hz
        is_saturated = now_s - self._saturated_s < _RECENT_S
        found = {
            ScaleFinding.SLOW_RATE: rate_hz is not None and rate_hz < _SLOW_HZ,
            ScaleFinding.SATURATED: is_saturated,
            ScaleFinding.FROZEN: self._equal >= _FROZEN_SAMPLES and not is_saturated,
            ScaleFinding.SPIKES: _is_full_since(self._spikes_s, now_s - _SPIKES_WITHIN_S),
            ScaleFinding.NOISY_LINE: _is_full_since(self._bad_s, now_s - _NOISE_WITHIN_S),
            ScaleFinding.RESTARTING: _is_full_since(self._restarts_s, now_s - _RESTARTS_WITHIN_S),
        }
        return tuple(finding for finding, is_so in found.items() if is_so)


def _is_full_since(times_s: deque[float], since_s: float) -> bool:
    return len(times_s) == times_s.maxlen and times_s[0] >= since_s


def _is_spike(before: int, middle: int, after: int) -> bool:
    """Whether one bit of the middle reading flipped: off by a power of two between equal ones."""
    height = abs(2 * middle - before - after) // 2
    if height < _MIN_SPIKE_COUNTS or abs(after - before) > _NEIGHBOUR_COUNTS:
        return False
    power = 1 << (height.bit_length() - 1)
    nearest = power if height - power < power // 2 else 2 * power
    return abs(height - nearest) <= min(_NEIGHBOUR_COUNTS, nearest // _NEAR_POWER)
