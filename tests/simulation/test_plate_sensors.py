"""Sensors as a stream: no seam between pieces of any length, and the same cell as for scenes."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from referee.simulation.plate.sensors import (
    AccelerometerSpec,
    CellSpec,
    LiveAccelerometer,
    LiveCell,
    TiltSpec,
)
from referee.simulation.sensor_readings import RawAcceleration, RawReading, RawTilt, RawWeight
from scripts.tower_scenes.traces import perfect, weigh

STEP_S = 0.002
PERFECT = perfect(CellSpec(noise_g=0.0))


def live(spec: CellSpec = PERFECT, load_g: float = 0.0, seed: int = 1) -> LiveCell:
    return LiveCell(spec, np.random.default_rng(seed), load_g, STEP_S)


def weights(readings: Sequence[RawReading]) -> list[RawWeight]:
    """Readings of a cell, which gives nothing else."""
    found = [each for each in readings if isinstance(each, RawWeight)]
    assert len(found) == len(readings)
    return found


def accelerations(readings: Sequence[RawReading]) -> list[RawAcceleration]:
    """Readings of an accelerometer whose tilt switch does not move."""
    found = [each for each in readings if isinstance(each, RawAcceleration)]
    assert len(found) == len(readings)
    return found


def fed(cell: LiveCell, loads_g: list[float], size: int) -> list[RawWeight]:
    felt: list[RawReading] = []
    for start in range(0, len(loads_g), size):
        felt += cell.push(loads_g[start : start + size])
    return weights(felt)


def wave(count: int = 1500) -> list[float]:
    return [20 + 10 * math.sin(number / 40) + (5 if number > 700 else 0) for number in range(count)]


@pytest.mark.parametrize("size", [1, 7, 25, 1500])
def test_the_length_of_the_pieces_does_not_matter(size: int) -> None:
    spec = CellSpec(outliers_per_s=1.0)

    assert fed(live(spec, 20.0), wave(), size) == fed(live(spec, 20.0), wave(), 100)


def test_a_live_cell_reads_what_the_cell_of_scenes_reads() -> None:
    loads_g = np.array(wave())
    scene_s, counts = weigh(
        loads_g, np.zeros((len(loads_g), 2)), STEP_S, PERFECT, np.random.default_rng(1)
    )
    felt = fed(live(load_g=20.0), loads_g[1:].tolist(), 10)
    told = np.array([each.counts for each in felt])[: len(counts)]

    assert [each.t_s for each in felt][: len(scene_s)] == pytest.approx(scene_s)
    assert np.abs(told - counts).max() / PERFECT.counts_per_gram < 0.08


def test_rest_is_the_same_as_many_equal_steps() -> None:
    pushed, rested = live(CellSpec(), 5.0), live(CellSpec(), 5.0)
    first = pushed.push([5.0, 9.0, 12.0]) + pushed.push([12.0] * 2000)
    second = rested.push([5.0, 9.0, 12.0]) + rested.rest(12.0, 2000)

    assert [each.t_s for each in first] == [each.t_s for each in second]
    both = zip(weights(first), weights(second), strict=True)
    assert max(abs(a.counts - b.counts) for a, b in both) <= 1


def test_a_cell_creeps_drifts_and_stays_within_its_converter() -> None:
    spec = CellSpec(noise_g=0.0, corner_per_m=(0.0, 0.0), hysteresis=0.0)
    cell = live(spec)
    felt = cell.rest(500.0, 500) + cell.rest(500.0, 60_000)
    grams = [(each.counts - spec.offset_counts) / spec.counts_per_gram for each in weights(felt)]
    beyond = weights(live(spec).rest(1e6, 200))[-1]

    assert grams[20] == pytest.approx(500 - 0.25, abs=0.05)
    assert 500.02 < grams[-1] < 500.1
    assert beyond.counts == 2**23 - 1


def accelerometer(**spec: float) -> LiveAccelerometer:
    return LiveAccelerometer(
        AccelerometerSpec(**spec), TiltSpec(), np.random.default_rng(2), STEP_S
    )


def test_a_still_plate_feels_gravity_at_its_rate() -> None:
    felt = accelerations(accelerometer().rest(5000))

    assert len(felt) == 2500
    assert np.mean([each.z for each in felt]) == pytest.approx(8192, abs=5)
    assert np.std([each.x for each in felt]) == pytest.approx(0.005 * 8192, rel=0.1)


@pytest.mark.parametrize("rate_hz", [250.0, 173.0])
def test_a_plate_that_speeds_up_is_felt_and_the_tilt_switch_opens_and_closes(
    rate_hz: float,
) -> None:
    sensor = accelerometer(noise_g=0.0, rate_hz=rate_hz)
    before = sensor.rest(100)
    speeding = sensor.push([(0.01 * step, 0.0, 0.0) for step in range(1, 101)])
    steady = sensor.push([(1.0, 0.0, 0.0)] * 100)
    told = [each for each in speeding if isinstance(each, RawAcceleration)]
    tilts = [each.level for each in speeding + steady if isinstance(each, RawTilt)]

    assert {each.x for each in accelerations(before)} == {0}
    assert told[len(told) // 2].x / 8192 == pytest.approx(5 / 9.81, abs=0.002)
    assert tilts == [1, 0]
