"""A table in real time: every device opened by its URL, each sense in its thread, one umpire.

with open_table(profile) as running:
    running.ask(lambda table: table.begin_game(game, names, options)).result()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, suppress
from pathlib import Path
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING, TypeVar

from referee.app.dark_screen import DarkScreen
from referee.app.face_sets import dice_readers
from referee.app.heat import SYSTEM, HeatWatch
from referee.app.learned_faces import LearnedFaces
from referee.app.memory import tidy_up
from referee.app.simulator import is_simulated, lens_of, simulated_world
from referee.clock import Clock, SystemClock
from referee.config import TableProfile
from referee.config.sections import NONE, CameraSection
from referee.devices.camera.connection import ThreadedCamera
from referee.devices.camera.contract import Camera, CameraFrame
from referee.devices.camera.urls import camera_from_url
from referee.devices.panel.contract import Panel
from referee.devices.panel.pins import MOST_SEATS, TARE
from referee.devices.panel.urls import panel_from_url
from referee.devices.scale.connection import SerialScale
from referee.devices.scale.contract import Observation, Scale, TappedScale
from referee.devices.scale.urls import scale_from_url
from referee.devices.voice.contract import Voice
from referee.devices.voice.urls import voice_from_url
from referee.store.address import parse_address
from referee.store.lock import hold_log
from referee.store.salvage import salvage_log
from referee.store.store import Store, open_store
from referee.store.troubles import StoreError, StoreTrouble
from referee.table.announcing.announcer import Announcer, SpeechSettings
from referee.table.announcing.lamps import Lamps, lamp_scene
from referee.table.evidence.recorder import EvidenceRecorder
from referee.table.facts import ButtonPressed, Device, Fact, TrayChanged
from referee.table.senses.eye import Eye
from referee.table.senses.threads import EyeThread, TouchThread
from referee.table.senses.touch_sense import Acceleration, OnSample, Touch
from referee.table.sentences import Sentence, Topic
from referee.table.table import Table
from referee.table.table_thread import TableThread
from referee.table.updates import Listeners
from referee.touch.pieces import PieceMass
from referee.touch.verdicts import Suspicion, TouchVerdict

if TYPE_CHECKING:
    from referee.app.simulator import AutoPlayers, SimulatedWorld

_MOST_FACTS = 10_000
"""Chosen by hand: some minutes of a lively table. With fewer a roll could be lost while the table's
thread is held up; with more a thread that hangs for good only takes more memory."""

Result = TypeVar("Result")


class RunningTable(AbstractContextManager["RunningTable"]):
    """Everything of one table, running until it is closed."""

    def __init__(
        self, profile: TableProfile, *, clock: Clock, seed: int | None, system: Path = SYSTEM
    ) -> None:
        self.profile = profile
        self.system = system
        self._heat = HeatWatch(self._heated, system)
        self._watching: EyeThread | None = None
        self.screen = DarkScreen(clock)
        self.clock = clock
        self._opened = ExitStack()
        self._facts: Queue[Fact] = Queue(_MOST_FACTS)
        self._on_frame: Listeners[CameraFrame] = Listeners()
        self._on_sample: Listeners[float, float | None, Acceleration | None] = Listeners()
        self._on_observations: Listeners[Sequence[Observation]] = Listeners()
        self._on_fact: Listeners[Fact] = Listeners()
        self.world: SimulatedWorld | None = None
        self.players: AutoPlayers | None = None
        self.damaged_log: Path | None = None
        """Where a log lies that was damaged when it was opened; what it held is in a new one."""
        # What was opened before something cannot be opened is closed again.
        with self._opened as opened:
            self._open_all(seed)
            self._opened = opened.pop_all()

    def _open_all(self, seed: int | None) -> None:
        profile, clock = self.profile, self.clock
        self.tell_where = self._opened.enter_context(hold_log(parse_address(profile.store.url)))
        if is_simulated(profile):
            self.world = simulated_world(
                clock,
                language_code=profile.table.language,
                seed=seed,
                markers=profile.camera.markers,
            )
        self.store: Store = self._opened.enter_context(self._open_store())
        self.evidence = EvidenceRecorder(is_in_background=True)
        self._opened.callback(self.evidence.close)
        self.camera = self._open_camera()
        self.scale = self._open_scale()
        self.voice: Voice = self._opened.enter_context(
            voice_from_url(profile.voice.url, clock, profile.voice.settings)
        )
        self.panel: Panel = self._opened.enter_context(
            panel_from_url(profile.panel.url, profile.panel.pins, clock)
        )
        self.announcer = Announcer(self.voice, _speech_of(profile))
        self._readers = {} if self.camera is None else dice_readers(profile.dice.sets)
        self.learned = LearnedFaces(self._readers, self.store.address.learned)
        self._opened.callback(self.learned.close)
        self.eye = self._make_eye()
        self.touch = self._make_touch()
        self.table = self._make_table()
        self._lamps, self._lamp_seats = Lamps(self.panel, MOST_SEATS), MOST_SEATS
        self._start()

    def ask(self, task: Callable[[Table], Result]) -> Future[Result]:
        """Run this in the table's thread."""
        return self._thread.ask(task)

    def autoplay(
        self, *, care: float | None = None, pace: float = 1.0, seed: int | None = None
    ) -> None:
        """Let simulated players play from now on; only at a simulated table."""
        if self.world is not None:
            self.players = self.world.auto_players(
                self.table, care=care, pace=pace, seed=seed, is_speaking=self._speaks
            )

    def _speaks(self) -> bool:
        """Whether something is being said, or waits to be."""
        return self.voice.is_speaking() or bool(self.announcer.waiting)

    def stop_autoplay(self) -> None:
        """People play from now on."""
        self.players = None

    @property
    def thread(self) -> TableThread:
        """The thread of the table."""
        return self._thread

    def on_frame(self, listener: Callable[[CameraFrame], None]) -> None:
        """Be shown every frame, in the eye's thread."""
        self._on_frame.add(listener)

    def on_sample(self, listener: OnSample) -> None:
        """Be told every sample of the scale, in the thread of touch."""
        self._on_sample.add(listener)

    def on_observations(self, listener: Callable[[Sequence[Observation]], None]) -> None:
        """Be told everything raw that the scale delivers, in the thread of touch."""
        self._on_observations.add(listener)

    def on_fact(self, listener: Callable[[Fact], None]) -> None:
        """Be told every fact, in the thread of its sense."""
        self._on_fact.add(listener)

    def _see(self, frame: CameraFrame) -> None:
        if self.eye is not None:
            is_calm = self.eye.is_calm
            self.evidence.add_frame(frame, self.eye.tray_outline_px, is_calm=is_calm)
        self._on_frame.tell(frame)

    def _observe(self, seen: Sequence[Observation]) -> None:
        self._on_observations.tell(seen)

    def _sample(self, at_s: float, grams: float | None, acceleration: Acceleration | None) -> None:
        self.evidence.add_sample(at_s, grams, acceleration)
        self._on_sample.tell(at_s, grams, acceleration)

    def close(self) -> None:
        """Close everything, the last opened first."""
        self._opened.close()

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def _open_store(self) -> Store:
        try:
            return _store_of(self.profile, self.clock)
        except StoreError as error:
            log = parse_address(self.profile.store.url).file
            if error.trouble is not StoreTrouble.DAMAGED or log is None:
                raise
            self.damaged_log = salvage_log(log, self.clock)
            if self.damaged_log is None:
                raise
        return _store_of(self.profile, self.clock)

    def _open_camera(self) -> Camera | None:
        section = self.profile.camera
        if section.url == NONE:
            return None
        camera = camera_of(section, self.clock)
        self._opened.enter_context(camera)
        return camera

    def _open_scale(self) -> Scale | None:
        section = self.profile.scale
        if section.url == NONE:
            return None
        scale = scale_from_url(section.url, self.clock)
        self._opened.enter_context(scale)
        return scale

    def _make_eye(self) -> Eye | None:
        section = self.profile.camera
        if self.camera is None:
            return None
        return Eye(
            self.camera,
            self._readers,
            sheet=section.tray,
            lens=lens_of(section, self.world),
            die_mm=section.die_mm,
            markers=section.markers,
            clock=self.clock,
            on_frame=self._see,
        )

    def _make_touch(self) -> Touch | None:
        section = self.profile.scale
        if self.scale is None:
            return None
        return Touch(
            TappedScale(self.scale, self._observe),
            calibration=section.calibration,
            profile=section.touch,
            clock=self.clock,
            on_sample=self._sample,
        )

    def _make_table(self) -> Table:
        fitted = {Device.CAMERA: self.camera, Device.SCALE: self.scale}
        return Table(
            self.store,
            self.clock,
            senses=(self._perceived, self._pressed, self._play),
            devices=[device for device, part in fitted.items() if part is not None],
            announcer=self.announcer,
            countdown_s=self.profile.table.countdown_s,
            measured=self.profile.scale.touch.pieces,
            expect_dice=self._expect_dice,
            expect_pieces=self._expect_pieces,
            count_as=self._count_as,
            evidence=self.evidence,
            learner=self.learned,
        )

    def _start(self) -> None:
        if self.eye is not None:
            watching = EyeThread(self.eye, self._notice, self.clock, on_long_rest=tidy_up)
            self._watching = self._opened.enter_context(watching)
        if self.touch is not None:
            self._opened.enter_context(TouchThread(self.touch, self._notice, self.clock))
        self._thread = TableThread(self.table)
        self._opened.enter_context(self._thread)

    def _expect_dice(self, kind: str, count: int | None) -> None:
        if self.eye is not None:
            self.eye.expect(kind, count)

    def _expect_pieces(self, pieces: tuple[PieceMass, ...]) -> None:
        if self.touch is not None:
            self.touch.expect(pieces)

    def _count_as(self, grams: float, seen_g: float) -> bool:
        return self.touch is not None and self.touch.count_as(grams, seen_g)

    def _notice(self, fact: Fact) -> None:
        is_touched = isinstance(fact, Suspicion | TouchVerdict)
        if is_touched or isinstance(fact, TrayChanged):
            self.screen.stir()
        if self.eye is not None and is_touched:
            self.eye.wake(self.clock.monotonic_s())
        self._on_fact.tell(fact)
        try:
            self._facts.put_nowait(fact)
        except Full:
            # The table's thread hangs, or has just come back; what it will find is the newest.
            with suppress(Empty, Full):
                self._facts.get_nowait()
                self._facts.put_nowait(fact)

    def _perceived(self) -> Sequence[Fact]:
        facts: list[Fact] = []
        while True:
            try:
                facts.append(self._facts.get_nowait())
            except Empty:
                return facts

    def _pressed(self) -> Sequence[Fact]:
        self._heat.tick(self.clock.monotonic_s())
        self._darken(self.screen.look(is_playing=self._is_playing()))
        self._show_lamps()
        pressed: list[Fact] = []
        for press in self.panel.pressed():
            self.screen.stir()
            if press.seat == TARE:
                self.table.tare()
            else:
                pressed.append(ButtonPressed(press.at_s, press.seat))
        return pressed

    def _is_playing(self) -> bool:
        umpire = self.table.umpire
        return umpire is not None and umpire.game.outcome(umpire.state) is None

    def _darken(self, is_dark: bool) -> None:
        """While the screen is dark the table only looks whether somebody comes."""
        if is_dark is self.table.is_dark:
            return
        self.table.is_dark = is_dark
        for device in (self.camera, self.scale):
            if isinstance(device, ThreadedCamera | SerialScale):
                device.darken(is_dark=is_dark)
        self._thread.is_dark = is_dark
        if self._watching is not None:
            self._watching.is_dark = is_dark

    def _heated(self, is_hot: bool) -> None:
        """Do less while the computer is hot, and say so."""
        if self._watching is not None:
            self._watching.is_spared = is_hot
        self.table.say(Topic.HINT, Sentence("table-hot" if is_hot else "table-cool"))

    def _show_lamps(self) -> None:
        snapshot = self.table.snapshot()
        seats = MOST_SEATS if snapshot is None else len(snapshot.names)
        if seats != self._lamp_seats:
            # Lamps of empty seats stay dark.
            self._lamps, self._lamp_seats = Lamps(self.panel, seats), seats
        self._lamps.show(lamp_scene(snapshot))
        self.panel.tick()

    def _play(self) -> Sequence[Fact]:
        if self.players is not None:
            self.players.step()
        return ()


def open_table(
    profile: TableProfile,
    *,
    clock: Clock | None = None,
    seed: int | None = None,
    system: Path = SYSTEM,
) -> RunningTable:
    """Open everything this profile names; what is not there yet is waited for.

    `system` is where the kernel tells about this computer.
    """
    return RunningTable(profile, clock=clock or SystemClock(), seed=seed, system=system)


def camera_of(section: CameraSection, clock: Clock) -> Camera:
    """The camera of a profile, not yet opened; whenever it is there, it holds its light."""
    camera = camera_from_url(section.url, clock)
    if section.light is not None:
        camera.lock(section.light)
    return camera


def _store_of(profile: TableProfile, clock: Clock) -> Store:
    return open_store(
        profile.store.url,
        clock=clock,
        evidence_folder=profile.store.evidence_folder,
        table_name=profile.table.name,
    )


def _speech_of(profile: TableProfile) -> SpeechSettings:
    return SpeechSettings(
        language=profile.table.language,
        voice=profile.voice.settings,
        is_muted=profile.voice.muted,
    )
