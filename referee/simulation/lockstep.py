"""A whole simulated table in lock-step: one thread moves clock, world, senses and umpire."""

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np

from referee.clock import ManualClock
from referee.devices.camera.contract import CameraFrame
from referee.devices.voice.silent_voice import SilentVoice
from referee.games.base import Options
from referee.games.registry import find_game
from referee.simulation.autoplay import AutoPlayers
from referee.simulation.next_motion import CAREFUL, TableHands
from referee.simulation.plate.sensors import CellSpec
from referee.simulation.plate.world import PlateWorld
from referee.simulation.scale.lockstep_scale import LockstepScale
from referee.simulation.tray.camera import LockstepCamera
from referee.simulation.tray.world import TrayWorld
from referee.store.store import Store
from referee.table.announcing.announcer import Announcer, SpeechSettings
from referee.table.evidence.recorder import EvidenceRecorder
from referee.table.facts import Device
from referee.table.senses.eye import Eye
from referee.table.senses.touch_sense import Touch
from referee.table.table import Table
from referee.vision.dice.face_reading import FaceReader

_FRAME_S = 1 / 30
_CALM_S = 0.1
_AWAKE_S = 1.2


class LockstepTable:
    """A whole simulated table whose time is moved by hand."""

    def __init__(
        self,
        store: Store,
        readers: Mapping[str, FaceReader],
        *,
        clock: ManualClock,
        seed: int = 1,
        care: float = CAREFUL,
        language: str = "en",
        markers: bool = True,
        keeps_evidence: bool = False,
        noise_g: float = CellSpec().noise_g,
    ) -> None:
        self.clock = clock
        rng = np.random.default_rng(seed)
        plate_rng, tray_rng = rng.spawn(2)
        self.plate = PlateWorld(plate_rng, cell=CellSpec(noise_g=noise_g))
        self.tray = TrayWorld(tray_rng, clock, markers=markers)
        self.hands = TableHands(self.plate, self.tray)
        self.scale = LockstepScale(self.plate, clock)
        self.camera = LockstepCamera(self.tray, clock)
        self.evidence = EvidenceRecorder() if keeps_evidence else None
        self.eye = self._eye(readers, markers=markers)
        self.touch = self._touch()
        self.announcer = Announcer(
            SilentVoice(clock, is_paced=True), SpeechSettings(language=language)
        )
        self.table = Table(
            store,
            clock,
            senses=(self.touch.sense, self.eye.look),
            devices=(Device.CAMERA, Device.SCALE),
            announcer=self.announcer,
            expect_dice=self.eye.expect,
            expect_pieces=self.touch.expect,
            count_as=self.touch.count_as,
            evidence=self.evidence,
        )
        self.players = AutoPlayers(self.table, self.hands, Random(seed), care=care)
        self._awake_until_s = 0.0

    def _eye(self, readers: Mapping[str, FaceReader], *, markers: bool) -> Eye:
        return Eye(
            self.camera,
            readers,
            sheet=self.tray.sheet,
            lens=self.tray.lens,
            markers=markers,
            clock=self.clock,
            on_frame=self._see,
        )

    def _see(self, frame: CameraFrame) -> None:
        if self.evidence is not None:
            self.evidence.add_frame(frame, self.eye.tray_outline_px)

    def _touch(self) -> Touch:
        on_sample = None if self.evidence is None else self.evidence.add_sample
        return Touch(self.scale, clock=self.clock, on_sample=on_sample)

    def open(self) -> None:
        """Plug everything in and put the first die on the plate."""
        self.scale.open()
        self.camera.open()
        self.plate.clear(1)
        self.let_pass_s(6.0)

    def close(self) -> None:
        """Pull the plugs."""
        self.table.close()
        self.camera.close()
        self.scale.close()

    def begin_game(
        self, name: str, seats: Sequence[str], options: Options, rng: Random | None = None
    ) -> int:
        """Begin a game; what the referee keeps sealed is shuffled."""
        sealed = find_game(name).seal(options, rng or Random(1))
        return self.table.begin_game(name, seats, sealed)

    def step(self) -> None:
        """A little time passes: less while dice roll, more while all is calm."""
        self.clock.advance_s(self._next_step_s())
        self.table.step()

    def _next_step_s(self) -> float:
        now_s = self.clock.monotonic_s()
        if self.tray.is_busy or self.plate.is_busy:
            self._awake_until_s = now_s + _AWAKE_S
        return _FRAME_S if now_s < self._awake_until_s else _CALM_S

    def let_pass_s(self, seconds: float) -> None:
        """Let time pass in which nobody plays."""
        end_s = self.clock.monotonic_s() + seconds
        while self.clock.monotonic_s() < end_s:
            self.step()

    def play(self, *, most_s: float = 7200.0) -> bool:
        """Let the players play the game to its end; False if it takes too long."""
        end_s = self.clock.monotonic_s() + most_s
        while not self.players.is_over:
            if self.clock.monotonic_s() > end_s:
                return False
            self.step()
            self.players.step()
        self.players.scoring.finish()
        return True
