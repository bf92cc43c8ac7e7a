"""What the dashboard shows of the devices: live picture, live curve, and traffic lights.

The picture is the newest frame with the tray's outline and the dice as read; the curve has twenty
samples a second, and what touch told.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from threading import Lock

import cv2
import msgspec
import numpy as np

from referee.app.dashboard.camera_advice import camera_advice
from referee.app.doctor.camera_checks import light_finding
from referee.app.doctor.examination import RunningDoctor
from referee.app.doctor.findings import Finding
from referee.app.running_table import RunningTable
from referee.devices.camera.contract import (
    CameraDeviceStatus,
    CameraFinding,
    CameraFrame,
    CameraState,
    camera_sentences,
)
from referee.devices.scale.contract import scale_sentences
from referee.language import FALLBACK, Language, language, languages
from referee.table.facts import Fact, TrayChanged, TrayRead
from referee.table.senses.eye_reading import jpeg
from referee.table.senses.touch_sense import Acceleration
from referee.table.sentences import Sentence
from referee.touch.verdicts import Suspicion, TouchVerdict
from referee.vision.motion.tray_watch import TrayPhase
from referee.vision.pictures import Picture, PictureError
from referee.vision.readings import ReadDie, Reading, annotated
from referee.vision.tray.picture_quality import PictureQuality, measure_quality
from referee.web.settings import FileSettings
from referee.web.shapes.devices import CameraStatus, DieBox, HealthLight, ScaleSample, ScaleStatus
from referee.web.texts import Text, in_all_languages, message_text, text_of

_QUALITY = 80
"""Chosen by hand: a live picture; with more quality fewer phones can watch at once."""
_GOLD = (60, 180, 240)
_DARK_OR_WHITE = {CameraFinding.BLACK, CameraFinding.OVER_EXPOSED}
_LOOK_EVERY_S = 1.0
"""Chosen by hand: light changes slowly, and several pages ask several times a second."""


class TableCamera:
    """The camera of a running table, for onlookers; asked from any thread."""

    def __init__(self, running: RunningTable) -> None:
        self._running = running
        self._lock = Lock()
        self._frame: CameraFrame | None = None
        self._number = 0
        self._phase: TrayPhase | None = None
        self._reading: Reading | None = None
        self._looked_s = float("-inf")
        self._light: tuple[Text, ...] = ()
        running.on_frame(self._see)
        running.on_fact(self._note)

    def _note(self, fact: Fact) -> None:
        """What lies before the camera between games; during one the umpire knows it better."""
        match fact:
            case TrayRead():
                self._reading = fact.reading
            case TrayChanged():
                self._phase, self._reading = fact.phase, None

    def _see(self, frame: CameraFrame) -> None:
        with self._lock:
            self._frame = frame
            self._number += 1

    def frame_number(self) -> int:
        """Grows with each picture."""
        return self._number

    @property
    def newest_picture(self) -> Picture | None:
        """The newest picture as it was taken."""
        with self._lock:
            frame = self._frame
        with suppress(PictureError):
            return None if frame is None else frame.picture
        return None

    def status(self) -> CameraStatus:
        """What the camera does and what lies before it."""
        camera = self._running.camera
        if camera is None:
            return CameraStatus("off")
        status = camera.status()
        width_px, height_px = status.size_px or (0, 0)
        outline = self._outline()
        return CameraStatus(
            state=str(status.state),
            findings=_texts(lambda words: camera_sentences(status, words)),
            light=self._light_now(status),
            is_tray_found=bool(outline),
            tray_px=outline,
            dice=tuple(map(_box, self._dice())),
            width_px=width_px,
            height_px=height_px,
            rate_hz=status.rate_hz or 0.0,
            advice=self._advice(status),
            latency_s=status.latency_s,
            is_latency_least=status.is_latency_least,
        )

    def _advice(self, status: CameraDeviceStatus) -> Text | None:
        """A tray with markers is calibrated; every other ground is put right by looking."""
        if self._running.profile.camera.markers:
            return None
        advice = camera_advice(status, self._phase, self._reading, self.newest_picture)
        return None if advice is None else text_of(advice)

    def _light_now(self, status: CameraDeviceStatus) -> tuple[Text, ...]:
        """How bright the tray is; nothing where the camera itself says it already."""
        picture, now_s = self.newest_picture, self._running.clock.monotonic_s()
        is_told = status.state is not CameraState.STREAMING or _DARK_OR_WHITE & set(status.findings)
        if picture is None or is_told:
            return ()
        if now_s - self._looked_s >= _LOOK_EVERY_S:
            self._looked_s = now_s
            found = light_finding(self._quality(picture), None, status)
            self._light = tuple(text_of(each) for each in (found.says, *found.next_steps))
        return self._light

    def _quality(self, picture: Picture) -> PictureQuality:
        view = None if self._running.eye is None else self._running.eye.tray_view
        quality = measure_quality(picture, view)
        # A white table around the dice is no glare.
        return quality if view is not None else msgspec.structs.replace(quality, white_share=0.0)

    def _outline(self) -> tuple[tuple[float, float], ...]:
        eye = self._running.eye
        return () if eye is None else tuple(eye.tray_outline_px)

    def _dice(self) -> tuple[ReadDie, ...]:
        umpire, reading = self._running.table.umpire, self._reading
        if umpire is not None:
            return tuple(each.die for each in umpire.tray.dice)
        return () if reading is None else reading.dice

    def frame_jpeg(self, *, with_boxes: bool) -> bytes | None:
        """The newest picture; `with_boxes` draws what was found."""
        picture = self.newest_picture
        if picture is None:
            return None
        return jpeg(self._drawn(picture) if with_boxes else picture, _QUALITY) or None

    def _drawn(self, picture: Picture) -> Picture:
        drawn = annotated(picture, Reading(self._dice(), 0.0))
        outline = self._outline()
        if outline:
            corners = np.rint(np.array(outline)).astype(np.int32)
            cv2.polylines(drawn, [corners], True, _GOLD, 2, cv2.LINE_AA)
        return drawn


def _texts(say: Callable[[Language], Sequence[str]]) -> tuple[Text, ...]:
    """The same sentences in every language."""
    by_language = {code: say(language(code)) for code in languages()}
    count = len(by_language[FALLBACK])
    return tuple({code: each[at] for code, each in by_language.items()} for at in range(count))


def _box(die: ReadDie) -> DieBox:
    return DieBox(die.face, round(die.confidence, 3), str(die.certainty), die.box_px)


_SAMPLE_EVERY_S, _KEPT_S = 0.05, 20.0
"""Twenty samples a second, as docs/api.md says, and the last seconds for who has just come."""
_KEPT = round(_KEPT_S / _SAMPLE_EVERY_S)


class TableScale:
    """The scale of a running table, for onlookers; asked from any thread."""

    def __init__(self, running: RunningTable) -> None:
        self._running = running
        self._lock = Lock()
        self._samples: deque[ScaleSample] = deque(maxlen=_KEPT)
        self._number = 0
        self._last_s = float("-inf")
        running.on_sample(self._weigh)
        running.on_fact(self._tell)

    def _weigh(self, at_s: float, grams: float | None, _acceleration: Acceleration | None) -> None:
        if grams is None or at_s - self._last_s < _SAMPLE_EVERY_S:
            return
        self._last_s = at_s
        self._add(at_s, grams, "")

    def _tell(self, fact: Fact) -> None:
        match fact:
            case Suspicion():
                self._add(fact.at_s, None, "suspicion")
            case TouchVerdict():
                self._add(fact.at_s, None, str(fact.kind))
            case _:
                return

    def _add(self, at_s: float, grams: float | None, told: str) -> None:
        with self._lock:
            self._number += 1
            rounded = None if grams is None else round(grams, 2)
            self._samples.append(ScaleSample(self._number, round(at_s, 3), rounded, told))

    def status(self) -> ScaleStatus:
        """What the scale does."""
        scale = self._running.scale
        if scale is None:
            return ScaleStatus("off")
        status = scale.status()
        return ScaleStatus(
            state=str(status.state),
            findings=_texts(lambda words: scale_sentences(status, words)),
            grams=self._newest(),
            rate_hz=status.rate_hz or 0.0,
            firmware=status.firmware,
        )

    def _newest(self) -> float | None:
        with self._lock:
            weighed = (each.grams for each in reversed(self._samples) if each.grams is not None)
            return next(weighed, None)

    def weights(self) -> tuple[list[float], list[float]]:
        """Times and grams of the last seconds."""
        with self._lock:
            kept = [(each.at_s, each.grams) for each in self._samples if each.grams is not None]
        return [at_s for at_s, _ in kept], [grams for _, grams in kept]

    def samples_after(self, number: int) -> Sequence[ScaleSample]:
        """Samples whose `number` is larger, oldest first."""
        with self._lock:
            return [each for each in self._samples if each.number > number]


_EXAMINE_EVERY_S = 3.0
"""Chosen by hand: several pages ask every few seconds, and share one examination."""


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
            if self._clock.monotonic_s() - self._began_s >= _EXAMINE_EVERY_S:
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
                lights.extend(map(_traffic_light, islice(examination, 1)))
            return number < len(lights)

    def _examine(self) -> Iterator[Finding]:
        picture = None if self._camera is None else self._camera.newest_picture
        if self._scale is None:
            return self._doctor.examine(picture)
        times_s, grams = self._scale.weights()
        weights = np.asarray(times_s, np.float64), np.asarray(grams, np.float64)
        return self._doctor.examine(picture, weights)


def _traffic_light(finding: Finding) -> HealthLight:
    steps = finding.next_steps
    return HealthLight(
        part=str(finding.part),
        light=finding.light.value,
        text=text_of(finding.says),
        next=in_all_languages(lambda words: _joined(steps, words)) if steps else None,
    )


def _joined(steps: Sequence[Sentence], words: Language) -> str:
    return " ".join(step.text(words) for step in steps)
