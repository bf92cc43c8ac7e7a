"""A scale whose samples a test writes by hand, and a touch that takes them in step by step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.clock import ManualClock
from referee.devices.device import OpensAndCloses
from referee.devices.scale.contract import (
    AccelerationSample,
    CommandOutcome,
    Observation,
    ScaleCounters,
    ScaleDeviceStatus,
    ScaleFinding,
    ScaleState,
    TiltSample,
    WeightSample,
)
from referee.table.facts import Fact, PlateLevel
from referee.table.senses.touch_sense import OnSample, Touch
from referee.touch.counts import ScaleCalibration
from referee.touch.messages import Command
from referee.touch.profile import TouchProfile
from referee.touch.verdicts import TouchVerdict

RATE_HZ = 80.0
CELL = ScaleCalibration(counts_per_gram=2147.0, tare_counts=84_000.0)


class StageScale(OpensAndCloses):
    """Gives what the test put in; its status is set by the test."""

    def __init__(self) -> None:
        self.status_now = ScaleDeviceStatus(state=ScaleState.STREAMING, calibration=CELL)
        self.waiting: list[Observation] = []

    def open(self) -> None: ...

    def close(self) -> None: ...

    def command(self, command: Command, timeout_s: float = 1.0) -> CommandOutcome:
        return CommandOutcome.UNSUPPORTED

    def read(self, timeout_s: float = 0.0) -> Sequence[Observation]:
        told, self.waiting = self.waiting, []
        return told

    def status(self) -> ScaleDeviceStatus:
        return self.status_now

    def fare(self, state: ScaleState, *findings: ScaleFinding, connections: int = 0) -> None:
        self.status_now = ScaleDeviceStatus(
            state=state,
            findings=findings,
            calibration=CELL,
            counters=ScaleCounters(connections=connections),
        )


class Plate:
    """Scale, touch and clock together; the weight wavers a little, as weights do."""

    def __init__(
        self,
        calibration: ScaleCalibration | None = None,
        profile: TouchProfile | None = None,
        on_sample: OnSample | None = None,
    ) -> None:
        self.clock = ManualClock()
        self.scale = StageScale()
        self.touch = Touch(
            self.scale,
            calibration=calibration,
            profile=profile,
            clock=self.clock,
            on_sample=on_sample,
        )
        self.chance = np.random.default_rng(6)
        self.grams = 0.0
        self.drift_g_per_min = 0.0
        self.drifted_g = 0.0
        self.facts: list[Fact] = []

    def now_s(self) -> float:
        return self.clock.monotonic_s()

    def weigh(self, grams: float, seconds: float, *, noise_g: float = 0.015) -> list[Fact]:
        """The plate carries this weight for so long; it gets there within a tenth of a second."""
        told: list[Fact] = []
        for number in range(round(seconds * RATE_HZ)):
            self.clock.advance_s(1 / RATE_HZ)
            self.grams += (grams - self.grams) * (0.45 if number < 8 else 1.0)
            self.drifted_g += self.drift_g_per_min / 60 / RATE_HZ
            wavering_g = self.drifted_g + self.grams + float(self.chance.normal(0.0, noise_g))
            self.scale.waiting.append(WeightSample(self.now_s(), CELL.counts(wavering_g)))
            told.extend(self.touch.sense())
        self.facts.extend(told)
        return told

    def give(self, *samples: Observation) -> list[Fact]:
        """These samples arrive now."""
        self.scale.waiting.extend(samples)
        told = list(self.touch.sense())
        self.facts.extend(told)
        return told

    def silence(self, seconds: float) -> list[Fact]:
        """No sample comes for so long."""
        told: list[Fact] = []
        for _ in range(round(seconds * 20)):
            self.clock.advance_s(0.05)
            told.extend(self.touch.sense())
        self.facts.extend(told)
        return told

    def tilt(self, level: int) -> list[Fact]:
        return self.give(TiltSample(self.now_s(), level))

    def shake(self, g: float) -> list[Fact]:
        return self.give(AccelerationSample(self.now_s(), 0, 0, round(8192 * g)))


def levels_g(facts: Sequence[Fact]) -> list[float]:
    return [fact.grams for fact in facts if isinstance(fact, PlateLevel)]


def kinds(facts: Sequence[Fact]) -> list[str]:
    return [str(fact.kind) for fact in facts if isinstance(fact, TouchVerdict)]
