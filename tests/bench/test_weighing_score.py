"""How touch is scored: what counts as called, as suspected in time, as at a placement."""

import pytest

from referee.bench.weighing_score import score
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict
from referee.twin.tower.scenario import TowerTruth


def truth(fell_at_s: float | None = 2.0, placed_at_s: float | None = None) -> TowerTruth:
    return TowerTruth(
        scene="fall-on",
        seed=1,
        pieces=["die"],
        tower_g=5.0,
        placed=[] if placed_at_s is None else ["die"],
        placed_g=5.0,
        placed_at_s=placed_at_s,
        fell=0 if fell_at_s is None else 1,
        fell_at_s=fell_at_s,
        last_impact_s=2.4,
        lost_g=0.0,
        drop_g_s2=0.0,
        is_at_rest=True,
        screened=0,
    )


def verdict(kind: TouchKind, began_s: float, at_s: float) -> TouchVerdict:
    return TouchVerdict(kind, at_s, began_s, at_s, "shaken")


def test_a_call_before_the_fall_is_not_a_call():
    assert not score(truth(), [verdict(TouchKind.FELL, 0.5, 1.0)]).is_called
    assert score(truth(), [verdict(TouchKind.FELL, 1.5, 3.0)]).is_called
    assert score(truth(fell_at_s=None), [verdict(TouchKind.FELL, 0.5, 1.0)]).is_called


@pytest.mark.parametrize(
    ("at_s", "settled_s", "delay_s"),
    [(1.6, 1.7, 0.0), (0.8, 3.0, 0.0), (0.8, 1.2, None), (2.1, 3.0, 0.1)],
    ids=["just before", "still open", "settled long before", "after"],
)
def test_only_a_suspicion_of_this_fall_counts(at_s, settled_s, delay_s):
    felt = [Suspicion(at_s, "lighter"), verdict(TouchKind.BUMPED, at_s - 0.05, settled_s)]

    outcome = score(truth(), felt)

    assert outcome.is_suspected
    assert outcome.suspect_after_s == (None if delay_s is None else pytest.approx(delay_s))


def test_at_a_placement_means_within_half_a_second_of_it():
    assert score(truth(2.0, 1.6), []).is_at_placement
    assert not score(truth(2.0, 0.8), []).is_at_placement
    assert not score(truth(2.0), []).is_at_placement
    assert not score(truth(None, 0.8), []).is_at_placement


def test_the_time_of_a_verdict_counts_from_the_last_impact():
    outcome = score(truth(), [verdict(TouchKind.FELL, 1.9, 3.0)])

    assert outcome.verdict_after_s == pytest.approx(0.6)
    assert score(truth(), []).verdict_after_s is None
