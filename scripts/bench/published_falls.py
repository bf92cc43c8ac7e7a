"""From a tower that begins to fall to the published change, through scale, umpire and log.

A live simulated plate is knocked over again and again. Times are stream time: the referee reads the
scale eighty times a second, and everything it computes happens within such a step.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from referee.clock import ManualClock
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.simulation.happenings import PiecesFell
from referee.simulation.plate.world import PlateWorld
from referee.simulation.scale.lockstep_scale import LockstepScale
from referee.table.archive import MemoryArchive
from referee.table.facts import Device
from referee.table.orders import AnswerOrder, FineOrder
from referee.table.senses.touch_sense import Touch
from referee.table.umpire import Umpire
from referee.table.updates import Update
from scripts.bench.figures import Figure

_STEP_S = 1 / 80
_SEED = 810_000
_ALARMS = ("suspecting", "collapsing")


def published_figures(falls: int, seed: int = _SEED) -> list[Figure]:
    """Build a tower and knock it over, so many times.

    A time counts from the moment the first piece left its place; below zero: before that.
    """
    latencies_ms, unpublished = _Stage(seed).measure(falls)
    median_ms, p99_ms = (float(np.percentile(latencies_ms, share)) for share in (50, 99))
    at_most = partial(Figure, "collapse", of=len(latencies_ms) + unpublished, is_at_most=True)
    return [
        at_most("never published", unpublished, "", asked=0.0),
        at_most("to the published alarm, median", median_ms, "ms"),
        at_most("to the published alarm, p99", p99_ms, "ms", asked=150.0),
    ]


class _Stage:
    """A plate, a scale, touch and an umpire; one clock for all."""

    def __init__(self, seed: int) -> None:
        self._clock = ManualClock()
        self._rng = np.random.default_rng(seed)
        self._world = PlateWorld(self._rng)
        self._scale = LockstepScale(self._world, self._clock)
        self._scale.open()
        self._touch = Touch(self._scale, clock=self._clock)
        game = find_game("magic-beanstalk")
        self._umpire = Umpire(game, MemoryArchive(), self._clock, devices=(Device.SCALE,))
        self._umpire.begin(game.setup(("Anna", "Ben"), parse_options(game, {})))
        self._umpire.listen(self._note)
        self._alarm_s: float | None = None
        self._tidy()

    def _note(self, _update: Update) -> None:
        if self._alarm_s is None and self._umpire.umpire_state.name in _ALARMS:
            self._alarm_s = self._clock.monotonic_s()

    def measure(self, falls: int) -> tuple[list[float], int]:
        latencies_ms: list[float] = []
        unpublished = 0
        while len(latencies_ms) + unpublished < falls:
            self._build()
            fell_s = self._knock_over()
            if fell_s is not None and self._alarm_s is not None:
                latencies_ms.append(1000 * (self._alarm_s - fell_s))
            elif fell_s is not None:
                unpublished += 1
            self._tidy()
        return latencies_ms, unpublished

    def _build(self) -> None:
        for _ in range(int(self._rng.integers(3, 8))):
            kind = str(self._rng.choice(["die", "token"], p=[0.7, 0.3]))
            self._world.place(kind, care=1.0)
            self._pass_s(8.0, lambda: not self._world.is_busy)
            self._pass_s(0.8)
        self._calm()

    def _knock_over(self) -> float | None:
        """When the first piece left its place; None if nothing fell."""
        before = len(self._world.history)
        self._alarm_s = None
        self._world.knock_over()
        self._pass_s(6.0, lambda: not self._world.is_busy)
        self._pass_s(1.5)
        fallen = (each for each in self._world.history_from(before) if isinstance(each, PiecesFell))
        first = next(fallen, None)
        return None if first is None else first.t_s

    def _tidy(self) -> None:
        self._world.clear(1)
        self._pass_s(12.0, lambda: not self._world.is_busy)
        self._calm()

    def _calm(self) -> None:
        """Whatever the umpire makes of all this building: it is all right."""
        for _ in range(2):
            self._pass_s(1.2)
            asked = self._umpire.umpire_state.question
            order = FineOrder() if asked is None else AnswerOrder(asked.number, "not-fallen")
            self._umpire.order(order)
        self._pass_s(1.2)

    def _pass_s(self, seconds: float, is_over: Callable[[], bool] = lambda: False) -> None:
        end_s = self._clock.monotonic_s() + seconds
        while self._clock.monotonic_s() < end_s:
            self._clock.advance_s(_STEP_S)
            for fact in self._touch.sense():
                self._umpire.take(fact)
            self._umpire.tick()
            if is_over():
                return
