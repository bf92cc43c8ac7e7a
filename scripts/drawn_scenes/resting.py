"""Scenes that show how dice can rest: all of one size, in a tray whose camera is known.

A die that leans shows a strip of a side where the camera would not see one; a die on another is a
little larger and elsewhere than the camera says. Both can only be told by who knows where the
camera hangs, so each die comes with the way to its foot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from referee.simulation.drawing.dice import DrawnDie, draw_dice
from referee.simulation.drawing.materials import Rng
from referee.simulation.drawing.solids import Matrix, PlacedDie, camera_centre, project
from referee.vision.artwork.symbols import random_faces
from referee.vision.dice.resting import Resting
from referee.vision.pictures import Picture
from referee.vision.readings import Point
from scripts.drawn_scenes.clutter import scatter_clutter
from scripts.drawn_scenes.grounds import random_ground
from scripts.drawn_scenes.lens import photographed, slightly_wrong, top_plane_camera
from scripts.drawn_scenes.looks import Domain, random_light
from scripts.drawn_scenes.materials import random_material
from scripts.drawn_scenes.scene import Spot, is_free, place_die, random_view, touching

SIZE_PX = 224
DIE_PX = 36.0
_CAMERA_DEG = (0.0, 45.0)
# What is left of a calibration's errors: of the scale, and at the corners of the picture.
_SCALE_OFF, _CORNERS_OFF = 0.008, 0.004
_SYMBOLS = 0.35
_LEANING, _STACKED = 0.65, 0.5
_LEAN_DEG = (8.0, 45.0)
_VISIBLE = 0.6
# A side that is seen so large, in squares of a die, may pass for a top, if none is in its place.
_LARGE_SIDE, _ON_A_TOP = 0.4, 0.62


@dataclass(frozen=True, slots=True)
class RestingDie:
    """A die in a scene, in pixels: its middle, and the way from there to its foot.

    Or a side of one, its middle, and the way to the foot that a die would have there.
    """

    x: float
    y: float
    foot_x: float
    foot_y: float
    resting: Resting
    tilt_deg: float


@dataclass(frozen=True, slots=True)
class RestingScene:
    """A coded picture and its dice."""

    code: Picture
    dice: tuple[RestingDie, ...]

    def picture(self) -> Picture:
        """The picture in pixels."""
        return np.asarray(cv2.imdecode(self.code, cv2.IMREAD_COLOR), np.uint8)


def draw_resting(rng: Rng, domain: Domain) -> RestingScene:
    """A random scene."""
    view = random_view(rng, domain, _CAMERA_DEG, unrectified=False)
    die_px = DIE_PX * float(np.exp(rng.normal(0, _SCALE_OFF)))
    camera = top_plane_camera(view, die_px, SIZE_PX)
    camera = slightly_wrong(rng, camera, SIZE_PX, float(rng.uniform(0, _CORNERS_OFF)))
    ground = random_ground(rng, domain, (SIZE_PX, SIZE_PX), die_px)
    if rng.random() < 0.5:
        scatter_clutter(rng, domain, ground, die_px)
    spots = _spots(rng, SIZE_PX / die_px / 2)
    faces = random_faces(rng, size_px=64) if rng.random() < _SYMBOLS else None
    kinds = [random_material(rng, domain) for _ in range(int(rng.integers(1, 4)))]
    dice = [place_die(rng, spot, kinds[int(rng.integers(len(kinds)))], faces) for spot in spots]
    picture, drawn = draw_dice(ground, dice, camera, random_light(rng, domain), rng)
    picture = photographed(rng, picture, domain, die_px=die_px, view=view)
    _, code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 96])
    seen = [
        _resting(die, spot, camera)
        for die, spot in zip(drawn, spots, strict=True)
        if die.visible > _VISIBLE and not _is_buried(die, drawn)
    ]
    tops = [die.centre for die in drawn]
    sides = [side for die in dice for side in _sides(die, camera, tops)]
    return RestingScene(np.asarray(code, np.uint8).ravel(), (*seen, *sides))


def _is_buried(die: DrawnDie, drawn: tuple[DrawnDie, ...]) -> bool:
    """Whether another die lies on this one: what is left of it is no candidate."""
    return not die.is_stacked and any(
        other.is_stacked and np.hypot(*np.subtract(other.centre, die.centre)) < 0.8 * die.die_px
        for other in drawn
    )


def _resting(die: DrawnDie, spot: Spot, camera: Matrix) -> RestingDie:
    odd = Resting.LEANING if die.is_leaning else Resting.STACKED
    resting = odd if die.is_leaning or die.is_stacked else Resting.FLAT
    foot = _foot(np.array(die.centre), camera)
    x, y = die.centre
    return RestingDie(x, y, foot[0] - x, foot[1] - y, resting, float(np.degrees(spot.tilt_rad)))


def _sides(die: PlacedDie, camera: Matrix, tops: list[Point]) -> Iterator[RestingDie]:
    """The sides of a flat die that are seen nearly as large as its top and hidden by no other."""
    if die.is_leaning:
        return
    eye = camera_centre(camera)
    for side in range(6):
        corners = die.side_corners(side)
        outwards = die.side_axes(side)[2]
        if abs(outwards[2]) > 0.5 or outwards @ (eye - corners.mean(axis=0)) <= 0:
            continue
        seen = project(camera, corners).astype(np.float32)
        x, y = (float(at) for at in seen.mean(axis=0))
        is_free = all(np.hypot(x - a, y - b) > _ON_A_TOP * DIE_PX for a, b in tops)
        if cv2.contourArea(seen) > _LARGE_SIDE * DIE_PX**2 and is_free and _is_inside(x, y):
            foot = _foot(np.array([x, y]), camera)
            yield RestingDie(x, y, foot[0] - x, foot[1] - y, Resting.SIDE, 0.0)


def _is_inside(x: float, y: float) -> bool:
    return min(x, y) > DIE_PX / 2 and max(x, y) < SIZE_PX - DIE_PX / 2


def _foot(top_px: Matrix, camera: Matrix) -> Matrix:
    """Where the foot of a die would be whose top face has its middle there."""
    plane = camera[:, [0, 1, 3]] + np.outer(camera[:, 2], (0, 0, 1))
    x, y, depth = np.linalg.solve(plane, np.array([*top_px, 1.0]))
    seen = camera @ np.array([x / depth, y / depth, 0.0, 1.0])
    return np.asarray(seen[:2] / seen[2])


def _spots(rng: Rng, half: float) -> list[Spot]:
    spots = _flat(rng, half)
    if rng.random() < _LEANING:
        number = int(rng.integers(len(spots)))
        spots[number] = _leaning(rng, number, spots)
    if rng.random() < _STACKED:
        below = spots[int(rng.integers(len(spots)))]
        if not below.is_leaning:
            spots.append(_on_top(rng, below))
    return spots


def _flat(rng: Rng, half: float) -> list[Spot]:
    x, y = rng.uniform(-half * 0.6, half * 0.6, 2)
    spots = [Spot(float(x), float(y), float(rng.uniform(0, 2 * np.pi)))]
    is_heap = rng.random() < 0.6
    for _ in range(int(rng.integers(1, 10))):
        if is_heap:
            spots.append(touching(rng, spots, 1.0, gap=float(rng.exponential(0.04)) + 0.005))
            continue
        x, y = rng.uniform(-half * 0.85, half * 0.85, 2)
        spot = Spot(float(x), float(y), float(rng.uniform(0, 2 * np.pi)))
        if is_free(spot, spots, gap=0.05):
            spots.append(spot)
    return [spot for spot in spots if max(abs(spot.x), abs(spot.y)) < half] or spots[:1]


def _leaning(rng: Rng, number: int, spots: list[Spot]) -> Spot:
    """Tipped over an edge, now and then over a corner: against another die, or against a rim."""
    spot = spots[number]
    others = spots[:number] + spots[number + 1 :]
    tilt = float(np.radians(rng.uniform(*_LEAN_DEG)))
    towards = float(rng.uniform(0, 2 * np.pi))
    if others and rng.random() < 0.6:
        beside = min(others, key=lambda each: (each.x - spot.x) ** 2 + (each.y - spot.y) ** 2)
        towards = float(np.arctan2(beside.y - spot.y, beside.x - spot.x))
    over_edge = rng.random() < 0.8
    turn = towards + float(rng.normal(0, 0.1)) if over_edge else float(rng.uniform(0, 2 * np.pi))
    # Its foot stands off from what it leans on.
    away = 0.45 * float(np.sin(tilt))
    x, y = spot.x - away * float(np.cos(towards)), spot.y - away * float(np.sin(towards))
    return replace(spot, x=x, y=y, turn_rad=turn, tilt_rad=tilt, towards_rad=towards)


def _on_top(rng: Rng, below: Spot) -> Spot:
    across, down = rng.uniform(-0.45, 0.45, 2)
    turn = float(rng.uniform(0, 2 * np.pi))
    return Spot(below.x + float(across), below.y + float(down), turn, 1.0, 1.0)
