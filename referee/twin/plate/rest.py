"""When the plate has come to rest: first its pieces, then the springs under it, then it sleeps."""

from __future__ import annotations

import numpy as np

from referee.twin.plate.bodies import Array, Bodies

# Contacts of a solver tremble on the spot where real ones do not, so rest is told by the way that
# a piece has gone. A tower that begins to tip goes further than this in no time.
_STAYED_M, _STAYED_TURN, _STAYED_FOR_S = 0.0002, 0.01, 0.15
_SLOW_M_S = 0.015
_TREMBLING_M_S, _CALMED = 0.03, 0.04
_LONGEST_S = 8.0
_QUIET_G, _QUIET_M_S, _QUIET_FOR_S = 0.04, 0.0005, 0.06


class RestWatch:
    """Looks at the bodies every few steps and puts them to sleep as soon as it can be done."""

    def __init__(self, bodies: Bodies) -> None:
        self._bodies = bodies
        self.is_asleep = True
        self._load_g = 0.0
        self._moment = np.zeros(2)
        self._idle_s: float | None = None
        self._marked: tuple[float, Array] | None = None
        self._quiet_s: float | None = None

    def wake(self) -> None:
        """Something is being done."""
        self.is_asleep = False
        self._idle_s = self._quiet_s = self._marked = None

    def corner_g(self, corner_per_m: tuple[float, float]) -> float:
        """What the cell reads too much because of where the load sits."""
        if not self.is_asleep:
            self._moment = self._bodies.moment_g_m()
        return float(self._moment @ np.array(corner_per_m))

    def static_g(self, corner_per_m: tuple[float, float]) -> float:
        """What the cell carries while everything sleeps."""
        return self._load_g + self.corner_g(corner_per_m)

    def look(self, now_s: float, *, is_acting: bool) -> bool:
        """See how far things have come to rest; True when they fall asleep."""
        if is_acting:
            self._idle_s = self._quiet_s = self._marked = None
            return False
        self._idle_s = now_s if self._idle_s is None else self._idle_s
        if self._bodies.loose:
            self._watch_pieces(now_s, is_long=now_s - self._idle_s > _LONGEST_S)
            return False
        return self._watch_springs(now_s)

    def _watch_pieces(self, now_s: float, *, is_long: bool) -> None:
        moving_m_s, _ = self._bodies.speeds()
        if moving_m_s < _TREMBLING_M_S:
            self._bodies.calm(_CALMED)
        if is_long or (self._have_stayed(now_s) and moving_m_s < _SLOW_M_S):
            self._bodies.rest()

    def _have_stayed(self, now_s: float) -> bool:
        """Whether all loose pieces are where they were a moment ago."""
        poses = self._bodies.loose_poses()
        since_s, before = self._marked or (now_s, poses)
        if poses.shape == before.shape:
            moved = np.abs(poses - before).max(axis=0)
            if moved[:3].max() < _STAYED_M and moved[3:].max() < _STAYED_TURN:
                self._marked = (since_s, before)
                return now_s - since_s >= _STAYED_FOR_S
        self._marked = (now_s, poses)
        return False

    def _watch_springs(self, now_s: float) -> bool:
        self._load_g = self._bodies.load_g()
        is_quiet = abs(self._bodies.force_g - self._load_g) < _QUIET_G
        if not is_quiet or float(np.abs(self._bodies.plate_velocity).max()) > _QUIET_M_S:
            self._quiet_s = None
        elif self._quiet_s is None:
            self._quiet_s = now_s
        elif now_s - self._quiet_s >= _QUIET_FOR_S:
            self._fall_asleep()
        return self.is_asleep

    def _fall_asleep(self) -> None:
        self._bodies.still()
        self._moment = self._bodies.moment_g_m()
        self.is_asleep = True
