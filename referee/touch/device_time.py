"""When a reading was taken, on the clock of this machine.

The device stamps each reading with its own ticks: exact, but from a resonator that may run half a
percent fast or slow, and only 32 bits wide. The readings arrive here late, by a delay that jumps
about (USB, scheduling) but is never below some least delay. So the readings that were least late
draw the line between the two clocks: the lower envelope of arrival against device time.
"""

from collections import deque
from itertools import pairwise
from typing import NamedTuple, Protocol

from referee.touch.messages import TICK_US

TICK_S = TICK_US * 1e-6
_TICK_RANGE = 2**32

# Of each window only the reading that was least late counts, and of half a minute of them. Chosen
# by hand: a window that is too short has no reading without delay; with more of them the line lags
# behind a resonator that grows warm, with fewer the slope is mostly jitter.
_WINDOW_S = 0.5
_WINDOWS_KEPT = 60
_MIN_SPAN_S = 2.0
"""Below this the slope between the clocks would be mostly jitter."""
_MAX_RATE_ERROR = 0.02
_DISORDER_S = 1.0
"""Two streams may be a little out of step; nothing is a second late but what counts anew."""
# What no line does, so the device must have begun to count anew. Chosen by hand: with less a busy
# computer is taken for a restart, with more readings have wrong times for longer.
_TOO_EARLY_S = 0.25
_TOO_LATE_S = 2.0
_LATE_FOR_S = 3.0
_MIN_SPEED, _MAX_SPEED = 0.5, 2.0


class TickCounter:
    """Ticks without end, from ticks that wrap every 4.8 hours.

    >>> counter = TickCounter()
    >>> counter.unwrap(2**32 - 1), counter.unwrap(3)
    (4294967295, 4294967299)
    """

    def __init__(self) -> None:
        self._last: int | None = None

    def unwrap(self, ticks: int) -> int:
        """The tick count, taken to be near the last one, a little before or after."""
        if self._last is None:
            self._last = ticks
            return ticks
        half = _TICK_RANGE // 2
        step = (ticks - self._last + half) % _TICK_RANGE - half
        self._last += step
        return self._last

    def restart(self) -> None:
        """Forget the past: the device counts from anew."""
        self._last = None


class DeviceTime(Protocol):
    """Turns device ticks into host time; `DeviceClock` is the usual one."""

    def host_s(self, ticks: int, arrived_s: float) -> float:
        """When a reading with these ticks was taken."""

    def restart(self) -> None:
        """The device counts from anew."""


class ClockLine(NamedTuple):
    """Host time as a straight line over device time."""

    rate: float
    offset_s: float

    def host_s(self, device_s: float) -> float:
        """The time on the host's clock."""
        return self.offset_s + self.rate * device_s


class _Arrival(NamedTuple):
    device_s: float
    host_s: float


class DeviceClock:
    """Turns device ticks into monotonic host seconds, smoothly and never backwards.

    A device that restarts is noticed by itself, because its readings would arrive before they were
    taken or much too late; `restart` says so at once where it is known.
    """

    def __init__(self) -> None:
        self._counter = TickCounter()
        self._told = _Arrival(0.0, float("-inf"))
        self._is_told_valid = False
        self.restarts = 0
        self._forget()

    def restart(self) -> None:
        """The device counts its ticks from anew."""
        self.restarts += 1
        self._counter.restart()
        self._is_told_valid = False
        self._forget()

    def host_s(self, ticks: int, arrived_s: float) -> float:
        """When a reading with these ticks was taken, given that it arrived now."""
        device_s = self._counter.unwrap(ticks) * TICK_S
        if self._line is not None and self._is_impossible(device_s, arrived_s):
            self.restart()
            device_s = self._counter.unwrap(ticks) * TICK_S
        line = self._learn(_Arrival(device_s, arrived_s))
        return self._smoothed(device_s, line.host_s(device_s))

    def _forget(self) -> None:
        self._line: ClockLine | None = None
        self._least: deque[_Arrival] = deque(maxlen=_WINDOWS_KEPT)
        self._window_end_s = float("-inf")
        self._late_since_s: float | None = None

    def _is_impossible(self, device_s: float, arrived_s: float) -> bool:
        assert self._line is not None  # noqa: S101 - for the type checker; the caller looked
        if self._is_told_valid and device_s < self._told.device_s - _DISORDER_S:
            return True
        delay_s = arrived_s - self._line.host_s(device_s)
        if delay_s < _TOO_LATE_S:
            self._late_since_s = None
            return delay_s < -_TOO_EARLY_S
        # A program that was stopped for a while finds a backlog, all late, and has read it in no
        # time. Only a device that counts anew stays late.
        if self._late_since_s is None:
            self._late_since_s = arrived_s
        return arrived_s - self._late_since_s > _LATE_FOR_S

    def _learn(self, arrival: _Arrival) -> ClockLine:
        if self._line is None:
            self._line = ClockLine(1.0, arrival.host_s - arrival.device_s)
        if arrival.device_s >= self._window_end_s:
            self._least.append(arrival)
            self._window_end_s = arrival.device_s + _WINDOW_S
            self._line = _lower_envelope(self._least)
            return self._line
        newest, line = self._least[-1], self._line
        delay_s = arrival.host_s - line.rate * arrival.device_s
        if delay_s < newest.host_s - line.rate * newest.device_s:
            self._least[-1] = arrival
        if delay_s < line.offset_s:
            self._line = ClockLine(line.rate, delay_s)
        return self._line

    def _smoothed(self, device_s: float, host_s: float) -> float:
        """Let the told time run at half to double speed, whatever is learnt meanwhile."""
        if not self._is_told_valid:
            self._is_told_valid = True
            self._told = _Arrival(device_s, max(host_s, self._told.host_s))
            return self._told.host_s
        step_s = device_s - self._told.device_s
        if step_s <= 0:
            return self._told.host_s + step_s
        passed_s = host_s - self._told.host_s
        passed_s = min(max(passed_s, _MIN_SPEED * step_s), _MAX_SPEED * step_s)
        self._told = _Arrival(device_s, self._told.host_s + passed_s)
        return self._told.host_s


def _lower_envelope(arrivals: deque[_Arrival]) -> ClockLine:
    """The line below all arrivals and, on the whole, nearest to them.

    It runs along the edge of their lower hull that lies under their mean.
    """
    if arrivals[-1].device_s - arrivals[0].device_s < _MIN_SPAN_S:
        return _line_below(arrivals, 1.0)
    mean_s = sum(arrival.device_s for arrival in arrivals) / len(arrivals)
    hull = _lower_hull(arrivals)
    left, right = next((left, right) for left, right in pairwise(hull) if right.device_s >= mean_s)
    rate = (right.host_s - left.host_s) / (right.device_s - left.device_s)
    if abs(rate - 1) > _MAX_RATE_ERROR:
        return _line_below(arrivals, 1.0)
    return ClockLine(rate, left.host_s - rate * left.device_s)


def _line_below(arrivals: deque[_Arrival], rate: float) -> ClockLine:
    return ClockLine(rate, min(each.host_s - rate * each.device_s for each in arrivals))


def _lower_hull(arrivals: deque[_Arrival]) -> list[_Arrival]:
    hull: list[_Arrival] = []
    for arrival in arrivals:
        while len(hull) > 1 and _is_above(hull[-2], hull[-1], arrival):
            hull.pop()
        hull.append(arrival)
    return hull


def _is_above(left: _Arrival, middle: _Arrival, right: _Arrival) -> bool:
    """Whether the middle lies on or above the line from left to right."""
    rise = (right.host_s - left.host_s) * (middle.device_s - left.device_s)
    return (middle.host_s - left.host_s) * (right.device_s - left.device_s) >= rise
