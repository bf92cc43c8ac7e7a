"""Scoring touch on worlds: the same words for each source, shares with their intervals."""

import numpy as np
import pytest
from typer.testing import CliRunner

from referee.simulation.plate.sensors import CellSpec, LiveCell, Tones
from referee.simulation.tower_trace import TurnContext
from scripts.touch_worlds.__main__ import app
from scripts.touch_worlds.rows import ROWS
from scripts.touch_worlds.scoring import Share, odds_of, score_world
from scripts.touch_worlds.worlds import WORLDS, World


def test_a_share_tells_how_sure_it_is() -> None:
    low, high = Share(5, 1000).interval

    assert low == pytest.approx(0.0021, abs=2e-4)
    assert high == pytest.approx(0.0117, abs=2e-4)
    assert Share(0, 1000).interval[0] == 0
    assert Share(0, 0).told(100) == "-"
    assert Share(1, 2).told(100) == "50.0 (9.5-90.5; n=2)"


def test_a_handful_of_scenes_is_scored_at_every_kind_of_table() -> None:
    world = WORLDS["forces"]

    scores = score_world(world, list(ROWS.values()), harmless=1, falls=1)

    assert [each.row for each in scores[::2]] == list(ROWS)
    assert [each.has_rules for each in scores] == [False, True] * len(ROWS)
    for each in scores:
        assert each.alone_called.of + each.close_called.of == len(world.falls)
        harmless = each.false_calls.of + each.false_calls_at_lifts.of
        assert harmless == len(world.harmless) == each.asked.of
    assert scores[0].falls_heard.hits > len(world.falls) / 2


@pytest.mark.parametrize("world", WORLDS.values(), ids=lambda world: world.name)
def test_a_plan_has_equally_many_of_each_class(world: World) -> None:
    plan = list(world.plan(3, 2, 100))

    assert len(set(plan)) == len(plan) == 3 * len(world.harmless) + 2 * len(world.falls)
    assert world.lifts <= set(world.harmless)
    assert not set(world.harmless) & set(world.falls)


def test_the_command_scores_one_row() -> None:
    words = ["forces", "--row", "good parts", "--harmless", "1", "--falls", "1", "--json"]
    found = CliRunner().invoke(app, words)

    assert found.exit_code == 0
    assert '"false_calls"' in found.stdout


def test_cells_of_a_row_lie_in_its_range() -> None:
    cells = [ROWS["10 samples/s"].draw_cell(np.random.default_rng(seed)) for seed in range(50)]

    assert all(8.5 <= cell.rate_hz <= 11.5 and 0.02 <= cell.noise_g <= 0.1 for cell in cells)
    assert ROWS["wild number each 4 s"].draw_cell(np.random.default_rng(1)).outliers_per_s == 0.25


def test_hum_and_slow_noise_are_as_large_as_asked_for() -> None:
    times_s = np.arange(0, 400, 1 / 80)
    flicker = Tones(CellSpec(flicker_g=0.1), np.random.default_rng(1)).at(times_s)
    hum = Tones(CellSpec(mains_g=1.0), np.random.default_rng(1)).at(times_s)
    live = LiveCell(CellSpec(noise_g=0.0, mains_g=1.0), np.random.default_rng(1), 0.0, 0.002)

    assert flicker.std() == pytest.approx(0.1, rel=0.15)
    assert 0.01 < np.abs(hum).max() < 0.1
    assert len({getattr(each, "counts", 0) for each in live.rest(0.0, 400)}) > 10


def test_in_ones_own_turn_a_lift_is_ordinary_and_in_the_countdown_a_fall_is_likelier() -> None:
    assert odds_of(TurnContext.JUST_LAID, -5.0) < odds_of(TurnContext.JUST_LAID, 5.0) < 0
    assert odds_of(TurnContext.NOBODYS_TURN, -5.0) == 0
    assert odds_of(TurnContext.COUNTDOWN, 0.0) > 0
