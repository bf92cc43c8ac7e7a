"""Impacts noticed by an accelerometer or a tilt switch: when, how hard, how often.

A knock against the table swings slowly (10 to 20 times a second); pieces that hit the plate make it
ring fast. The second difference of the acceleration tells the two apart without a filter bank. A
tilt switch only says when it is shaken: a knocked table opens it in step with its swing, over and
over; pieces that hit the plate open it once or a few times, unevenly.
"""

from dataclasses import dataclass
from math import sqrt

from referee.touch.impact_shape import NO_SHAPE, ImpactShape, ImpactShapeMeter

# These shape the traits of a burst: whoever changes one fits `falls.json` anew. An impact must rise
# above the ring of the last one, which dies away to a third within 1/12 s; the level at rest
# follows within half a second.
_ABOVE_RING = 1.1
_RING_DECAY_PER_S = 12
_LONGEST_SLICE_S = 0.05
_LEVEL_PER_S = 2.0


@dataclass(frozen=True, slots=True)
class TiltSummary:
    """How often the switch opened, for how long, and the pauses from one opening to the next."""

    count: int = 0
    span_s: float = 0.0
    open_s: float = 0.0
    longest_open_s: float = 0.0
    longest_pause_s: float = 0.0
    shortest_pause_s: float = 0.0


NO_TILTS = TiltSummary()


class TiltMeter:
    """Follows the changes of the switch; `begin` starts the next burst."""

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

    def summary(self) -> TiltSummary:
        """The burst so far."""
        if not self._count:
            return NO_TILTS
        return TiltSummary(
            count=self._count,
            span_s=self._last_s - self._first_s,
            open_s=self._open,
            longest_open_s=self._longest,
            longest_pause_s=self._pauses[0],
            shortest_pause_s=self._pauses[1],
        )


@dataclass(frozen=True, slots=True)
class ImpactSummary:
    """A burst of impacts in numbers; sharpness is in g, its energy in g² s."""

    opened_s: float
    last_s: float
    count: int
    hardest_g: float
    sharpest_g: float
    energy_g2_s: float
    rung: ImpactShape = NO_SHAPE
    shaken: TiltSummary = NO_TILTS

    @property
    def span_s(self) -> float:
        """From the first to the last impact."""
        return self.last_s - self.opened_s


NO_IMPACTS = ImpactSummary(0.0, 0.0, 0, 0.0, 0.0, 0.0)


class ImpactMeter:
    """Follows the accelerations one by one; `is_open` from the first impact until all is still."""

    def __init__(self, impact_g: float, dead_s: float, quiet_s: float) -> None:
        self._impact_g = impact_g
        self._dead_s = dead_s
        self._quiet_s = quiet_s
        self._shape = ImpactShapeMeter(impact_g)
        self._tilts = TiltMeter()
        self.seen = 0
        self.is_open = False
        self.opened_s = self.last_s = self._t_s = 0.0
        self._x1 = self._x2 = self._y1 = self._y2 = self._z1 = self._z2 = 0.0
        self._level_x = self._level_y = self._level_z = 0.0
        self._envelope = self.latest_g = 0.0
        self._begin(0.0)
        self.is_open = False

    def _begin(self, t_s: float) -> None:
        self.is_open, self.opened_s = True, t_s
        self._count = 0
        self._hardest = self._sharpest = self._energy = 0.0
        self._shape.begin(t_s)
        self._tilts.begin()

    def add(self, t_s: float, ax: float, ay: float, az: float) -> bool:
        """One sample; True if a new impact began with it."""
        seen = self.seen
        self.seen = seen + 1
        sharp_x, sharp_y = ax - 2 * self._x1 + self._x2, ay - 2 * self._y1 + self._y2
        sharp_z = az - 2 * self._z1 + self._z2
        self._x2, self._y2, self._z2 = self._x1, self._y1, self._z1
        self._x1, self._y1, self._z1 = ax, ay, az
        if seen < 3:
            self._level_x, self._level_y, self._level_z = ax, ay, az
            self._t_s = t_s
            return False
        slice_s = t_s - self._t_s
        self._t_s = t_s
        sharp2 = sharp_x * sharp_x + sharp_y * sharp_y + sharp_z * sharp_z
        if not self.is_open and sharp2 < self._impact_g * self._impact_g:
            share = _LEVEL_PER_S * slice_s
            self._level_x += share * (ax - self._level_x)
            self._level_y += share * (ay - self._level_y)
            self._level_z += share * (az - self._level_z)
            return False
        x, y, z = ax - self._level_x, ay - self._level_y, az - self._level_z
        is_new = self._stir(t_s, slice_s, sharp2, x * x + y * y + z * z)
        if self.is_open:
            sharp_z2 = sharp_z * sharp_z
            self._shape.sharp(t_s, slice_s, sharp2 - sharp_z2, sharp_z2, is_new=is_new)
            self._shape.swing(t_s, slice_s, x, y, z)
        return is_new

    def _stir(self, t_s: float, slice_s: float, sharp2: float, swing2: float) -> bool:
        sharp = sqrt(sharp2)
        # What rises slowly out of stillness must not hide below its own envelope.
        ringing_g = self._envelope if self.is_open else 0.0
        is_new = sharp > self._impact_g + ringing_g and (
            not self._count or t_s - self.last_s > self._dead_s
        )
        decay = 1 - _RING_DECAY_PER_S * min(slice_s, _LONGEST_SLICE_S)
        self._envelope = max(sharp * _ABOVE_RING, self._envelope * decay)
        if is_new and not self.is_open:
            self._begin(t_s)
        if self.is_open:
            self._energy += sharp2 * slice_s
            self._sharpest = max(self._sharpest, sharp2)
            self._hardest = max(self._hardest, swing2)
        if is_new:
            self._count += 1
            self.last_s = t_s
            self.latest_g = sharp
        return is_new

    def add_tilt(self, t_s: float, *, is_shaken: bool) -> None:
        """The tilt switch changed; it tells when, not how hard."""
        if not self.is_open:
            self._begin(t_s)
        self.last_s = max(self.last_s, t_s)
        self._tilts.add(t_s, is_shaken=is_shaken)

    def is_still(self, t_s: float) -> bool:
        """Whether the burst is over: no new impact for a while."""
        return t_s - self.last_s > self._quiet_s

    def close(self) -> ImpactSummary:
        """The burst in numbers; the next impact begins a new one."""
        burst = self.summary()
        self.is_open, self._count = False, 0
        return burst

    def summary(self) -> ImpactSummary:
        """The burst so far."""
        return ImpactSummary(
            opened_s=self.opened_s,
            last_s=self.last_s,
            count=self._count,
            hardest_g=sqrt(self._hardest),
            sharpest_g=sqrt(self._sharpest),
            energy_g2_s=self._energy,
            rung=self._shape.summary(),
            shaken=self._tilts.summary(),
        )
