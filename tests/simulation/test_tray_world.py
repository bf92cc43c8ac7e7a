"""The simulated tray: dice fall fairly, lie where they should, and hands do what they say."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from referee.clock import ManualClock
from referee.errors import InputError
from referee.simulation.faults import CoveredLens, Glare, LampFlicker, WanderingShadow
from referee.simulation.happenings import AtRest, DieTaken, HandIn, HandOut, Rolled
from referee.simulation.tray.dice import die_kinds
from referee.simulation.tray.throwing import tidy_throw
from referee.simulation.tray.world import TrayWorld

OPPOSITE = {"1": "6", "2": "5", "3": "4", "4": "3", "5": "2", "6": "1"}


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def world(clock: ManualClock) -> TrayWorld:
    return TrayWorld(np.random.default_rng(5), clock)


def wait(world: TrayWorld, clock: ManualClock, more_s: float = 0.1) -> None:
    clock.advance_s(max(0.0, world.busy_until_s - world.now_s) + more_s)


def changed_px(one: np.ndarray, other: np.ndarray) -> int:
    return int((np.abs(one.astype(int) - other).max(axis=2) > 12).sum())


def test_dice_come_to_lie_flat_and_apart_on_the_sheet(world: TrayWorld, clock: ManualClock) -> None:
    for _ in range(10):
        world.roll("pips", 6)
        wait(world, clock)
        places = np.array([die.centre_mm for die in world.dice])
        assert all(die.is_flat for die in world.dice)
        assert places.min() > 8
        assert (places < np.array([260, 180]) - 8).all()
        apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 99 * np.eye(6)
        assert apart.min() > 15.5
        world.clear()
        wait(world, clock)
        assert world.dice == ()


def test_every_side_comes_up_equally_often() -> None:
    """Chi-square with five degrees of freedom: 20.5 is exceeded once in a thousand times."""
    rng = np.random.default_rng(11)
    ups: Counter[tuple[int, bool]] = Counter()
    for _ in range(60):
        thrown = tidy_throw(rng, [], 6, (250.0, 170.0), float(rng.uniform(-2.3, -0.85)))
        for track in thrown.tracks:
            up = track.last.rotation[2]
            axis = int(np.argmax(np.abs(up)))
            ups[axis, bool(up[axis] > 0)] += 1
    counts = np.array(list(ups.values()))
    assert len(counts) == 6
    assert ((counts - 60) ** 2 / 60).sum() < 20.5


def test_nets_are_those_of_real_dice() -> None:
    kinds = die_kinds()
    # Above and below, east and west, north and south.
    net = kinds["pips"].net
    assert all(OPPOSITE[net[a]] == net[b] for a, b in ((0, 5), (1, 3), (2, 4)))
    assert Counter(kinds["beanstalk"].net) == {"eye": 2, "treasure": 2, "die": 1, "trunk": 1}
    assert len(set(kinds["friend"].net)) == 6


def test_a_roll_tells_when_it_began_and_rested(world: TrayWorld, clock: ManualClock) -> None:
    ids = world.roll("beanstalk", 3)
    assert (world.is_busy, world.dice) == (True, ())
    wait(world, clock)
    assert not world.is_busy
    rolled = next(each for each in world.history if isinstance(each, Rolled))
    assert rolled.ids == ids
    assert rolled.faces == tuple(die.face for die in world.dice)
    rested = next(each for each in world.history if isinstance(each, AtRest))
    assert rolled.t_s + 0.1 < rested.t_s < rolled.t_s + 3
    # What lies on the table changes up to that moment, and not after it.
    late = world.picture_without_noise(rested.t_s + 1)
    out = [each.t_s for each in world.history if isinstance(each, HandOut)]
    assert np.array_equal(late, world.picture_without_noise(max(rested.t_s, *out) + 0.01))
    assert changed_px(late, world.picture_without_noise(rested.t_s - 0.15)) > 50


def test_what_has_not_happened_yet_is_not_told(world: TrayWorld, clock: ManualClock) -> None:
    world.roll("pips", 2)
    assert [type(each) for each in world.history] == [HandIn]
    clock.advance_s(0.3)
    assert [type(each) for each in world.history] == [HandIn, Rolled]


def test_a_hand_takes_one_die_and_leaves_the_others(world: TrayWorld, clock: ManualClock) -> None:
    world.roll("beanstalk", 4)
    wait(world, clock)
    before, picture = world.dice, world.frame_at(world.now_s)
    taken = world.take(before[1].id)
    begun_s = world.now_s
    assert taken == before[1].id
    # The hand is large in the picture for half a second at least.
    for after_s in (0.15, 0.4, 0.6):
        assert changed_px(picture, world.frame_at(begun_s + after_s)) > 10_000
    wait(world, clock)
    assert 0.5 < world.busy_until_s - begun_s < 0.9
    assert world.dice == tuple(die for die in before if die.id != taken)
    event = next(each for each in world.history if isinstance(each, DieTaken))
    assert (event.id, event.face) == (taken, before[1].face)


def test_a_die_is_named_by_its_face_too(world: TrayWorld, clock: ManualClock) -> None:
    world.roll("friend")
    wait(world, clock)
    face = world.dice[0].face
    assert world.take(face) == 1
    with pytest.raises(InputError, match="no such die"):
        world.take(face)


def test_only_chosen_dice_are_rolled_again(world: TrayWorld, clock: ManualClock) -> None:
    ids = world.roll("beanstalk", 4)
    wait(world, clock)
    before = {die.id: die for die in world.dice}
    assert world.reroll(ids[:2]) == ids[:2]
    wait(world, clock)
    after = {die.id: die for die in world.dice}
    assert set(after) == set(ids)
    assert all(after[each] == before[each] for each in ids[2:])
    moved = [np.subtract(after[each].centre_mm, before[each].centre_mm) for each in ids[:2]]
    assert all(np.abs(move).max() > 1 for move in moved)


def test_new_dice_join_those_that_lie_there(world: TrayWorld, clock: ManualClock) -> None:
    world.roll("beanstalk", 3)
    wait(world, clock)
    before = world.dice
    world.roll("beanstalk", 2)
    wait(world, clock)
    assert world.dice[:3] == before
    assert len(world.dice) == 5


def test_a_full_tray_is_still_true_to_its_dice(world: TrayWorld, clock: ManualClock) -> None:
    for count in (6, 6):
        world.roll("pips", count)
        wait(world, clock)
    places = np.array([die.centre_mm for die in world.dice])
    assert len(places) == 12
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 99 * np.eye(12)
    assert apart.min() > 15.5


def test_what_is_asked_for_meanwhile_follows_after(world: TrayWorld, clock: ManualClock) -> None:
    world.roll("pips", 2)
    first_s = world.busy_until_s
    world.hand_over(0.5)
    assert world.busy_until_s > first_s + 0.9
    world.clear()
    wait(world, clock)
    assert world.dice == ()
    assert [each.t_s for each in world.history] == sorted(each.t_s for each in world.history)


def test_no_two_pictures_are_alike(world: TrayWorld) -> None:
    frames = [world.frame_at(at / 30) for at in range(40)]
    assert all(not np.array_equal(one, next_one) for one, next_one in pairwise(frames))


def test_looking_does_not_change_how_dice_fall() -> None:
    def faces(looks: int) -> list[str]:
        clock = ManualClock()
        world = TrayWorld(np.random.default_rng(8), clock)
        seen = []
        for _ in range(3):
            world.roll("pips", 3)
            for _ in range(looks):
                clock.advance_s(0.01)
                world.frame_at(world.now_s)
            wait(world, clock)
            seen += [die.face for die in world.dice]
            world.clear()
            wait(world, clock)
        return seen

    assert faces(0) == faces(4)


def test_dice_may_lean(clock: ManualClock) -> None:
    world = TrayWorld(np.random.default_rng(2), clock, leaning_share=1.0)
    world.roll("pips", 3)
    wait(world, clock)
    assert sorted(die.is_flat for die in world.dice) == [False, True, True]
    world.roll("pips", 2)
    wait(world, clock)
    assert len(world.dice) == 5


def test_light_can_be_spoilt(world: TrayWorld) -> None:
    calm = float(world.frame_at(0.0).mean())
    for fault, low, high in (
        (CoveredLens(), 0, 4),
        (Glare(), 200, 256),
        (LampFlicker(depth=0.2, rate_hz=1.0), 1.05 * calm, 1.3 * calm),
        (WanderingShadow(), 0.8 * calm, 0.98 * calm),
    ):
        world.faults.switch_on(fault)
        assert low <= float(world.frame_at(0.25).mean()) <= high
        world.faults.switch_off()
    assert float(world.frame_at(0.25).mean()) == pytest.approx(calm, rel=0.01)


def test_old_dice_are_forgotten(world: TrayWorld, clock: ManualClock) -> None:
    for _ in range(20):
        world.roll("friend")
        wait(world, clock)
        world.clear()
        wait(world, clock, 10.0)
    assert len(world._dice) <= 5
    assert len(world._visits) <= 10


def test_what_cannot_be_is_said_in_a_sentence(world: TrayWorld) -> None:
    with pytest.raises(InputError, match="no dice called 'd20'"):
        world.roll("d20")
    for count in (0, 13):
        with pytest.raises(InputError, match="roll from 1 to 12"):
            world.roll("pips", count)
    assert world.clear() == ()
