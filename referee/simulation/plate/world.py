"""One plate for a whole session: time goes on step by step, hands move, sensors give readings.

Physics runs only while a hand is at work or something moves. Otherwise the world sleeps, and only
the noise of the sensors is made, so hours take minutes.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import takewhile
from threading import RLock

import numpy as np
from msgspec.structs import replace

from referee.errors import InputError
from referee.games.boxes import every_piece
from referee.simulation.happenings import Axed, NamedPiece, PiecesFell, PlateHappening
from referee.simulation.plate import knocks, motions
from referee.simulation.plate.bodies import STEP_S, Bodies, RestWatch
from referee.simulation.plate.motions import Grip, checked_care, draw_grip
from referee.simulation.plate.pieces import PlateSpec, TowerPiece, draw_piece
from referee.simulation.plate.sensors import (
    AccelerometerSpec,
    CellSpec,
    LiveAccelerometer,
    LiveCell,
    TiltSpec,
    Velocity,
    in_order,
)
from referee.simulation.plate.stack import Stack
from referee.simulation.sensor_readings import RawReading
from referee.touch.counts import ScaleCalibration

_PLATE = PlateSpec(0.22, has_rim=True)
_CELL, _ACCELEROMETER, _TILT = CellSpec(), AccelerometerSpec(), TiltSpec()
_CHUNK_STEPS = 25
_LOOK_STEPS = 5
_CHUNK_ASLEEP_STEPS = 5000
_GONE_M = -0.08


class PlateWorld:
    """A live plate. Hands return at once; what they do happens while time is advanced.

    `place`, `lift_top`, `clear` and `pick_up_fallen` are done one after another by one pair of
    hands, each when the plate is at rest. All other motions happen at once, whatever goes on. Any
    thread may call. `accelerometer` None means that none is fitted, and no tilt switch either.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        *,
        plate: PlateSpec = _PLATE,
        cell: CellSpec = _CELL,
        accelerometer: AccelerometerSpec | None = _ACCELEROMETER,
        tilt: TiltSpec = _TILT,
    ) -> None:
        self._lock = RLock()
        self._rng, cell_rng, shake_rng = rng.spawn(3)
        self._box = _draw_box(self._rng)
        self._in_hand: set[str] = set()
        self._bodies = Bodies(plate)
        self._site = motions.Site(self._bodies, Stack(self._bodies), self._rng)
        self._cell = LiveCell(cell, cell_rng, 0.0, STEP_S)
        self._shaking = (
            None
            if accelerometer is None
            else LiveAccelerometer(accelerometer, tilt, shake_rng, STEP_S)
        )
        self._steps = 0
        self._rest = RestWatch(self._bodies)
        self._active: list[tuple[motions.Motion, float]] = []
        self._waiting: deque[Callable[[], motions.Motion]] = deque()
        self._next_s = 0.0
        self._left_s: float | None = None
        self._axe: tuple[float, float] | None = None

    @property
    def now_s(self) -> float:
        """The time of the world."""
        return self._steps * STEP_S

    @property
    def standing(self) -> tuple[NamedPiece, ...]:
        """What really stands in the stack, from the bottom to the top: kind and name."""
        with self._lock:
            return self._which(self._site.stack.present)

    @property
    def fallen(self) -> tuple[NamedPiece, ...]:
        """What lies on the plate beside the stack."""
        with self._lock:
            names = self._site.stack.names
            pieces = self._bodies.pieces.items()
            return tuple((piece.kind, name) for name, piece in pieces if name not in names)

    @property
    def on_plate_g(self) -> float:
        """The true weight on the plate."""
        with self._lock:
            return self._bodies.load_g()

    @property
    def history(self) -> tuple[PlateHappening, ...]:
        """All that really happened, in the order in which it was certain."""
        with self._lock:
            return tuple(self._site.history)

    def history_from(self, number: int) -> tuple[PlateHappening, ...]:
        """What happened since there were `number` entries; cheap in a long session."""
        with self._lock:
            return tuple(self._site.history[number:])

    @property
    def is_asleep(self) -> bool:
        """Whether nothing moves."""
        with self._lock:
            return self._rest.is_asleep

    @property
    def is_busy(self) -> bool:
        """Whether a motion goes on or waits, or something still moves."""
        with self._lock:
            return not self._rest.is_asleep or bool(self._active or self._waiting)

    @property
    def calibration(self) -> ScaleCalibration:
        """What the scale of this plate needs to be read in grams."""
        spec = self._cell.spec
        return ScaleCalibration(
            counts_per_gram=spec.counts_per_gram,
            tare_counts=float(spec.offset_counts),
            noise_counts=spec.noise_g * abs(spec.counts_per_gram),
        )

    def mass_g(self, name: str) -> float:
        """The true mass of one piece."""
        return self._box[name].mass_g

    def place_m(self, name: str) -> tuple[float, float, float]:
        """Where the centre of a piece on the plate is, from the middle of the plate."""
        with self._lock:
            x, y, z = self._bodies.pose(name)[:3].tolist()
            return (x, y, z)

    def left_in_box(self, kind: str) -> tuple[str, ...]:
        """The pieces of a kind that are neither on the plate nor in a hand."""
        with self._lock:
            taken = self._in_hand | self._bodies.pieces.keys()
            return tuple(
                name
                for name, piece in self._box.items()
                if piece.kind == kind and name not in taken
            )

    def place(self, piece: str, *, care: float = 0.9) -> str:
        """Set a piece on top: the next of a kind, or the one of that name; its name."""
        checked_care(care)
        with self._lock:
            name = self._pick(piece)
            self._in_hand.add(name)
            self._waiting.append(lambda: self._set_down(name, care))
            return name

    def drop(self, piece: str, *, gap_m: float = 0.02) -> str:
        """Let a piece of this kind fall onto the plate, or onto what stands there; its name."""
        with self._lock:
            name = self._pick(piece)
            self._in_hand.add(name)
            grip = replace(draw_grip(1.0, self._rng), gap_m=gap_m, release_s=0.0)
            self._waiting.append(lambda: self._placing(name, grip))
            return name

    def lift_top(self) -> None:
        """Take the top piece back."""
        with self._lock:
            self._waiting.append(lambda: motions.LiftTop(float(self._rng.uniform(0.15, 0.6))))

    def clear(self, keep: int | Sequence[str] = 1) -> None:
        """Take everything off but so many dice, or these kinds; put down what is missing."""
        with self._lock:
            kinds = ("die",) * keep if isinstance(keep, int) else tuple(keep)
            self._waiting.append(lambda: self._clearing(kinds))

    def pick_up_fallen(self) -> None:
        """Take away what is not part of the standing stack."""
        with self._lock:
            self._waiting.append(lambda: motions.Sweep(None))

    def lean(self, newton: float = 0.5, seconds: float = 1.0) -> None:
        """Lean on the plate for a while."""
        with self._lock:
            edge_s = min(float(self._rng.uniform(0.05, 0.2)), seconds / 3)
            self._start(knocks.LeanOnPlate(newton, seconds, edge_s))

    def nudge(self, strength: float = 0.5) -> None:
        """Push the tower sideways; from about a half on it may topple."""
        with self._lock:
            # From 2 mN to 100 mN, chosen by hand: no tower minds the one, few stand the other.
            newton = self._sideways(0.002 * 50**strength)
            push_s = float(self._rng.uniform(0.05, 0.4))
            height_share = float(self._rng.uniform(0.5, 1.0))
            self._start(knocks.Nudge(strength, newton, height_share, push_s, 0.05))

    def knock_over(self) -> None:
        """Push until something falls; a single piece on the plate cannot."""
        with self._lock:
            newton = self._sideways(float(self._rng.uniform(0.03, 0.12)))
            ramp_s = float(self._rng.uniform(0.03, 0.3))
            height_share = float(self._rng.uniform(0.33, 1.0))
            self._start(knocks.Nudge(1.0, newton, height_share, 0.0, ramp_s, is_stubborn=True))

    def bump_table(self, strength: float = 0.2) -> None:
        """Knock against the table; from about a half on a tall tower may fall."""
        with self._lock:
            direction = self._rng.normal(0, 1, 3) * (0.5, 0.5, 1.0)
            x, y, z = 3.0 * strength * direction / max(float(np.linalg.norm(direction)), 0.3)
            width_s = float(self._rng.uniform(0.004, 0.03))
            self._start(knocks.Bump(strength, (float(x), float(y), float(z)), width_s))

    def tap(self, strength: float = 0.5) -> None:
        """Tap the plate with a fingertip; it rings, and nothing on it moves."""
        with self._lock:
            # Chosen by hand: the calibration has to see it ring, and nothing may move.
            self._start(knocks.Tap(0.004 * strength, float(self._rng.uniform(0.004, 0.008))))

    def axe(self, strength: float = 0.5, height_share: float = 0.5) -> None:
        """Let a blow hit the tower at that share of its height."""
        with self._lock:
            self._axe = (self.now_s, strength)
            # At full strength it throws a die of 5 g off at 2.4 m/s.
            impulse = self._sideways(0.012 * strength)
            width_s = float(self._rng.uniform(0.006, 0.015))
            self._start(knocks.Blow(impulse, height_share, width_s))

    def advance_to(self, t_s: float) -> list[RawReading]:
        """Let time pass; the readings of the sensors meanwhile, in order."""
        with self._lock:
            target = int(t_s / STEP_S + 1e-6)
            readings: list[RawReading] = []
            while self._steps < target:
                self._begin_waiting()
                left = target - self._steps
                readings += self._sleep(left) if self._can_sleep else self._live(left)
            return readings

    @property
    def _can_sleep(self) -> bool:
        return self._rest.is_asleep and not self._active

    def _pick(self, piece: str) -> str:
        if any(each.kind == piece for each in self._box.values()):
            left = self.left_in_box(piece)
            if left:
                return left[0]
            raise InputError(f"No {piece} is left in the box: take one off the plate first.")
        if piece not in self._box:
            raise InputError(f"There is no piece called {piece}: name a kind or a piece.")
        if piece not in self.left_in_box(self._box[piece].kind):
            raise InputError(f"{piece} is in use already: choose another piece.")
        return piece

    def _sideways(self, size: float) -> tuple[float, float, float]:
        angle = float(self._rng.uniform(0, 2 * math.pi))
        return (size * math.cos(angle), size * math.sin(angle), 0.0)

    def _start(self, motion: motions.Motion) -> None:
        self._site.now_s = self.now_s
        motion.begin(self._site)
        self._rest.wake()
        self._active.append((motion, self.now_s))

    def _begin_waiting(self) -> None:
        """Hands begin the next thing when the plate is at rest, and after a breath."""
        if not self._waiting or not self._can_sleep or self.now_s < self._next_s:
            return
        self._start(self._waiting.popleft()())

    def _set_down(self, piece: str, care: float) -> motions.Motion:
        return self._placing(piece, draw_grip(care, self._rng))

    def _placing(self, piece: str, grip: Grip) -> motions.Motion:
        self._in_hand.discard(piece)
        name = self._pick(piece)
        return motions.PlacePiece(name, self._box[name], grip)

    def _clearing(self, kinds: Sequence[str]) -> motions.Motion:
        """Sweep; then put down the pieces that are missing, and be done."""
        standing = [kind for kind, _ in self.standing]
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(standing, kinds, strict=False))
        kept = len(list(alike))
        self._waiting.appendleft(motions.Finish)
        for kind in reversed(kinds[kept:]):
            self._waiting.appendleft(partial(self._set_down, kind, 1.0))
        return motions.Sweep(kept)

    def _sleep(self, steps: int) -> list[RawReading]:
        count = min(steps, _CHUNK_ASLEEP_STEPS)
        if self._waiting:
            count = min(count, max(1, math.ceil((self._next_s - self.now_s) / STEP_S)))
        self._steps += count
        load_g = self._rest.static_g(self._cell.spec.corner_per_m)
        readings = self._cell.rest(load_g, count)
        return readings if self._shaking is None else in_order(readings, self._shaking.rest(count))

    def _live(self, steps: int) -> list[RawReading]:
        loads_g: list[float] = []
        velocities: list[Velocity] = []
        corner_g = self._rest.corner_g(self._cell.spec.corner_per_m)
        for _ in range(min(steps, _CHUNK_STEPS)):
            self._step()
            force_g, velocity = self._bodies.reading()
            loads_g.append(force_g + corner_g)
            velocities.append(velocity)
            if self._steps % _LOOK_STEPS == 0 and self._look():
                break
        readings = self._cell.push(loads_g)
        return (
            readings
            if self._shaking is None
            else in_order(readings, self._shaking.push(velocities))
        )

    def _step(self) -> None:
        self._site.now_s = self.now_s
        self._active = [
            (motion, since_s)
            for motion, since_s in self._active
            if motion.act(self._site, self.now_s - since_s)
        ]
        self._bodies.step()
        self._steps += 1

    def _look(self) -> bool:
        """See what has happened; whether all has come to rest."""
        if self._left_s is None and self._site.stack.has_left():
            self._left_s = self.now_s
        self._drop_off()
        if not self._rest.look(self.now_s, is_acting=bool(self._active)):
            return False
        self._settle()
        return True

    def _drop_off(self) -> None:
        """What falls beside the table is gone."""
        gone = [name for name in self._bodies.loose if self._bodies.pose(name)[2] < _GONE_M]
        if gone:
            self._bodies.remove(gone)

    def _settle(self) -> None:
        lost = self._site.stack.settle()
        off = [name for name in self._bodies.pieces if not self._bodies.is_on_plate(name)]
        if off:
            self._bodies.remove(off)
        self._tell(self._which(lost))
        self._left_s = None
        self._next_s = self.now_s + float(self._rng.uniform(0.35, 0.7))

    def _which(self, names: Iterable[str]) -> tuple[NamedPiece, ...]:
        return tuple((self._box[name].kind, name) for name in names)

    def _tell(self, lost: tuple[NamedPiece, ...]) -> None:
        if self._axe is not None:
            at_s, strength = self._axe
            self._site.note(Axed(at_s, strength, lost))
            self._axe = None
        elif lost:
            self._site.note(PiecesFell(self.now_s if self._left_s is None else self._left_s, lost))


def _draw_box(rng: np.random.Generator) -> dict[str, TowerPiece]:
    """The pieces of all games in one box."""
    return {
        f"{kind}-{number}": draw_piece(kind, rng)
        for kind, made in every_piece().items()
        for number in range(1, made.count + 1)
    }
