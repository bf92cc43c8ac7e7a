"""What cheap sensors make of a load: late, noisy, a little wrong, always the same for a seed."""

import numpy as np
import pytest

from referee.twin.load_cell import (
    AccelerometerSpec,
    CellSpec,
    TiltSpec,
    accelerate,
    padded,
    perfect,
    shake,
    weigh,
)

STEP_S = 0.002
STILL = np.zeros((2000, 2))


def grams(force, spec=None, moment=STILL, seed=1):
    spec = spec or perfect(CellSpec(noise_g=0.0))
    times_s, counts = weigh(force, moment, STEP_S, spec, np.random.default_rng(seed))
    return times_s, (counts - spec.offset_counts) / spec.counts_per_gram


def step_at(at_s: float, mass_g: float = 10.0):
    return np.where(np.arange(2000) * STEP_S < at_s, 40.0, 40.0 + mass_g)


@pytest.mark.parametrize("rate_hz", [10, 80, 92])
def test_a_step_takes_four_conversions(rate_hz):
    times_s, told = grams(step_at(2.0), perfect(CellSpec(rate_hz=rate_hz, noise_g=0)))

    assert np.diff(times_s) == pytest.approx(1 / rate_hz)
    assert told[times_s < 1.99] == pytest.approx(40, abs=0.001)
    assert told[times_s > 2.01 + 4 / rate_hz] == pytest.approx(50, abs=0.001)
    between = told[(times_s > 2.0) & (times_s < 2 + 4 / rate_hz)]
    assert 2 <= len(between) <= 4
    assert (np.diff(between) > 0).all()


def test_the_converter_keeps_the_impulse():
    force = np.full(2000, 40.0)
    force[1000:1005] += 300
    _, told = grams(force)

    assert (told - 40).sum() / 80 == pytest.approx(300 * 5 * STEP_S, rel=0.01)


def test_noise_is_as_large_as_it_should_be():
    _, told = grams(np.full(2000, 40.0), perfect(CellSpec(noise_g=0.1)))

    assert told.std() == pytest.approx(0.1, rel=0.15)


def test_corners_read_differently():
    moment = np.tile([1.0, 0.0], (2000, 1))
    spec = perfect(CellSpec(noise_g=0))
    _, told = grams(np.full(2000, 40.0), spec, moment)
    corner = CellSpec(noise_g=0, corner_per_m=(0.2, 0), creep=0, drift_g_per_s=0, hysteresis=0)
    _, off = grams(np.full(2000, 40.0), corner, moment)

    assert off.mean() - told.mean() == pytest.approx(0.2, abs=0.002)


def test_creep_drift_and_hysteresis_are_there_and_small():
    _, told = grams(step_at(1.0, 100.0), CellSpec(noise_g=0, corner_per_m=(0, 0)))

    assert 139.8 < told[-1] < 140.1
    assert told[-1] > told[100]


def test_the_converter_saturates_instead_of_wrapping():
    _, counts = weigh(np.full(2000, 1e6), STILL, STEP_S, CellSpec(), np.random.default_rng(1))

    assert counts.max() == 2**23 - 1


def test_wild_numbers_come_when_asked_for():
    _, told = grams(np.full(2000, 40.0), CellSpec(outliers_per_s=2.0), seed=4)

    assert 1 <= (abs(told - 40) > 5).sum() <= 25


def test_accelerations_are_clipped_and_counted():
    plate = np.tile([0.0, 0.0, 1.0], (2000, 1))
    plate[1000:1010, 2] = 30
    times_s, told = accelerate(plate, STEP_S, AccelerometerSpec(), np.random.default_rng(2))

    assert np.diff(times_s) == pytest.approx(1 / 250)
    assert told.max() == 4.0
    assert told[:200, 2].mean() == pytest.approx(1, abs=0.002)
    assert np.allclose(told * 8192, np.rint(told * 8192))


def test_the_tilt_switch_tells_changes_only():
    plate = np.tile([0.0, 0.0, 1.0], (2000, 1))
    plate[1000:1010, 0] = 1

    changes = shake(plate, STEP_S, TiltSpec())

    assert [level for _, level in changes] == [1, 0]
    assert changes[0][0] == pytest.approx(2.0)


def test_padding_goes_on_at_rest():
    longer = padded(np.full(100, 7.0), STEP_S, 1.0)

    assert len(longer) == 600
    assert (longer == 7).all()
