"""One calibration from its first step to its end, in a thread of its own.

The devices stay with the table's own threads; what they deliver is handed on here and looked at
whenever this thread has time. So nobody waits for anybody, and the table never lets go of a port.
"""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import Literal

import cv2
import numpy as np

from referee.app.calibration import CalibrationPlan, KeptCalibration
from referee.calibrate.guide import (
    CalibrationHands,
    GroupChange,
    GuideState,
    Meter,
    ShownGroup,
)
from referee.clock import Clock
from referee.devices.camera.contract import CameraFrame
from referee.devices.connection import Mailbox
from referee.devices.device import OpensAndCloses
from referee.devices.scale.contract import Observation
from referee.errors import RefereeError
from referee.table.senses.eye_reading import jpeg
from referee.vision.pictures import Picture
from referee.web.shapes.devices import (
    CalibrationGroup,
    CalibrationMeter,
    CalibrationStep,
    FaceName,
)
from referee.web.texts import Text, message_text, text_of, untranslated

Delivered = CameraFrame | Sequence[Observation]
SessionTask = Literal["accept", "repeat", "skip", "abort", "help"]
SessionPhase = Literal["asking", "kept", "aborted", "failed"]

_log = logging.getLogger(__name__)
_WAIT_S = 0.1
"""So long a pressed button waits at most while nothing is delivered."""
_ANSWER_S = 0.5
"""So often whoever pressed looks whether the session has ended meanwhile."""
_FORGOTTEN_S = 600.0
"""After so long without anybody looking, the table is free for games again."""
_WIDEST_PX, _QUALITY = 960, 82
"""Chosen by hand: with less nobody can judge the edges of markers, with more a phone waits."""


@dataclass(frozen=True, slots=True)
class SessionView:
    """The session at one moment, as a page shows it."""

    phase: SessionPhase
    step: CalibrationStep | None
    picture: Picture | None = None
    told: tuple[Text, ...] = ()
    kept: KeptCalibration | None = None


@dataclass(frozen=True, slots=True)
class _Press:
    task: SessionTask | GroupChange
    step: int
    answer: Future[bool] = field(default_factory=Future)


class CalibrationSession(OpensAndCloses):
    """Leads a guide; `offer`, `press` and `seen` may be called from any thread.

    `keep` writes the result when the last step is accepted; `at_end` is called however it ends.
    """

    def __init__(
        self,
        plan: CalibrationPlan,
        hands: CalibrationHands | None,
        keep: Callable[[], KeptCalibration],
        at_end: Callable[[], None],
        clock: Clock,
    ) -> None:
        self.plan = plan
        self.hands = hands
        self._keep = keep
        self._at_end = at_end
        self._clock = clock
        # Of pictures only the newest counts; of weights, all.
        self._delivered: Mailbox[Delivered] = Mailbox(1 if plan.looks else 4096)
        self._presses: Mailbox[_Press] = Mailbox(64)
        self._helped = ""
        self._is_busy = False
        self._pictures = 0
        self._lock = Lock()
        self._looked_at_s = clock.monotonic_s()
        self._seen = self._look()
        self._stop = Event()
        self._thread: Thread | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether there are steps left."""
        return self._seen.phase == "asking"

    def open(self) -> None:
        """Begin with the first step."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="calibration", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop; what was not accepted to the end is not kept."""
        self._stop.set()
        self._delivered.close()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self.is_under_way:
            self._end("aborted", (message_text("calibrate-aborted"),))

    def offer(self, delivered: Delivered) -> None:
        """What the device of this part has just delivered."""
        if self.is_under_way:
            self._delivered.put((delivered,))

    def press(self, task: SessionTask | GroupChange, step: int) -> bool:
        """Do this about the step of this number; False if it cannot be done."""
        asked = _Press(task, step)
        if not self.is_under_way:
            return False
        self._presses.put((asked,))
        # Learning faces takes a while; a session that has ended answers nobody any more.
        while not wait((asked.answer,), _ANSWER_S).done:
            if self._seen.phase != "asking":
                return False
        return asked.answer.result()

    def seen(self) -> SessionView:
        """How it stands; whoever asks keeps the session alive."""
        with self._lock:
            self._looked_at_s = self._clock.monotonic_s()
            return self._seen

    def group_jpeg(self, number: int) -> bytes | None:
        """A picture of one of the groups."""
        picture = self.plan.guide.group_picture(number)
        return None if picture is None else jpeg(picture, _QUALITY) or None

    def picture_jpeg(self) -> bytes | None:
        """What the table sees in this step."""
        picture = self.seen().picture
        if picture is None:
            return None
        scale = min(1.0, _WIDEST_PX / picture.shape[1])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return jpeg(np.asarray(small, np.uint8), _QUALITY) or None

    # In the session's own thread.

    def _run(self) -> None:
        try:
            while not self._stop.is_set() and self.is_under_way:
                self._step()
        except RefereeError as error:
            self._end("failed", (untranslated(str(error)),))
        except Exception:  # noqa: BLE001 - whatever it was, the table goes on and says so
            _log.exception("The calibration stopped.")
            self._end("failed", (message_text("calibrate-failed"),))
        finally:
            self._refuse_waiting()
            self._at_end()

    def _step(self) -> None:
        guide = self.plan.guide
        delivered = self._delivered.take(_WAIT_S)
        for each in delivered:
            guide.see(self._before(each))
        self._help()
        done = [(press, self._do(press)) for press in self._presses.take()]
        if self._clock.monotonic_s() - self._looked_at_s > _FORGOTTEN_S:
            guide.abort()
        try:
            self._note()
        finally:
            # Whoever pressed looks next, and is to see what came of it.
            for press, is_done in done:
                press.answer.set_result(is_done)

    def _before(self, delivered: Delivered) -> Delivered:
        """What the device delivers while hands are before it."""
        if isinstance(delivered, CameraFrame) and self.hands and self._is_helping:
            return self.hands.before_camera(delivered)
        return delivered

    @property
    def _is_helping(self) -> bool:
        return self._helped == self.plan.guide.name

    def _help(self) -> None:
        """Hands go on until the step is ready, and finish what they are at."""
        if self.hands is None or not self._is_helping:
            self._is_busy = False
        elif self._is_busy or not self.plan.guide.view().can_accept:
            self._is_busy = self.hands.help(self.plan.guide.name)

    def _do(self, press: _Press) -> bool:
        guide = self.plan.guide
        if guide.state is not GuideState.ASKING or press.step != guide.number:
            return False
        match press.task:
            case "accept":
                # Nobody accepts what simulated hands are still at.
                return not self._is_busy and guide.accept()
            case "repeat":
                self._helped = ""
                guide.repeat()
            case "skip":
                self._helped = ""
                return guide.skip()
            case "abort":
                guide.abort()
            case "help":
                if self.hands is None:
                    return False
                self._helped = guide.name
            case GroupChange():
                return guide.arrange(press.task)
        return True

    def _note(self) -> None:
        match self.plan.guide.state:
            case GuideState.ASKING:
                seen = self._look()
            case GuideState.ABORTED:
                seen = SessionView("aborted", None, told=(message_text("calibrate-aborted"),))
            case GuideState.DONE:
                kept = self._keep()
                seen = SessionView("kept", None, told=tuple(map(text_of, kept.told)), kept=kept)
        with self._lock:
            self._seen = seen

    def _end(self, phase: SessionPhase, told: tuple[Text, ...]) -> None:
        with self._lock:
            self._seen = SessionView(phase, None, told=told)

    def _refuse_waiting(self) -> None:
        for press in self._presses.take():
            press.answer.set_result(False)

    def _look(self) -> SessionView:
        guide = self.plan.guide
        view = guide.view()
        self._pictures += view.picture is not None
        step = CalibrationStep(
            guide.number,
            guide.count,
            guide.name,
            text_of(view.ask),
            tuple(map(text_of, view.live)),
            tuple(map(text_of, view.troubles)),
            tuple(map(text_of, view.advice)),
            can_accept=view.can_accept and not self._is_busy,
            picture=None if view.picture is None else self._pictures,
            meter=_meter(view.meter),
            is_helped=self._is_busy,
            groups=tuple(map(_group, view.groups)),
            names=tuple(FaceName(each.name, text_of(each)) for each in view.names),
            can_skip=view.can_skip,
        )
        return SessionView("asking", step, view.picture)


def _group(shown: ShownGroup) -> CalibrationGroup:
    return CalibrationGroup(
        shown.number, shown.name, shown.pictures, shown.wanted, is_left_out=shown.is_left_out
    )


def _meter(meter: Meter | None) -> CalibrationMeter | None:
    if meter is None:
        return None
    return CalibrationMeter(
        round(meter.value, 3), round(meter.noise, 4), "g" if meter.unit == "g" else "counts"
    )
