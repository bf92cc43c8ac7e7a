"""The tower's twin: it stands still, weighs what its pieces weigh, and falls when it is pushed."""

import numpy as np
import pytest

from referee.twin.tower.model import PlateSpec, TowerModel
from referee.twin.tower.pieces import PIECES, draw_piece, draw_placed, draw_tower
from referee.twin.tower.scenario import play_scene
from referee.twin.tower.scenes import EVENT_S, Scene


def settled(count: int = 5, seed: int = 3) -> TowerModel:
    rng = np.random.default_rng(seed)
    tower = [draw_piece("die", rng) for _ in range(count)]
    model = TowerModel(tower, [draw_placed(rng)], PlateSpec(), rng)
    for _ in range(400):
        model.step()
    return model


def test_the_cell_carries_the_tower_and_not_the_waiting_piece():
    model = settled()

    loads = []
    for _ in range(200):
        model.step()
        loads.append(model.force_g)

    assert np.mean(loads) == pytest.approx(model.masses_g[:5].sum(), abs=0.02)
    assert np.std(loads) < 0.1


def test_a_piece_that_is_put_weighs_and_one_that_is_taken_does_not():
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


def test_pieces_are_within_tolerance_and_drawn_by_the_seed():
    rng = np.random.default_rng(5)
    pieces = draw_tower(rng, 200)

    assert {piece.kind for piece in pieces} >= {"die", "token", "cylinder"}
    assert all(abs(p.mass_g - p.spec.mass_g) <= 3.01 * p.spec.mass_sd_g for p in pieces)
    assert draw_tower(np.random.default_rng(5), 200) == pieces
    assert set(PIECES) == {"die", "token", "cylinder", "castle"}


def test_the_same_seed_plays_the_same_scene():
    first, second = (play_scene(Scene.FALL_ON, 4) for _ in range(2))

    assert first.truth == second.truth
    assert np.array_equal(first.force_g, second.force_g)


def test_a_placement_stands_and_weighs():
    trace = play_scene(Scene.PLACE, 2)
    event = int(EVENT_S / trace.step_s)
    gained_g = trace.force_g[-100:].mean() - trace.force_g[event - 100 : event].mean()

    assert not trace.truth.is_fall
    assert gained_g == pytest.approx(trace.truth.placed_g, abs=0.1)
    assert trace.acceleration_g[:, 2].mean() == pytest.approx(1, abs=0.01)


def test_a_push_brings_pieces_down_and_the_truth_knows_which():
    truth = play_scene(Scene.FALL_ON, 1).truth

    assert truth.is_fall
    assert not truth.is_merged
    assert EVENT_S < truth.fell_at_s < truth.last_impact_s
    assert truth.drop_g_s2 < -0.001


def test_a_lift_is_no_fall():
    truth = play_scene(Scene.LIFT, 0).truth

    assert not truth.is_fall
    assert truth.lost_g == 0


@pytest.mark.slow
@pytest.mark.parametrize("scene", list(Scene))
def test_every_scene_can_be_played(scene):
    trace = play_scene(scene, 12)

    assert len(trace.force_g) == len(trace.acceleration_g) == len(trace.moment_g_m)
    assert np.isfinite(trace.force_g).all()
