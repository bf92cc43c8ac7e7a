"""What hands build and take off: each motion begins once and then acts every step while it lasts.

How steady a hand is, one number between 0 (careless) and 1 (a surgeon), becomes a placement.
Nothing here says whether the tower falls. A hand only sets a piece down beside the middle, lets it
drop a little, presses, or brushes the tower while it lets go; physics does the rest.

What comes of it, over 25 towers of mixed dice, tokens and cylinders for each care: the chance that
setting a piece down brings something down, by which piece of the tower it is, and the piece with
which the first fall comes (29 if it stands to the end).

| care | 2nd-4th | 5th-8th | 9th-12th | 13th-18th | 19th-28th | first fall, mean |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| 0.97 | 0 % | 0 % | 0 % | 4 % | 3 % | 25 |
| 0.95 | 0 % | 3 % | 1 % | 3 % | 10 % | 21 |
| 0.9 | 3 % | 7 % | 15 % | 24 % | | 11 |
| 0.8 | 5 % | 17 % | 40 % | | | 8 |
| 0.6 | 16 % | 38 % | | | | 5 |
| 0.3 | 42 % | | | | | 3 |
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec
import numpy as np

from referee.errors import InputError
from referee.simulation.happenings import Cleared, Lifted, PlateHappening, Put
from referee.simulation.plate.bodies import Array, Bodies
from referee.simulation.plate.pieces import GRAVITY, TowerPiece
from referee.simulation.plate.stack import Push, Stack, yaw_rad

# Chosen by hand; the table above is what comes of them. Shakier numbers end every tower early,
# steadier ones never.
_STEADY_M, _SHAKY_M = 0.0004, 0.0062
_STEADY_TOUCH_N, _SHAKY_TOUCH_N = 0.0005, 0.02
_MOST_PRESS_N = 0.25
_HARD_TO_MASTER = 0.4


class Grip(msgspec.Struct, frozen=True):
    """One placement as the hand does it."""

    aside_m: tuple[float, float]
    turned_rad: float
    gap_m: float
    release_s: float
    press_n: float
    press_s: float
    touch_n: tuple[float, float]
    touch_s: float

    @property
    def lasts_s(self) -> float:
        """How long the hand is at the piece."""
        return max(self.release_s, self.press_s, self.touch_s)


def checked_care(care: float) -> float:
    """The care itself if it is one."""
    if not 0 <= care <= 1:
        raise InputError(f"Care lies between 0 (careless) and 1 (steady), so {care:g} cannot be.")
    return care


def rashness(care: float) -> float:
    """How far a hand is from perfect; the last bit of care is the hardest to have."""
    return float((1 - checked_care(care)) ** _HARD_TO_MASTER)


def spread_m(care: float) -> float:
    """How far beside the middle this hand sets a piece, one deviation along each axis."""
    return _STEADY_M + (_SHAKY_M - _STEADY_M) * rashness(care)


def draw_grip(care: float, rng: np.random.Generator) -> Grip:
    """How a hand of that care sets the next piece down."""
    rash = rashness(care)
    x, y = rng.normal(0, spread_m(care), 2)
    touch = rng.normal(0, _STEADY_TOUCH_N + (_SHAKY_TOUCH_N - _STEADY_TOUCH_N) * rash, 2)
    turned = rng.normal(0, math.radians(3 + 25 * rash))
    is_dropped = rng.random() < 0.4 * rash
    is_pressed = rng.random() < 0.1 + 0.3 * rash
    gap_m = rng.uniform(0.003, 0.008) if is_dropped else rng.uniform(0.0002, 0.001)
    return Grip(
        aside_m=(float(x), float(y)),
        turned_rad=float(turned),
        gap_m=float(gap_m),
        release_s=0.0 if is_dropped else float(rng.uniform(0.03, 0.25 - 0.15 * rash)),
        press_n=float(rng.uniform(0.03, _MOST_PRESS_N)) if is_pressed else 0.0,
        press_s=float(rng.uniform(0.15, 0.35)) if is_pressed else 0.0,
        touch_n=(float(touch[0]), float(touch[1])),
        touch_s=float(rng.uniform(0.05, 0.15)),
    )


# Chosen by hand: with all of the weight carried, or a harder pull, pieces jump in the hand.
_CARRIED = 0.97
_LIFT_PULL = 1.15
_CARRY_OFF_S = 0.25
_HANDFUL = 3


@dataclass(slots=True)
class Site:
    """Where hands work, and what has happened there."""

    bodies: Bodies
    stack: Stack
    rng: np.random.Generator
    history: list[PlateHappening] = field(default_factory=list)
    now_s: float = 0.0

    def loosen_from(self, number: int | None) -> None:
        """Let the stack move from this piece upwards."""
        if number is not None:
            self.bodies.loosen(self.stack.names[number:])

    def note(self, happening: PlateHappening) -> None:
        """Keep what really happened."""
        self.history.append(happening)

    def take(self, names: Sequence[str]) -> None:
        """Hands carry these pieces off."""
        for name in names:
            self.note(Lifted(self.now_s, self.bodies.pieces[name].kind, name))
        self.bodies.remove(names)


class Motion(Protocol):
    """Something that a hand does."""

    def begin(self, site: Site) -> None:
        """The hand is there."""
        ...

    def act(self, site: Site, since_s: float) -> bool:
        """Push for one step; whether the motion goes on."""
        ...


@dataclass(slots=True)
class PlacePiece:
    """A hand sets a piece on top of the stack, or on the empty plate."""

    name: str
    piece: TowerPiece
    grip: Grip

    def begin(self, site: Site) -> None:
        """Bring the piece, a little above where it belongs."""
        place_m, yaw = self._target(site)
        turned = yaw + self.grip.turned_rad
        turn = (math.cos(turned / 2), 0.0, 0.0, math.sin(turned / 2))
        lifted = place_m + np.array([0.0, 0.0, self.grip.gap_m])
        site.bodies.add(self.name, self.piece, np.concatenate([lifted, turn]))
        site.stack.put(self.name, place_m)
        site.note(Put(site.now_s, self.piece.kind, self.name))
        site.loosen_from(site.stack.weakest(self._hand(site, place_m)))

    def _target(self, site: Site) -> tuple[Array, float]:
        stack, half_m = site.stack, self.piece.spec.height_m / 2
        aside = np.array([*self.grip.aside_m, 0.0])
        if not stack.names:
            return aside + np.array([0.0, 0.0, half_m]), 0.0
        below = stack.names[-1]
        # A builder does not follow a leaning tower all the way.
        aim = 0.7 * stack.place_m(below) + 0.3 * stack.middle_m
        aim[2] = stack.top_m + half_m
        return aim + aside, yaw_rad(site.bodies.pose(below))

    def _hand(self, site: Site, place_m: Array) -> list[Push]:
        """The hand presses the piece and may brush the one below it."""
        press = Push(place_m, np.array([0.0, 0.0, -self.grip.press_n]))
        touched = site.stack.below(self.name)
        if touched is None:
            return [press]
        return [press, Push(site.stack.place_m(touched), np.array([*self.grip.touch_n, 0.0]))]

    def act(self, site: Site, since_s: float) -> bool:
        """Carry less and less of it, press, brush, let go."""
        if self.name not in site.bodies.loose:
            return False
        grip, bodies = self.grip, site.bodies
        if since_s < grip.release_s:
            bodies.push(self.name, self._support_n(site, since_s))
        if since_s < grip.press_s:
            swell = math.sin(math.pi * since_s / grip.press_s) ** 2
            bodies.push(self.name, (0.0, 0.0, -grip.press_n * swell))
        touched = site.stack.below(self.name)
        if since_s < grip.touch_s and touched is not None:
            swell = math.sin(math.pi * since_s / grip.touch_s)
            bodies.push(touched, (grip.touch_n[0] * swell, grip.touch_n[1] * swell, 0.0))
        return since_s < grip.lasts_s

    def _support_n(self, site: Site, since_s: float) -> Array:
        share = _CARRIED * (1 - since_s / self.grip.release_s)
        # Fingers also brake the piece, so that it neither bounces nor slides in the hand.
        newton = -0.5 * share * site.bodies.velocity_m_s(self.name)
        newton[2] += self.piece.mass_g / 1000 * GRAVITY * share
        return newton


def _pull(site: Site, name: str, share: float) -> None:
    mass_kg = site.bodies.pieces[name].mass_g / 1000
    braking_n = 15 * mass_kg * float(site.bodies.velocity_m_s(name)[2])
    site.bodies.push(name, (0.0, 0.0, mass_kg * GRAVITY * _LIFT_PULL * share - braking_n))


@dataclass(slots=True)
class LiftTop:
    """A hand takes the top piece and carries it away."""

    pull_s: float
    name: str | None = None

    def begin(self, site: Site) -> None:
        """Take hold of the piece."""
        if site.stack.names:
            self.name = site.stack.names[-1]
            site.stack.give_up(self.name)
            site.bodies.loosen([self.name])

    def act(self, site: Site, since_s: float) -> bool:
        """Pull a little harder than the weight, then carry the piece off."""
        if self.name is None or self.name not in site.bodies.loose:
            return False
        if since_s > self.pull_s + _CARRY_OFF_S:
            site.take([self.name])
            return False
        _pull(site, self.name, min(1.0, since_s / self.pull_s))
        return True


@dataclass(slots=True)
class Sweep:
    """Hands take away what does not belong, a handful at a time, the highest first."""

    keep: int | None
    """So many of the lowest standing pieces stay; None means the whole standing stack."""
    handful: list[str] = field(default_factory=list)
    grasped_s: float = 0.0
    pull_s: float = 0.1

    def begin(self, site: Site) -> None:
        """Give up what will be taken of the stack."""
        if self.keep is not None:
            for name in site.stack.names[self.keep :]:
                site.stack.give_up(name)
        self.grasped_s = 0.0

    def act(self, site: Site, since_s: float) -> bool:
        """Grasp, lift, carry off, and again until nothing is left."""
        if not self.handful:
            return since_s < self.grasped_s or self._grasp(site, since_s)
        pulled_s = since_s - self.grasped_s
        if pulled_s > self.pull_s + 0.1:
            site.take([name for name in self.handful if name in site.bodies.pieces])
            self.handful = []
            self.grasped_s = since_s + float(site.rng.uniform(0.1, 0.3))
            return True
        for name in self.handful:
            if name in site.bodies.loose:
                _pull(site, name, min(1.0, pulled_s / self.pull_s))
        return True

    def _grasp(self, site: Site, since_s: float) -> bool:
        others = [name for name in site.bodies.pieces if name not in site.stack.names]
        others.sort(key=lambda name: -float(site.bodies.pose(name)[2]))
        self.handful = others[: int(site.rng.integers(1, _HANDFUL + 1))]
        self.grasped_s = since_s
        self.pull_s = float(site.rng.uniform(0.08, 0.2))
        site.bodies.loosen(self.handful)
        return bool(self.handful)


@dataclass(slots=True)
class Finish:
    """The last hand leaves a plate that is ready."""

    def begin(self, site: Site) -> None:
        """Say so."""
        site.note(Cleared(site.now_s, len(site.stack.names)))

    def act(self, site: Site, since_s: float) -> bool:  # noqa: ARG002 - one signature
        """Nothing is left to do."""
        return False
