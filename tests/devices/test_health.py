"""What a person should mend is found, and a good scale is left in peace."""

from __future__ import annotations

import random

import pytest

from referee.devices.scale.contract import Finding
from referee.devices.scale.health import HealthWatch
from referee.weighing.messages import MAX_COUNTS, MIN_COUNTS


def weighed(counts: list[int], rate_hz: float = 80.0) -> HealthWatch:
    watch = HealthWatch()
    for number, value in enumerate(counts):
        watch.weigh(number / rate_hz, value, 0)
    return watch


def noise(length: int, level: int = 80_000) -> list[int]:
    rng = random.Random(1)
    return [level + round(rng.gauss(0, 43)) for _ in range(length)]


def test_a_good_scale_is_left_in_peace():
    assert weighed(noise(8000)).findings(100) == ()


@pytest.mark.parametrize("rate_hz", [72, 80, 92.3])
def test_off_nominal_chips_are_fast_enough(rate_hz):
    watch = weighed(noise(200), rate_hz)

    assert watch.rate_hz == pytest.approx(rate_hz)
    assert watch.findings(200 / rate_hz) == ()


@pytest.mark.parametrize("rate_hz", [9, 10, 11.5])
def test_a_strapped_chip_is_found_in_two_seconds(rate_hz):
    watch = weighed(noise(20), rate_hz)

    assert watch.findings(20 / rate_hz) == (Finding.SLOW_RATE,)


@pytest.mark.parametrize("end", [MIN_COUNTS, MAX_COUNTS])
def test_saturation_is_found_and_forgotten(end):
    watch = weighed([*noise(100), end])

    assert watch.findings(1.3) == (Finding.SATURATED,)
    assert watch.findings(4) == ()


def test_a_stuck_number_is_found():
    assert weighed([*noise(100), *[0] * 24]).findings(2) == (Finding.FROZEN,)
    assert weighed([*noise(100), *[0] * 20]).findings(2) == ()


@pytest.mark.parametrize("bit", range(12, 22))
def test_flipped_bits_are_found(bit):
    counts = noise(200)
    for place in (50, 90, 130):
        counts[place] += (1 << bit) * (-1) ** place

    assert weighed(counts).findings(2.5) == (Finding.SPIKES,)


def test_a_piece_put_down_is_no_spike():
    assert weighed([*noise(100), 82_500, *noise(100, 91_000), *noise(100)]).findings(4) == ()


def test_impacts_are_no_spikes():
    counts = noise(200)
    for place in (50, 60, 70, 80):
        counts[place : place + 3] = 95_000, 110_000, 73_000

    assert weighed(counts).findings(2.5) == ()


def test_bad_frames_and_restarts_are_forgotten_in_time():
    watch = weighed(noise(100))
    watch.note_bad_frames(1.0, 50)
    for at_s in (1.0, 2.0, 3.0):
        watch.note_restart(at_s)

    assert set(watch.findings(4.0)) == {Finding.NOISY_LINE, Finding.RESTARTING}
    assert watch.findings(70.0) == ()


def test_one_torn_frame_is_nothing():
    watch = weighed(noise(100))
    watch.note_bad_frames(1.0, 1)

    assert watch.findings(1.5) == ()
