"""How fast the table notices: a collapse from its first sample, dice from the moment they rest.

Stream time is what the players wait; computing counts into it. Sensors and pictures are simulated,
and time is a clock that is moved by what the computing took. So nothing has to be waited for.
Computing is processor time on one thread: what other programs do meanwhile does not count.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

import cv2
import msgspec
import numpy as np

from referee.clock import ManualClock
from referee.devices.device import OpensAndCloses
from referee.devices.scale.contract import (
    AccelerationSample,
    CommandOutcome,
    Observation,
    ScaleDeviceStatus,
    ScaleState,
    WeightSample,
)
from referee.simulation.tower_trace import TowerTrace
from referee.table.facts import TrayRead
from referee.table.senses.eye import Eye
from referee.table.senses.touch_sense import Touch
from referee.touch.counts import ScaleCalibration
from referee.touch.messages import ACCELERATION_COUNTS_PER_G, Command
from referee.touch.verdicts import Suspicion, TouchNotice, TouchVerdict
from referee.vision.dice.face_reading import PipFaceReader
from scripts.bench.drawn_roll import DrawnRoll, RollCamera, draw_roll
from scripts.bench.figures import Figure
from scripts.bench.touch import BOTH, HOLD_OUT_SEED
from scripts.bench.touch_score import Reading as SensorReading
from scripts.bench.touch_score import readings, score
from scripts.tower_scenes.scenes import TowerScene
from scripts.tower_scenes.traces import play_scene

FALL_SCENES = (TowerScene.FALL_ON, TowerScene.FALL_OFF, TowerScene.FALL_PART, TowerScene.PLACE_FALL)
_CELL = ScaleCalibration(counts_per_gram=2147.0, tare_counts=84_000.0)
_STEP_S = 1 / 80


class TraceScale(OpensAndCloses):
    """A scale that gives what a trace holds up to the time of the clock."""

    def __init__(self, samples: Sequence[SensorReading], clock: ManualClock) -> None:
        self._samples = samples
        self._clock = clock
        self._next = 0

    def open(self) -> None:
        """Nothing to open."""

    def close(self) -> None:
        """Nothing to close."""

    @property
    def has_ended(self) -> bool:
        """Whether everything was read."""
        return self._next >= len(self._samples)

    def read(self, timeout_s: float = 0.0) -> Sequence[Observation]:  # noqa: ARG002 - the contract
        """What is due by now."""
        first, now_s = self._next, self._clock.monotonic_s()
        while not self.has_ended and self._samples[self._next][0] <= now_s:
            self._next += 1
        return [_observation(each) for each in self._samples[first : self._next]]

    def status(self) -> ScaleDeviceStatus:
        """Always well."""
        return ScaleDeviceStatus(state=ScaleState.STREAMING, rate_hz=80.0, calibration=_CELL)

    def command(self, command: Command, timeout_s: float = 1.0) -> CommandOutcome:  # noqa: ARG002 - the contract
        """A trace obeys nobody."""
        return CommandOutcome.UNSUPPORTED


def _observation(sample: SensorReading) -> Observation:
    t_s, source, values = sample
    if source == "weight":
        return WeightSample(t_s, _CELL.counts(values[0]))
    x, y, z = (round(axis * ACCELERATION_COUNTS_PER_G) for axis in values)
    return AccelerationSample(t_s, x, y, z)


class _NoticedFall(msgspec.Struct, frozen=True):
    """What one fall told: after how long it was suspected, and what that cost."""

    suspect_after_s: float | None
    computing_s: float
    whole_s: float
    samples: int


def touch_figures(falls_a_scene: int, first_seed: int = HOLD_OUT_SEED) -> list[Figure]:
    """Let towers fall and hand touch their samples one by one, as they would arrive.

    A fall counts from the moment at which a piece is down by 6 mm. One that was suspected before,
    while the tower still leaned, was suspected after no time at all. Computing is all from the
    first sample of the collapse up to the suspicion.
    """
    seeds = range(first_seed, first_seed + falls_a_scene)
    traces = (play_scene(scene, seed) for scene in FALL_SCENES for seed in seeds)
    falls = [_watch_fall(trace) for trace in traces if trace.outcome.is_fall]
    after_ms = [1000 * each.suspect_after_s for each in falls if each.suspect_after_s is not None]
    median_ms, p99_ms = (float(np.percentile(after_ms, share)) for share in (50, 99))
    computing_ms = 1000 * max(each.computing_s for each in falls)
    sample_us = 1e6 * sum(each.whole_s for each in falls) / sum(each.samples for each in falls)
    at_most = partial(Figure, "collapse", of=len(falls), is_at_most=True)
    return [
        at_most("never suspected", len(falls) - len(after_ms), "", asked=0.0),
        at_most("to the suspicion, median", median_ms, "ms"),
        at_most("to the suspicion, p99", p99_ms, "ms", asked=150.0),
        at_most("computing, most", computing_ms, "ms", asked=5.0),
        at_most("computing a sample", sample_us, "µs", asked=50.0),
    ]


def _watch_fall(trace: TowerTrace) -> _NoticedFall:
    samples = list(readings(trace, BOTH))
    clock = ManualClock()
    scale = TraceScale(samples, clock)
    touch = Touch(scale, clock=clock)
    notices: list[TouchNotice] = []
    calls: list[tuple[float, float]] = []
    while not scale.has_ended:
        clock.advance_s(_STEP_S)
        began_s = time.process_time()
        facts = touch.sense()
        calls.append((clock.monotonic_s(), time.process_time() - began_s))
        notices.extend(fact for fact in facts if isinstance(fact, Suspicion | TouchVerdict))
    after_s = score(trace.outcome, notices).suspect_after_s
    whole_s = sum(taken_s for _, taken_s in calls)
    return _NoticedFall(after_s, _computing_s(calls, notices, trace), whole_s, len(samples))


def _computing_s(
    calls: Sequence[tuple[float, float]], notices: Sequence[TouchNotice], trace: TowerTrace
) -> float:
    """What was computed from the fall to the first suspicion from then on, both included.

    A suspicion that came before the fall was noted cost the call that raised it.
    """
    suspected_s = [each.at_s for each in notices if isinstance(each, Suspicion)]
    fell_s = trace.outcome.fell_at_s or 0.0
    until_s = min(
        (t_s for t_s in suspected_s if t_s >= fell_s), default=max(suspected_s, default=0.0)
    )
    from_s = min(fell_s, until_s)
    return sum(taken_s for t_s, taken_s in calls if from_s <= t_s < until_s + _STEP_S)


def dice_figures(rolls: int, seed: int = 11) -> list[Figure]:
    """Roll drawn dice before the eye at 30 frames a second, and wait for their reading."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        watched = _watch_rolls(rolls, seed)
    finally:
        cv2.setNumThreads(threads)
    after_s = [each.after_s for each in watched]
    resting_s = list(chain(*(each.resting_s for each in watched)))
    at_most = partial(Figure, "dice", of=rolls, is_at_most=True)
    return [
        at_most("misread or in doubt", sum(not each.is_right for each in watched), "", asked=0.0),
        at_most("at rest to the reading, median", float(np.median(after_s)), "s"),
        at_most("at rest to the reading, most", max(after_s), "s", asked=0.5),
        at_most("a frame at rest", 1000 * float(np.median(resting_s)), "ms"),
    ]


def _watch_rolls(rolls: int, seed: int) -> list[_Watched]:
    chance = np.random.default_rng(seed)
    camera = RollCamera(ManualClock())
    eye = Eye(camera, {"pips": PipFaceReader()}, clock=camera.clock)
    # The first roll loads the network and finds the tray; a table has done that long before.
    return [_watch_roll(eye, camera, draw_roll(chance)) for _ in range(rolls + 1)][1:]


class _Watched(msgspec.Struct, frozen=True):
    after_s: float
    is_right: bool
    resting_s: list[float]


_RESTING_FRAMES = 15


def _watch_roll(eye: Eye, camera: RollCamera, roll: DrawnRoll) -> _Watched:
    camera.roll(roll)
    eye.expect("pips", len(roll.faces))
    seen: TrayRead | None = None
    after_s = float("inf")
    for facts, _taken_s in _looks(eye, camera):
        told = [each for each in facts if isinstance(each, TrayRead)]
        if told and camera.is_resting:
            seen, after_s = told[-1], camera.clock.monotonic_s() - camera.rested_s
            break
    resting_s = [taken_s for _, taken_s in _looks(eye, camera, _RESTING_FRAMES)]
    is_right = seen is not None and seen.reading.faces == roll.faces and seen.reading.is_certain
    return _Watched(after_s, is_right, resting_s)


def _looks(
    eye: Eye, camera: RollCamera, most: int = 300
) -> Iterator[tuple[Sequence[object], float]]:
    """Look frame by frame; the clock moves on by what each look took."""
    for _ in range(most):
        camera.wait_for_frame()
        began_s = time.process_time()
        facts = eye.look()
        taken_s = time.process_time() - began_s
        camera.clock.advance_s(taken_s)
        yield facts, taken_s
