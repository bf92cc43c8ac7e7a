"""A drawn tray before a camera that is stepped frame by frame: what the eye is shown in tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from referee.clock import ManualClock
from referee.devices.camera.contract import (
    CameraDeviceStatus,
    CameraFinding,
    CameraFrame,
    CameraState,
    LightSettings,
)
from referee.devices.device import OpensAndCloses
from referee.games.boxes import shipped_sets
from referee.simulation.drawing.solids import TrayCamera, turned
from referee.table.facts import Fact, TrayChanged, TrayRead
from referee.table.senses.eye import Eye
from referee.vision.artwork.sets import face_set
from referee.vision.dice.face_reading import FaceReader, PipFaceReader
from referee.vision.pictures import Picture
from referee.vision.readings import Reading
from scripts.drawn_scenes.tray_shots import draw_tray, throw_dice

RATE_HZ = 30.0
CAMERA = TrayCamera(tilt_deg=15.0, width_px=960, height_px=540)
HANDS = ((330, 545), (350, 330), (420, 250), (540, 250), (600, 330), (620, 545))


@cache
def tray_picture(
    faces: str | tuple[str, ...] = "", seed: int = 3, way_mm: float = 0.0, symbols: str = ""
) -> Picture:
    """The tray with dice that show these faces; `way_mm` is how far they still have to go.

    The faces are pips, or those of a shipped set of `symbols`.
    """
    artworks = face_set(shipped_sets()[symbols]).faces if symbols else None
    rng = np.random.default_rng(seed)
    dice = throw_dice(rng, tuple(faces), artworks=artworks) if faces else ()
    shift = np.array([way_mm, 0.3 * way_mm, 0.0])
    if way_mm:
        turn = turned(way_mm / 30)
        dice = tuple(replace(die, centre=die.centre + shift, rotation=turn) for die in dice)
    return draw_tray(np.random.default_rng(seed), dice, CAMERA).picture


def with_hand(picture: Picture, shift_px: int = 0) -> Picture:
    """The same with a hand that reaches in from below."""
    covered = picture.copy()
    corners = np.array([(x + shift_px, y) for x, y in HANDS], np.int32)
    cv2.fillPoly(covered, [corners], (120, 150, 210), cv2.LINE_AA)
    return covered


@cache
def _noise(number: int) -> npt.NDArray[np.int16]:
    return np.random.default_rng(number).integers(-2, 3, (540, 960, 3), np.int16)


class StageCamera(OpensAndCloses):
    """Gives the picture on stage once a frame; its status is set by the test."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock = clock
        self.status_now = CameraDeviceStatus(state=CameraState.STREAMING)
        self._frame: CameraFrame | None = None
        self.frames = self.missed = 0

    def show(self, picture: Picture) -> None:
        height, width = picture.shape[:2]
        noise = _noise(self.frames % 5)[:height, :width]
        noisy = np.clip(picture + noise, 0, 255).astype(np.uint8)
        self.frames += self.missed
        self._frame = CameraFrame(noisy, self.clock.monotonic_s(), self.frames, self.missed)
        self.frames, self.missed = self.frames + 1, 0

    def open(self) -> None: ...

    def close(self) -> None: ...

    def lock(
        self, settings: LightSettings | None = None, timeout_s: float = 5.0
    ) -> LightSettings | None:
        return None

    def unlock(self) -> None: ...

    def latest(self, timeout_s: float = 0.0) -> CameraFrame | None:
        frame, self._frame = self._frame, None
        return frame

    def status(self) -> CameraDeviceStatus:
        return self.status_now

    def fail(self, state: CameraState, *findings: CameraFinding) -> None:
        self.status_now = CameraDeviceStatus(state=state, findings=findings)


class Stage:
    """Eye, camera and clock together; `reads` counts how often dice were read.

    A reading takes `read_s`, and the frames that come meanwhile are missed.
    """

    def __init__(
        self,
        readers: Mapping[str, FaceReader] | None = None,
        on_frame: Callable[[CameraFrame], None] | None = None,
        *,
        markers: bool = True,
    ) -> None:
        self.clock = ManualClock()
        self.camera = StageCamera(self.clock)
        self.eye = Eye(
            self.camera,
            readers or {"pips": PipFaceReader(), "friend": PipFaceReader()},
            clock=self.clock,
            on_frame=on_frame,
            markers=markers,
        )
        self.facts: list[Fact] = []
        self.picture = tray_picture()
        self.reads = 0
        self.read_s = 0.0
        self._count_reads()

    def _count_reads(self) -> None:
        tray = self.eye._tray
        read = tray.read

        def counted(picture: Picture, kind: str) -> Reading:
            self.reads += 1
            self.clock.advance_s(self.read_s)
            self.camera.missed += round(self.read_s * RATE_HZ)
            return read(picture, kind)

        vars(tray)["read"] = counted

    def show(self, picture: Picture, seconds: float = 0.0) -> list[Fact]:
        """Show a picture for one frame or for so long; what was told meanwhile."""
        self.picture = picture
        told: list[Fact] = []
        for _ in range(max(1, round(seconds * RATE_HZ))):
            self.clock.advance_s(1 / RATE_HZ)
            self.camera.show(picture)
            told.extend(self.eye.look())
        self.facts.extend(told)
        return told

    def stay(self, seconds: float) -> list[Fact]:
        """Nothing moves for so long."""
        return self.show(self.picture, seconds)

    def dark(self, seconds: float) -> list[Fact]:
        """No frame comes for so long, but the eye goes on looking."""
        told: list[Fact] = []
        for _ in range(round(seconds * RATE_HZ)):
            self.clock.advance_s(1 / RATE_HZ)
            told.extend(self.eye.look())
        self.facts.extend(told)
        return told

    def roll(self, faces: str, seed: int = 3) -> float:
        """Dice roll and come to lie; the time of the first frame that shows them at rest."""
        for way_mm in (60.0, 38.0, 20.0, 8.0):
            self.show(tray_picture(faces, seed, way_mm))
        self.show(tray_picture(faces, seed))
        return self.clock.monotonic_s()


def seen(facts: Sequence[Fact]) -> list[TrayRead]:
    """The readings among the facts."""
    return [fact for fact in facts if isinstance(fact, TrayRead)]


def phases(facts: Sequence[Fact]) -> list[str]:
    """The phases among the facts."""
    return [str(fact.phase) for fact in facts if isinstance(fact, TrayChanged)]
