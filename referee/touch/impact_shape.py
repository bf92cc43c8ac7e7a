"""What a burst of accelerations is made of: directions, pace, and single impacts.

A fall is a train of impacts, a drop one impact that rings out, a knocked table a slow swing. Sums
over the burst tell them apart without keeping it.
"""

from dataclasses import dataclass

# These shape the traits of a burst: whoever changes one fits `falls.json` anew.
# Slower than the plate can ring: only the table swings so.
_SLOW_S = 0.02
# Which way the plate goes first: down under a hit, up when a load leaves it.
_FIRST_S = 0.02
# Above the noise of the accelerometer; smaller swings are not counted.
_SWING_G = 0.03


@dataclass(frozen=True, slots=True)
class ImpactShape:
    """Energies in g² s: of the sharp part (second difference), of the swing, of its slow part.

    `h` is across the plate, `z` along gravity; times are seconds from the first impact.
    """

    sharp_h: float = 0.0
    sharp_z: float = 0.0
    swing_h: float = 0.0
    swing_z: float = 0.0
    slow_h: float = 0.0
    slow_z: float = 0.0
    slowest_h_g2: float = 0.0
    slowest_z_g2: float = 0.0
    fourth_g4_s: float = 0.0
    cube_z_g3_s: float = 0.0
    first_z_g_s: float = 0.0
    highest_z_g: float = 0.0
    lowest_z_g: float = 0.0
    crossings_z: int = 0
    loud_s: float = 0.0
    sharpest_s: float = 0.0
    mean_s: float = 0.0
    spread_s: float = 0.0
    hardest_hit: float = 0.0
    second_hit: float = 0.0


NO_SHAPE = ImpactShape()


class ImpactShapeMeter:
    """Follows the samples of one burst; `begin` starts the next."""

    def __init__(self, impact_g: float) -> None:
        self._impact_g2 = impact_g * impact_g
        self.begin(0.0)

    def begin(self, t_s: float) -> None:
        """A new burst."""
        self._opened_s = t_s
        self._x = self._y = self._z = 0.0
        self._sharp_h = self._sharp_z = self._sharp_t = self._sharp_tt = 0.0
        self._swing_h = self._swing_z = self._slow_h = self._slow_z = 0.0
        self._slowest_h = self._slowest_z = self._fourth = self._cube_z = self._first_z = 0.0
        self._highest_z = self._lowest_z = self._loud_s = 0.0
        self._sharpest_g2 = self._sharpest_s = 0.0
        self._hit = self._hardest_hit = self._second_hit = 0.0
        self._crossings = self._side = 0

    def sharp(self, t_s: float, slice_s: float, h2: float, z2: float, *, is_new: bool) -> None:
        """The second difference of a sample, squared; `is_new` if an impact began with it."""
        g2 = h2 + z2
        share, since_s = g2 * slice_s, t_s - self._opened_s
        self._sharp_h += h2 * slice_s
        self._sharp_z += z2 * slice_s
        self._sharp_t += share * since_s
        self._sharp_tt += share * since_s * since_s
        self._fourth += g2 * share
        if g2 > self._impact_g2:
            self._loud_s += slice_s
        if g2 > self._sharpest_g2:
            self._sharpest_g2, self._sharpest_s = g2, since_s
        if is_new:
            self._end_hit()
        self._hit += share

    def _end_hit(self) -> None:
        hit, self._hit = self._hit, 0.0
        if hit > self._hardest_hit:
            self._hardest_hit, self._second_hit = hit, self._hardest_hit
        elif hit > self._second_hit:
            self._second_hit = hit

    def swing(self, t_s: float, slice_s: float, x: float, y: float, z: float) -> None:
        """How far a sample is from rest."""
        self._swing_h += (x * x + y * y) * slice_s
        self._swing_z += z * z * slice_s
        self._cube_z += z * z * z * slice_s
        if t_s - self._opened_s < _FIRST_S:
            self._first_z += z * slice_s
        if z > self._highest_z:
            self._highest_z = z
        elif z < self._lowest_z:
            self._lowest_z = z
        if abs(z) > _SWING_G:
            side = 1 if z > 0 else -1
            self._crossings += side == -self._side
            self._side = side
        self._swing_slowly(slice_s, x, y, z)

    def _swing_slowly(self, slice_s: float, x: float, y: float, z: float) -> None:
        share = min(1.0, slice_s / _SLOW_S)
        self._x += share * (x - self._x)
        self._y += share * (y - self._y)
        self._z += share * (z - self._z)
        h2, z2 = self._x * self._x + self._y * self._y, self._z * self._z
        self._slow_h += h2 * slice_s
        self._slow_z += z2 * slice_s
        self._slowest_h = max(self._slowest_h, h2)
        self._slowest_z = max(self._slowest_z, z2)

    def summary(self) -> ImpactShape:
        """The burst in numbers; it is over."""
        self._end_hit()
        energy = self._sharp_h + self._sharp_z or 1.0
        mean_s = self._sharp_t / energy
        return ImpactShape(
            sharp_h=self._sharp_h,
            sharp_z=self._sharp_z,
            swing_h=self._swing_h,
            swing_z=self._swing_z,
            slow_h=self._slow_h,
            slow_z=self._slow_z,
            slowest_h_g2=self._slowest_h,
            slowest_z_g2=self._slowest_z,
            fourth_g4_s=self._fourth,
            cube_z_g3_s=self._cube_z,
            first_z_g_s=self._first_z,
            highest_z_g=self._highest_z,
            lowest_z_g=self._lowest_z,
            crossings_z=self._crossings,
            loud_s=self._loud_s,
            sharpest_s=self._sharpest_s,
            mean_s=mean_s,
            spread_s=max(0.0, self._sharp_tt / energy - mean_s * mean_s) ** 0.5,
            hardest_hit=self._hardest_hit,
            second_hit=self._second_hit,
        )
