"""The guided calibration of a running table, as the dashboard asks for it.

A calibration borrows nothing: it is shown what eye and touch get from their devices anyway.
"""

from collections.abc import Sequence
from functools import partial

from referee.app.calibration import (
    PARTS,
    CalibrationPlan,
    CalibrationWishes,
    KeptCalibration,
    ProfilePlace,
    device_url,
    keep_calibration,
    plan_calibration,
)
from referee.app.dashboard.calibration_session import (
    CalibrationSession,
    SessionTask,
    SessionView,
)
from referee.app.face_sets import find_faces, sets_of_table
from referee.app.running_table import RunningTable
from referee.calibrate.guide import GroupChange, say
from referee.calibrate.printed_targets import page_pdf, target_pages
from referee.config import TableProfile
from referee.config.sections import NONE
from referee.devices.camera.contract import CameraFrame
from referee.devices.device import OpensAndCloses
from referee.devices.scale.contract import Observation
from referee.games.boxes import game_rolling
from referee.language import Language, language
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.web.shapes.devices import (
    CalibrationChange,
    CalibrationDeed,
    CalibrationRequest,
    CalibrationState,
    FaceName,
    PartName,
)
from referee.web.texts import Text, in_all_languages, text_of


class TableCalibration(OpensAndCloses):
    """At most one calibration at a time; asked from any thread.

    `starts_with_profile` tells whether the next start of the table reads the profile at `place`.
    """

    def __init__(
        self,
        running: RunningTable,
        place: ProfilePlace,
        *,
        starts_with_profile: bool = True,
        can_restart: bool = False,
    ) -> None:
        self._running = running
        self._place = place
        self._starts_with_profile = starts_with_profile
        self._can_restart = can_restart
        self._session: CalibrationSession | None = None
        self._dice = _dice_to_teach(running.profile)
        running.on_frame(self._see)
        running.on_observations(self._weigh)

    def open(self) -> None:
        """There is nothing to open before somebody calibrates."""

    def close(self) -> None:
        """Stop what is under way; nothing is kept of it."""
        if self._session is not None:
            self._session.close()

    @property
    def is_under_way(self) -> bool:
        """Whether somebody calibrates."""
        return self._session is not None and self._session.is_under_way

    def state(self) -> CalibrationState:
        """The present step; between calibrations, what can be calibrated."""
        session = self._session
        if session is None:
            return CalibrationState("idle", self._parts(), self._dice)
        seen = session.seen()
        return CalibrationState(
            seen.phase,
            self._parts(),
            self._dice,
            part=session.plan.part,
            step=seen.step,
            can_help=session.hands is not None,
            told=(*seen.told, *self._effect(seen)),
            changes=_changes(seen.kept),
            can_restart=self._can_restart and seen.kept is not None,
        )

    def begin(self, asked: CalibrationRequest) -> None:
        """Begin with the first step of this part."""
        self.close()
        wishes = CalibrationWishes((asked.mass_g, asked.second_mass_g), asked.name, asked.kind)
        plan = plan_calibration(asked.part, wishes, self._place)
        hands = plan.hands(self._running.world, device_url(self._running.profile, asked.part))
        clock = self._running.clock
        self._session = CalibrationSession(
            plan, hands, lambda: self._keep(plan), self._hold_light, clock
        )
        if plan.part == "tray" and self._running.camera is not None:
            # The light is chosen anew, and held again from the end on.
            self._running.camera.unlock()
        self._session.open()

    def press(self, asked: CalibrationDeed) -> bool:
        """Do what is asked; False if that step is over, or it cannot be done now."""
        return self._session is not None and self._session.press(_task(asked), asked.step)

    def picture_jpeg(self) -> bytes | None:
        """What the table sees in this step."""
        return None if self._session is None else self._session.picture_jpeg()

    def group_jpeg(self, number: int) -> bytes | None:
        """A picture of one of the groups in this step."""
        return None if self._session is None else self._session.group_jpeg(number)

    def target_pdf(self, name: str) -> bytes | None:
        """A target to be printed, in the language of the table."""
        pages = target_pages(language(self._running.profile.table.language))
        return next((page_pdf([page]) for page in pages if page.name == name), None)

    def _see(self, frame: CameraFrame) -> None:
        session = self._session
        if session is not None and session.plan.looks:
            session.offer(frame)

    def _weigh(self, seen: Sequence[Observation]) -> None:
        session = self._session
        if session is not None and not session.plan.looks:
            session.offer(seen)

    def _parts(self) -> tuple[PartName, ...]:
        profile = self._running.profile
        return tuple(part for part in PARTS if device_url(profile, part) != NONE)

    def _keep(self, plan: CalibrationPlan) -> KeptCalibration:
        camera = self._running.camera
        light = None
        if plan.part == "tray" and camera is not None:
            light = camera.lock()
        kept = keep_calibration(plan, self._place, light)
        kind, eye = plan.wishes.kind, self._running.eye
        if plan.part == "dice" and kind is not None and eye is not None:
            eye.learn(kind, TaughtFaceReader(find_faces(self._place.read().dice.sets[kind])))
        return kept

    def _hold_light(self) -> None:
        """However a calibration ended, the camera does what the profile says."""
        camera, light = self._running.camera, self._place.read().camera.light
        if camera is not None and light is not None:
            camera.lock(light)

    def _effect(self, seen: SessionView) -> tuple[Text, ...]:
        """When the table goes by what was kept."""
        if seen.kept is None:
            return ()
        is_read_now = self._session is not None and self._session.plan.part == "dice"
        now = (text_of(say("counts-now")),) if is_read_now else ()
        if self._starts_with_profile:
            return now or (text_of(say("counts-from-start")),)
        return (*now, text_of(say("counts-with-profile", file=str(seen.kept.file))))


def _task(asked: CalibrationDeed) -> SessionTask | GroupChange:
    match asked.deed:
        case "accept" | "repeat" | "skip" | "abort" | "help":
            return asked.deed
        case "name" | "split" | "leave-out" | "take-in":
            return GroupChange(asked.deed, asked.group, asked.name, asked.picture)


def _changes(kept: KeptCalibration | None) -> tuple[CalibrationChange, ...]:
    if kept is None:
        return ()
    return tuple(CalibrationChange(each.key, each.before, each.after) for each in kept.changes)


def _dice_to_teach(profile: TableProfile) -> tuple[FaceName, ...]:
    """The kinds of special dice of this table, as their games call them."""

    def called(words: Language, kind: str) -> str:
        name = words.term(game_rolling(kind), "dice", kind)
        return name[:1].upper() + name[1:]

    kinds = sets_of_table(profile.dice.sets)
    return tuple(FaceName(each, in_all_languages(partial(called, kind=each))) for each in kinds)
