"""The conversation of the firmware with its host."""

from itertools import pairwise
from pathlib import Path

import pytest

from referee.touch.messages import (
    Ack,
    AckStatus,
    BoardStatus,
    Capability,
    Heartbeat,
    Hello,
    Identify,
    Mark,
    ResetCause,
    SetRate,
    Stream,
    Weight,
    ZeroMark,
)
from tests.firmware import scenarios
from tests.firmware.simulated_board import Run, Scenario, run

TICKS_PER_SECOND = 250_000


def acks(result: Run) -> dict[int, tuple[int, int]]:
    """Command and status by sequence number; those that a scenario repeats are left out."""
    return {a.command_seq: (a.command_type, a.status) for a in result.all(Ack) if a.command_seq > 2}


def test_at_boot_it_clears_the_line_and_says_hello(tmp_path: Path) -> None:
    result = run(scenarios.ALONE, tmp_path)

    assert result.line[0] == 0
    hello = result.messages[0]
    assert isinstance(hello, Hello)
    assert hello.protocol == 1
    assert hello.reset_cause == ResetCause.POWER_ON
    assert hello.has(Capability.ACCELEROMETER)
    assert not hello.has(Capability.TILT_SWITCH)
    assert not hello.has(Capability.RATE_PIN)


def test_alone_it_says_hello_each_second_and_streams_nothing(tmp_path: Path) -> None:
    result = run(scenarios.ALONE, tmp_path)

    assert [status.uptime_s for status in result.all(BoardStatus)] == [1, 2, 3, 4]
    assert len(result.all(Hello)) == 5
    assert not result.all(Weight)


def test_later_hellos_know_the_load_cell_and_its_rate(tmp_path: Path) -> None:
    hello = run(scenarios.ALONE, tmp_path).all(Hello)[-1]

    assert hello.has(Capability.LOAD_CELL)
    assert hello.measured_rate_centihertz == 8000


def test_a_heartbeat_ends_the_hellos(tmp_path: Path) -> None:
    result = run(Scenario("attended", 4.5, streams=False), tmp_path)

    assert len(result.all(Hello)) == 1
    assert len(result.all(BoardStatus)) == 4


def test_every_command_is_acknowledged(tmp_path: Path) -> None:
    result = run(scenarios.COMMANDS, tmp_path)

    assert acks(result) == {
        10: (Identify.type, AckStatus.DONE),
        11: (ZeroMark.type, AckStatus.DONE),
        12: (SetRate.type, AckStatus.UNSUPPORTED),
        13: (Stream.type, AckStatus.DONE),
        14: (Stream.type, AckStatus.DONE),
        15: (Stream.type, AckStatus.BAD_ARGUMENT),
        16: (Stream.type, AckStatus.BAD_ARGUMENT),
        17: (Heartbeat.type, AckStatus.BAD_ARGUMENT),
        18: (0x99, AckStatus.UNKNOWN_COMMAND),
        19: (Weight.type, AckStatus.UNKNOWN_COMMAND),
    }
    assert result.gaps == 0


def test_identify_is_answered_by_ack_and_hello(tmp_path: Path) -> None:
    messages = run(scenarios.COMMANDS, tmp_path).messages

    place = messages.index(Ack(Identify.type, 10, AckStatus.DONE))
    assert isinstance(messages[place + 1], Hello)


def test_a_zero_mark_is_answered_by_ack_and_mark(tmp_path: Path) -> None:
    messages = run(scenarios.COMMANDS, tmp_path).messages

    mark = messages[messages.index(Ack(ZeroMark.type, 11, AckStatus.DONE)) + 1]
    assert isinstance(mark, Mark)
    assert mark.command_seq == 11
    assert mark.ticks == pytest.approx(1.1 * TICKS_PER_SECOND, rel=0.01)


def test_streaming_starts_and_stops_on_command(tmp_path: Path) -> None:
    result = run(scenarios.COMMANDS, tmp_path)

    seconds = [weight.ticks / TICKS_PER_SECOND for weight in result.all(Weight)]
    assert 1.29 < seconds[0] < 1.33
    assert 1.98 < seconds[-1] < 2.01
    assert not result.all(Weight)[0].flags


def test_three_seconds_without_heartbeat_end_the_stream(tmp_path: Path) -> None:
    result = run(scenarios.LOST_HEARTBEAT, tmp_path)

    seconds = [weight.ticks / TICKS_PER_SECOND for weight in result.all(Weight)]
    assert 3 < seconds[-1] - seconds[0] + 0.6 < 4
    assert len(result.all(Hello)) == 7  # nobody ever attended


def test_a_heartbeat_that_stops_brings_the_hellos_back(tmp_path: Path) -> None:
    beats = [(at, Heartbeat()) for at in (1, 2.3)]
    result = run(Scenario("stops", 8.6, heartbeats=False, says=beats), tmp_path)

    assert result.all(Weight)[-1].ticks / TICKS_PER_SECOND == pytest.approx(5.3, abs=0.1)
    stop = result.messages.index(result.all(Weight)[-1])
    hellos = [m for m in result.messages[stop:] if isinstance(m, Hello)]
    assert len(hellos) == 3


def test_the_rate_can_be_set_where_it_is_wired(tmp_path: Path) -> None:
    result = run(scenarios.RATES, tmp_path)

    assert result.all(Hello)[0].has(Capability.RATE_PIN)
    assert acks(result) == {
        20: (SetRate.type, AckStatus.DONE),
        21: (SetRate.type, AckStatus.DONE),
        22: (SetRate.type, AckStatus.BAD_ARGUMENT),
    }
    rates = [status.measured_rate_centihertz for status in result.all(BoardStatus)]
    assert rates[1] == 8000
    assert rates[4] == pytest.approx(1000, abs=2)
    assert rates[-1] == pytest.approx(8000, abs=2)


def test_line_noise_is_survived_and_counted(tmp_path: Path) -> None:
    result = run(scenarios.NOISE, tmp_path)

    assert acks(result) == {
        30: (Identify.type, AckStatus.DONE),
        31: (ZeroMark.type, AckStatus.DONE),
    }
    assert result.all(BoardStatus)[-1].bad_frames >= 2
    assert result.gaps == 0
    assert result.counts == result.served_counts[: len(result.counts)]


def test_a_flood_of_commands_drops_whole_frames_and_says_so(tmp_path: Path) -> None:
    result = run(scenarios.FLOOD, tmp_path)

    dropped = result.all(BoardStatus)[-1].dropped_frames
    assert dropped > 0
    assert result.bad_frames == 0
    missing = sum((b.seq - a.seq - 1) % 256 for a, b in pairwise(result.frames))
    assert missing == dropped


def test_a_hanging_program_is_restarted_and_says_why(tmp_path: Path) -> None:
    result = run(scenarios.HANGING, tmp_path)

    first, *_, last = result.all(Hello)
    assert first.reset_cause == ResetCause.POWER_ON
    assert last.reset_cause == ResetCause.SOFTWARE
    assert last.board_id == first.board_id
    assert result.statistics["resets"] == 0
    assert result.bad_frames <= 1  # the frame that was cut in half


def test_after_a_restart_it_weighs_again_when_told_to(tmp_path: Path) -> None:
    result = run(scenarios.HANGING, tmp_path)

    restart = max(i for i, message in enumerate(result.messages) if isinstance(message, Hello))
    weights = [m for m in result.messages[restart:] if isinstance(m, Weight)]
    assert len(weights) >= 75
    assert not any(weight.flags for weight in weights)


class TestBoardId:
    def test_it_is_made_once_and_kept(self, tmp_path: Path) -> None:
        options = ["--eeprom", str(tmp_path / "eeprom"), "--memory-seed"]
        first, second = (
            run(Scenario("kept", 1, options=[*options, seed]), tmp_path).all(Hello)[0]
            for seed in ("1", "2")
        )

        assert first.has(Capability.BOARD_ID)
        assert second.board_id == first.board_id

    def test_another_board_has_another_one(self, tmp_path: Path) -> None:
        ids = {
            run(Scenario("new", 1, options=["--memory-seed", str(seed)]), tmp_path)
            .all(Hello)[0]
            .board_id
            for seed in (1, 2, 3)
        }

        assert len(ids) == 3
