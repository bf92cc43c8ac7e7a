"""What the firmware does when its sensors misbehave."""

from pathlib import Path

from referee.touch.messages import (
    Acceleration,
    Ack,
    BoardStatus,
    Capability,
    Hello,
    Tilt,
    Weight,
    WeightFlag,
)
from tests.firmware import scenarios
from tests.firmware.simulated_board import Run, run

TICKS_PER_SECOND = 250_000


def weights_between(result: Run, from_s: float, to_s: float) -> list[Weight]:
    return [w for w in result.all(Weight) if from_s <= w.ticks / TICKS_PER_SECOND < to_s]


def flagged(result: Run, flag: WeightFlag) -> list[Weight]:
    return [weight for weight in result.all(Weight) if weight.flags & flag]


def rates(result: Run) -> list[int]:
    return [status.measured_rate_centihertz for status in result.all(BoardStatus)]


class TestHx711:
    def test_a_silent_chip_is_restarted_until_it_speaks(self, tmp_path: Path) -> None:
        result = run(scenarios.HX711_SILENT, tmp_path)

        assert not weights_between(result, 2.1, 4.6)
        assert len(weights_between(result, 6, 7)) >= 79
        assert len(flagged(result, WeightFlag.RESTARTED)) == 1
        assert 0 in rates(result)[2:]
        assert result.statistics["hx711"]["power_downs"] >= 3

    def test_a_short_gap_is_an_overrun(self, tmp_path: Path) -> None:
        result = run(scenarios.HX711_GAP, tmp_path)

        (weight,) = flagged(result, WeightFlag.OVERRUN)
        assert 2.6 <= weight.ticks / TICKS_PER_SECOND < 2.62
        assert result.all(BoardStatus)[-1].overruns == 1

    def test_a_line_stuck_at_zero_gives_no_stream_of_zeros(self, tmp_path: Path) -> None:
        result = run(scenarios.HX711_STUCK, tmp_path)

        assert len(weights_between(result, 2.1, 4.6)) == 0
        assert flagged(result, WeightFlag.DESYNC)
        assert result.all(BoardStatus)[-1].desyncs >= 1
        assert weights_between(result, 6, 7)

    def test_a_chip_out_of_step_is_restarted(self, tmp_path: Path) -> None:
        result = run(scenarios.HX711_DESYNC, tmp_path)

        assert len(flagged(result, WeightFlag.DESYNC)) == 1
        assert len(flagged(result, WeightFlag.RESTARTED)) == 1
        assert len(weights_between(result, 3, 4)) >= 79

    def test_a_sample_that_replaced_another_is_an_overrun(self, tmp_path: Path) -> None:
        result = run(scenarios.HX711_HURRIED, tmp_path)

        assert len(flagged(result, WeightFlag.OVERRUN)) == 8
        assert result.all(BoardStatus)[-1].overruns == 8
        assert result.counts == result.served_counts[: len(result.counts)]

    def test_a_moved_jumper_is_a_new_rate_and_no_endless_overrun(self, tmp_path: Path) -> None:
        result = run(scenarios.HX711_SLOWER, tmp_path)

        assert rates(result)[1] == 8000
        assert rates(result)[-1] == 1000
        assert len(flagged(result, WeightFlag.OVERRUN)) == 4

    def test_the_ends_of_the_range_are_flagged(self, tmp_path: Path) -> None:
        result = run(scenarios.SATURATED, tmp_path)

        counts = {weight.counts for weight in flagged(result, WeightFlag.SATURATED)}
        assert counts == {-(2**23), 2**23 - 1}
        assert not any(w.flags for w in result.all(Weight) if w.counts == 0)


class TestMpu6050:
    def test_a_hung_bus_does_not_hold_up_the_weights(self, tmp_path: Path) -> None:
        result = run(scenarios.TWI_HUNG, tmp_path)

        assert len(weights_between(result, 2, 3.5)) >= 119
        assert not any(weight.flags for weight in result.all(Weight))
        assert result.gaps == 0
        assert result.statistics["hx711"]["longest_wait_us"] < 4000

    def test_it_is_found_again(self, tmp_path: Path) -> None:
        for scenario in (scenarios.TWI_HUNG, scenarios.MPU_GONE):
            result = run(scenario, tmp_path)

            seconds = [a.ticks / TICKS_PER_SECOND for a in result.all(Acceleration)]
            assert not [s for s in seconds if 2.1 < s < 3.4]
            assert len([s for s in seconds if 5 < s < 6]) >= 240

    def test_after_five_failures_it_counts_as_gone(self, tmp_path: Path) -> None:
        *_, gone, back = run(scenarios.MPU_GONE, tmp_path).all(Hello)

        assert not gone.has(Capability.ACCELEROMETER)
        assert back.has(Capability.ACCELEROMETER)

    def test_a_board_without_it_says_so(self, tmp_path: Path) -> None:
        result = run(scenarios.NO_MPU, tmp_path)

        hello = result.messages[0]
        assert isinstance(hello, Hello)
        assert not hello.has(Capability.ACCELEROMETER)
        assert not result.all(Acceleration)


class TestTilt:
    def test_steady_changes_are_told_with_their_time(self, tmp_path: Path) -> None:
        result = run(scenarios.TILTS, tmp_path)

        after_start, *changes = result.all(Tilt)
        assert after_start.level == 0
        assert [tilt.level for tilt in changes] == [1, 0, 1]
        for tilt, at_s in zip(changes, (1.5, 2, 3), strict=True):
            assert 0.015 < tilt.ticks / TICKS_PER_SECOND - at_s < 0.03

    def test_it_is_told_once_after_the_start_of_the_stream(self, tmp_path: Path) -> None:
        messages = run(scenarios.TILTS, tmp_path).messages

        place = next(i for i, message in enumerate(messages) if isinstance(message, Ack))
        assert isinstance(messages[place + 1], Tilt)

    def test_a_switch_that_was_open_at_boot_is_found_when_it_closes(self, tmp_path: Path) -> None:
        result = run(scenarios.LATE_TILT, tmp_path)

        assert [tilt.level for tilt in result.all(Tilt)] == [0]

    def test_without_a_switch_nothing_is_told(self, tmp_path: Path) -> None:
        assert not run(scenarios.NO_MPU, tmp_path).all(Tilt)
