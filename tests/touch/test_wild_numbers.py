"""Wild numbers are left out, and nothing that a plate can do is."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from referee.touch.wild_numbers import Sample, WildNumbers
from tests.touch.test_sense import converter

NOISE_G = 0.02


def sifted(samples: Sequence[Sample], noise_g: float = NOISE_G) -> list[Sample]:
    numbers = WildNumbers()
    passed = [each for sample in samples for each in numbers.add(*sample, 1.0, noise_g)]
    return [*passed, *numbers.finish()]


def resting(count: int, noise_g: float = NOISE_G) -> list[Sample]:
    rng = random.Random(4)
    return [(number / 80, 40 + rng.gauss(0, noise_g)) for number in range(count)]


@pytest.mark.parametrize("wild_g", [-1000.0, -60.0, -4.0, 4.0, 60.0, 1000.0])
@pytest.mark.parametrize("count", [1, 2])
def test_one_or_two_wild_numbers_lie_between_their_neighbours(wild_g: float, count: int) -> None:
    samples = resting(40)
    told = list(samples)
    for number in range(20, 20 + count):
        told[number] = (told[number][0], 40 + wild_g * (1 + 0.3 * (number - 20)))

    passed = sifted(told)

    assert [each[0] for each in passed] == [each[0] for each in samples]
    assert [grams for _, grams in passed] == pytest.approx([40] * 40, abs=5 * NOISE_G)
    others = [number for number in range(40) if not 20 <= number < 20 + count]
    assert [passed[number] for number in others] == [samples[number] for number in others]


def test_a_wild_number_while_a_hand_presses_is_left_out() -> None:
    samples = [(number / 80, 40.0 + 5 * max(0, number - 10)) for number in range(30)]
    told = list(samples)
    told[20] = (told[20][0], 40.0)

    assert sifted(told)[20][1] == pytest.approx(samples[20][1])


@pytest.mark.parametrize("strength_g", [5, 50, 1000])
@pytest.mark.parametrize("late_ms", range(13))
@pytest.mark.parametrize("rate_hz", [10, 80])
def test_the_shortest_hit_goes_on_unchanged(strength_g: int, late_ms: int, rate_hz: int) -> None:
    at_s = 1.5 + late_ms * (80 / rate_hz) / 1000
    force = 40 + strength_g * (1000 / rate_hz / 12.5)
    samples = converter(lambda t: force if at_s <= t < at_s + 0.003 else 40.0, 3, rate_hz)

    assert sifted(samples) == samples


def test_three_in_a_row_are_no_wild_numbers() -> None:
    samples = resting(40)
    for number in range(20, 23):
        samples[number] = (samples[number][0], -60.0)

    assert sifted(samples) == samples


def test_the_noise_of_a_poor_cell_is_left_as_it_is() -> None:
    samples = resting(20_000, noise_g=0.5)

    assert sifted(samples, noise_g=0.5) == samples


def test_what_is_held_back_is_given_out_at_the_end() -> None:
    samples = [*resting(20), (20 / 80, 90.0)]
    numbers = WildNumbers()
    passed = [each for sample in samples for each in numbers.add(*sample, 1.0, NOISE_G)]

    assert [*passed, *numbers.finish()] == samples
    assert passed == samples[:-1]
    assert numbers.finish() == []
