"""The second engine, where it is installed: weight is kept, and a push brings pieces down."""

import importlib.util

import numpy as np
import pytest

from referee.errors import InputError
from referee.simulation.bullet_towers import tower
from referee.simulation.bullet_towers.scenes import FALLS, LIFTS, BulletScene, play_bullet

is_installed = importlib.util.find_spec("pybullet") is not None
with_engine = pytest.mark.skipif(not is_installed, reason="only the benchmarks install PyBullet")


def test_without_the_engine_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(tower, "import_module", missing)

    with pytest.raises(InputError, match="make bench"):
        play_bullet(BulletScene.PLACE, 1)
    assert LIFTS.isdisjoint(FALLS)


@with_engine
@pytest.mark.parametrize("scene", list(BulletScene))
def test_every_scene_weighs_what_is_left_and_is_played_again_alike(scene: BulletScene) -> None:
    first, second = (play_bullet(scene, 2) for _ in range(2))
    outcome = first.outcome
    gained_g = outcome.placed_g - outcome.lost_g - outcome.taken_g
    told_g = first.force_g[-200:].mean() - first.force_g[:200].mean()

    assert outcome == second.outcome
    assert np.array_equal(first.force_g, second.force_g)
    assert told_g == pytest.approx(gained_g, abs=0.2)
    assert not outcome.is_fall or scene in FALLS | {BulletScene.OVERHANG, BulletScene.NUDGE}
