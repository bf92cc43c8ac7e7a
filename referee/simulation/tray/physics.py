"""Dice thrown into the tray as rigid bodies (MuJoCo): how each one tumbles until all lie still.

Lengths are millimetres in the world of `TrayCamera`; MuJoCo itself counts metres. A throw is worked
out as a whole, so that every moment of it can be asked for in any order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import mujoco
import numpy as np

from referee.simulation.drawing.solids import Matrix, rotations_of

STEP_S = 0.002
DIE_MM = 16.0
_DIE_KG = 0.0045  # of a plastic die of 16 mm; on felt it hardly matters
_NOTED_STEPS = 2
_MOST_NOTES = 1000
_FIRST_DIE_GEOM = 5
# A slow blow bounces less than a fast one; without that, soft contacts would chatter for ever.
_LIVELY = (0.006, 0.35)
_CALM = (0.006, 1.0)
_CALM_BELOW_M_S = 0.15
_EDGE_M = DIE_MM / 2000
# When dice lie still, and from where on their last creeping is left out; chosen by hand. Stricter
# limits end few throws, looser ones set dice upright that still lean.
_QUIET_M_S = 0.004
_QUIET_NOTES = 12
_SLOW_TO_MM = 0.15
_SLOW_TO_RAD = 0.006
_FLAT_TILT_RAD = 0.035
_FLAT_LIFT_MM = 0.5


@dataclass(frozen=True, slots=True)
class DiePose:
    """Where a die is: its centre in millimetres and its rotation matrix."""

    centre_mm: Matrix
    rotation: Matrix

    @property
    def tilt_rad(self) -> float:
        """How far the side that looks up most leans over."""
        return float(np.arccos(min(1.0, float(np.abs(self.rotation[2]).max()))))

    @property
    def is_flat(self) -> bool:
        """Whether the die lies with a whole side on the sheet."""
        is_low = abs(float(self.centre_mm[2]) - DIE_MM / 2) < _FLAT_LIFT_MM
        return is_low and self.tilt_rad < _FLAT_TILT_RAD


@dataclass(frozen=True, slots=True)
class Release:
    """How a die leaves the hand: its pose, its speed in mm/s and its spin in rad/s."""

    pose: DiePose
    speed_mm_s: Matrix
    spin_rad_s: Matrix


@dataclass(frozen=True, slots=True)
class Track:
    """A die's way: a pose every `note_s` from the release, the last of them for ever."""

    centres_mm: Matrix
    rotations: Matrix
    note_s: float = STEP_S * _NOTED_STEPS

    @property
    def last(self) -> DiePose:
        """Where the die comes to lie."""
        return DiePose(self.centres_mm[-1], self.rotations[-1])

    @property
    def lasts_s(self) -> float:
        """When the die is at its last place."""
        return (len(self.centres_mm) - 1) * self.note_s

    def at(self, t_s: float) -> DiePose:
        """Where the die is so long after the release."""
        note = min(max(0, round(t_s / self.note_s)), len(self.centres_mm) - 1)
        return DiePose(self.centres_mm[note], self.rotations[note])

    def speed_mm_s(self, t_s: float) -> Matrix:
        """How fast the centre moves."""
        return (self.at(t_s).centre_mm - self.at(t_s - self.note_s).centre_mm) / self.note_s


@dataclass(frozen=True, slots=True)
class Throw:
    """The ways of all dice, resting ones first, and when the last of them came to rest.

    `is_at_rest` is false for the rare throw that did not come to an end.
    """

    tracks: tuple[Track, ...]
    rested_s: float
    is_at_rest: bool = True


def throw(
    resting: Sequence[DiePose], thrown: Sequence[Release], room_mm: tuple[float, float]
) -> Throw:
    """Let dice fall among resting ones, between walls `room_mm` apart, until all is still."""
    model = _model(len(resting) + len(thrown), *room_mm)
    data = mujoco.MjData(model)
    for number, pose in enumerate(resting):
        _place(data, number, pose)
    for number, release in enumerate(thrown, start=len(resting)):
        _place(data, number, release.pose)
        _push(data, number, release)
    centres_mm, quaternions, is_over = _run(model, data)
    tracks = [
        _settled(centres_mm[:, number], rotations_of(quaternions[:, number]))
        for number in range(centres_mm.shape[1])
    ]
    return Throw(tuple(tracks), max(track.lasts_s for track in tracks), is_over)


def _run(model: mujoco.MjModel, data: mujoco.MjData) -> tuple[Matrix, Matrix, bool]:
    """Centres and quaternions at every note, until all is quiet; whether it became so."""
    centres, quaternions, quiet, number = [], [], 0, 0
    model.geom_solref[_FIRST_DIE_GEOM:] = _LIVELY
    mujoco.mj_forward(model, data)
    # Counted here: an unstable simulation sets its own time back.
    while quiet < _QUIET_NOTES and number < _MOST_NOTES:
        number += 1
        centres.append(data.xpos[1:].copy())
        quaternions.append(data.xquat[1:].copy())
        mujoco.mj_step(model, data, _NOTED_STEPS)
        speeds = _speeds_m_s(data)
        is_calm = (speeds < _CALM_BELOW_M_S)[:, None]
        model.geom_solref[_FIRST_DIE_GEOM:] = np.where(is_calm, _CALM, _LIVELY)
        quiet = quiet + 1 if speeds.max() < _QUIET_M_S else 0
    is_over = quiet >= _QUIET_NOTES and data.time > (number - 0.5) * _NOTED_STEPS * STEP_S
    return np.array(centres) * 1000, np.array(quaternions), is_over


def _speeds_m_s(data: mujoco.MjData) -> Matrix:
    """How fast the fastest point of each die may move."""
    moves = data.qvel.reshape(-1, 6)
    along, around = np.abs(moves[:, :3]).max(axis=1), np.abs(moves[:, 3:]).max(axis=1)
    return np.asarray(along + _EDGE_M * around)


def _settled(centres_mm: Matrix, rotations: Matrix) -> Track:
    """The way up to where the die lies; contacts give way a little, so it is set upright there."""
    last = _upright(DiePose(centres_mm[-1], rotations[-1]))
    off_mm = np.linalg.norm(centres_mm - centres_mm[-1], axis=1)
    turned_rad = np.abs(rotations - rotations[-1]).max(axis=(1, 2))
    is_moving = (off_mm > _SLOW_TO_MM) | (turned_rad > _SLOW_TO_RAD)
    end = int(np.flatnonzero(is_moving)[-1]) + 1 if is_moving.any() else 0
    return Track(
        np.vstack((centres_mm[:end], last.centre_mm[None])),
        np.vstack((rotations[:end], last.rotation[None])),
    )


def _upright(pose: DiePose) -> DiePose:
    if not pose.is_flat:
        return pose
    axis = int(np.argmax(np.abs(pose.rotation[2])))
    up = np.zeros(3)
    up[2] = np.sign(pose.rotation[2, axis])
    rotation = np.empty((3, 3))
    rotation[:, axis] = up
    first, second = (axis + 1) % 3, (axis + 2) % 3
    flat = pose.rotation[:, first].copy()
    flat[2] = 0.0
    rotation[:, first] = flat / np.linalg.norm(flat)
    rotation[:, second] = np.cross(up, rotation[:, first])
    return DiePose(np.array([*pose.centre_mm[:2], DIE_MM / 2]), rotation)


def _place(data: mujoco.MjData, number: int, pose: DiePose) -> None:
    start = 7 * number
    quaternion = np.empty(4)
    mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(pose.rotation).ravel())
    data.qpos[start : start + 3] = pose.centre_mm / 1000
    data.qpos[start + 3 : start + 7] = quaternion


def _push(data: mujoco.MjData, number: int, release: Release) -> None:
    start = 6 * number
    data.qvel[start : start + 3] = release.speed_mm_s / 1000
    data.qvel[start + 3 : start + 6] = release.spin_rad_s


@lru_cache(maxsize=32)
def _model(dice: int, width_mm: float, height_mm: float) -> mujoco.MjModel:
    half = DIE_MM / 2000
    die = (
        f'<body><freejoint/><geom type="box" size="{half} {half} {half}" mass="{_DIE_KG}"'
        ' priority="1"/></body>'
    )
    # Felt: it gives way and takes most of the bounce; dice on dice stay livelier.
    return mujoco.MjModel.from_xml_string(
        f"""<mujoco><option timestep="{STEP_S}" integrator="implicitfast" cone="pyramidal"
 iterations="20" tolerance="1e-7"/>
<default><geom friction="0.35 0.002 0.0002" condim="4"
 solimp="0.9 0.99 0.0008"/></default>
<worldbody><geom type="plane" size="1 1 1"/>{_walls(width_mm, height_mm)}{die * dice}</worldbody>
</mujoco>"""
    )


def _walls(width_mm: float, height_mm: float) -> str:
    """Four planes that look inwards: nothing can jump over them."""
    across, away = width_mm / 2000, height_mm / 2000
    places = (
        (f"{across} 0 0", "-1 0 0"),
        (f"{-across} 0 0", "1 0 0"),
        (f"0 {away} 0", "0 -1 0"),
        (f"0 {-away} 0", "0 1 0"),
    )
    return "".join(
        f'<geom type="plane" size="1 1 1" pos="{place}" zaxis="{inwards}"/>'
        for place, inwards in places
    )
