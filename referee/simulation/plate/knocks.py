"""What shakes a tower: a hand that leans, a knock, a tap, a finger, the axe."""

import math
from dataclasses import dataclass

import numpy as np

from referee.simulation.happenings import Bumped, Leaned, Nudged
from referee.simulation.plate.bodies import PLATE_BODY, TABLE_BODY
from referee.simulation.plate.motions import Site
from referee.simulation.plate.pieces import TABLE_KG
from referee.simulation.plate.stack import Push

_LONGEST_PUSH_S = 6.0
"""A push that grows by itself each second has brought down any tower before; this only ends the
loop."""


@dataclass(slots=True)
class LeanOnPlate:
    """A hand leans on the tower or the plate and trembles a little."""

    newton: float
    hold_s: float
    edge_s: float

    def begin(self, site: Site) -> None:
        """Lean in."""
        site.note(Leaned(site.now_s, self.newton, self.hold_s))

    def act(self, site: Site, since_s: float) -> bool:
        """Stay, and let go."""
        share = max(0.0, min(since_s / self.edge_s, (self.hold_s - since_s) / self.edge_s, 1.0))
        # Hands tremble by a tenth, about seven times a second.
        tremor = 1 + 0.1 * math.sin(2 * math.pi * 7 * site.now_s) * share
        site.bodies.push_body(PLATE_BODY, (0.0, 0.0, -self.newton * share * tremor))
        return since_s < self.hold_s


@dataclass(slots=True)
class Bump:
    """Somebody knocks against the table."""

    strength: float
    impulse_n_s: tuple[float, float, float]
    width_s: float

    def begin(self, site: Site) -> None:
        """A tall tower may not survive it."""
        site.note(Bumped(site.now_s, self.strength))
        shove_m_s = math.hypot(self.impulse_n_s[0], self.impulse_n_s[1]) / TABLE_KG
        site.loosen_from(site.stack.weakest(shove_m_s=shove_m_s))

    def act(self, site: Site, since_s: float) -> bool:
        """Half a sine of force."""
        shape = _half_sine(since_s, self.width_s)
        if shape > 0:
            site.bodies.push_body(TABLE_BODY, [each * shape for each in self.impulse_n_s])
        return since_s < self.width_s


@dataclass(slots=True)
class Tap:
    """A fingertip taps the plate, so lightly that nothing on it moves."""

    impulse_n_s: float
    width_s: float

    def begin(self, site: Site) -> None:
        """Nobody needs to know of it afterwards."""

    def act(self, site: Site, since_s: float) -> bool:
        """Half a sine of force from above."""
        shape = _half_sine(since_s, self.width_s)
        if shape > 0:
            site.bodies.push_body(PLATE_BODY, (0.0, 0.0, -self.impulse_n_s * shape))
        return since_s < self.width_s


@dataclass(slots=True)
class Nudge:
    """A finger pushes the tower sideways; a stubborn one goes on until something has dropped."""

    strength: float
    newton: tuple[float, float, float]
    height_share: float
    push_s: float
    ramp_s: float
    is_stubborn: bool = False
    name: str | None = None

    def begin(self, site: Site) -> None:
        """Find the piece to push, and loosen what may give way."""
        site.note(Nudged(site.now_s, self.strength))
        names = site.stack.names
        if not names or (self.is_stubborn and len(names) < 2):
            return
        number = min(len(names) - 1, int(self.height_share * len(names)))
        if self.is_stubborn:
            number = max(1, number)
            site.loosen_from(number)
        self.name = names[number]
        push = Push(site.stack.place_m(self.name), np.array(self.newton))
        site.loosen_from(site.stack.weakest([push]))

    def act(self, site: Site, since_s: float) -> bool:
        """Push while it lasts."""
        if self.name is None or self.name not in site.bodies.pieces:
            return False
        if self.is_stubborn:
            return self._insist(site, since_s)
        self._push(site, min(1.0, since_s / self.ramp_s))
        return since_s < self.push_s

    def _insist(self, site: Site, since_s: float) -> bool:
        if site.stack.has_dropped() or since_s > _LONGEST_PUSH_S:
            return False
        self._push(site, min(1.0, since_s / self.ramp_s) * (1.0 + since_s))
        return True

    def _push(self, site: Site, share: float) -> None:
        if self.name is not None:
            site.bodies.push(self.name, [share * each for each in self.newton])


@dataclass(slots=True)
class Blow:
    """The axe hits the tower at some height."""

    impulse_n_s: tuple[float, float, float]
    height_share: float
    width_s: float
    name: str | None = None

    def begin(self, site: Site) -> None:
        """Everything from just below the blow upwards may move."""
        names = site.stack.names
        if names:
            number = min(len(names) - 1, int(self.height_share * len(names)))
            self.name = names[number]
            site.loosen_from(max(0, number - 2))

    def act(self, site: Site, since_s: float) -> bool:
        """Half a sine of force on the piece that is hit."""
        if self.name is None or self.name not in site.bodies.loose:
            return False
        shape = _half_sine(since_s, self.width_s)
        if shape > 0:
            site.bodies.push(self.name, [each * shape for each in self.impulse_n_s])
        return since_s < self.width_s


def _half_sine(since_s: float, width_s: float) -> float:
    """A force over time whose impulse is one."""
    return math.sin(math.pi * since_s / width_s) * math.pi / 2 / width_s
