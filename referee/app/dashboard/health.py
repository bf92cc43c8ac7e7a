"""The traffic lights of a running table, for the dashboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from threading import Lock

import numpy as np

from referee.app.dashboard.camera_view import TableCamera
from referee.app.dashboard.scale_view import TableScale
from referee.app.doctor.examining_running import RunningDoctor
from referee.app.doctor.findings import Finding
from referee.app.running import RunningTable
from referee.language import language
from referee.table.sentences import Sentence
from referee.web.settings import FileSettings
from referee.web.shapes.devices import HealthLight
from referee.web.texts import Text, message_text, text_of

_EVERY_S = 3.0


class TableHealth:
    """Examines a running table when somebody looks, at most every few seconds."""

    def __init__(
        self,
        running: RunningTable,
        camera: TableCamera | None,
        scale: TableScale | None,
        settings: FileSettings,
    ) -> None:
        self._clock = running.clock
        self._doctor = RunningDoctor(running)
        self._camera = camera
        self._scale = scale
        self._settings = settings
        self._lock = Lock()
        self._lights: list[HealthLight] = []
        self._examination: Iterator[Finding] = iter(())
        self._began_s = float("-inf")

    def __call__(self) -> Iterator[HealthLight]:
        """One light for each part, as it is found; who comes meanwhile shares what was found."""
        with self._lock:
            if self._clock.monotonic_s() - self._began_s >= _EVERY_S:
                self._began_s = self._clock.monotonic_s()
                self._lights, self._examination = [], self._examine()
            lights, examination = self._lights, self._examination
        if self._settings.is_damaged:
            lost, step = message_text("web-settings-lost"), message_text("web-settings-lost-next")
            yield HealthLight("settings", "yellow", lost, step)
        number = 0
        while self._is_found(number, lights, examination):
            yield lights[number]
            number += 1

    def _is_found(
        self, number: int, lights: list[HealthLight], examination: Iterator[Finding]
    ) -> bool:
        """Whether there is a light of this number; it is looked for if nobody has found it yet."""
        # The doctor remembers the tray and the dice: one examines at a time.
        with self._lock:
            if number == len(lights):
                lights.extend(map(_light, islice(examination, 1)))
            return number < len(lights)

    def _examine(self) -> Iterator[Finding]:
        picture = None if self._camera is None else self._camera.newest_picture
        if self._scale is None:
            return self._doctor.examine(picture)
        times_s, grams = self._scale.weights()
        weights = np.asarray(times_s, np.float64), np.asarray(grams, np.float64)
        return self._doctor.examine(picture, weights)


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
