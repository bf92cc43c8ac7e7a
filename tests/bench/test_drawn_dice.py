"""Drawn heaps: the dice touch, and reading them is scored die by die."""

from __future__ import annotations

import numpy as np

from scripts.bench.drawn_dice import draw_heap, heap_score


def test_the_dice_of_a_heap_touch_and_lie_on_the_sheet() -> None:
    shot = draw_heap(np.random.default_rng(3))
    centres = np.array([die.centre for die in shot.dice])
    die_px = float(np.median([die.die_px for die in shot.dice]))
    for at, centre in enumerate(centres):
        away = np.hypot(*(np.delete(centres, at, axis=0) - centre).T) / die_px
        assert away.min() < 1.5
    on_plane = shot.top_plane.to_plane(centres)
    assert (on_plane > 0).all()
    assert (on_plane < [shot.top_plane.width_mm, shot.top_plane.height_mm]).all()


def test_the_same_seed_scores_the_same() -> None:
    assert heap_score(2, 42) == heap_score(2, 42)


def test_dice_of_a_few_heaps_are_mostly_right_and_none_is_wrong_as_certain() -> None:
    score = heap_score(6, 820_000)
    assert score.dice >= 6 * 4
    assert score.die_percent > 60
    assert score.wrong_certain_percent == 0
