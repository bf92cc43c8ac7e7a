"""A simulated board on a real pseudo-terminal: exact, faulty on demand, leaving nothing."""

from __future__ import annotations

from itertools import islice

from referee.clock import SystemClock
from referee.devices.scale.connection import SerialScale
from referee.devices.scale.contract import (
    CommandOutcome,
    Observation,
    ScaleState,
    TiltSample,
    WeightSample,
)
from referee.simulation.faults import SCALE_FAULTS, WrongProtocol
from referee.simulation.scale.board import SimulatedBoard
from referee.simulation.scale.firmware import BoardTraits
from referee.touch.messages import ZeroMark
from scripts.quiet_plate import RecordedReadings, quiet_plate
from tests.devices.leaks import nothing_leaks

WITHIN_S = 15.0


def wait_for(scale: SerialScale, state: ScaleState) -> list[Observation]:
    clock = SystemClock()
    taken: list[Observation] = []
    deadline_s = clock.monotonic_s() + WITHIN_S
    while scale.status().state is not state:
        assert clock.monotonic_s() < deadline_s, scale.status()
        taken += scale.read(0.05)
    return taken


def scale_at(board: SimulatedBoard) -> SerialScale:
    return SerialScale(lambda _is_board_known: board.ports())


def test_every_weight_arrives_as_it_was_taken() -> None:
    samples = [counts for _, counts in islice(quiet_plate().weights, 80 * 60)]
    with nothing_leaks(), SimulatedBoard(quiet_plate()) as board, scale_at(board) as scale:
        taken = wait_for(scale, ScaleState.STREAMING)
        while len(weights := [each for each in taken if isinstance(each, WeightSample)]) < 80:
            taken += scale.read(WITHIN_S)
        counters = scale.status().counters

    counts = [each.counts for each in weights]
    first = next(at for at in range(len(samples)) if samples[at : at + 40] == counts[:40])
    assert counts == samples[first : first + len(counts)]
    assert (counters.bad_frames, counters.missing_frames) == (0, 0)


def test_the_cable_is_pulled_and_plugged_into_another_socket() -> None:
    with nothing_leaks(), SimulatedBoard(quiet_plate()) as board, scale_at(board) as scale:
        wait_for(scale, ScaleState.STREAMING)
        first_port = scale.status().port
        board.unplug()
        wait_for(scale, ScaleState.LOST)
        board.plug_in("another-socket")
        wait_for(scale, ScaleState.STREAMING)

        assert scale.status().port.endswith("another-socket")
        assert scale.status().port != first_port
        assert scale.status().counters.losses == 1
        assert scale.command(ZeroMark(), 3) is CommandOutcome.DONE


def test_a_board_that_restarts_streams_again() -> None:
    with SimulatedBoard(quiet_plate()) as board, scale_at(board) as scale:
        wait_for(scale, ScaleState.STREAMING)
        scale.read(0.5)
        board.restart()
        clock = SystemClock()
        deadline_s = clock.monotonic_s() + WITHIN_S
        while not scale.status().counters.device_restarts:
            assert clock.monotonic_s() < deadline_s
            scale.read(0.05)
        wait_for(scale, ScaleState.STREAMING)


def test_another_protocol_is_found_on_the_line() -> None:
    with SimulatedBoard(quiet_plate()) as board:
        board.faults.switch_on(WrongProtocol(version=9))
        with scale_at(board) as scale:
            wait_for(scale, ScaleState.INCOMPATIBLE)
            assert scale.status().protocol == 9


def test_every_fault_in_turn_crashes_nothing() -> None:
    with nothing_leaks(), SimulatedBoard(quiet_plate()) as board, scale_at(board) as scale:
        wait_for(scale, ScaleState.STREAMING)
        for kind in SCALE_FAULTS:
            board.faults.switch_on(kind())
            scale.read(0.1)
            board.faults.switch_off(kind)
        wait_for(scale, ScaleState.STREAMING)


def test_a_tilt_is_told() -> None:
    plate = quiet_plate(acceleration_hz=0)
    samples = RecordedReadings(plate.weights, tilts=[(0.3, 1)])
    traits = BoardTraits(has_tilt_switch=True)
    with SimulatedBoard(samples, traits=traits) as board, scale_at(board) as scale:
        taken = wait_for(scale, ScaleState.STREAMING)
        while not any(isinstance(each, TiltSample) and each.level for each in taken):
            taken += scale.read(WITHIN_S)
    assert [each.level for each in taken if isinstance(each, TiltSample)] == [0, 1]


def test_a_board_that_is_started_and_stopped_leaves_nothing() -> None:
    with nothing_leaks():
        for _ in range(5):
            with SimulatedBoard(quiet_plate()) as board:
                folder = board.folder
                assert board.ports()
            assert not folder.exists()
