"""The camera's picture at any moment: the dice at rest or rolling, hands over them, light, noise.

The sheet is drawn once, and the dice over it again and again. A tray at rest is drawn once; after
that only the noise is new.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from referee.simulation.drawing.dice import draw_dice
from referee.simulation.drawing.materials import Rng, fractal, grain
from referee.simulation.drawing.solids import Matrix, PlacedDie, TrayCamera, project, world_of
from referee.simulation.drawing.surfaces import (
    SceneLight,
    TextureMaker,
    lamp,
    quick_texture,
    side_texture,
)
from referee.simulation.faults import CameraFaults, CameraFrozen, WanderingShadow
from referee.simulation.tray.dice import LiveDie, Stay
from referee.simulation.tray.hand import HandPainter, HandVisit
from referee.vision.pictures import Picture
from referee.vision.tray.lens import Lens
from referee.vision.tray.sheet import Points, TraySheet, sheet_origin_mm, sheet_picture

PAGE_PX_PER_MM = 4.0
_FELT = (92.0, 112.0, 84.0)
_TABLE = (74, 98, 122)
_CLOTH = (112.0, 122.0, 96.0)
_AIR_PX = 26
_SHUTTER_S = 0.006  # the exposure that the simulated camera reports
_LEAST_SMEAR_PX = 1.5
_NOISE_SPREAD = 1.5  # grey levels, as of a webcam in a lit room; chosen by hand
_NOISE_ROOM_PX = 48


@dataclass(frozen=True, slots=True)
class _Box:
    """A part of a picture, in whole pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def is_empty(self) -> bool:
        return self.left >= self.right or self.top >= self.bottom

    def of(self, picture: Picture) -> Picture:
        return picture[self.top : self.bottom, self.left : self.right]


@dataclass(frozen=True, slots=True)
class Layer:
    """A picture of the tray before its lens bends it, and as it is seen."""

    flat: Picture
    seen: Picture


def soft_lamp() -> SceneLight:
    """Even light from above with a soft, pale shadow."""
    return lamp(79.0, 125.0, ambient=0.55, strength=0.45, softness=0.35, shadow=0.18)


class TrayPainter:
    """Paints dice over one ground, seen by one camera in one light; leaves the noise out.

    Without a sheet the ground is a cloth, as far as the camera sees.
    """

    def __init__(
        self, rng: Rng, sheet: TraySheet | None, camera: TrayCamera, lens: Lens, light: SceneLight
    ) -> None:
        self.lens = lens
        self._rng, self._light = rng, light
        self._size = (camera.width_px, camera.height_px)
        self._projection = camera.projection()
        self._bend = _bending(lens)
        ground = (
            _cloth(rng, self._size)
            if sheet is None
            else sheet_on_table(_felted(rng, sheet), sheet, self._projection, self._size)
        )
        self.empty = Layer(ground, self._bent(ground, _Box(0, 0, *self._size)))
        """The tray without dice."""

    def seen_at(self, point_mm: Points) -> Points:
        """Where a point of the world is in the picture."""
        straight = project(self._projection, np.asarray(point_mm, np.float64).reshape(-1, 3))
        return self.lens.bend(straight)

    def resting(self, dice: Sequence[PlacedDie]) -> Layer:
        """The tray with these dice at rest."""
        return self._over(self.empty, dice, side_texture, ()) if dice else self.empty

    def rolling(
        self, below: Layer, dice: Sequence[PlacedDie], speeds_mm_s: Sequence[Matrix]
    ) -> Picture:
        """The same tray with more dice, on their way; those that are fast are smeared."""
        return self._over(below, dice, quick_texture, speeds_mm_s).seen

    def _over(
        self,
        below: Layer,
        dice: Sequence[PlacedDie],
        texture: TextureMaker,
        speeds_mm_s: Sequence[Matrix],
    ) -> Layer:
        box = self._flat_box(dice)
        if box.is_empty:
            return below
        shift = np.array([(1.0, 0.0, -box.left), (0.0, 1.0, -box.top), (0.0, 0.0, 1.0)])
        camera = shift @ self._projection
        ground = np.ascontiguousarray(box.of(below.flat))
        local, _ = draw_dice(ground, dice, camera, self._light, self._rng, texture=texture)
        for die, speed in zip(dice, speeds_mm_s, strict=False):
            _smear(local, camera, die, speed)
        flat, picture = below.flat.copy(), below.seen.copy()
        box.of(flat)[:] = local
        seen = self._bent_box(box)
        seen.of(picture)[:] = self._bent(flat, seen)
        return Layer(flat, picture)

    def _flat_box(self, dice: Sequence[PlacedDie]) -> _Box:
        lean = self._light.towards[:2] / float(self._light.towards[2])
        corners = np.vstack([die.corners() for die in dice])
        shade = corners.copy()
        shade[:, :2] -= corners[:, 2:] * lean
        shade[:, 2] = 0
        return self._around(project(self._projection, np.vstack((corners, shade))), _AIR_PX)

    def _bent_box(self, box: _Box) -> _Box:
        across = np.linspace(box.left, box.right, 5)
        down = np.linspace(box.top, box.bottom, 5)
        rim = np.array([(x, y) for x in across for y in down])
        return self._around(self.lens.bend(rim), 2)

    def _around(self, points_px: Points, air_px: int) -> _Box:
        low = np.floor(points_px.min(axis=0)).astype(int) - air_px
        high = np.ceil(points_px.max(axis=0)).astype(int) + air_px + 1
        left, top = (max(0, int(at)) for at in low)
        right, bottom = (min(most, int(at)) for most, at in zip(self._size, high, strict=True))
        return _Box(left, top, max(left, right), max(top, bottom))

    def _bent(self, flat: Picture, seen: _Box) -> Picture:
        """This part of the picture, through the lens."""
        if not self.lens.distortion:
            return seen.of(flat)
        whole, fraction = (
            np.ascontiguousarray(each[seen.top : seen.bottom, seen.left : seen.right])
            for each in self._bend
        )
        how = cv2.INTER_LINEAR
        bent = cv2.remap(flat, whole, fraction, how, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(bent, np.uint8)


class SensorNoise:
    """Noise that is never twice the same: windows of one large field, wherever chance puts them."""

    def __init__(self, rng: Rng, width_px: int, height_px: int) -> None:
        self._rng = rng
        self._size = (width_px, height_px)
        shape = (height_px + _NOISE_ROOM_PX, width_px + _NOISE_ROOM_PX, 3)
        field = np.rint(rng.standard_normal(shape, np.float32) * np.float32(_NOISE_SPREAD))
        self._more = np.maximum(field, 0).astype(np.uint8)
        self._less = np.maximum(-field, 0).astype(np.uint8)
        self._last = (-1, -1)

    def on(self, picture: Picture) -> Picture:
        """The picture as the sensor gives it."""
        x, y = self._place()
        width, height = self._size
        window = (slice(y, y + height), slice(x, x + width))
        noisy = cv2.add(picture, self._more[window])
        return np.asarray(cv2.subtract(noisy, self._less[window], noisy), np.uint8)

    def _place(self) -> tuple[int, int]:
        place = self._last
        while place == self._last:
            x, y = (int(at) for at in self._rng.integers(0, _NOISE_ROOM_PX + 1, 2))
            place = (x, y)
        self._last = place
        return place


def _smear(local: Picture, camera: Matrix, die: PlacedDie, speed_mm_s: Matrix) -> None:
    """Motion blur: the part of the picture around a die, averaged along its way."""
    ends = project(camera, np.array([die.centre, die.centre - _SHUTTER_S * speed_mm_s]))
    way = ends[1] - ends[0]
    length = float(np.hypot(*way))
    if length < _LEAST_SMEAR_PX:
        return
    corners = np.vstack((project(camera, die.corners()), ends))
    left, top = (max(0, int(at)) for at in corners.min(axis=0) - length)
    right, bottom = (max(0, int(at) + 2) for at in corners.max(axis=0) + length)
    part = local[top:bottom, left:right]
    if part.size:
        part[:] = cv2.filter2D(part, -1, _line_kernel(way), borderType=cv2.BORDER_REPLICATE)


def _line_kernel(way_px: Matrix) -> npt.NDArray[np.float32]:
    half = int(np.ceil(np.abs(way_px).max() / 2)) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    ends = [tuple(int(v) for v in np.rint(16 * (half + sign * way_px / 2))) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 255, 1, cv2.LINE_AA, 4)
    share = kernel.astype(np.float32)
    return np.asarray(share / share.sum(), np.float32)


def _bending(lens: Lens) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
    """For each pixel of the picture, where it was before the lens bent it."""
    rows, columns = np.mgrid[0 : lens.height_px, 0 : lens.width_px]
    straight = lens.straighten(np.column_stack((columns.ravel(), rows.ravel())).astype(np.float64))
    grid = straight.reshape(lens.height_px, lens.width_px, 2).astype(np.float32)
    whole, fraction = cv2.convertMaps(grid[..., 0], grid[..., 1], cv2.CV_16SC2)
    return np.asarray(whole, np.int16), np.asarray(fraction, np.uint16)


def sheet_on_table(
    page: Picture,
    sheet: TraySheet,
    projection: Matrix,
    size: tuple[int, int],
    table: tuple[int, int, int] = _TABLE,
) -> Picture:
    """The page of a sheet, at `PAGE_PX_PER_MM`, on a table of one colour, without a lens."""
    origin, half = sheet_origin_mm(sheet), 0.5 / PAGE_PX_PER_MM
    left, top = world_of(sheet, origin[0] + half, origin[1] + half)
    mm = 1 / PAGE_PX_PER_MM
    to_world = np.array([(mm, 0, left), (0, -mm, top), (0, 0, 0), (0, 0, 1.0)])
    drawn = cv2.warpPerspective(
        page, projection @ to_world, size, flags=cv2.INTER_AREA, borderValue=table
    )
    return np.asarray(drawn, np.uint8)


def _felted(rng: Rng, sheet: TraySheet) -> Picture:
    page = sheet_picture(sheet, PAGE_PX_PER_MM)
    start = np.rint(-sheet_origin_mm(sheet) * PAGE_PX_PER_MM).astype(int)
    size = np.rint(np.array([sheet.inner_width_mm, sheet.inner_height_mm]) * PAGE_PX_PER_MM).astype(
        int
    )
    shape = (int(size[1]), int(size[0]))
    fibres = grain(rng, shape, 6.0) + np.float32(1.5) * fractal(rng, shape, 30)
    felt = np.asarray(_FELT, np.float32) + fibres[..., None]
    page[start[1] : start[1] + shape[0], start[0] : start[0] + shape[1]] = np.clip(felt, 0, 255)
    return page


def _cloth(rng: Rng, size: tuple[int, int]) -> Picture:
    """A cloth with a fine weave and soft folds."""
    shape = (size[1], size[0])
    folds = grain(rng, shape, 3.0) + np.float32(5.0) * fractal(rng, shape, 5, octaves=4)
    return np.clip(np.asarray(_CLOTH, np.float32) + folds[..., None], 0, 255).astype(np.uint8)


class TrayPictures:
    """Makes the pictures of one camera over one tray."""

    def __init__(
        self,
        rng: Rng,
        sheet: TraySheet | None,
        camera: TrayCamera,
        distortion: tuple[float, ...],
        faults: CameraFaults,
        *,
        light: SceneLight | None = None,
    ) -> None:
        self.lens: Lens = msgspec.structs.replace(camera.lens, distortion=distortion)
        self._faults = faults
        self._painter = TrayPainter(rng, sheet, camera, self.lens, light or soft_lamp())
        self._hand = HandPainter(rng)
        self._noise = SensorNoise(rng, camera.width_px, camera.height_px)
        self._still_key: tuple[tuple[int, float], ...] = ()
        self._still = self._painter.empty
        self._frozen: Picture | None = None

    def seen_at(self, point_mm: Points) -> Points:
        """Where a point of the world is in the picture."""
        return np.asarray(self._painter.seen_at(point_mm)[0])

    def at(self, t_s: float, dice: Sequence[LiveDie], visits: Iterable[HandVisit]) -> Picture:
        """The picture as the sensor gives it, with all faults that are on."""
        if self._faults.has(CameraFrozen):
            if self._frozen is None:
                self._frozen = self._taken(t_s, dice, visits)
            return self._frozen.copy()
        self._frozen = None
        return self._taken(t_s, dice, visits)

    def clean(self, t_s: float, dice: Sequence[LiveDie], visits: Iterable[HandVisit]) -> Picture:
        """The picture without noise and faults."""
        seen = [(die, stay) for die in dice if (stay := die.stay_at(t_s)) is not None]
        picture = self._with_dice(t_s, seen)
        tips = [(way.tip_at(t_s), way.arm_rad) for way in visits]
        hands = [(tip, arm_rad) for tip, arm_rad in tips if tip is not None]
        if not hands:
            return picture
        picture = picture.copy()
        for tip, arm_rad in hands:
            self._hand.lay_over(picture, tip, arm_rad)
        return picture

    def _taken(self, t_s: float, dice: Sequence[LiveDie], visits: Iterable[HandVisit]) -> Picture:
        picture = self.clean(t_s, dice, visits)
        shadow = self._faults.one(WanderingShadow)
        if shadow is not None:
            picture = _shaded(picture, shadow, t_s)
        gain = self._faults.gain_at(t_s)
        if gain != 1.0:
            picture = np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)
        return self._noise.on(picture)

    def _with_dice(self, t_s: float, seen: Sequence[tuple[LiveDie, Stay]]) -> Picture:
        """Dice of a throw under way are drawn quickly, over what lay there before."""
        began_s = {stay.begins_s for _, stay in seen if stay.is_moving(t_s)}
        resting = self._resting([(die, stay) for die, stay in seen if stay.begins_s not in began_s])
        rolling = [(die, stay) for die, stay in seen if stay.begins_s in began_s]
        if not rolling:
            return resting.seen
        speeds = [stay.track.speed_mm_s(t_s - stay.begins_s) for _, stay in rolling]
        placed = [die.placed(stay.pose_at(t_s)) for die, stay in rolling]
        return self._painter.rolling(resting, placed, speeds)

    def _resting(self, seen: Sequence[tuple[LiveDie, Stay]]) -> Layer:
        key = tuple((die.id, stay.begins_s) for die, stay in seen)
        if key != self._still_key:
            placed = [die.placed(stay.track.last) for die, stay in seen]
            self._still, self._still_key = self._painter.resting(placed), key
        return self._still


def _shaded(picture: Picture, shadow: WanderingShadow, t_s: float) -> Picture:
    """A broad soft band of shade that wanders from left to right."""
    width = picture.shape[1]
    middle = ((t_s / shadow.period_s) % 1.0) * 1.6 * width - 0.3 * width
    away = (np.arange(width, dtype=np.float32) - np.float32(middle)) / np.float32(0.2 * width)
    light = 1 - np.float32(shadow.depth) * np.exp(-0.5 * away * away)
    shade = np.broadcast_to((255 * light).astype(np.uint8)[None, :, None], picture.shape)
    return np.asarray(cv2.multiply(picture, np.ascontiguousarray(shade), scale=1 / 255), np.uint8)
