"""A scripted tower as rigid bodies (MuJoCo), and what hands do to it.

Pieces that are not on the tower yet float above it without weight. Each motion is called every step
and pushes, puts or takes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from referee.simulation.plate.bodies import STEP_S, TABLE_BODY, Array, piece_shape
from referee.simulation.plate.pieces import (
    CELL_N_PER_M,
    CELL_N_S_PER_M,
    GRAVITY,
    PLATE_KG,
    TABLE_KG,
    PlateSpec,
    TowerPiece,
    plate_geoms,
    table_joints,
)

_FIRST_PIECE_BODY = 3
_TABLE_DOFS = 3
_PLATE_DOF = 3
_PARKED_M = 0.35


@dataclass(frozen=True, slots=True)
class CellSpring:
    """How stiff the cell is and how much it brakes; touch was fitted with the default."""

    n_per_m: float = CELL_N_PER_M
    n_s_per_m: float = CELL_N_S_PER_M

    @property
    def plate_hz(self) -> float:
        """The frequency of the empty plate."""
        return math.sqrt(self.n_per_m / PLATE_KG) / (2 * math.pi)


def spring_of(plate_hz: float) -> CellSpring:
    """The cell with which the empty plate has that frequency, damped in the same proportion."""
    share = plate_hz / CellSpring().plate_hz
    return CellSpring(CELL_N_PER_M * share**2, CELL_N_S_PER_M * share)


class TowerModel:
    """A standing tower with spare pieces parked above, in static equilibrium at the start."""

    def __init__(
        self,
        tower: Sequence[TowerPiece],
        spares: Sequence[TowerPiece],
        plate: PlateSpec,
        rng: np.random.Generator,
        cell: CellSpring | None = None,
    ) -> None:
        self.pieces = [*tower, *spares]
        self.standing = len(tower)
        self.cell = cell or CellSpring()
        self.model = mujoco.MjModel.from_xml_string(_xml(tower, spares, plate, self.cell, rng))
        self.data = mujoco.MjData(self.model)
        self.masses_g = np.array([piece.mass_g for piece in self.pieces])
        self.plate_half_m = plate.width_m / 2
        self._settle_springs()

    def _settle_springs(self) -> None:
        """Start where the springs carry the load, so that nothing rings before the event."""
        tower_kg = float(self.masses_g[: self.standing].sum()) / 1000
        table = -(TABLE_KG + PLATE_KG + tower_kg) * GRAVITY / self.model.jnt_stiffness[2]
        plate = -(PLATE_KG + tower_kg) * GRAVITY / self.cell.n_per_m
        self.data.qpos[2] = table
        self.data.qpos[_PLATE_DOF] = plate
        for index in range(self.standing):
            self.data.qpos[self._position(index) + 2] += table + plate
        mujoco.mj_forward(self.model, self.data)

    def body(self, index: int) -> int:
        """The body number of a piece."""
        return _FIRST_PIECE_BODY + index

    def _position(self, index: int) -> int:
        return _PLATE_DOF + 1 + 7 * index

    def _velocity(self, index: int) -> int:
        return _PLATE_DOF + 1 + 6 * index

    @property
    def positions_m(self) -> Array:
        """Centre of each piece, one row each."""
        positions: Array = self.data.xpos[_FIRST_PIECE_BODY:]
        return positions

    @property
    def force_g(self) -> float:
        """What the cell carries beyond the empty plate, in grams."""
        squeeze = self.cell.n_per_m * self.data.qpos[_PLATE_DOF]
        newton = -(squeeze + self.cell.n_s_per_m * self.data.qvel[_PLATE_DOF])
        return float(newton) / GRAVITY * 1000 - PLATE_KG * 1000

    @property
    def plate_velocity(self) -> Array:
        """How the plate moves in x, y and z, in metres per second."""
        velocity: Array = self.data.qvel[:_TABLE_DOFS].copy()
        velocity[2] += self.data.qvel[_PLATE_DOF]
        return velocity

    def velocity_m_s(self, index: int) -> Array:
        """How fast the centre of a piece moves."""
        start = self._velocity(index)
        velocity: Array = self.data.qvel[start : start + 3]
        return velocity

    def put(self, index: int, position: Sequence[float]) -> None:
        """Let a piece appear at rest with its weight on, where a hand has carried it."""
        self._move(index, position)
        self.model.body_gravcomp[self.body(index)] = 0

    def take_away(self, index: int) -> None:
        """Let a piece vanish into a pocket."""
        self._move(index, (0.2, 0.2, 0.6))
        self.model.body_gravcomp[self.body(index)] = 1

    def _move(self, index: int, position: Sequence[float]) -> None:
        start = self._position(index)
        self.data.qpos[start : start + 3] = position
        velocity = self._velocity(index)
        self.data.qvel[velocity : velocity + 6] = 0

    def push(self, body: int, newton: Sequence[float]) -> None:
        """An outside force on the centre of a body, until `release`."""
        self.data.xfrc_applied[body, :3] += newton

    def release(self) -> None:
        """No outside force on anything."""
        self.data.xfrc_applied[:] = 0

    def step(self) -> None:
        """Let `STEP_S` pass."""
        mujoco.mj_step(self.model, self.data)

    def load_moment_g_m(self) -> Array:
        """Where the load sits: mass times distance from the middle, for pieces on the plate."""
        places = self.positions_m
        on = (np.abs(places[:, :2]).max(axis=1) < self.plate_half_m) & (places[:, 2] < 0.3)
        moment: Array = (self.masses_g * on) @ places[:, :2]
        return moment


def _xml(
    tower: Sequence[TowerPiece],
    spares: Sequence[TowerPiece],
    plate: PlateSpec,
    cell: CellSpring,
    rng: np.random.Generator,
) -> str:
    # A higher impratio or harder contacts let mixed stacks chatter for ever at this step.
    return f"""<mujoco><compiler angle="degree"/>
<option timestep="{STEP_S}" integrator="implicitfast" cone="pyramidal" impratio="1"
 iterations="30" tolerance="1e-8"/>
<default><geom friction="0.45 0.002 0.0004" solref="0.01 1" solimp="0.95 0.99 0.0005"/></default>
<worldbody>
<body name="table">{table_joints()}
<geom type="box" size=".35 .35 .01" pos="0 0 -.025" mass="{TABLE_KG}"/>
<body name="plate"><joint type="slide" axis="0 0 1" stiffness="{cell.n_per_m}"
 damping="{cell.n_s_per_m}"/>{plate_geoms(plate)}</body></body>
{_stack(tower, rng)}{_parked(spares)}</worldbody></mujoco>"""


def _stack(tower: Sequence[TowerPiece], rng: np.random.Generator) -> str:
    bottom_m, bodies = 0.0, []
    for piece in tower:
        x, y = rng.normal(0, 0.0007, 2)
        middle_m = bottom_m + piece.spec.height_m / 2
        bodies.append(_body(piece, (x, y, middle_m), float(rng.uniform(0, 90)), gravcomp=0))
        bottom_m += piece.spec.height_m
    return "".join(bodies)


def _parked(spares: Sequence[TowerPiece]) -> str:
    return "".join(
        _body(piece, (0.0, 0.06 * number, _PARKED_M + 0.05 * number), 0.0, gravcomp=1)
        for number, piece in enumerate(spares)
    )


def _body(piece: TowerPiece, position: Sequence[float], yaw_deg: float, *, gravcomp: int) -> str:
    # Gravity compensation must be in the model from the start to be switched later.
    place = " ".join(f"{each:.5f}" for each in position)
    return (
        f'<body pos="{place}" euler="0 0 {yaw_deg:.1f}" gravcomp="{gravcomp or 1e-9}"><freejoint/>'
        f'<geom {piece_shape(piece.spec)} mass="{piece.mass_g / 1000:.6f}"/></body>'
    )


# A motion is called with the time; it acts only when its moment has come.
SceneMotion = Callable[[TowerModel, float], None]


@dataclass(slots=True)
class Placement:
    """A hand sets a spare piece on top and lets go over `release_s`; zero means it is dropped."""

    index: int
    start_s: float
    release_s: float
    gap_m: float
    offset_m: tuple[float, float]
    below: int
    press_n: float = 0.0
    press_s: float = 0.0
    target_m: float = 0.0
    is_put: bool = False

    def __call__(self, tower: TowerModel, now_s: float) -> None:
        """Put the piece when the time has come, then carry less and less of it."""
        if now_s < self.start_s:
            return
        if not self.is_put:
            self._put(tower)
        since_s = now_s - self.start_s
        if since_s < self.release_s:
            tower.push(tower.body(self.index), (0, 0, self._support_n(tower, since_s)))
        if self.press_n and since_s < self.press_s:
            downward = self.press_n * math.sin(math.pi * since_s / self.press_s) ** 2
            tower.push(tower.body(self.index), (0, 0, -downward))

    def _put(self, tower: TowerModel) -> None:
        x, y, z = tower.positions_m[self.below]
        heights = (tower.pieces[self.below].spec.height_m, tower.pieces[self.index].spec.height_m)
        self.target_m = z + sum(heights) / 2
        place = (x + self.offset_m[0], y + self.offset_m[1], self.target_m + self.gap_m)
        tower.put(self.index, place)
        self.is_put = True

    def _support_n(self, tower: TowerModel, since_s: float) -> float:
        share = 0.97 * (1 - since_s / self.release_s)
        weight_n = tower.pieces[self.index].mass_g / 1000 * GRAVITY
        # Fingers also brake the piece, so that it does not bounce in the hand.
        braking_n = 0.5 * share * float(tower.velocity_m_s(self.index)[2])
        return weight_n * share - braking_n


@dataclass(slots=True)
class Lift:
    """A hand takes a piece from the top and away."""

    index: int
    start_s: float
    pull_s: float
    is_gone: bool = False

    def __call__(self, tower: TowerModel, now_s: float) -> None:
        """Pull a little harder than the weight, then carry the piece off."""
        since_s = now_s - self.start_s
        if since_s < 0 or self.is_gone:
            return
        if since_s > self.pull_s + 0.25:
            tower.take_away(self.index)
            self.is_gone = True
            return
        mass_kg = tower.pieces[self.index].mass_g / 1000
        pull_n = mass_kg * GRAVITY * 1.15 * min(1.0, since_s / self.pull_s)
        braking_n = 15 * mass_kg * float(tower.velocity_m_s(self.index)[2])
        tower.push(tower.body(self.index), (0, 0, pull_n - braking_n))


@dataclass(slots=True)
class Rest:
    """A hand leans on the tower or on the plate and trembles a little."""

    body: int
    start_s: float
    hold_s: float
    newton: float
    edge_s: float

    def __call__(self, tower: TowerModel, now_s: float) -> None:
        """Lean in, stay, let go."""
        since_s = now_s - self.start_s
        if not 0 <= since_s < self.hold_s:
            return
        share = min(since_s / self.edge_s, (self.hold_s - since_s) / self.edge_s, 1.0)
        tremor = 1 + 0.1 * math.sin(2 * math.pi * 7 * now_s) * share
        tower.push(self.body, (0, 0, -self.newton * share * tremor))


@dataclass(slots=True)
class Nudge:
    """A finger pushes a piece sideways; a stubborn one goes on until something has fallen."""

    index: int
    start_s: float
    push_s: float
    newton: tuple[float, float, float]
    ramp_s: float = 0.05
    has_fallen: Callable[[TowerModel], bool] | None = None
    is_done: bool = False

    def __call__(self, tower: TowerModel, now_s: float) -> None:
        """Push while it lasts."""
        since_s = now_s - self.start_s
        if since_s < 0 or since_s >= self.push_s or self.is_done:
            return
        if self.has_fallen is not None and self.has_fallen(tower):
            self.is_done = True
            return
        growth = 1.0 if self.has_fallen is None else 1.0 + since_s
        share = min(1.0, since_s / self.ramp_s) * growth
        tower.push(tower.body(self.index), [share * each for each in self.newton])


@dataclass(slots=True)
class Bump:
    """Somebody knocks against the table."""

    start_s: float
    width_s: float
    impulse_n_s: tuple[float, float, float]

    def __call__(self, tower: TowerModel, now_s: float) -> None:
        """Half a sine of force."""
        since_s = now_s - self.start_s
        if 0 <= since_s < self.width_s:
            shape = math.sin(math.pi * since_s / self.width_s) * math.pi / 2 / self.width_s
            tower.push(TABLE_BODY, [each * shape for each in self.impulse_n_s])


def sideways(rng: np.random.Generator, newton: float, downward: float) -> tuple[float, ...]:
    """A push of that strength in a random direction across, with some of it downward."""
    angle = rng.uniform(0, 2 * math.pi)
    return (newton * math.cos(angle), newton * math.sin(angle), -newton * downward)
