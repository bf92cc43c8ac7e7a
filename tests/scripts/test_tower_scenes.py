"""The scripted tower: it stands still, weighs what its pieces weigh, and falls when pushed."""

import numpy as np
import numpy.typing as npt
import pytest

from referee.simulation.plate.pieces import PlateSpec, draw_piece
from referee.simulation.plate.sensors import AccelerometerSpec, CellSpec, TiltSpec
from scripts.tower_scenes.model import CellSpring, TowerModel, spring_of
from scripts.tower_scenes.scenes import EVENT_S, TowerScene, draw_placed, draw_tower
from scripts.tower_scenes.traces import accelerate, padded, perfect, play_scene, shake, weigh


def settled(count: int = 5, seed: int = 3) -> TowerModel:
    rng = np.random.default_rng(seed)
    tower = [draw_piece("die", rng) for _ in range(count)]
    model = TowerModel(tower, [draw_placed(rng)], PlateSpec(), rng)
    for _ in range(400):
        model.step()
    return model


def test_the_cell_carries_the_tower_and_not_the_waiting_piece() -> None:
    model = settled()

    loads = []
    for _ in range(200):
        model.step()
        loads.append(model.force_g)

    assert np.mean(loads) == pytest.approx(model.masses_g[:5].sum(), abs=0.02)
    assert np.std(loads) < 0.1


def test_a_softer_cell_carries_the_same_and_the_scene_tells_its_plate() -> None:
    trace = play_scene(TowerScene.PLACE, 2, spring_of(40.0))

    assert trace.outcome.plate_hz == pytest.approx(40)
    assert spring_of(40.0).n_per_m < CellSpring().n_per_m
    assert trace.force_g[:100].mean() == pytest.approx(trace.outcome.tower_g, abs=0.2)
    assert CellSpring().plate_hz == pytest.approx(72.6, abs=0.1)


def test_a_piece_that_is_put_weighs_and_one_that_is_taken_does_not() -> None:
    model = settled()
    before_g = model.force_g
    top = model.positions_m[4]
    model.put(5, (top[0], top[1], top[2] + 0.03))
    for _ in range(600):
        model.step()
    after_g = model.force_g
    model.take_away(5)
    for _ in range(400):
        model.step()

    assert after_g - before_g == pytest.approx(model.masses_g[5], abs=0.2)
    assert model.force_g == pytest.approx(before_g, abs=0.2)


def test_pieces_are_within_tolerance_and_drawn_by_the_seed() -> None:
    rng = np.random.default_rng(5)
    pieces = draw_tower(rng, 200)

    assert {piece.kind for piece in pieces} >= {"die", "token", "cylinder"}
    assert all(abs(p.mass_g - p.spec.mass_g) <= 3.01 * p.spec.spread_g for p in pieces)
    assert draw_tower(np.random.default_rng(5), 200) == pieces


def test_the_same_seed_plays_the_same_scene() -> None:
    first, second = (play_scene(TowerScene.FALL_ON, 4) for _ in range(2))

    assert first.outcome == second.outcome
    assert np.array_equal(first.force_g, second.force_g)


def test_a_placement_stands_and_weighs() -> None:
    trace = play_scene(TowerScene.PLACE, 2)
    event = int(EVENT_S / trace.step_s)
    gained_g = trace.force_g[-100:].mean() - trace.force_g[event - 100 : event].mean()

    assert not trace.outcome.is_fall
    assert gained_g == pytest.approx(trace.outcome.placed_g, abs=0.1)
    assert trace.acceleration_g[:, 2].mean() == pytest.approx(1, abs=0.01)


def test_a_push_brings_pieces_down_and_the_outcome_tells_which() -> None:
    outcome = play_scene(TowerScene.FALL_ON, 1).outcome

    assert outcome.is_fall
    assert not outcome.is_merged
    assert outcome.fell_at_s is not None
    assert outcome.last_impact_s is not None
    assert EVENT_S < outcome.fell_at_s < outcome.last_impact_s
    assert outcome.drop_g_s2 < -0.001


def test_a_lift_is_no_fall() -> None:
    outcome = play_scene(TowerScene.LIFT, 0).outcome

    assert not outcome.is_fall
    assert outcome.lost_g == 0


@pytest.mark.slow
@pytest.mark.parametrize("scene", list(TowerScene))
def test_every_scene_can_be_played(scene: TowerScene) -> None:
    trace = play_scene(scene, 12)

    assert len(trace.force_g) == len(trace.acceleration_g) == len(trace.moment_g_m)
    assert np.isfinite(trace.force_g).all()


STEP_S = 0.002
STILL = np.zeros((2000, 2))


def grams(
    force: npt.NDArray[np.float64],
    spec: CellSpec | None = None,
    moment: npt.NDArray[np.float64] = STILL,
    seed: int = 1,
) -> tuple[npt.NDArray[np.float64], ...]:
    spec = spec or perfect(CellSpec(noise_g=0.0))
    times_s, counts = weigh(force, moment, STEP_S, spec, np.random.default_rng(seed))
    return times_s, (counts - spec.offset_counts) / spec.counts_per_gram


def step_at(at_s: float, mass_g: float = 10.0) -> npt.NDArray[np.float64]:
    return np.where(np.arange(2000) * STEP_S < at_s, 40.0, 40.0 + mass_g)


@pytest.mark.parametrize("rate_hz", [10, 80, 92])
def test_a_step_takes_four_conversions(rate_hz: int) -> None:
    times_s, told = grams(step_at(2.0), perfect(CellSpec(rate_hz=rate_hz, noise_g=0)))

    assert np.diff(times_s) == pytest.approx(1 / rate_hz)
    assert told[times_s < 1.99] == pytest.approx(40, abs=0.001)
    assert told[times_s > 2.01 + 4 / rate_hz] == pytest.approx(50, abs=0.001)
    between = told[(times_s > 2.0) & (times_s < 2 + 4 / rate_hz)]
    assert 2 <= len(between) <= 4
    assert (np.diff(between) > 0).all()


def test_the_converter_keeps_the_impulse() -> None:
    force = np.full(2000, 40.0)
    force[1000:1005] += 300
    _, told = grams(force)

    assert (told - 40).sum() / 80 == pytest.approx(300 * 5 * STEP_S, rel=0.01)


def test_noise_is_as_large_as_it_should_be() -> None:
    _, told = grams(np.full(2000, 40.0), perfect(CellSpec(noise_g=0.1)))

    assert told.std() == pytest.approx(0.1, rel=0.15)


def test_corners_read_differently() -> None:
    moment = np.tile([1.0, 0.0], (2000, 1))
    spec = perfect(CellSpec(noise_g=0))
    _, told = grams(np.full(2000, 40.0), spec, moment)
    corner = CellSpec(noise_g=0, corner_per_m=(0.2, 0), creep=0, drift_g_per_s=0, hysteresis=0)
    _, off = grams(np.full(2000, 40.0), corner, moment)

    assert off.mean() - told.mean() == pytest.approx(0.2, abs=0.002)


def test_creep_drift_and_hysteresis_are_there_and_small() -> None:
    _, told = grams(step_at(1.0, 100.0), CellSpec(noise_g=0, corner_per_m=(0, 0)))

    assert 139.8 < told[-1] < 140.1
    assert told[-1] > told[100]


def test_the_converter_saturates_instead_of_wrapping() -> None:
    _, counts = weigh(np.full(2000, 1e6), STILL, STEP_S, CellSpec(), np.random.default_rng(1))

    assert counts.max() == 2**23 - 1


def test_wild_numbers_come_when_asked_for() -> None:
    _, told = grams(np.full(2000, 40.0), CellSpec(outliers_per_s=2.0), seed=4)

    assert 1 <= (abs(told - 40) > 5).sum() <= 25


def test_accelerations_are_clipped_and_counted() -> None:
    plate = np.tile([0.0, 0.0, 1.0], (2000, 1))
    plate[1000:1010, 2] = 30
    times_s, told = accelerate(plate, STEP_S, AccelerometerSpec(), np.random.default_rng(2))

    assert np.diff(times_s) == pytest.approx(1 / 250)
    assert told.max() == 4.0
    assert told[:200, 2].mean() == pytest.approx(1, abs=0.002)
    assert np.allclose(told * 8192, np.rint(told * 8192))


def test_the_tilt_switch_tells_changes_only() -> None:
    plate = np.tile([0.0, 0.0, 1.0], (2000, 1))
    plate[1000:1010, 0] = 1

    changes = shake(plate, STEP_S, TiltSpec())

    assert [level for _, level in changes] == [1, 0]
    assert changes[0][0] == pytest.approx(2.0)


def test_padding_goes_on_at_rest() -> None:
    longer = padded(np.full(100, 7.0), STEP_S, 1.0)

    assert len(longer) == 600
    assert (longer == 7).all()
