"""One game at a simulated table in lock-step, with a hand on every plug and switch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from referee.clock import ManualClock
from referee.games.magic_beanstalk import actions as a
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.games.reports import ReportDice
from referee.language import language
from referee.simulation.plate.world import PlateWorld
from referee.simulation.scale.lockstep_scale import LockstepScale
from referee.simulation.tray.camera import LockstepCamera
from referee.simulation.tray.world import TrayWorld
from referee.store.store import open_store
from referee.table.facts import Device
from referee.table.orders import Act, AnswerOrder, Reply
from referee.table.senses.eye import Eye
from referee.table.senses.touch_sense import Touch
from referee.table.table import Table
from referee.table.umpire import Umpire
from referee.table.updates import Update
from referee.touch.profile import TouchProfile
from tests.simulation.lockstep_games import shipped_readers
from tests.table.game_under_way import umpire_of

STEP_S = 1 / 30
NAMES = ("Anna", "Ben", "Carl")


class Stage:
    """A table with one of its two devices; the other half of the game is told by people."""

    def __init__(
        self,
        folder: Path,
        device: Device,
        *,
        seed: int = 5,
        touch_profile: TouchProfile | None = None,
    ) -> None:
        self.clock = ManualClock()
        self.device = device
        self._store = open_store(f"sqlite:///{folder}/stage.sqlite", clock=self.clock)
        self.told: list[str] = []
        rng = np.random.default_rng(seed)
        if device is Device.SCALE:
            self._fit_scale(rng, touch_profile)
        else:
            self._fit_camera(rng)
        self.table.listen(self._hear)

    def _fit_scale(self, rng: np.random.Generator, profile: TouchProfile | None) -> None:
        self.plate = PlateWorld(rng)
        self.scale = LockstepScale(self.plate, self.clock)
        self.scale.open()
        touch = Touch(self.scale, profile=profile, clock=self.clock)
        self.table = self._table(touch.sense)
        self.plate.clear(1)
        self.run_s(4.0)

    def _fit_camera(self, rng: np.random.Generator) -> None:
        self.tray = TrayWorld(rng, self.clock)
        self.camera = LockstepCamera(self.tray, self.clock)
        self.camera.open()
        eye = Eye(
            self.camera,
            shipped_readers(),
            sheet=self.tray.sheet,
            lens=self.tray.lens,
            clock=self.clock,
        )
        self.table = self._table(eye.look, expect_dice=eye.expect)
        self.run_s(1.5)

    def _table(self, sense: Callable[[], Any], **parts: Any) -> Table:
        return Table(self._store, self.clock, senses=(sense,), devices=(self.device,), **parts)

    def close(self) -> None:
        self.table.close()
        (self.scale if self.device is Device.SCALE else self.camera).close()
        self._store.close()

    def _hear(self, update: Update) -> None:
        self.told += [each.speech.text(language("en")) for each in update.told]

    @property
    def umpire(self) -> Umpire:
        return umpire_of(self.table)

    @property
    def state(self) -> Any:
        return self.umpire.state

    @property
    def moment(self) -> str:
        return self.umpire.umpire_state.name

    @property
    def tower(self) -> list[str]:
        """The tower as the referee knows it."""
        return [piece.kind for piece in self.state.tower]

    @property
    def true_tower(self) -> list[str]:
        """The tower as it stands."""
        return [kind for kind, _ in self.plate.standing]

    @property
    def messages(self) -> str:
        return "\n".join(self.told)

    def run_s(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_S)):
            self.clock.advance_s(STEP_S)
            self.table.step()

    def until(self, is_so: Callable[[], bool], *, most_s: float = 25.0) -> None:
        """Let time pass until it is so."""
        end_s = self.clock.monotonic_s() + most_s
        while not is_so():
            assert self.clock.monotonic_s() < end_s, f"{self.moment}:\n{self.messages}"
            self.run_s(STEP_S)

    def until_moment(self, *names: str, most_s: float = 25.0) -> None:
        self.until(lambda: self.moment in names, most_s=most_s)

    def do(self, action: Any) -> Reply:
        reply = self.table.order(Act(action))
        assert reply.is_accepted, (action, self.told[-1])
        return reply

    def answer(self, value: str) -> None:
        question = self.umpire.umpire_state.question
        assert question is not None, self.moment
        assert self.table.order(AnswerOrder(question.number, value)).is_accepted

    def announce(self, count: int = 2, *, has_axe: bool = False) -> None:
        """A game begins and Anna is about to roll so many dice."""
        game = find_game("magic-beanstalk")
        options = parse_options(game, {"numbers": {"cards": [[1, 2, 3]] * 7}})
        self.table.begin_game("magic-beanstalk", NAMES, options)
        self.until_moment("choosing")
        for seat, value in enumerate((2, 3, 4)):
            self.do(a.PickCard(seat, value))
        if has_axe:
            self.do(a.RaiseAxe(0))
        self.do(a.AnnounceDice(0, count))

    def rolled(self, *faces: str) -> None:
        """Anna has rolled these, and somebody has said so."""
        self.announce(len(faces))
        self.do(ReportDice(faces))
        assert self.moment == "placing"

    def place(self, *kinds: str) -> None:
        """Put these pieces on, each in its turn, and wait until the table has felt them."""
        for kind in kinds:
            self.plate.place(kind, care=1.0)
            self.until(lambda: not self.plate.is_busy)
            self.run_s(1.0)

    def settled(self, kinds: Sequence[str]) -> None:
        """The table goes on with exactly this tower, which is the true one."""
        self.until(lambda: self.tower == list(kinds))
        assert self.true_tower == list(kinds)
