"""The bodies on the plate in rigid-body physics (MuJoCo), and when they have come to rest.

The model is built anew whenever their set changes. A piece that lies still is part of the plate and
costs nothing; only loose pieces are computed. So a tower that stands neither creeps nor trembles,
however high it is and however often it is touched.
"""

from collections.abc import Iterable, Sequence

import mujoco
import numpy as np
import numpy.typing as npt

from referee.games.pieces import PieceInfo
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

STEP_S = 0.002

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
        self.pieces: dict[str, TowerPiece] = {}
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

    def add(self, name: str, piece: TowerPiece, pose: Array) -> None:
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
        # Elliptic cones, a higher impratio or harder contacts chatter for ever at this step; softer
        # ones let towers buckle by themselves.
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


def piece_shape(spec: PieceInfo) -> str:
    """The shape of a piece, for the model's description."""
    half, middle = spec.half_width_m, spec.height_m / 2
    if spec.shape == "box":
        return f'type="box" size="{half} {half} {middle}" condim="4"'
    # Without rolling friction (condim 6) a cylinder rolls for seconds.
    return f'type="cylinder" size="{half} {middle}" condim="6"'


def _geom(piece: TowerPiece, pose: Array | None = None) -> str:
    place = ""
    if pose is not None:
        at, turn = (" ".join(f"{each:.9f}" for each in part) for part in (pose[:3], pose[3:]))
        place = f'pos="{at}" quat="{turn}"'
    return f'<geom {piece_shape(piece.spec)} {place} mass="{piece.mass_g / 1000:.7f}"/>'


# Chosen by hand, so that towers of 28 pieces neither creep nor take long to fall asleep: with
# stricter limits physics never stops, with looser ones a slow fall is frozen on its way. Contacts
# of a solver tremble on the spot where real ones do not, so rest is told by the way that a piece
# has gone. A tower that begins to tip goes further than this in no time.
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
