"""What watching the tray costs in each frame, for the benchmarks."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import msgspec
import numpy as np

from referee.clock import Clock
from referee.vision.motion.small_pictures import SmallView
from referee.vision.motion.stillness import StillnessWatch
from referee.vision.pictures import Picture

_FRAMES = 100
_DIFFERENT = 8
_WARM_UP = 5


class WatchingCost(msgspec.Struct, frozen=True):
    """Milliseconds a frame, the median of many: of a small grey picture, and of a camera's."""

    small_ms: float
    camera_ms: float


def stillness_cost(clock: Clock, frames: int = _FRAMES) -> WatchingCost:
    """What watching costs here, at 320×240 in grey and from 1280×720 in colours."""
    chance = np.random.default_rng(7)
    small = [_noisy(chance, (240, 320)) for _ in range(_DIFFERENT)]
    large = [_noisy(chance, (720, 1280, 3)) for _ in range(_DIFFERENT)]
    view = SmallView(width_px=320, height_px=240, step=1, die_px=12.0)
    watch, camera_watch = StillnessWatch(), StillnessWatch(die_px=48.0)

    def see_small(number: int) -> None:
        watch.see_small(number / 30, small[number % _DIFFERENT], view)

    def see_large(number: int) -> None:
        camera_watch.see(number / 30, large[number % _DIFFERENT])

    return WatchingCost(_median_ms(clock, frames, see_small), _median_ms(clock, frames, see_large))


def _median_ms(clock: Clock, frames: int, see: Callable[[int], object]) -> float:
    taken_ms = []
    for number in range(_WARM_UP + frames):
        began_s = clock.monotonic_s()
        see(number)
        taken_ms.append(1000.0 * (clock.monotonic_s() - began_s))
    return median(taken_ms[_WARM_UP:])


def _noisy(chance: np.random.Generator, shape: tuple[int, ...]) -> Picture:
    """A tray with a few bright dice, and the noise of a sensor."""
    picture = np.full(shape, 90.0)
    height, width = shape[:2]
    for row in range(1, 4):
        for column in range(1, 5):
            top, left = row * height // 5, column * width // 6
            picture[top : top + height // 15, left : left + height // 15] = 220.0
    return np.clip(picture + chance.normal(0.0, 2.0, shape), 0, 255).astype(np.uint8)
