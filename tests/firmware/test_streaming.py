"""Every bit that the sensors give arrives, through the real firmware."""

import itertools
import statistics
from pathlib import Path

import pytest

from referee.touch.messages import Acceleration, BoardStatus, Weight, WeightFlag
from tests.firmware.simulated_board import FIRMWARE_ELF, WRAP_ELF, Run, Scenario, random_trace, run

TICKS_PER_SECOND = 250_000


def streamed(
    folder: Path,
    *,
    rate: float,
    seconds: float,
    options: list[str] | tuple[object, ...] = (),
    elf: Path = FIRMWARE_ELF,
) -> Run:
    rows_per_second = max(rate, 250)
    trace = list(random_trace(int(seconds * rows_per_second), rows_per_second, seed=int(rate)))
    scenario = Scenario("stream", seconds, options=["--rate", str(rate), *options], trace=trace)
    return run(scenario, folder, elf=elf)


def assert_bit_exact(result: Run, *, weights: int, accelerations: int) -> None:
    """All of it, but for what was still on its way when the simulation ended."""
    assert result.bad_frames == 0
    assert result.gaps == 0
    assert len(result.counts) >= weights
    assert len(result.axes) >= accelerations
    assert result.counts == result.served_counts[: len(result.counts)]
    assert result.axes == result.served_axes[: len(result.axes)]
    assert len(result.served) - len(result.counts) - len(result.axes) <= 4
    assert result.statistics["hx711"]["overruns"] == 0
    assert result.statistics["hx711"]["collisions"] == 0
    unexpected = {weight.flags & ~WeightFlag.SATURATED for weight in result.all(Weight)}
    assert unexpected == {0}


@pytest.mark.parametrize("rate", [10, 80, 92])
def test_a_short_stream_is_bit_exact(rate: int, tmp_path: Path) -> None:
    result = streamed(tmp_path, rate=rate, seconds=8)

    assert_bit_exact(result, weights=7 * rate - 5, accelerations=7 * 250)
    saturated = {w.counts for w in result.all(Weight) if w.flags & WeightFlag.SATURATED}
    assert saturated <= {-(2**23), 2**23 - 1}


@pytest.mark.slow
@pytest.mark.parametrize("rate", [10, 80, 92])
def test_ten_thousand_weights_are_bit_exact(rate: int, tmp_path: Path) -> None:
    result = streamed(tmp_path, rate=rate, seconds=10_000 / rate + 2)

    assert_bit_exact(result, weights=10_000, accelerations=10_000)
    assert result.all(BoardStatus)[-1].dropped_frames == 0


@pytest.mark.parametrize("rate", [10, 72, 80, 92.3])
def test_the_rate_is_measured_not_assumed(rate: float, tmp_path: Path) -> None:
    result = streamed(tmp_path, rate=rate, seconds=4, options=["--no-mpu"])

    measured = result.all(BoardStatus)[-1].measured_rate_centihertz
    assert measured == pytest.approx(100 * rate, abs=1)


def test_the_rate_is_unknown_before_a_second_was_measured(tmp_path: Path) -> None:
    assert streamed(tmp_path, rate=80, seconds=3).all(BoardStatus)[0].measured_rate_centihertz == 0


@pytest.mark.parametrize("rate", [10, 80])
def test_weights_carry_the_time_of_their_edge(rate: int, tmp_path: Path) -> None:
    result = streamed(tmp_path, rate=rate, seconds=4)

    ticks = [weight.ticks for weight in result.all(Weight)]
    steps = [b - a for a, b in itertools.pairwise(ticks)]
    # 12 us: the interrupt may have to wait for another one.
    assert all(abs(step - TICKS_PER_SECOND / rate) <= 3 for step in steps)


def test_accelerations_come_every_four_milliseconds(tmp_path: Path) -> None:
    result = streamed(tmp_path, rate=80, seconds=3)

    ticks = [acceleration.ticks for acceleration in result.all(Acceleration)]
    assert (ticks[-1] - ticks[0]) / (len(ticks) - 1) == pytest.approx(1000, rel=1e-3)


def test_without_an_mpu_only_weights_come(tmp_path: Path) -> None:
    result = streamed(tmp_path, rate=80, seconds=3, options=["--no-mpu"])

    assert_bit_exact(result, weights=150, accelerations=0)
    assert not result.all(Acceleration)


def test_a_sample_is_fetched_long_before_the_next_one(tmp_path: Path) -> None:
    result = streamed(tmp_path, rate=92, seconds=6)

    assert result.statistics["hx711"]["longest_wait_us"] < 1000


def test_the_chip_sleeps_most_of_the_time(tmp_path: Path) -> None:
    """A simulated board that never slept would run at about its real speed."""
    result = streamed(tmp_path, rate=80, seconds=10, options=["--no-mpu"])

    assert result.statistics["cpu_s"] < result.statistics["simulated_s"] / 4


def test_nothing_happens_when_the_ticks_wrap(tmp_path: Path) -> None:
    result = streamed(tmp_path, rate=80, seconds=6, elf=WRAP_ELF)

    ticks = [weight.ticks for weight in result.all(Weight)]
    assert ticks[0] > 2**31 > ticks[-1]
    steps = {(b - a) % 2**32 for a, b in itertools.pairwise(ticks)}
    assert max(steps) - min(steps) <= 6
    assert_bit_exact(result, weights=390, accelerations=1200)
    assert result.all(BoardStatus)[-1].measured_rate_centihertz == 8000


def test_asked_for_noise_has_the_size_asked_for(tmp_path: Path) -> None:
    scenario = Scenario("noise", 8, options=["--noise", "40", "--no-mpu"], trace=["0 100000"])

    counts = run(scenario, tmp_path, elf=FIRMWARE_ELF).counts

    assert statistics.mean(counts) == pytest.approx(100_000, abs=10)
    assert statistics.stdev(counts) == pytest.approx(40, rel=0.2)


@pytest.mark.slow
def test_no_stamp_is_torn_when_the_timer_overflows_during_an_edge(tmp_path: Path) -> None:
    """The timer overflows every 16 * 262144 cycles; a period two cycles longer meets each phase."""
    period_cycles = 262_146
    scenario = Scenario("sweep", 2200, options=["--no-mpu", "--rate", str(16e6 / period_cycles)])

    result = run(scenario, tmp_path, elf=FIRMWARE_ELF)

    ticks = [weight.ticks for weight in result.all(Weight)]
    assert len(ticks) > 130_000
    assert all(abs(b - a - period_cycles / 64) <= 6 for a, b in itertools.pairwise(ticks))
