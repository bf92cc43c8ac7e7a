"""A die as a solid: where it lies, which side is up, and where a camera sees its corners.

The world is right-handed, z points up from the table, and lengths are in any unit (scenes use die
widths, the tray millimetres from the middle of its sheet, x to the right, y away from the viewer).
A camera is a 3×4 projection to pixels; whole numbers are pixel centres.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.simulation.drawing.materials import Material
from referee.vision.artwork.canvas import InkMask
from referee.vision.tray.lens import Lens
from referee.vision.tray.sheet import TraySheet

Matrix = npt.NDArray[np.float64]

# For each side: to the right on the printed face, down on it, and outwards.
_EAST, _NORTH, _UP = np.eye(3)
SIDES: tuple[Matrix, ...] = (
    np.array([_EAST, -_NORTH, _UP]),
    np.array([_NORTH, -_UP, _EAST]),
    np.array([-_EAST, -_UP, _NORTH]),
    np.array([-_NORTH, -_UP, -_EAST]),
    np.array([_EAST, -_UP, -_NORTH]),
    np.array([_EAST, _NORTH, -_UP]),
)
_OUTWARDS = np.array([side[2] for side in SIDES])
_FACE_CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
_CUBE_CORNERS = np.array(
    [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)], float
)
_BULGES = np.array(
    [(a, b, c) for a in (0, 0.5, 1) for b in (0, 0.5, 1) for c in (0, 0.5, 1) if a or b or c], float
)
_BULGES /= np.linalg.norm(_BULGES, axis=1, keepdims=True)


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """A die in the world: `faces` and `turns` (quarter turns) go with `SIDES`.

    `artworks` holds the ink of every face that is not a pip value "1" to "6".
    """

    centre: Matrix
    rotation: Matrix
    faces: tuple[str, ...]
    material: Material
    size: float = 1.0
    turns: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    artworks: Mapping[str, InkMask] | None = None
    is_leaning: bool = False
    is_stacked: bool = False

    @property
    def top_side(self) -> int:
        """Which of the sides looks up most."""
        return int(np.argmax(_OUTWARDS @ self.rotation[2]))

    def side_axes(self, side: int) -> Matrix:
        """Right, down and outwards of a side in the world, as rows."""
        return np.asarray(SIDES[side] @ self.rotation.T)

    def side_corners(self, side: int) -> Matrix:
        """The four corners of a printed face: top left, top right, bottom right, bottom left."""
        right, down, out = self.side_axes(side)
        flat = _FACE_CORNERS[:, :1] * right + _FACE_CORNERS[:, 1:] * down
        return np.asarray(self.centre + self.size * (flat + 0.5 * out))

    def corners(self) -> Matrix:
        """The eight corners of the sharp cube."""
        return np.asarray(self.centre + self.size * _CUBE_CORNERS @ self.rotation.T)

    def outline_points(self) -> Matrix:
        """Points whose hull is the rounded cube."""
        radius = self.material.roundness
        signs = np.sign(_CUBE_CORNERS)
        inner = _CUBE_CORNERS - signs * radius
        points = (inner[:, None] + radius * signs[:, None] * _BULGES[None]).reshape(-1, 3)
        return np.asarray(self.centre + self.size * points @ self.rotation.T)


def project(camera: Matrix, points: Matrix) -> Matrix:
    """World points to pixels."""
    seen = points @ camera[:, :3].T + camera[:, 3]
    return np.asarray(seen[:, :2] / seen[:, 2:])


def camera_centre(camera: Matrix) -> Matrix:
    """Where a camera stands; far above if it has no centre."""
    try:
        return np.asarray(-np.linalg.solve(camera[:, :3], camera[:, 3]))
    except np.linalg.LinAlgError:
        return np.array([0.0, 0.0, 1e6])


def turned(turn_rad: float, tilt_rad: float = 0.0, tilt_towards_rad: float = 0.0) -> Matrix:
    """A rotation: turned on the table, then leaning over towards a direction."""
    cos, sin = np.cos(turn_rad), np.sin(turn_rad)
    flat = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    if not tilt_rad:
        return flat
    axis = np.array([-np.sin(tilt_towards_rad), np.cos(tilt_towards_rad), 0.0])
    return np.asarray(rotation_about(axis, tilt_rad) @ flat)


def rotation_about(axis: Matrix, angle_rad: float) -> Matrix:
    """The rotation by an angle about an axis of length one."""
    x, y, z = axis
    cross = np.array([(0, -z, y), (z, 0, -x), (-y, x, 0)])
    turn = np.eye(3) + np.sin(angle_rad) * cross + (1 - np.cos(angle_rad)) * cross @ cross
    return np.asarray(turn)


def rotations_of(quaternions: Matrix) -> Matrix:
    """The rotation matrix of a unit quaternion, real part first; of each, if there are rows."""
    w, x, y, z = quaternions.T
    rows = [
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def pip_net(top: str, east: str, north: str) -> tuple[str, ...]:
    """The faces of a pip die in the order of `SIDES`; opposite ones add up to seven."""
    west, south, below = (str(7 - int(face)) for face in (east, north, top))
    return (top, east, north, west, south, below)


@dataclass(frozen=True, slots=True)
class TrayCamera:
    """Where the camera hangs: degrees from straight above, from which side, and how far away."""

    tilt_deg: float = 0.0
    around_deg: float = 0.0
    away_mm: float = 430.0
    width_px: int = 1280
    height_px: int = 720

    @property
    def lens(self) -> Lens:
        """The camera's lens: a usual one without distortion."""
        return Lens.usual(self.width_px, self.height_px)

    def projection(self) -> Matrix:
        """From world points to pixels, 3 × 4."""
        tilt, around = np.radians([self.tilt_deg, self.around_deg])
        side = np.array([np.sin(around), -np.cos(around), 0.0])
        eye = self.away_mm * (np.cos(tilt) * np.array([0.0, 0.0, 1.0]) + np.sin(tilt) * side)
        forward = -eye / np.linalg.norm(eye)
        # The picture stays upright: its down is the viewer's side of the table.
        down = np.array([0.0, -1.0, 0.0])
        down = down - (down @ forward) * forward
        down /= np.linalg.norm(down)
        right = np.cross(down, forward)
        rotation = np.array([right, down, forward])
        return np.asarray(self.lens.matrix @ np.column_stack((rotation, -rotation @ eye)))


def world_of(sheet: TraySheet, x_mm: float, y_mm: float) -> tuple[float, float]:
    """Where a point of the sheet is in the world."""
    return x_mm - sheet.inner_width_mm / 2, sheet.inner_height_mm / 2 - y_mm
