"""The bodies on the plate in rigid-body physics (MuJoCo), built anew whenever their set changes.

A piece that lies still is part of the plate and costs nothing; only loose pieces are computed. So a
tower that stands neither creeps nor trembles, however high it is and however often it is touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import mujoco  # type: ignore[import-untyped]
import numpy as np
import numpy.typing as npt

from referee.twin.tower.model import (
    CELL_N_PER_M,
    CELL_N_S_PER_M,
    GRAVITY,
    PLATE_KG,
    STEP_S,
    TABLE_KG,
    PlateSpec,
    plate_geoms,
    table_joints,
)
from referee.twin.tower.pieces import Piece, Shape

Array = npt.NDArray[np.float64]
TABLE_BODY, PLATE_BODY = 1, 2
_FIRST_LOOSE_BODY = 3
_PLATE_DOF = 3
_ON_THE_TABLE_M = -0.004


class Bodies:
    """Pieces on one plate. Poses are seven numbers, place and turn, seen from the plate."""

    def __init__(self, plate: PlateSpec) -> None:
        self._plate = plate
        self.half_m = plate.width_m / 2
        self.pieces: dict[str, Piece] = {}
        self._resting: dict[str, Array] = {}
        self.loose: list[str] = []
        self._compile()
        self._settle_springs()

    def _settle_springs(self) -> None:
        """Start where the springs carry the load."""
        data, model = self.data, self.model
        data.qpos[2] = -(TABLE_KG + PLATE_KG) * GRAVITY / model.jnt_stiffness[2]
        data.qpos[_PLATE_DOF] = -PLATE_KG * GRAVITY / CELL_N_PER_M
        mujoco.mj_forward(model, data)

    @property
    def origin_m(self) -> Array:
        """Where the middle of the plate is."""
        qpos = self.data.qpos
        return np.array([qpos[0], qpos[1], qpos[2] + qpos[_PLATE_DOF]])

    @property
    def plate_velocity(self) -> Array:
        """How the plate moves in x, y and z, in metres per second."""
        velocity: Array = self.data.qvel[:3].copy()
        velocity[2] += self.data.qvel[_PLATE_DOF]
        return velocity

    @property
    def force_g(self) -> float:
        """What the cell carries beyond the empty plate, in grams."""
        return self.reading()[0]

    def reading(self) -> tuple[float, tuple[float, float, float]]:
        """Grams on the cell and velocity of the plate, as plain numbers."""
        x, y, z, plate = self.data.qvel[: _PLATE_DOF + 1].tolist()
        newton = -(CELL_N_PER_M * float(self.data.qpos[_PLATE_DOF]) + CELL_N_S_PER_M * plate)
        return newton / GRAVITY * 1000 - PLATE_KG * 1000, (x, y, z + plate)

    def pose(self, name: str) -> Array:
        """Where a piece is, seen from the plate."""
        if name in self._resting:
            return self._resting[name]
        start = self._position(name)
        pose: Array = self.data.qpos[start : start + 7].copy()
        pose[:3] -= self.origin_m
        return pose

    def speeds(self) -> tuple[float, float]:
        """How fast the loose pieces move and turn at most, seen from the plate."""
        if not self.loose:
            return 0.0, 0.0
        velocity = self.data.qvel[_PLATE_DOF + 1 :].reshape(-1, 6)
        moving = np.linalg.norm(velocity[:, :3] - self.plate_velocity, axis=1)
        return float(moving.max()), float(np.linalg.norm(velocity[:, 3:], axis=1).max())

    def loose_poses(self) -> Array:
        """Where all loose pieces are, one row each, seen from the plate."""
        poses: Array = self.data.qpos[_PLATE_DOF + 1 :].reshape(-1, 7).copy()
        poses[:, :3] -= self.origin_m
        return poses

    def velocity_m_s(self, name: str) -> Array:
        """How fast a loose piece moves, seen from the plate."""
        start = self._velocity(name)
        velocity: Array = self.data.qvel[start : start + 3] - self.plate_velocity
        return velocity

    def is_on_plate(self, name: str) -> bool:
        """Whether the plate carries this piece."""
        x, y, z = self.pose(name)[:3]
        return bool(max(abs(x), abs(y)) < self.half_m and z > _ON_THE_TABLE_M)

    def load_g(self) -> float:
        """What the pieces on the plate weigh."""
        return sum(piece.mass_g for name, piece in self.pieces.items() if self.is_on_plate(name))

    def moment_g_m(self) -> Array:
        """Where the load sits: mass times distance from the middle."""
        moment = np.zeros(2)
        for name, piece in self.pieces.items():
            if self.is_on_plate(name):
                moment += piece.mass_g * self.pose(name)[:2]
        return moment

    def add(self, name: str, piece: Piece, pose: Array) -> None:
        """A hand has brought this piece here; it is loose and at rest."""
        moving = self._moving()
        self.pieces[name] = piece
        self._resting[name] = pose
        self._build(moving, loosened=[name])

    def remove(self, names: Iterable[str]) -> None:
        """These pieces are taken away."""
        moving = self._moving()
        for name in names:
            del self.pieces[name]
            self._resting.pop(name, None)
            moving.pop(name, None)
        self._build(moving)

    def loosen(self, names: Iterable[str]) -> None:
        """Let these pieces move."""
        wanted = [name for name in dict.fromkeys(names) if name in self._resting]
        if wanted:
            self._build(self._moving(), loosened=wanted)

    def rest(self) -> None:
        """Let every piece lie as it lies; what is beside the plate is put back into the box."""
        beside = [name for name in self.loose if not self.is_on_plate(name)]
        if beside:
            self.remove(beside)
        for name in self.loose:
            self._resting[name] = self.pose(name)
        self._build({})

    def still(self) -> None:
        """Take the last trembling out of table and plate."""
        self.data.qvel[:] = 0
        self.data.qpos[:2] = 0
        load_kg = PLATE_KG + self.load_g() / 1000
        self.data.qpos[2] = -(TABLE_KG + load_kg) * GRAVITY / self.model.jnt_stiffness[2]
        self.data.qpos[_PLATE_DOF] = -load_kg * GRAVITY / CELL_N_PER_M

    def push(self, name: str, newton: Sequence[float] | Array) -> None:
        """An outside force on a piece until the next step; one that rests hands it on."""
        self.push_body(self._body(name) if name in self.loose else PLATE_BODY, newton)

    def push_body(self, body: int, newton: Sequence[float] | Array) -> None:
        """An outside force on a body until the next step."""
        self.data.xfrc_applied[body, :3] += newton

    def calm(self, share: float) -> None:
        """Take a share of their speed from all loose pieces."""
        self.data.qvel[_PLATE_DOF + 1 :] *= 1 - share

    def step(self) -> None:
        """Let `STEP_S` pass."""
        mujoco.mj_step(self.model, self.data)
        self.data.xfrc_applied[:] = 0

    def _body(self, name: str) -> int:
        return _FIRST_LOOSE_BODY + self.loose.index(name)

    def _position(self, name: str) -> int:
        return _PLATE_DOF + 1 + 7 * self.loose.index(name)

    def _velocity(self, name: str) -> int:
        return _PLATE_DOF + 1 + 6 * self.loose.index(name)

    def _moving(self) -> dict[str, tuple[Array, Array]]:
        """Pose and velocity of each loose piece, in the room."""
        moving = {}
        for name in self.loose:
            place, speed = self._position(name), self._velocity(name)
            qpos, qvel = self.data.qpos, self.data.qvel
            moving[name] = (qpos[place : place + 7].copy(), qvel[speed : speed + 6].copy())
        return moving

    def _build(self, moving: dict[str, tuple[Array, Array]], loosened: Iterable[str] = ()) -> None:
        """Build the model anew; what moves goes on moving, what was loosened begins at rest."""
        for name in loosened:
            pose = self._resting.pop(name).copy()
            pose[:3] += self.origin_m
            moving[name] = (pose, np.concatenate([self.plate_velocity, np.zeros(3)]))
        before = self.data
        self.loose = list(moving)
        self._compile()
        self.data.qpos[: _PLATE_DOF + 1] = before.qpos[: _PLATE_DOF + 1]
        self.data.qvel[: _PLATE_DOF + 1] = before.qvel[: _PLATE_DOF + 1]
        for name, (pose, velocity) in moving.items():
            place, speed = self._position(name), self._velocity(name)
            self.data.qpos[place : place + 7] = pose
            self.data.qvel[speed : speed + 6] = velocity
        mujoco.mj_forward(self.model, self.data)

    def _compile(self) -> None:
        self.model = mujoco.MjModel.from_xml_string(self._xml())
        self.data = mujoco.MjData(self.model)

    def _xml(self) -> str:
        resting = "".join(_geom(self.pieces[name], pose) for name, pose in self._resting.items())
        loose = "".join(
            f'<body><joint type="free" damping="1e-6"/>{_geom(self.pieces[name])}</body>'
            for name in self.loose
        )
        return f"""<mujoco><option timestep="{STEP_S}" integrator="implicitfast" cone="pyramidal"
 impratio="1" iterations="30" tolerance="1e-8"/>
<default><geom friction="0.45 0.002 0.0004" solref="0.006 1" solimp="0.95 0.99 0.0005"/></default>
<worldbody><body name="table">{table_joints()}
<geom type="box" size=".35 .35 .01" pos="0 0 -.025" mass="{TABLE_KG}"/>
<body name="plate"><joint type="slide" axis="0 0 1" stiffness="{CELL_N_PER_M}"
 damping="{CELL_N_S_PER_M}"/>{plate_geoms(self._plate)}{resting}</body></body>
{loose}</worldbody></mujoco>"""


def _geom(piece: Piece, pose: Array | None = None) -> str:
    spec = piece.spec
    half, middle = spec.half_width_m, spec.height_m / 2
    shape = (
        f'type="box" size="{half} {half} {middle}" condim="4"'
        if spec.shape is Shape.BOX
        # Without rolling friction (condim 6) a cylinder rolls for seconds.
        else f'type="cylinder" size="{half} {middle}" condim="6"'
    )
    place = ""
    if pose is not None:
        at, turn = (" ".join(f"{each:.9f}" for each in part) for part in (pose[:3], pose[3:]))
        place = f'pos="{at}" quat="{turn}"'
    return f'<geom {shape} {place} mass="{piece.mass_g / 1000:.7f}"/>'
