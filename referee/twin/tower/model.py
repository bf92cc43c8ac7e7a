"""The weighing plate, its table and the pieces as rigid bodies (MuJoCo).

The plate rides on a spring (the load cell), the cell stands on a heavy table that gives a little in
all three directions. Pieces that are not on the tower yet float above it without weight.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import mujoco  # type: ignore[import-untyped]
import numpy as np
import numpy.typing as npt

from referee.twin.tower.pieces import Piece, Shape

GRAVITY = 9.81
STEP_S = 0.002
PLATE_KG = 0.12
CELL_N_PER_M = 25e3
CELL_N_S_PER_M = 20.0
TABLE_KG = 15.0
_TABLE_HZ = (9.0, 9.0, 18.0)
_TABLE_DAMPING = 0.06
_FIRST_PIECE_BODY = 3
_TABLE_DOFS = 3
_PLATE_DOF = 3
_PARKED_M = 0.35

Array = npt.NDArray[np.float64]


class PlateSpec(msgspec.Struct, frozen=True):
    """The plate under the tower; a rim keeps fallen pieces on it."""

    width_m: float = 0.12
    has_rim: bool = False


class TowerModel:
    """A standing tower with spare pieces parked above, in static equilibrium at the start."""

    def __init__(
        self,
        tower: Sequence[Piece],
        spares: Sequence[Piece],
        plate: PlateSpec,
        rng: np.random.Generator,
    ) -> None:
        self.pieces = [*tower, *spares]
        self.standing = len(tower)
        self.model = mujoco.MjModel.from_xml_string(_xml(tower, spares, plate, rng))
        self.data = mujoco.MjData(self.model)
        self.masses_g = np.array([piece.mass_g for piece in self.pieces])
        self.plate_half_m = plate.width_m / 2
        self._settle_springs()

    def _settle_springs(self) -> None:
        """Start where the springs carry the load, so that nothing rings before the event."""
        tower_kg = float(self.masses_g[: self.standing].sum()) / 1000
        table = -(TABLE_KG + PLATE_KG + tower_kg) * GRAVITY / self.model.jnt_stiffness[2]
        plate = -(PLATE_KG + tower_kg) * GRAVITY / CELL_N_PER_M
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
        squeeze = CELL_N_PER_M * self.data.qpos[_PLATE_DOF]
        newton = -(squeeze + CELL_N_S_PER_M * self.data.qvel[_PLATE_DOF])
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
    tower: Sequence[Piece], spares: Sequence[Piece], plate: PlateSpec, rng: np.random.Generator
) -> str:
    # A higher impratio or harder contacts let mixed stacks chatter for ever at this step.
    return f"""<mujoco><compiler angle="degree"/>
<option timestep="{STEP_S}" integrator="implicitfast" cone="pyramidal" impratio="1"
 iterations="30" tolerance="1e-8"/>
<default><geom friction="0.45 0.002 0.0004" solref="0.01 1" solimp="0.95 0.99 0.0005"/></default>
<worldbody>
<body name="table">{table_joints()}
<geom type="box" size=".35 .35 .01" pos="0 0 -.025" mass="{TABLE_KG}"/>
<body name="plate"><joint type="slide" axis="0 0 1" stiffness="{CELL_N_PER_M}"
 damping="{CELL_N_S_PER_M}"/>{plate_geoms(plate)}</body></body>
{_stack(tower, rng)}{_parked(spares)}</worldbody></mujoco>"""


def table_joints() -> str:
    """The springs on which the table stands, for the model's description."""
    lines = []
    for axis, hertz in zip(("1 0 0", "0 1 0", "0 0 1"), _TABLE_HZ, strict=True):
        stiffness = TABLE_KG * (2 * math.pi * hertz) ** 2
        damping = 2 * _TABLE_DAMPING * math.sqrt(stiffness * TABLE_KG)
        lines.append(
            f'<joint type="slide" axis="{axis}" stiffness="{stiffness:.1f}" '
            f'damping="{damping:.2f}"/>'
        )
    return "".join(lines)


def plate_geoms(plate: PlateSpec) -> str:
    """The shapes of a plate, for the model's description."""
    half = plate.width_m / 2
    floor_kg = PLATE_KG - (0.02 if plate.has_rim else 0.0)
    floor = f'<geom type="box" size="{half} {half} .003" pos="0 0 -.003" mass="{floor_kg}"/>'
    if not plate.has_rim:
        return floor
    walls = [(0.002, half, side * half, 0.0) for side in (1, -1)]
    walls += [(half, 0.002, 0.0, side * half) for side in (1, -1)]
    return floor + "".join(
        f'<geom type="box" size="{sx} {sy} .012" pos="{x} {y} .012" mass=".005"/>'
        for sx, sy, x, y in walls
    )


def _stack(tower: Sequence[Piece], rng: np.random.Generator) -> str:
    bottom_m, bodies = 0.0, []
    for piece in tower:
        x, y = rng.normal(0, 0.0007, 2)
        middle_m = bottom_m + piece.spec.height_m / 2
        bodies.append(_body(piece, (x, y, middle_m), float(rng.uniform(0, 90)), gravcomp=0))
        bottom_m += piece.spec.height_m
    return "".join(bodies)


def _parked(spares: Sequence[Piece]) -> str:
    return "".join(
        _body(piece, (0.0, 0.06 * number, _PARKED_M + 0.05 * number), 0.0, gravcomp=1)
        for number, piece in enumerate(spares)
    )


def _body(piece: Piece, position: Sequence[float], yaw_deg: float, *, gravcomp: int) -> str:
    spec = piece.spec
    half, middle = spec.half_width_m, spec.height_m / 2
    is_box = spec.shape is Shape.BOX
    # Without rolling friction (condim 6) a cylinder rolls for seconds.
    geom = (
        f'type="box" size="{half} {half} {middle}" condim="4"'
        if is_box
        else f'type="cylinder" size="{half} {middle}" condim="6"'
    )
    # Gravity compensation must be in the model from the start to be switched later.
    place = " ".join(f"{each:.5f}" for each in position)
    return (
        f'<body pos="{place}" euler="0 0 {yaw_deg:.1f}" gravcomp="{gravcomp or 1e-9}"><freejoint/>'
        f'<geom {geom} mass="{piece.mass_g / 1000:.6f}"/></body>'
    )
