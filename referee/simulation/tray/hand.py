"""A hand over the tray: skin, fingers and sleeve, its shadow, and its way in and out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from referee.simulation.drawing.materials import Rng, soft_noise
from referee.vision.pictures import Picture

Point = npt.NDArray[np.float64]
Colours = npt.NDArray[np.float32]
Spot = tuple[int, int]

REACH_S = 0.28
"""How long a hand needs from outside the picture to its goal, and back."""
NEXT_S = 0.14
"""How long it needs from one goal to the next."""
_CLEAR_PX = 60.0
# Drawn by eye for a camera of 1280 pixels, 40 cm above the tray.
_LENGTH_PX, _WIDTH_PX = 1300, 330
_TIP_PX = (24.0, _WIDTH_PX / 2)
_SMALL = 4
# So near to the camera a hand is out of focus; half of the pixels do.
_HALF = 2
_SHADOW_SHIFT_PX = np.array([26.0, 34.0])
_SHADOW = 0.34
_SKINS = ((142, 172, 222), (116, 150, 205), (88, 120, 172), (60, 84, 128), (150, 178, 232))
_SLEEVES = ((92, 60, 44), (46, 46, 52), (60, 50, 138), (120, 108, 90), (150, 146, 140))


class Finger(NamedTuple):
    """Where a finger is in the hand's own pixels, and how thick."""

    root: Spot
    knuckle: Spot
    tip: Spot
    thick: int


_FINGERS = (
    Finger((300, 100), (190, 110), (96, 134), 46),
    Finger((290, 138), (160, 140), (40, 156), 50),
    Finger((290, 182), (165, 184), (30, 172), 50),
    Finger((300, 222), (190, 216), (92, 190), 44),
    Finger((400, 250), (250, 268), (120, 214), 54),
)


@dataclass(frozen=True, slots=True)
class HandVisit:
    """The way of a hand's fingertips through the picture; the arm lies towards `arm_rad`."""

    begins_s: float
    times_s: tuple[float, ...]
    places_px: tuple[tuple[float, float], ...]
    arm_rad: float

    @property
    def ends_s(self) -> float:
        """When the hand is out of the picture again."""
        return self.begins_s + self.times_s[-1]

    def tip_at(self, t_s: float) -> Point | None:
        """Where the fingertips are; None while there is no hand."""
        passed_s = t_s - self.begins_s
        if not 0 <= passed_s <= self.times_s[-1]:
            return None
        after = int(np.searchsorted(self.times_s, passed_s, side="left"))
        if after == 0:
            return np.array(self.places_px[0])
        start, end = self.times_s[after - 1], self.times_s[after]
        share = (passed_s - start) / max(1e-9, end - start)
        eased = share * share * (3 - 2 * share)
        low, high = np.array(self.places_px[after - 1]), np.array(self.places_px[after])
        return np.asarray(low + eased * (high - low))


def hand_visit(
    begins_s: float,
    goals_px: Sequence[Point],
    arm_rad: float,
    *,
    stay_s: Sequence[float],
    size_px: tuple[int, int],
) -> HandVisit:
    """A hand that comes in, goes from goal to goal, stays at each so long, and leaves."""
    times, places = [0.0], [_outside(goals_px[0], arm_rad, size_px)]
    for goal, stay in zip(goals_px, stay_s, strict=True):
        step_s = REACH_S if len(times) == 1 else NEXT_S
        times += [times[-1] + step_s, times[-1] + step_s + stay]
        places += [np.asarray(goal), np.asarray(goal)]
    times.append(times[-1] + REACH_S)
    places.append(_outside(goals_px[-1], arm_rad, size_px))
    points = tuple((float(x), float(y)) for x, y in places)
    return HandVisit(begins_s, tuple(times), points, arm_rad)


def _outside(goal_px: Point, arm_rad: float, size_px: tuple[int, int]) -> Point:
    """The nearest place outside the picture from which an arm reaches straight to the goal."""
    way = np.array([np.cos(arm_rad), np.sin(arm_rad)])
    borders = np.where(way > 0, np.array(size_px, np.float64), 0.0)
    distance = float(((borders - goal_px) / np.where(np.abs(way) < 1e-6, 1e-6, way)).min())
    return np.asarray(goal_px + (max(0.0, distance) + _CLEAR_PX) * way)


class HandPainter:
    """One person's hand; drawn once, then laid over pictures at any place and angle."""

    def __init__(self, rng: Rng) -> None:
        cover = _outline()
        self._hand = _halved(_coloured(rng, cover))
        self._cover = _halved(cover)
        small = cv2.resize(cover, None, fx=1 / _SMALL, fy=1 / _SMALL, interpolation=cv2.INTER_AREA)
        padded = cv2.copyMakeBorder(small, 16, 16, 16, 0, cv2.BORDER_CONSTANT, value=0)
        self._shade = np.asarray(cv2.GaussianBlur(padded, (0, 0), 5.0), np.uint8)

    def lay_over(self, picture: Picture, tip_px: Point, arm_rad: float) -> None:
        """Draw the hand and its shadow into the picture, fingertips at `tip_px`."""
        self._cast_shadow(picture, tip_px + _SHADOW_SHIFT_PX, arm_rad)
        matrix = _placing(tip_px / _HALF, arm_rad, np.array(_TIP_PX) / _HALF)
        high, wide = (side // _HALF for side in picture.shape[:2])
        box = _box(matrix, self._cover.shape, (high, wide))
        if box is None:
            return
        left, top, right, bottom = box
        matrix[:, 2] -= (left, top)
        size = (right - left, bottom - top)
        hand = cv2.warpAffine(self._hand, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        cover = cv2.warpAffine(self._cover, matrix, size)
        part = picture[_HALF * top : _HALF * bottom, _HALF * left : _HALF * right]
        full = (part.shape[1], part.shape[0])
        share = cv2.resize(cover, full).astype(np.float32) * np.float32(1 / 255)
        over = cv2.resize(hand, full)
        part[:] = cv2.blendLinear(over, np.ascontiguousarray(part), share, 1 - share)

    def _cast_shadow(self, picture: Picture, tip_px: Point, arm_rad: float) -> None:
        tip = np.array(_TIP_PX) / _SMALL + 16
        matrix = _placing(tip_px / _SMALL, arm_rad, tip)
        high, wide = (side // _SMALL for side in picture.shape[:2])
        box = _box(matrix, self._shade.shape, (high, wide))
        if box is None:
            return
        left, top, right, bottom = box
        matrix[:, 2] -= (left, top)
        shade = cv2.warpAffine(self._shade, matrix, (right - left, bottom - top))
        light = cv2.convertScaleAbs(255 - shade.astype(np.float32) * np.float32(_SHADOW))
        part = picture[_SMALL * top : _SMALL * bottom, _SMALL * left : _SMALL * right]
        full = cv2.resize(light, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_LINEAR)
        part[:] = cv2.multiply(part, cv2.merge([full] * 3), scale=1 / 255)


def _halved(picture: Picture) -> Picture:
    half = cv2.resize(picture, None, fx=1 / _HALF, fy=1 / _HALF, interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)


def _placing(tip_px: Point, arm_rad: float, own_tip_px: Point) -> npt.NDArray[np.float64]:
    """From the hand's own pixels, arm to the right, to the picture."""
    cos, sin = np.cos(arm_rad), np.sin(arm_rad)
    turn = np.array([(cos, -sin), (sin, cos)])
    return np.column_stack((turn, tip_px - turn @ own_tip_px))


def _box(
    matrix: npt.NDArray[np.float64], own: tuple[int, ...], picture: tuple[int, ...]
) -> tuple[int, int, int, int] | None:
    """The part of the picture that the hand can reach: left, top, right, bottom."""
    corners = np.array([(0, 0, 1), (own[1], 0, 1), (own[1], own[0], 1), (0, own[0], 1)], float)
    placed = corners @ matrix.T
    left, top = (max(0, int(at)) for at in np.floor(placed.min(axis=0)))
    right, bottom = (int(at) + 1 for at in np.ceil(placed.max(axis=0)))
    right, bottom = min(right, picture[1]), min(bottom, picture[0])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _outline() -> Picture:
    cover = np.zeros((_WIDTH_PX, _LENGTH_PX), np.uint8)
    palm = np.array(
        [(270, 84), (300, 78), (470, 76), (560, 100), (560, 232), (470, 262), (300, 246)]
    )
    cv2.fillPoly(cover, [palm.astype(np.int32)], 255, cv2.LINE_AA)
    for finger in _FINGERS:
        _draw_finger(cover, finger)
    cv2.rectangle(cover, (540, 98), (720, 234), 255, -1)
    sleeve = np.array([(690, 62), (_LENGTH_PX, 20), (_LENGTH_PX, _WIDTH_PX - 20), (690, 270)])
    cv2.fillPoly(cover, [sleeve.astype(np.int32)], 255, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(cover, (0, 0), 1.6), np.uint8)


def _coloured(rng: Rng, cover: Picture) -> Picture:
    """Skin and sleeve, round like a hand: darker to the rims, with folds and nails."""
    skin = np.asarray(_SKINS[int(rng.integers(len(_SKINS)))], np.float32)
    sleeve = np.asarray(_SLEEVES[int(rng.integers(len(_SLEEVES)))], np.float32)
    colour = np.empty((*cover.shape, 3), np.float32)
    colour[:, :690], colour[:, 690:] = skin, sleeve
    deep = cv2.distanceTransform((cover > 127).astype(np.uint8), cv2.DIST_L2, 3)
    round_off = 0.62 + 0.38 * np.sqrt(np.clip(deep / 26, 0, 1))
    folds = 1 + 0.025 * soft_noise(rng, (_WIDTH_PX, _LENGTH_PX), (9, 22))
    lit = colour * (round_off * folds)[..., None]
    for finger in _FINGERS:
        _lay_finger(lit, skin, finger)
    return np.clip(cv2.GaussianBlur(lit, (0, 0), 1.2), 0, 255).astype(np.uint8)


def _lay_finger(lit: Colours, skin: Colours, finger: Finger) -> None:
    """A finger lies over its neighbour, so each is round for itself."""
    mask = np.zeros(lit.shape[:2], np.uint8)
    _draw_finger(mask, finger)
    _, knuckle, tip, thick = finger
    deep = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    shade = 0.6 + 0.4 * np.sqrt(np.clip(deep / (thick / 2), 0, 1))
    lit[mask > 0] = skin * shade[mask > 0][:, None]
    across = (knuckle[0], knuckle[1] - thick // 4), (knuckle[0], knuckle[1] + thick // 4)
    cv2.line(lit, *across, tuple(float(each) for each in skin * 0.86), 3)
    nail = (thick // 4, thick // 5)
    cv2.ellipse(lit, (tip[0] + 4, tip[1]), nail, 0, 0, 360, _nail(skin), -1)


def _draw_finger(mask: Picture, finger: Finger) -> None:
    line = np.array([finger.root, finger.knuckle, finger.tip], np.int32)
    cv2.polylines(mask, [line], isClosed=False, color=255, thickness=finger.thick)


def _nail(skin: Colours) -> tuple[float, ...]:
    return tuple(float(each) for each in np.minimum(255, skin * 1.12 + 8))
