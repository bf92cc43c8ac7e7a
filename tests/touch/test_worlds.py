"""A few dozen scenes put together from force and momentum: hands are no falls, and falls are."""

import pytest

from referee.simulation.force_profiles.scenes import FALLS, LIFTS, ForceScene, play_forces
from referee.touch.sense import TouchSense
from referee.touch.verdicts import TouchKind, TouchVerdict
from scripts.touch_worlds.rows import ROWS, Row, profile_of

SEEDS = range(4_000_000, 4_000_003)
# What a push or a hand hides, or what misses the plate, is asked about at best.
HARD = {
    ForceScene.PLACED_SLIDES_OFF,
    ForceScene.HAND_LEAVES,
    ForceScene.AT_LIFT,
    ForceScene.AFTER_KNOCK,
    ForceScene.UNDER_TOUCH,
    ForceScene.PART_OFF,
}


def kinds(scene: ForceScene, seed: int, row: Row) -> set[TouchKind]:
    trace = play_forces(scene, seed, row.plate_hz)
    touch = TouchSense(profile_of(trace.outcome))
    notices = [n for t_s, _, (grams,) in row.readings(trace) for n in touch.weight(t_s, grams)]
    notices += touch.finish()
    return {each.kind for each in notices if isinstance(each, TouchVerdict)}


@pytest.mark.parametrize("row", [ROWS["good parts"], ROWS["plates 30-60 Hz"]], ids=lambda r: r.name)
def test_no_hand_and_no_room_is_a_fall(row: Row) -> None:
    called = [
        (scene, seed)
        for scene in ForceScene
        if scene not in FALLS
        for seed in SEEDS
        if TouchKind.FELL in kinds(scene, seed, row)
    ]

    assert called == []


def test_lifting_is_hardly_ever_a_question() -> None:
    asked = [
        TouchKind.RESTLESS in kinds(scene, seed, ROWS["good parts"])
        for scene in LIFTS
        for seed in SEEDS
    ]

    assert sum(asked) <= 2


@pytest.mark.parametrize("row", [ROWS["good parts"], ROWS["plates 30-60 Hz"]], ids=lambda r: r.name)
def test_falls_are_called(row: Row) -> None:
    missed = [
        (scene, seed)
        for scene in FALLS - HARD
        for seed in SEEDS
        if TouchKind.FELL not in kinds(scene, seed, row)
    ]

    assert len(missed) <= 1, missed
