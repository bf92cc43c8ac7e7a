"""The traffic lights of a running table, for the dashboard."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

import numpy as np

from referee.app.dashboard.camera_view import TableCamera
from referee.app.dashboard.scale_view import TableScale
from referee.app.doctor.examining_running import RunningDoctor
from referee.app.doctor.findings import Finding
from referee.app.running import RunningTable
from referee.language import language
from referee.table.sentences import Sentence
from referee.web.shapes.devices import HealthLight
from referee.web.texts import Text, text_of

_EVERY_S = 3.0


class TableHealth:
    """Examines a running table when somebody looks, at most every few seconds."""

    def __init__(
        self, running: RunningTable, camera: TableCamera | None, scale: TableScale | None
    ) -> None:
        self._clock = running.clock
        self._doctor = RunningDoctor(running)
        self._camera = camera
        self._scale = scale
        self._lock = Lock()
        self._lights: Sequence[HealthLight] = ()
        self._examined_s = float("-inf")

    def __call__(self) -> Sequence[HealthLight]:
        """One light for each part."""
        with self._lock:
            if self._clock.monotonic_s() - self._examined_s >= _EVERY_S:
                self._lights = [_light(each) for each in self._examine()]
                self._examined_s = self._clock.monotonic_s()
            return self._lights

    def _examine(self) -> Sequence[Finding]:
        picture = None if self._camera is None else self._camera.newest_picture
        if self._scale is None:
            return list(self._doctor.examine(picture))
        times_s, grams = self._scale.weights()
        weights = np.asarray(times_s, np.float64), np.asarray(grams, np.float64)
        return list(self._doctor.examine(picture, weights))


def _light(finding: Finding) -> HealthLight:
    steps = finding.next_steps
    return HealthLight(
        part=str(finding.part),
        light=finding.light.value,
        text=text_of(finding.says),
        next=Text(en=_joined(steps, "en"), fr=_joined(steps, "fr")) if steps else None,
    )


def _joined(steps: Sequence[Sentence], code: str) -> str:
    words = language(code)
    return " ".join(step.text(words) for step in steps)
