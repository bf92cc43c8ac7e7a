"""The scale under a live plate: the bytes of the firmware and the link of a real scale."""

from collections.abc import Callable, Iterator
from threading import Event

import numpy as np
import pytest

from referee.clock import ManualClock
from referee.devices.scale.contract import (
    AccelerationSample,
    CommandOutcome,
    Observation,
    ScaleState,
    WeightSample,
)
from referee.devices.scale.urls import scale_from_url
from referee.simulation.faults import BitFlips, Deaf, Silence
from referee.simulation.plate.world import PlateWorld
from referee.simulation.scale.firmware import BoardTraits
from referee.simulation.scale.lockstep_scale import LockstepScale
from referee.simulation.scale.real_time import (
    SimulatedScale,
    plate_scale,
    register_plate_scale,
)
from referee.touch.messages import ZeroMark


class Stage:
    """A lock-step scale and its clock."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.clock.advance_s(100)
        self.world = PlateWorld(np.random.default_rng(8))
        self.scale = LockstepScale(self.world, self.clock, traits=BoardTraits())
        self.scale.open()

    def pass_s(self, seconds: float) -> list[Observation]:
        seen: list[Observation] = []
        for _ in range(round(seconds / 0.02)):
            self.clock.advance_s(0.02)
            seen += self.scale.read()
        return seen

    @property
    def state(self) -> ScaleState:
        return self.scale.status().state


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.scale.close()


def test_readings_arrive_with_the_time_at_which_they_were_taken(stage: Stage) -> None:
    stage.pass_s(1.0)
    stage.world.place("die", care=1.0)
    seen = stage.pass_s(2.0)
    weights = [each for each in seen if isinstance(each, WeightSample)]
    calibration = stage.scale.status().calibration

    assert stage.state is ScaleState.STREAMING
    assert len(weights) == 160
    assert sum(isinstance(each, AccelerationSample) for each in seen) == 500
    assert np.diff([each.at_s for each in weights]) == pytest.approx(1 / 80, abs=1e-5)
    assert 102.9 < weights[-1].at_s <= 103.0
    assert calibration is not None
    last_g = np.mean([calibration.grams(each.counts) for each in weights[-20:]])
    assert last_g == pytest.approx(stage.world.on_plate_g, abs=0.1)


def test_nothing_happens_while_the_clock_stands(stage: Stage) -> None:
    stage.pass_s(0.5)

    assert [stage.scale.read() for _ in range(3)] == [[], [], []]
    assert stage.world.now_s == pytest.approx(0.5, abs=0.003)


def test_a_long_pause_is_read_at_once_and_nothing_is_missing(stage: Stage) -> None:
    stage.pass_s(0.5)
    stage.clock.advance_s(30)
    seen = stage.scale.read()

    assert sum(isinstance(each, WeightSample) for each in seen) == pytest.approx(2400, abs=2)
    assert stage.state is ScaleState.STREAMING


def test_a_pulled_cable_is_lost_and_comes_back(stage: Stage) -> None:
    stage.pass_s(1.0)
    stage.scale.unplug()
    stage.pass_s(0.5)
    gone = stage.state
    stage.scale.plug_in()
    stage.pass_s(3.0)

    assert gone is ScaleState.LOST
    assert stage.state is ScaleState.STREAMING
    assert stage.scale.status().counters.losses == 1


def test_a_silent_line_is_told_and_heard_again(stage: Stage) -> None:
    stage.pass_s(1.0)
    stage.scale.faults.switch_on(Silence())
    stage.pass_s(1.5)
    gone = stage.state
    stage.scale.faults.switch_off(Silence)
    stage.pass_s(3.0)

    assert gone is ScaleState.SILENT
    assert stage.state is ScaleState.STREAMING


def test_a_bad_line_loses_readings_and_invents_none(stage: Stage) -> None:
    stage.pass_s(1.0)
    stage.scale.faults.switch_on(BitFlips(share=0.2))
    seen = stage.pass_s(3.0)
    weights = [each for each in seen if isinstance(each, WeightSample)]

    assert stage.scale.status().counters.bad_frames > 100
    assert 150 < len(weights) < 230
    assert max(abs(each.counts - 84_000) for each in weights) < 1000


def test_a_board_that_restarts_streams_again(stage: Stage) -> None:
    stage.pass_s(1.0)
    stage.scale.restart()
    seen = stage.pass_s(2.0)

    assert stage.state is ScaleState.STREAMING
    assert stage.scale.status().counters.device_restarts == 1
    assert [each.at_s for each in seen] == sorted(each.at_s for each in seen)


def test_commands_are_answered_at_once(stage: Stage) -> None:
    stage.pass_s(1.0)
    done = stage.scale.command(ZeroMark())
    stage.scale.faults.switch_on(Deaf())

    assert done is CommandOutcome.DONE
    assert stage.scale.command(ZeroMark()) is CommandOutcome.TIMED_OUT
    stage.scale.close()
    assert stage.scale.command(ZeroMark()) is CommandOutcome.NOT_CONNECTED


def test_the_same_world_feeds_a_scale_in_real_time() -> None:
    world = PlateWorld(np.random.default_rng(9))
    with plate_scale(world) as scale:
        seen = _read_until(scale, lambda seen: len(seen) > 20)
        world.place("castle", care=1.0)
        calibration = scale.status().calibration
        assert calibration is not None
        heavy = _read_until(
            scale, lambda seen: any(calibration.grams(each.counts) > 10 for each in seen)
        )

    assert seen
    assert heavy


def _read_until(
    scale: SimulatedScale, is_enough: Callable[[list[WeightSample]], bool]
) -> list[WeightSample]:
    """The weights until there are enough of them; a busy machine may take its time."""
    weights: list[WeightSample] = []
    for _ in range(300):
        weights += [each for each in scale.read(0.1) if isinstance(each, WeightSample)]
        if is_enough(weights):
            return weights
        Event().wait(0.02)
    return []


def test_a_profile_names_the_live_plate() -> None:
    register_plate_scale(PlateWorld(np.random.default_rng(9)))
    scale = scale_from_url("twin:")
    calibration = scale.status().calibration
    assert calibration is not None
    assert calibration.counts_per_gram == 2147.0
