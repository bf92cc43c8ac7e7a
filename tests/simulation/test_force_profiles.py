"""Forces put together: weight and momentum are kept, and every class is drawn by its seed."""

from collections import Counter

import numpy as np
import numpy.typing as npt
import pytest

from referee.simulation.force_profiles.falling_pieces import PieceWay, is_dropped, topples
from referee.simulation.force_profiles.hands import Hand, pulse
from referee.simulation.force_profiles.rooms import dice_roll_beside, rings
from referee.simulation.force_profiles.scenes import FALLS, LIFTS, ForceScene, play_forces
from referee.simulation.force_profiles.sprung_plate import SprungPlate, draw_plate
from referee.simulation.plate.pieces import GRAVITY
from referee.simulation.tower_trace import TurnContext, draw_context

STEP_S = 0.001
times_s: npt.NDArray[np.float64] = np.arange(4000, dtype=np.float64) * STEP_S
LEVEL = np.zeros_like(times_s)


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("seed", range(5))
def test_a_fall_that_stays_pushes_by_its_weight_in_the_end(seed: int) -> None:
    way = topples(5.0, 0.8, 0.06, 0.04, rng(seed))
    way.bounces(rng(seed))
    way.rocks(rng(seed))

    excess_g = way.load_g(times_s) - 5.0

    assert excess_g.sum() * STEP_S == pytest.approx(0, abs=1e-9)
    assert excess_g[-100:] == pytest.approx(0, abs=1e-9)
    moment = -(times_s * excess_g).sum() * STEP_S
    assert moment == pytest.approx(-5.0 * way.sank_m(times_s)[-1] / GRAVITY, rel=0.02)


def test_what_flies_weighs_nothing_and_hits_with_its_momentum() -> None:
    way = PieceWay(4.0, 1.0)
    way.flies(0.05)
    lands_s, speed_m_s = way.now_s, -way.speed_m_s
    way.hits(0.0, 0.003)

    load_g = way.load_g(times_s)
    is_flying = (times_s > 1.001) & (times_s < lands_s - 0.001)
    is_hitting = (times_s > lands_s - 0.0015) & (times_s < lands_s + 0.004)

    assert speed_m_s == pytest.approx((2 * GRAVITY * 0.05) ** 0.5)
    assert load_g[is_flying] == pytest.approx(0, abs=1e-9)
    hit_g_s = (load_g[is_hitting] - 4.0).sum() * STEP_S
    assert hit_g_s == pytest.approx(4.0 * speed_m_s / GRAVITY, rel=0.06)


@pytest.mark.parametrize("hits_s", [1.0, 1.00037])
def test_a_dropped_piece_brings_its_weight_and_its_momentum(hits_s: float) -> None:
    way = is_dropped(6.0, hits_s, 0.02)
    way.bounces(rng())

    load_g = way.load_g(times_s)

    assert load_g[times_s < hits_s - STEP_S].max() == 0
    brought = load_g.sum() * STEP_S - 6.0 * (times_s[-1] + STEP_S - hits_s)
    assert brought == pytest.approx(6.0 * (2 * GRAVITY * 0.02) ** 0.5 / GRAVITY, abs=1e-9)


def test_the_plate_keeps_weight_and_momentum_and_rings_at_its_frequency() -> None:
    plate = SprungPlate(hz=80.0, damping=0.02, mass_g=200.0)
    load_g = 40.0 + 300 * pulse(times_s, 1.0, 0.004)

    cell_g, moved_g = plate.carries(load_g, LEVEL, 40.0, STEP_S)

    assert cell_g[0] == pytest.approx(40)
    assert cell_g[-50:] == pytest.approx(40, abs=0.05)
    assert (cell_g - load_g).sum() * STEP_S == pytest.approx(0, abs=1e-3)
    assert moved_g.sum() * STEP_S == pytest.approx(0, abs=1e-4)
    spectrum = np.abs(np.fft.rfft(cell_g - load_g))
    loaded_hz = 80 * (200 / 240) ** 0.5
    assert spectrum.argmax() / times_s[-1] == pytest.approx(loaded_hz, rel=0.02)


def test_a_table_that_was_hit_stands_where_it_stood() -> None:
    hand = Hand(times_s, rng())
    shaking = rings(hand, 1.0, 0.2) + dice_roll_beside(hand, 1.2, 5.0)

    assert np.abs(shaking).max() > 0.02
    assert shaking.sum(axis=0) * STEP_S == pytest.approx(np.zeros(3), abs=1e-4)


@pytest.mark.parametrize("scene", list(ForceScene))
def test_every_class_is_drawn_by_its_seed_and_weighs_what_is_left(scene: ForceScene) -> None:
    first, second = (play_forces(scene, 3, (60.0, 160.0)) for _ in range(2))
    outcome = first.outcome

    assert outcome == second.outcome
    assert np.array_equal(first.force_g, second.force_g)
    assert np.isfinite(first.acceleration_g).all()
    assert outcome.is_fall is (scene in FALLS)
    assert (outcome.fell_at_s is not None) is outcome.is_fall
    gained_g = outcome.placed_g - outcome.lost_g - outcome.taken_g
    told_g = first.force_g[-200:].mean() - first.force_g[:200].mean()
    assert told_g == pytest.approx(gained_g, abs=0.1)


def test_all_seeds_of_a_fall_come_down_and_say_when() -> None:
    for seed in range(20):
        outcome = play_forces(ForceScene.PART_ON, seed).outcome
        assert outcome.fell_at_s is not None
        assert outcome.down_s
        assert outcome.drop_g_s2 < 0
        assert outcome.plate_hz is not None
        assert 25 <= outcome.plate_hz <= 160


def test_another_range_of_plates_plays_the_same_event() -> None:
    stiff, soft = (
        play_forces(ForceScene.PLACE_DROPPED, 5, hertz) for hertz in ((60, 160), (30, 60))
    )

    assert stiff.outcome.placed_g == soft.outcome.placed_g
    assert stiff.outcome.placings_s == soft.outcome.placings_s
    assert not np.array_equal(stiff.force_g, soft.force_g)
    assert 30 <= draw_plate(rng(), (30, 60)).hz <= 60


def test_contexts_know_nothing_of_what_happens() -> None:
    assert LIFTS.isdisjoint(FALLS)
    counts = Counter(draw_context(seed) for seed in range(1200))
    assert set(counts) == set(TurnContext)
    assert max(counts.values()) < 1.25 * min(counts.values())
    for scene in (ForceScene.PLACE, ForceScene.PART_ON):
        assert play_forces(scene, 7).outcome.context is draw_context(7)
