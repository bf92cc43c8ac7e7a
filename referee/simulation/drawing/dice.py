"""Draws placed dice over a ground, seen by any camera, with their shadows.

`draw_dice` uses no chance except the generator it is given, for the run of the marbling.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.simulation.drawing.materials import Rng
from referee.simulation.drawing.solids import SIDES, Matrix, PlacedDie, camera_centre, project
from referee.simulation.drawing.surfaces import (
    SceneLight,
    TextureMaker,
    side_texture,
    texture_size_px,
    top_ink,
)
from referee.vision.pictures import Picture

_SHIFT = 4
_SHADOW_SCALE = 0.5
_AIR = 1
_CORE = 0.8
_PROBE_PX = 24


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """What is known of a die in a drawn picture.

    `corners` are the top face's corners in pixels: top left, top right, bottom right, bottom left
    of what is printed on it. `visible` is the share of the top face that is not hidden by another
    die or cut off by the picture's border. `contrast` is how far the ink's colour is from the
    body's, in grey levels: what has less than about 8 cannot be read by anybody (0: not measured).
    """

    face: str
    corners: Matrix
    centre: tuple[float, float]
    angle_rad: float
    die_px: float
    visible: float
    is_leaning: bool
    is_stacked: bool
    contrast: float = 0.0


def _fixed(points: Matrix) -> npt.NDArray[np.int32]:
    return np.rint(points * (1 << _SHIFT)).astype(np.int32)


def _hull(points: Matrix) -> Matrix:
    return np.asarray(cv2.convexHull(points.astype(np.float32)), float).reshape(-1, 2)


def _fill(mask: Picture, hull: Matrix, value: int = 255) -> None:
    cv2.fillConvexPoly(mask, _fixed(hull), value, cv2.LINE_AA, _SHIFT)


def _edge_px(corners: Matrix) -> float:
    edges = corners - corners[[1, 2, 3, 0]]
    return float(np.hypot(edges[:, 0], edges[:, 1]).sum() / 4)


def _top_corners(die: PlacedDie, camera: Matrix) -> Matrix:
    side = die.top_side
    order = [(corner - die.turns[side]) % 4 for corner in range(4)]
    return project(camera, die.side_corners(side))[order]


def _shadow_masks(
    shape: tuple[int, int], dice: Sequence[PlacedDie], camera: Matrix, light: SceneLight
) -> tuple[Picture, Picture]:
    small = (max(1, round(shape[0] * _SHADOW_SCALE)), max(1, round(shape[1] * _SHADOW_SCALE)))
    cast, contact = np.zeros(small, np.uint8), np.zeros(small, np.uint8)
    lean = light.towards[:2] / max(0.25, float(light.towards[2]))
    for die in dice:
        corners = die.corners()
        ground = corners.copy()
        ground[:, :2] -= corners[:, 2:] * lean
        ground[:, 2] = 0
        _fill(cast, _hull(project(camera, ground)) * _SHADOW_SCALE)
        if corners[:, 2].min() < 0.3 * die.size:
            foot = die.centre + (corners - die.centre) * 1.06
            foot[:, 2] = 0
            _fill(contact, _hull(project(camera, foot)) * _SHADOW_SCALE)
    return cast, contact


def _soft(mask: Picture, sigma_px: float) -> npt.NDArray[np.float32]:
    blurred = cv2.GaussianBlur(mask, (0, 0), max(0.6, sigma_px * _SHADOW_SCALE))
    return np.asarray(blurred, np.float32) / np.float32(255)


def _with_shadows(
    ground: Picture, dice: Sequence[PlacedDie], camera: Matrix, light: SceneLight, die_px: float
) -> Picture:
    cast, contact = _shadow_masks(ground.shape[:2], dice, camera, light)
    kept = 1 - np.float32(light.shadow) * _soft(cast, light.softness * 0.5 * die_px)
    kept *= 1 - np.float32(0.45) * _soft(contact, 0.09 * die_px)
    full = np.asarray(cv2.resize(kept, (ground.shape[1], ground.shape[0])), np.float32)
    dark = np.zeros_like(ground)
    return np.asarray(cv2.blendLinear(ground, dark, full, 1 - full), np.uint8)


class _Easel:
    """The picture under the brush, and which die is seen at every pixel."""

    def __init__(
        self, picture: Picture, camera: Matrix, light: SceneLight, rng: Rng, texture: TextureMaker
    ) -> None:
        self.picture = picture
        self.owner: npt.NDArray[np.int16] = np.full(picture.shape[:2], -1, np.int16)
        self.camera = camera
        self.eye = camera_centre(camera)
        self.light = light
        self.rng = rng
        self.texture = texture

    def draw(self, die: PlacedDie, number: int, size_px: int) -> None:
        outline = _hull(project(self.camera, die.outline_points()))
        high, wide = self.owner.shape
        left = max(0, int(outline[:, 0].min()) - _AIR)
        top = max(0, int(outline[:, 1].min()) - _AIR)
        right = min(wide, int(outline[:, 0].max()) + _AIR + 2)
        bottom = min(high, int(outline[:, 1].max()) + _AIR + 2)
        if left >= right or top >= bottom:
            return
        shift = np.array([left, top], float)
        mask = np.zeros((bottom - top, right - left), np.uint8)
        _fill(mask, outline - shift)
        local = self._sides(die, size_px, shift, mask.shape)
        opaque = 1 - die.material.translucency
        _blend(self.picture[top:bottom, left:right], local, mask, opaque)
        self.owner[top:bottom, left:right][mask > 127] = number

    def _sides(
        self, die: PlacedDie, size_px: int, shift: Matrix, shape: tuple[int, int]
    ) -> Picture:
        local = np.zeros((*shape, 3), np.uint8)
        seen = [side for side in range(len(SIDES)) if self._is_seen(die, side)]
        # The top comes last: its replicated rim would otherwise spread over its neighbours.
        seen.sort(key=lambda side: side == die.top_side)
        for number, side in enumerate(seen):
            # The sides are seen at a slant and need less detail.
            fine_px = size_px if side == die.top_side else size_px * 2 // 3
            texture = self.texture(
                die, side, size_px=fine_px, light=self.light, eye=self.eye, rng=self.rng
            )
            self._lay(local, texture, project(self.camera, die.side_corners(side)) - shift, number)
        return local

    def _is_seen(self, die: PlacedDie, side: int) -> bool:
        out = die.side_axes(side)[2]
        return bool(out @ (self.eye - die.centre - 0.5 * die.size * out) > 0)

    def _lay(self, local: Picture, texture: Picture, corners: Matrix, number: int) -> None:
        last = texture.shape[0] - 0.5
        source = np.array([(-0.5, -0.5), (last, -0.5), (last, last), (-0.5, last)], np.float32)
        warp = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
        size = (local.shape[1], local.shape[0])
        flat = cv2.warpPerspective(
            texture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        if number == 0:
            local[:] = flat
            return
        mask = np.zeros(local.shape[:2], np.uint8)
        _fill(mask, corners)
        _blend(local, np.asarray(flat, np.uint8), mask)


def _blend(local: Picture, flat: Picture, mask: Picture, strength: float = 1.0) -> None:
    share = mask.astype(np.float32) * np.float32(strength / 255)
    local[:] = cv2.blendLinear(flat, local, share, 1 - share)


def _visible(owner: npt.NDArray[np.int16], corners: Matrix, number: int) -> float:
    """Looks at the core of the face, because round corners are missing on every die."""
    core = corners.mean(0) + _CORE * (corners - corners.mean(0))
    left, top = (max(0, int(at)) for at in np.floor(core.min(0)))
    right, bottom = (max(0, int(at) + 2) for at in np.floor(core.max(0)))
    window = owner[top:bottom, left:right]
    if window.size == 0:
        return 0.0
    mask = np.zeros(window.shape, np.uint8)
    _fill(mask, core - (left, top))
    seen = int(np.count_nonzero((window == number) & (mask > 127)))
    return min(1.0, seen / max(1.0, abs(float(cv2.contourArea(core.astype(np.float32))))))


def _drawn(die: PlacedDie, corners: Matrix, visible: float) -> DrawnDie:
    right = corners[1] - corners[0] + corners[2] - corners[3]
    centre = corners.mean(0)
    return DrawnDie(
        face=die.faces[die.top_side],
        corners=corners,
        centre=(float(centre[0]), float(centre[1])),
        angle_rad=float(np.arctan2(right[1], right[0])),
        die_px=_edge_px(corners),
        visible=visible,
        is_leaning=die.is_leaning,
        is_stacked=die.is_stacked,
    )


def with_contrast(picture: Picture, die: PlacedDie, drawn: DrawnDie) -> DrawnDie:
    """What is known of a die in a finished picture, and how clearly its ink can be seen."""
    ink = top_ink(die, _PROBE_PX)
    last = _PROBE_PX - 0.5
    square = np.array([(-0.5, -0.5), (last, -0.5), (last, last), (-0.5, last)], np.float32)
    warp = cv2.getPerspectiveTransform(drawn.corners.astype(np.float32), square)
    face = cv2.warpPerspective(picture, warp, (_PROBE_PX, _PROBE_PX)).astype(np.float32)
    rim = round(0.15 * _PROBE_PX)
    inner = slice(rim, _PROBE_PX - rim)
    dark, light = ink[inner, inner] > 0.6, ink[inner, inner] < 0.1
    if not dark.any() or not light.any():
        return drawn
    core = np.asarray(face[inner, inner])
    apart = core[dark].mean(0) - core[light].mean(0)
    return replace(drawn, contrast=float(np.linalg.norm(apart) / np.sqrt(3)))


def draw_dice(
    ground: Picture,
    dice: Sequence[PlacedDie],
    camera: Matrix,
    light: SceneLight,
    rng: Rng,
    *,
    texture: TextureMaker = side_texture,
) -> tuple[Picture, tuple[DrawnDie, ...]]:
    """A picture of the dice on this ground, and what is known of each die, in the given order.

    `texture` makes the look of a side; one that is quicker will do for dice that roll.
    """
    tops = [_top_corners(die, camera) for die in dice]
    die_px = float(np.median([_edge_px(top) for top in tops])) if tops else 1.0
    picture = _with_shadows(ground, dice, camera, light, die_px) if dice else ground.copy()
    easel = _Easel(picture, camera, light, rng, texture)
    # What stands further away, or lower, is painted first.
    far = [float(np.linalg.norm(easel.eye - die.centre)) for die in dice]
    for number in sorted(range(len(dice)), key=lambda n: (dice[n].is_stacked, -far[n])):
        easel.draw(dice[number], number, texture_size_px(_edge_px(tops[number])))
    drawn = (
        _drawn(die, top, _visible(easel.owner, top, number))
        for number, (die, top) in enumerate(zip(dice, tops, strict=True))
    )
    return picture, tuple(drawn)
