"""The camera's picture at any moment: the dice as they lie or roll, hands over them, light, noise.

A tray at rest is drawn once; after that only the noise is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import msgspec
import numpy as np

from referee.twin.dice.light import Light
from referee.twin.dice.noise import Rng
from referee.twin.dice.tray import TrayCamera
from referee.twin.tray.faults import CameraFrozen, TrayFaults, WanderingShadow
from referee.twin.tray.hand import HandPainter, Visit
from referee.twin.tray.live_dice import LiveDie, Stay
from referee.twin.tray.painter import Layer, SensorNoise, TrayPainter, soft_lamp
from referee.vision.pictures import Picture
from referee.vision.tray.lens import Lens
from referee.vision.tray.sheet import Points, TraySheet


class TrayPictures:
    """Makes the pictures of one camera over one tray."""

    def __init__(
        self,
        rng: Rng,
        sheet: TraySheet,
        camera: TrayCamera,
        distortion: tuple[float, ...],
        faults: TrayFaults,
        *,
        light: Light | None = None,
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

    def at(self, t_s: float, dice: Sequence[LiveDie], visits: Iterable[Visit]) -> Picture:
        """The picture as the sensor gives it, with all faults that are on."""
        if self._faults.has(CameraFrozen):
            if self._frozen is None:
                self._frozen = self._taken(t_s, dice, visits)
            return self._frozen.copy()
        self._frozen = None
        return self._taken(t_s, dice, visits)

    def clean(self, t_s: float, dice: Sequence[LiveDie], visits: Iterable[Visit]) -> Picture:
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

    def _taken(self, t_s: float, dice: Sequence[LiveDie], visits: Iterable[Visit]) -> Picture:
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
        lying = self._lying([(die, stay) for die, stay in seen if stay.begins_s not in began_s])
        rolling = [(die, stay) for die, stay in seen if stay.begins_s in began_s]
        if not rolling:
            return lying.seen
        speeds = [stay.track.speed_mm_s(t_s - stay.begins_s) for _, stay in rolling]
        placed = [die.placed(stay.pose_at(t_s)) for die, stay in rolling]
        return self._painter.rolling(lying, placed, speeds)

    def _lying(self, seen: Sequence[tuple[LiveDie, Stay]]) -> Layer:
        key = tuple((die.id, stay.begins_s) for die, stay in seen)
        if key != self._still_key:
            placed = [die.placed(stay.track.last) for die, stay in seen]
            self._still, self._still_key = self._painter.lying(placed), key
        return self._still


def _shaded(picture: Picture, shadow: WanderingShadow, t_s: float) -> Picture:
    """A broad soft band of shade that wanders from left to right."""
    width = picture.shape[1]
    middle = ((t_s / shadow.period_s) % 1.0) * 1.6 * width - 0.3 * width
    away = (np.arange(width, dtype=np.float32) - np.float32(middle)) / np.float32(0.2 * width)
    light = 1 - np.float32(shadow.depth) * np.exp(-0.5 * away * away)
    shade = np.broadcast_to((255 * light).astype(np.uint8)[None, :, None], picture.shape)
    return np.asarray(cv2.multiply(picture, np.ascontiguousarray(shade), scale=1 / 255), np.uint8)
