"""What reading costs: a tray with twelve dice, read by us and by the blob recipe in turn.

One thread, 1280 × 720. The machine is noisy, so what counts is the ratio within the run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median

import cv2
import msgspec
import numpy as np

from referee.bench.vision_blobs import BlobReader
from referee.bench.vision_memory import peak_memory_mb
from referee.clock import Clock, SystemClock
from referee.twin.dice.materials import plain_material
from referee.twin.dice.throw import throw_dice
from referee.twin.dice.tray import TrayCamera, TrayShot, draw_tray
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.tray.finder import TrayFinder
from scripts.bench.watching_cost import stillness_cost

_DIE_MM = 16.0
_ROUNDS = 15


class VisionSpeed(msgspec.Struct, frozen=True):
    """Milliseconds, medians of interleaved rounds, and the most memory that reading takes."""

    read_ms: float
    blobs_ms: float
    read_per_blobs: float
    stillness_small_ms: float
    stillness_camera_ms: float
    tray_ms: float
    peak_memory_mb: float
    dice_right: int


def vision_speed(rounds: int = _ROUNDS, clock: Clock | None = None) -> VisionSpeed:
    """Measure on one thread; OpenCV gets its threads back afterwards."""
    clock = clock or SystemClock()
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _measured(rounds, clock)
    finally:
        cv2.setNumThreads(threads)


def _measured(rounds: int, clock: Clock) -> VisionSpeed:
    shot, faces = drawn_tray()
    picture = shot.picture
    reader = TrayReader(DiceReader(), shot.top_plane, _DIE_MM, shot.ground_plane)
    blobs = BlobReader()
    finder = TrayFinder(every_s=0.0)
    reading = reader.read(picture)
    right = sum(one == other for one, other in zip(reading.faces, sorted(faces), strict=False))
    read_ms, blobs_ms, tray_ms = [], [], []
    for number in range(rounds):
        read_ms.append(_taken_ms(clock, partial(reader.read, picture)))
        blobs_ms.append(_taken_ms(clock, partial(blobs.read, picture)))
        tray_ms.append(_taken_ms(clock, partial(finder.see, picture, float(number))))
    still = stillness_cost(clock)
    return VisionSpeed(
        read_ms=median(read_ms),
        blobs_ms=median(blobs_ms),
        read_per_blobs=median(a / b for a, b in zip(read_ms, blobs_ms, strict=True)),
        stillness_small_ms=still.small_ms,
        stillness_camera_ms=still.camera_ms,
        tray_ms=median(tray_ms),
        peak_memory_mb=peak_memory_mb(picture, reading.die_px),
        dice_right=right,
    )


def _taken_ms(clock: Clock, work: Callable[[], object]) -> float:
    began_s = clock.monotonic_s()
    work()
    return 1000 * (clock.monotonic_s() - began_s)


def drawn_tray() -> tuple[TrayShot, tuple[str, ...]]:
    """A tray with twelve dice straight from above, and what the dice show."""
    rng = np.random.default_rng(12)
    faces = tuple("112233445566")
    materials = [plain_material(), plain_material((40, 40, 190), (240, 240, 240))]
    return draw_tray(rng, throw_dice(rng, faces, materials=materials), TrayCamera()), faces
