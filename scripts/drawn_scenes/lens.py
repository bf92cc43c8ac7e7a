"""The camera: the view onto the plane of the top faces, and what a cheap lens does to a picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.simulation.drawing.materials import Rng
from referee.simulation.drawing.solids import Matrix
from referee.vision.pictures import Picture
from scripts.drawn_scenes.looks import Domain
from scripts.drawn_scenes.materials import slope


@dataclass(frozen=True, slots=True)
class SceneView:
    """A rectified view: the camera's place seen from the picture's middle, in die widths.

    `angle_rad` from the vertical, `around_rad` on the table, `away` to the middle; `squash` below 1
    shortens the picture along the line of sight, as in a picture that was never rectified.
    """

    angle_rad: float
    around_rad: float
    away: float
    squash: float = 1.0


def top_plane_camera(view: SceneView, die_px: float, size_px: int, height: float = 1.0) -> Matrix:
    """The projection from the camera onto the plane at `height`, where a die is `die_px` wide."""
    flat = np.sin(view.angle_rad) * view.away
    x, y = flat * np.cos(view.around_rad), flat * np.sin(view.around_rad)
    z = height + np.cos(view.angle_rad) * view.away
    onto = np.array(
        [[z - height, 0, -x, height * x], [0, z - height, -y, height * y], [0, 0, -1, z]]
    )
    middle = (size_px - 1) / 2
    to_px = np.array([[die_px, 0, middle], [0, -die_px, middle], [0, 0, 1.0]])
    return np.asarray(to_px @ _squashed(view) @ onto)


def _squashed(view: SceneView) -> Matrix:
    cos, sin = np.cos(view.around_rad), np.sin(view.around_rad)
    along = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1.0]])
    # The mean width stays the same.
    even = np.sqrt(view.squash)
    return np.asarray(along.T @ np.diag([view.squash / even, 1 / even, 1.0]) @ along)


def slightly_wrong(rng: Rng, camera: Matrix, size_px: int, error: float) -> Matrix:
    """The same camera through a homography whose corners are off by `error` of the picture."""
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * np.float32(size_px)
    moved = corners + rng.normal(0, error * size_px, (4, 2)).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, moved) @ camera)


def _kernel(rng: Rng, die_px: float, view: SceneView) -> npt.NDArray[np.float32] | None:
    """Defocus, the coarser rows of an oblique view, and now and then a moving hand or camera."""
    spread = die_px * rng.uniform(0.008, 0.035)
    along = np.hypot(spread, die_px * 0.03 * (1 / np.cos(view.angle_rad) - 1))
    direction = -view.around_rad
    if rng.random() < 0.15:
        along, direction = die_px * rng.uniform(0.03, 0.07), rng.uniform(0, np.pi)
    half = int(np.ceil(2.2 * max(along, spread)))
    if half < 1:
        return None
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32)
    u = x * np.cos(direction) + y * np.sin(direction)
    v = -x * np.sin(direction) + y * np.cos(direction)
    kernel = np.exp(-0.5 * ((u / max(along, 0.3)) ** 2 + (v / max(spread, 0.3)) ** 2))
    return np.asarray(kernel / kernel.sum(), np.float32)


def _metered(picture: Picture) -> float:
    """The largest gain at which nearly nothing of the picture is blown out."""
    bright = float(np.percentile(picture[::6, ::6].max(2), 96))
    return 250.0 / max(bright, 40.0)


def _curves(rng: Rng, picture: Picture) -> npt.NDArray[np.uint8]:
    """White balance, exposure and gamma as one table for each colour."""
    level = np.linspace(0, 1, 256)
    gain = min(float(rng.uniform(0.82, 1.22)), _metered(picture)) * (1 + rng.normal(0, 0.04, 3))
    chance = rng.random()
    if chance < 0.08:
        gain *= rng.uniform(0.35, 0.7)
    elif chance > 0.97:
        gain *= rng.uniform(1.1, 1.35)
    gamma = np.exp(rng.normal(0, 0.16))
    lift = rng.uniform(0, 0.06)
    table = np.clip(lift + (1 - lift) * level[:, None] ** gamma * gain, 0, 1)
    return np.asarray(np.rint(table * 255).reshape(1, 256, 3), np.uint8)


def _uneven_light(rng: Rng, picture: Picture) -> npt.NDArray[np.float32]:
    """Light falls off to one side and into the corners."""
    shape = (32, 32)
    side = rng.uniform(0, 0.22) * slope(shape, rng.uniform(0, 2 * np.pi))
    x, y = slope(shape, 0), slope(shape, np.pi / 2)
    corners = rng.uniform(0, 0.14) * ((x - rng.uniform(-1, 1)) ** 2 + (y - rng.uniform(-1, 1)) ** 2)
    field = np.clip(1 + side - corners, 0.35, 1.3).astype(np.float32)
    return np.asarray(cv2.resize(field, (picture.shape[1], picture.shape[0])), np.float32)


def _noisy(rng: Rng, picture: npt.NDArray[np.float32], domain: Domain) -> Picture:
    strength = rng.uniform(0.5, 5) if domain is Domain.TRAINING else rng.uniform(2, 5)
    high, wide = picture.shape[:2]
    field = rng.standard_normal((high + 12, wide + 12), np.float32) * np.float32(strength)
    tinted = float(rng.uniform(0, 0.6))
    # Three shifted windows of one field stand for the noise of three colours.
    layers = [field[:high, :wide]] * 3
    if tinted > 0.2:
        layers = [layers[0] + tinted * field[k : high + k, k : wide + k] for k in (4, 8, 12)]
    cv2.add(picture, cv2.merge(layers), picture)
    return np.asarray(cv2.convertScaleAbs(np.maximum(picture, 0)), np.uint8)


def _compressed(rng: Rng, picture: Picture) -> Picture:
    quality = int(rng.integers(40, 96))
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    again = cv2.imdecode(data, cv2.IMREAD_COLOR) if done else None
    return picture if again is None else np.asarray(again, np.uint8)


def photographed(
    rng: Rng, picture: Picture, domain: Domain, *, die_px: float, view: SceneView
) -> Picture:
    """The picture as a camera delivers it: blurred, unevenly lit, tinted, noisy, compressed."""
    kernel = _kernel(rng, die_px, view)
    if kernel is not None:
        blurred = cv2.filter2D(picture, -1, kernel, borderType=cv2.BORDER_REPLICATE)
        picture = np.asarray(blurred, np.uint8)
    picture = np.asarray(cv2.LUT(picture, _curves(rng, picture)), np.uint8)
    lit = picture.astype(np.float32)
    lit *= _uneven_light(rng, picture)[..., None]
    return _compressed(rng, _noisy(rng, lit, domain))
