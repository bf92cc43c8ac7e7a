"""A simulated board on a real pseudo-terminal: exact, faulty on demand, leaving nothing."""

from __future__ import annotations

from itertools import islice
from threading import Event

import pytest

from referee.clock import SystemClock
from referee.devices.scale.connection import SerialScale
from referee.devices.scale.contract import (
    CommandOutcome,
    Observation,
    ScaleState,
    TiltSample,
    WeightSample,
)
from referee.simulation.faults import (
    SCALE_FAULTS,
    BitFlips,
    NoiseBursts,
    ReorderedFrames,
    RepeatedFrames,
    TornFrames,
    WrongProtocol,
)
from referee.simulation.scale.board import SimulatedBoard
from referee.simulation.scale.firmware import BoardTraits
from referee.simulation.scale.real_time import scale_of_board as scale_at
from referee.simulation.sensor_readings import RecordedReadings, quiet_plate
from referee.touch.messages import ZeroMark
from tests.devices.leaks import nothing_leaks

WITHIN_S = 15.0


def finite(weights: int) -> RecordedReadings:
    plate = quiet_plate(acceleration_hz=0)
    return RecordedReadings(list(islice(plate.weights, weights)))


def wait_for(scale: SerialScale, state: ScaleState) -> list[Observation]:
    clock, taken = SystemClock(), []
    deadline_s = clock.monotonic_s() + WITHIN_S
    while scale.status().state is not state:
        assert clock.monotonic_s() < deadline_s, scale.status()
        taken += scale.read(0.05)
    return taken


def read_all(scale: SerialScale, twin: SimulatedBoard, weights: int) -> list[WeightSample]:
    """Read until so many weights came, or no more come."""
    taken: list[WeightSample] = []
    is_over = False
    while len(taken) < weights and not is_over:
        arrived = scale.read(1.0)
        taken += [each for each in arrived if isinstance(each, WeightSample)]
        is_over = not arrived and twin.has_ended
    return taken


def test_flat_out_every_sample_arrives_and_hours_are_minutes():
    samples = finite(80 * 120)
    with (
        nothing_leaks(),
        SimulatedBoard(samples, is_flat_out=True) as twin,
        scale_at(twin, is_flat_out=True) as scale,
    ):
        weights = read_all(scale, twin, 80 * 120)
        counters = scale.status().counters

    assert [each.counts for each in weights] == [counts for _, counts in samples.weights]
    assert weights[-1].at_s - weights[0].at_s == pytest.approx(120 - 1 / 80, abs=1e-3)
    assert (counters.bad_frames, counters.missing_frames) == (0, 0)


def test_flat_out_nothing_is_dropped_however_slowly_it_is_read():
    samples = finite(80 * 100)
    with (
        SimulatedBoard(samples, is_flat_out=True) as twin,
        scale_at(twin, is_flat_out=True) as scale,
    ):
        wait_for(scale, ScaleState.STREAMING)
        Event().wait(0.7)  # long enough to fill the queue several times over
        weights = read_all(scale, twin, 80 * 100)
        assert scale.status().counters.dropped_observations == 0

    assert len(weights) > 80 * 100 - 4096
    assert weights[-1].counts == samples.weights[-1][1]


def test_flat_out_through_a_bad_line_nothing_is_invented():
    samples = finite(80 * 60)
    felt = {counts for _, counts in samples.weights}
    with (
        SimulatedBoard(samples, is_flat_out=True) as twin,
        scale_at(twin, is_flat_out=True) as scale,
    ):
        wait_for(scale, ScaleState.STREAMING)
        for fault in (TornFrames(), BitFlips(), NoiseBursts(), RepeatedFrames(), ReorderedFrames()):
            twin.switch_on(fault)
        weights = read_all(scale, twin, 80 * 60)

    # How many survive depends on how busy the computer is: lost heartbeats stop the stream.
    assert len(weights) > 80 * 10
    assert {each.counts for each in weights} <= felt


def test_the_cable_is_pulled_and_plugged_into_another_socket():
    with nothing_leaks(), SimulatedBoard(quiet_plate()) as twin, scale_at(twin) as scale:
        wait_for(scale, ScaleState.STREAMING)
        first_port = scale.status().port
        twin.unplug()
        wait_for(scale, ScaleState.LOST)
        twin.plug_in("another-socket")
        wait_for(scale, ScaleState.STREAMING)

        assert scale.status().port.endswith("another-socket")
        assert scale.status().port != first_port
        assert scale.status().counters.losses == 1
        assert scale.command(ZeroMark(), 3) is CommandOutcome.DONE


def test_a_board_that_restarts_streams_again():
    with SimulatedBoard(quiet_plate()) as twin, scale_at(twin) as scale:
        wait_for(scale, ScaleState.STREAMING)
        scale.read(0.5)
        twin.restart()
        clock = SystemClock()
        deadline_s = clock.monotonic_s() + WITHIN_S
        while not scale.status().counters.device_restarts:
            assert clock.monotonic_s() < deadline_s
            scale.read(0.05)
        wait_for(scale, ScaleState.STREAMING)


def test_another_protocol_is_found_on_the_line():
    with SimulatedBoard(quiet_plate()) as twin:
        twin.switch_on(WrongProtocol(version=9))
        with scale_at(twin) as scale:
            wait_for(scale, ScaleState.INCOMPATIBLE)
            assert scale.status().protocol == 9


def test_every_fault_in_turn_crashes_nothing():
    with nothing_leaks(), SimulatedBoard(quiet_plate()) as twin, scale_at(twin) as scale:
        wait_for(scale, ScaleState.STREAMING)
        for kind in SCALE_FAULTS:
            twin.switch_on(kind())
            scale.read(0.1)
            twin.switch_off(kind)
        wait_for(scale, ScaleState.STREAMING)


def test_a_tilt_is_felt():
    plate = quiet_plate(acceleration_hz=0)
    samples = RecordedReadings(plate.weights, tilts=[(0.3, 1)])
    traits = BoardTraits(has_tilt_switch=True)
    with SimulatedBoard(samples, traits=traits) as twin, scale_at(twin) as scale:
        taken = wait_for(scale, ScaleState.STREAMING)
        while not any(isinstance(each, TiltSample) and each.level for each in taken):
            taken += scale.read(WITHIN_S)
    assert [each.level for each in taken if isinstance(each, TiltSample)] == [0, 1]


def test_a_twin_that_is_started_and_stopped_leaves_nothing():
    with nothing_leaks():
        for _ in range(5):
            with SimulatedBoard(quiet_plate()) as twin:
                folder = twin.folder
                assert twin.ports()
            assert not folder.exists()
