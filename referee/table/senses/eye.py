"""The table's eye: frames of a camera in, facts about tray and dice out.

The dice are read before the tray counts as settled, as soon as nothing seems to move; if something
does move these readings are thrown away. So the settled reading is told at once, and afterwards
nothing is read any more until something changes.

    eye = Eye(camera, {"pips": PipFaceReader()})
    eye.expect("pips", 3)
    while True:
        for fact in eye.look(0.1):
            ...
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from queue import SimpleQueue

import msgspec

from referee.clock import Clock, SystemClock
from referee.devices.camera.contract import (
    Camera,
    CameraDeviceStatus,
    CameraFinding,
    CameraFrame,
    CameraState,
)
from referee.errors import InputError
from referee.table.device_troubles import WELL, Condition, TroubleWatch
from referee.table.facts import Device, Fact, TrayChanged, TrayRead
from referee.table.senses.eye_reading import (
    RestVotes,
    die_cutouts,
    doubtful_faces,
    jpeg,
    tray_picture,
)
from referee.table.senses.eye_surface import EyeSurface
from referee.table.senses.eye_tray import EyeTray
from referee.table.sentences import Word
from referee.vision.dice.face_reading import FaceReader
from referee.vision.motion.changes import changes
from referee.vision.motion.tray_watch import Patience, TrayObservation, TrayPhase
from referee.vision.pictures import Picture, PictureError
from referee.vision.readings import Point
from referee.vision.tray.finder import TrayFinder, TrayState, TrayStatus
from referee.vision.tray.lens import Lens
from referee.vision.tray.sheet import MARKER_IDS, STANDARD_SHEET, TraySheet
from referee.vision.tray.view import TrayView

_DEAD_CAMERA = (CameraState.LOST, CameraState.SILENT)
# A camera that is slow or chooses its light by itself still sees; that stops no game.
_HARMLESS = (CameraFinding.SLOW_RATE, CameraFinding.LATE, CameraFinding.LIGHT_NOT_HELD)
_NO_TRAY = (TrayState.UNSEEN, TrayState.SHIFTING, TrayState.GONE, TrayState.BLANK)


def eye_condition(camera: CameraDeviceStatus, tray: TrayStatus | None) -> Condition:
    """How the eye is; `tray` is None as long as no picture came."""
    findings = [each for each in camera.findings if each not in _HARMLESS]
    sentences = [f"camera-finding-{each}" for each in findings]
    # A recording that is over is no camera that fell silent.
    if camera.state in _DEAD_CAMERA and CameraFinding.RECORDING_ENDED not in findings:
        sentences.insert(0, f"camera-state-{camera.state}")
    words: dict[str, Word] = {"rate": round(camera.rate_hz or 0)}
    if sentences:
        return Condition(tuple(sentences), words=words)
    if camera.state is CameraState.CONNECTING:
        return Condition((f"camera-state-{camera.state}",), is_starting=True, words=words)
    if tray is not None and tray.state in _NO_TRAY:
        seen: dict[str, Word] = {"seen": len(tray.markers), "all": len(MARKER_IDS)}
        return Condition((f"tray-state-{tray.state}",), words=seen)
    return WELL


_NEVER_S = float("-inf")
_EARLY_S = 0.1
"""The dice are read from here on, if nothing moved for so long. Chosen by hand: of the 0.4 s until
the tray is settled the rest is time to read two frames; sooner, more readings would be thrown
away."""
_EARLY_UNDER_HAND_S = 0.15
"""The same while a hand seems to be over the tray: a hand stops more often before it goes on."""
_SETTLE_S = Patience().settle_s
_STATUS_EVERY_S = 0.1
"""Chosen by hand: a fifth of what a trouble must last to be told."""
_AWAKE_S = 12.0
"""Chosen by hand: what moved on the plate, and the film of it, is over by then."""
_LONG_REST_S = 5.0
"""Chosen by hand: what can be read was read by then; in the dark nothing ever is."""
_BLIND_S = 1.0
"""So often a picture is searched again that shows neither dice nor the tray. Chosen by hand: a
search takes 12 ms (docs/dice.md), and a cap on the lens is in no hurry."""

Expected = tuple[str, int | None]


class Eye:
    """Watches the tray through one camera; `readers` has a reader for each kind of dice.

    Without `markers` the tray is all that the camera sees, and nobody knows where the camera hangs.
    `look` belongs to one thread; `expect` and `learn` may be called from any. `on_frame` is shown
    every frame, so that evidence can be kept.
    """

    def __init__(
        self,
        camera: Camera,
        readers: Mapping[str, FaceReader],
        *,
        sheet: TraySheet = STANDARD_SHEET,
        lens: Lens | None = None,
        die_mm: float = 16.0,
        markers: bool = True,
        clock: Clock | None = None,
        on_frame: Callable[[CameraFrame], None] | None = None,
    ) -> None:
        if not readers:
            raise InputError("The eye knows no dice: choose at least one kind of dice.")
        self._camera = camera
        self._clock = clock or SystemClock()
        self._tray: EyeTray | EyeSurface = (
            EyeTray(TrayFinder(sheet, lens, die_mm=die_mm), readers, die_mm)
            if markers
            else EyeSurface(readers)
        )
        self._troubles = TroubleWatch(Device.CAMERA)
        self._on_frame = on_frame
        self._kinds = frozenset(readers)
        self._learned: SimpleQueue[tuple[str, FaceReader]] = SimpleQueue()
        self._expected: Expected = (next(iter(readers)), None)
        self._reading_for: Expected = self._expected
        self._votes = RestVotes()
        self._read_picture: Picture | None = None
        self._last: TrayRead | None = None
        self._told_for: Expected | None = None
        self._phase: TrayPhase | None = None
        self._moved_s = _NEVER_S
        self._rests = 0
        self._is_told = self._is_sure = False
        self._status_s = self._blind_s = self._woken_s = _NEVER_S

    def expect(self, kind: str, count: int | None = None) -> None:
        """So many dice of this kind will lie in the tray; dice that lie there are told again."""
        if kind not in self._kinds:
            known = ", ".join(sorted(self._kinds))
            raise InputError(f"The eye cannot read {kind!r} dice: teach them, or choose {known}.")
        self._expected = (kind, count)

    def learn(self, kind: str, faces: FaceReader) -> None:
        """Read dice of this kind by these faces from the next frame on."""
        self._learned.put((kind, faces))
        self._kinds |= {kind}

    def wake(self, at_s: float) -> None:
        """Something happens at the table: for a while it is no longer calm."""
        self._woken_s = at_s

    @property
    def is_calm(self) -> bool:
        """Whether few pictures are enough: nothing moves, and all that lies there was told."""
        now_s = self._clock.monotonic_s()
        if 0 <= now_s - self._woken_s < _AWAKE_S:
            return False
        if self._phase is None:
            return True
        is_long_over = now_s - self._moved_s >= _LONG_REST_S
        return self._phase is TrayPhase.AT_REST and (self._is_told or is_long_over)

    @property
    def tray_outline_px(self) -> Sequence[Point]:
        """The corners of the tray in the picture; none while it is not found."""
        return self._tray.outline_px

    @property
    def tray_view(self) -> TrayView | None:
        """How the camera sees the tray; None while it is not found."""
        return None if self._tray.status is None else self._tray.status.view

    def look(self, timeout_s: float = 0.0) -> Sequence[Fact]:
        """What the newest frame tells; waits for one at most so long."""
        frame = self._camera.latest(timeout_s)
        facts: list[Fact] = []
        if frame is not None:
            if self._on_frame is not None:
                self._on_frame(frame)
            # One that was damaged on its way is left out; if all are, the camera says so.
            with suppress(PictureError):
                facts.extend(self._see(frame))
        now_s = self._now_s(frame)
        if not 0 <= now_s - self._status_s < _STATUS_EVERY_S:
            self._status_s = now_s
            condition = eye_condition(self._camera.status(), self._tray.status)
            facts.extend(self._troubles.see(now_s, condition))
        return facts

    def _now_s(self, frame: CameraFrame | None) -> float:
        now_s = self._clock.monotonic_s()
        return now_s if frame is None else max(now_s, frame.at_s)

    def _see(self, frame: CameraFrame) -> Sequence[Fact]:
        while not self._learned.empty():
            self._tray.learn(*self._learned.get())
        if self._tray.find(frame):
            self._begin_anew()
        observed = self._tray.watch(frame)
        if observed is None:
            return ()
        self._note_motion(observed)
        self._heed_expected()
        self._collect(frame, observed)
        changed = self._note_phase(observed)
        return (*changed, *self._tell(frame, observed))

    def _begin_anew(self) -> None:
        """The tray is elsewhere, or was out of sight: what was known of its dice is void."""
        self._drop_votes()
        self._phase = self._last = None
        self._is_told = self._is_sure = False

    def _note_motion(self, observed: TrayObservation) -> None:
        # After a long gap without frames the watch begins anew, even if all seems as it was.
        is_new_start = observed.phase is TrayPhase.STARTING and observed.since_s == observed.t_s
        if is_new_start or not observed.is_still:
            self._moved_s = observed.t_s
            self._is_sure = False
            # Too short to be a roll, and yet a die may have tipped over: look again.
            self._is_told = False
            self._drop_votes()

    def _drop_votes(self) -> None:
        self._votes.clear()
        self._read_picture = None

    def _collect(self, frame: CameraFrame, observed: TrayObservation) -> None:
        """Read this frame if its reading is needed."""
        kind, count = self._reading_for
        if self._is_told or not self._is_worth_reading(observed) or self._votes.is_enough(count):
            return
        self._votes.add(self._tray.read(frame.picture, kind))
        self._read_picture = frame.picture

    def _is_worth_reading(self, observed: TrayObservation) -> bool:
        """At rest, or soon at rest if nothing more moves."""
        if not (observed.is_still and self._tray.is_usable):
            return False
        early_s = _EARLY_UNDER_HAND_S if observed.cover.is_hand else _EARLY_S
        return observed.is_readable or observed.t_s - self._moved_s >= early_s

    def _note_phase(self, observed: TrayObservation) -> Sequence[Fact]:
        if not self._is_sure and observed.phase is not TrayPhase.AT_REST:
            self._is_sure = self._are_dice_sure(observed)
        phase = TrayPhase.AT_REST if self._is_sure else observed.phase
        if phase is self._phase:
            return ()
        self._phase, self._last = phase, None
        self._is_told = False
        self._rests += phase is TrayPhase.AT_REST
        return (TrayChanged(observed.t_s, phase),)

    def _are_dice_sure(self, observed: TrayObservation) -> bool:
        """Whether all dice lie there, each of them certain, whatever else may lie there.

        Beside dice that were there before, a heap of new ones can look like a hand. The watch would
        wait until it is sure that it is none; the dice themselves tell it sooner.
        """
        count = self._reading_for[1]
        if count is None or not observed.is_still or observed.t_s - self._moved_s < _SETTLE_S:
            return False
        if not (len(self._votes) and self._votes.is_enough(count)):
            return False
        reading = self._votes.together(count)
        return reading.is_certain and len(reading.dice) == count

    def _heed_expected(self) -> None:
        expected = self._expected
        if expected == self._reading_for:
            return
        if expected[0] != self._reading_for[0]:
            self._drop_votes()
        self._reading_for = expected
        self._is_told = False

    def _tell(self, frame: CameraFrame, observed: TrayObservation) -> Sequence[Fact]:
        count = self._reading_for[1]
        if self._is_told or not (self._is_settled(observed) and self._votes.is_enough(count)):
            return ()
        if not self._shows_tray(frame):
            return ()
        self._is_told = True
        seen, self._read_picture = self._seen(frame), None
        return self._told(seen)

    def _is_settled(self, observed: TrayObservation) -> bool:
        is_at_rest = self._phase is TrayPhase.AT_REST and observed.is_still
        return is_at_rest and observed.t_s - self._moved_s >= _SETTLE_S

    def _told(self, now: TrayRead) -> Sequence[Fact]:
        """The reading, unless it was asked for before and all is as it was told."""
        last, is_asked_again = self._last, self._told_for != self._reading_for
        self._told_for = self._reading_for
        if last is not None and not is_asked_again:
            if changes(last.reading, now.reading).is_none:
                return ()
            self._rests += 1
            now = msgspec.structs.replace(now, rest_number=self._rests)
        self._last = now
        return (now,)

    def _shows_tray(self, frame: CameraFrame) -> bool:
        """Whether the picture shows a tray: neither dice nor tray is a cap on the lens."""
        if self._votes.has_dice:
            return True
        if not 0 <= frame.at_s - self._blind_s < _BLIND_S:
            self._blind_s = _NEVER_S if self._tray.shows_ground(frame) else frame.at_s
        return self._blind_s == _NEVER_S

    def _seen(self, frame: CameraFrame) -> TrayRead:
        kind, count = self._reading_for
        picture = frame.picture if self._read_picture is None else self._read_picture
        reading = self._votes.together(count)
        outline_px = self._tray.outline_px
        return TrayRead(
            at_s=self._now_s(frame),
            rested_s=min(self._moved_s, frame.at_s),
            rest_number=self._rests,
            kind=kind,
            reading=reading,
            cutouts=die_cutouts(picture, reading, outline_px),
            picture_jpeg=jpeg(tray_picture(picture, outline_px)),
            faces_jpeg=doubtful_faces(picture, reading),
        )
