"""Parts of a table that tests can lean on: a painted camera, a scale at rest, hands that answer."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from referee.web.shapes.devices import (
    CameraStatus,
    DieBox,
    HealthLight,
    ScaleSample,
    ScaleStatus,
)
from referee.web.shapes.twin import TwinFault, TwinState
from referee.web.texts import Text

_WIDTH, _HEIGHT = 640, 480


class PaintedCamera:
    """A tray with two dice, painted once."""

    def __init__(self) -> None:
        picture = np.full((_HEIGHT, _WIDTH, 3), (54, 70, 60), np.uint8)
        cv2.rectangle(picture, (90, 60), (550, 420), (70, 110, 90), -1)
        for x, y in ((200, 160), (360, 250)):
            cv2.rectangle(picture, (x, y), (x + 80, y + 80), (190, 220, 235), -1)
            cv2.circle(picture, (x + 40, y + 40), 20, (60, 110, 40), -1)
        self._jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
        self._number = 0

    def status(self) -> CameraStatus:
        return CameraStatus(
            state="streaming",
            is_tray_found=True,
            tray_px=((90, 60), (550, 60), (550, 420), (90, 420)),
            dice=(
                DieBox("eye", 0.98, "certain", (200, 160, 80, 80)),
                DieBox("treasure", 0.71, "doubtful", (360, 250, 80, 80)),
            ),
            width_px=_WIDTH,
            height_px=_HEIGHT,
            rate_hz=15.0,
        )

    def frame_jpeg(self, *, with_boxes: bool) -> bytes | None:
        return self._jpeg

    def frame_number(self) -> int:
        self._number += 1
        return self._number


class QuietScale:
    """A plate on which a piece was put a while ago."""

    def __init__(self) -> None:
        self._number = 0

    def status(self) -> ScaleStatus:
        return ScaleStatus(state="streaming", grams=86.4, rate_hz=80.0, firmware="1.0")

    def samples_after(self, number: int) -> Sequence[ScaleSample]:
        first = max(number + 1, self._number - 160)
        self._number = max(self._number, 400) + 4
        return tuple(_sample(each) for each in range(first, self._number))


def _sample(number: int) -> ScaleSample:
    grams = 52.0 if number < 250 else 86.4
    felt = "placed" if number == 252 else ""
    return ScaleSample(number, number / 20, grams + 0.15 * math.sin(number * 1.7), felt)


def lights() -> Sequence[HealthLight]:
    """One light of each colour."""
    return (
        HealthLight("camera", "green", Text("15 pictures a second.", "15 images par seconde.")),
        HealthLight(
            "scale",
            "yellow",
            Text("The plate was never weighed empty.", "Le plateau n’a jamais été taré."),
            Text("Run the calibration of the scale.", "Lancez l’étalonnage de la balance."),
        ),
        HealthLight(
            "voice",
            "red",
            Text("No voice is installed.", "Aucune voix n’est installée."),
            Text("Install espeak-ng.", "Installez espeak-ng."),
        ),
        HealthLight("panel", "off", Text("No buttons are fitted.", "Aucun bouton n’est monté.")),
    )


class TouchyTwin:
    """Hands that remember what they were asked to do."""

    def __init__(self) -> None:
        self.deeds: list[tuple[str, float]] = []
        self.faults = {("camera", "hand"): False, ("scale", "silence"): False}
        self.is_playing, self.pace = False, 1.0

    def state(self) -> TwinState:
        return TwinState(
            deeds=("roll", "place", "bump"),
            pieces=("die",),
            faults=tuple(TwinFault(*which, on=on) for which, on in self.faults.items()),
            autoplay=self.is_playing,
            pace=self.pace,
        )

    def use_hands(self, deed: str, care: float, details: Mapping[str, Any]) -> None:
        self.deeds.append((deed, care))

    def set_fault(self, device: str, fault: str, *, is_on: bool) -> None:
        self.faults[device, fault] = is_on

    def set_autoplay(self, *, is_on: bool, pace: float) -> None:
        self.is_playing, self.pace = is_on, pace
