"""The live plate: what hands do happens by physics, and the truth about it is kept."""

import numpy as np
import pytest

from referee.errors import InputError
from referee.simulation.happenings import (
    Axed,
    Bumped,
    Cleared,
    Leaned,
    Lifted,
    Nudged,
    PiecesFell,
    Put,
)
from referee.simulation.plate.motions import draw_grip, spread_m
from referee.simulation.plate.world import PlateWorld
from referee.simulation.sensor_readings import RawWeight


class Evening:
    """A world and its time."""

    def __init__(self, seed, **kinds):
        self.world = PlateWorld(np.random.default_rng(seed), **kinds)
        self.felt = []
        self.now_s = 0.0

    def pass_s(self, seconds):
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            self.now_s = min(end_s, self.now_s + 0.05)
            self.felt += self.world.advance_to(self.now_s)

    def until_rest(self):
        self.pass_s(0.05)
        for _ in range(800):
            if not self.world.is_busy:
                return
            self.pass_s(0.05)
        raise AssertionError("the plate never came to rest")

    def build(self, *kinds, care=1.0):
        for kind in kinds:
            self.world.place(kind, care=care)
        self.until_rest()
        return self

    def told(self, kind):
        return [truth for truth in self.world.history if isinstance(truth, kind)]

    @property
    def grams(self):
        """What the cell said last, over a quarter of a second."""
        counts = [each.counts for each in self.felt if isinstance(each, RawWeight)][-20:]
        return self.world.calibration.grams(float(np.mean(counts)))


def test_pieces_stand_where_hands_put_them_and_weigh_what_they_weigh():
    evening = Evening(1).build("die", "token", "die", "cylinder", "castle")
    world = evening.world
    evening.pass_s(0.5)
    masses_g = sum(world.mass_g(name) for _, name in world.standing)

    assert [kind for kind, _ in world.standing] == ["die", "token", "die", "cylinder", "castle"]
    assert [truth.kind for truth in evening.told(Put)] == [kind for kind, _ in world.standing]
    assert world.on_plate_g == pytest.approx(masses_g)
    assert evening.grams == pytest.approx(masses_g, abs=0.1)
    assert world.is_asleep
    assert not world.is_busy


def test_samples_come_in_order_without_gaps_however_time_is_cut():
    evening = Evening(2).build("die", "die")
    evening.world.bump_table(0.2)
    for seconds in (0.001, 0.0137, 3.0, 0.002, 0.4):
        evening.pass_s(seconds)
    times_s = [each.t_s for each in evening.felt]
    weights_s = [each.t_s for each in evening.felt if isinstance(each, RawWeight)]

    assert times_s == sorted(times_s)
    assert np.diff(weights_s) == pytest.approx(1 / 80, abs=1e-6)
    assert times_s[-1] <= evening.world.now_s + 1e-6


def test_the_same_seed_lives_the_same_evening():
    first, second = (Evening(3).build("die", "die", "token", care=0.6) for _ in range(2))

    assert first.felt == second.felt
    assert first.world.history == second.world.history


def test_a_piece_taken_back_is_no_fall():
    evening = Evening(4).build("die", "die", "token")
    evening.world.lift_top()
    evening.until_rest()

    assert [kind for kind, _ in evening.world.standing] == ["die", "die"]
    assert [truth.kind for truth in evening.told(Lifted)] == ["token"]
    assert not evening.told(PiecesFell)
    assert evening.world.history_from(3) == evening.world.history[3:]
    assert "token-1" in evening.world.left_in_box("token")


def test_hands_and_bumps_leave_the_tower_standing():
    evening = Evening(5).build(*["die"] * 6)
    evening.world.lean(0.5, 0.8)
    evening.world.bump_table(0.1)
    evening.until_rest()
    evening.world.nudge(0.0)
    evening.until_rest()

    assert len(evening.world.standing) == 6
    assert not evening.told(PiecesFell)
    assert [len(evening.told(kind)) for kind in (Leaned, Bumped, Nudged)] == [1, 1, 1]


@pytest.mark.parametrize("seed", range(10, 14))
def test_knocking_over_is_certain_and_clearing_leaves_one_die(seed):
    evening = Evening(seed).build("die", "die", "token", "die", "cylinder")
    pushed_s = evening.world.now_s
    evening.world.knock_over()
    evening.until_rest()
    fell = evening.told(PiecesFell)
    stood = len(evening.world.standing)
    evening.world.clear(1)
    evening.until_rest()

    assert len(fell) == 1
    assert pushed_s < fell[0].t_s < pushed_s + 6
    assert stood + len(fell[0].pieces) == 5
    assert [kind for kind, _ in evening.world.standing] == ["die"]
    assert not evening.world.fallen
    assert evening.told(Cleared)[-1].kept == 1
    assert len(evening.world.left_in_box("die")) == 11


def test_a_single_die_cannot_be_knocked_over():
    evening = Evening(21).build("die")
    evening.world.knock_over()
    evening.world.axe(0.0, 0.5)
    evening.until_rest()

    assert not evening.told(PiecesFell)
    assert len(evening.world.standing) == 1


def test_an_axe_takes_pieces_that_no_fall_takes():
    evening = Evening(20).build(*["die", "token"] * 5)
    evening.world.axe(0.8, 0.7)
    evening.until_rest()
    (axed,) = evening.told(Axed)
    evening.world.pick_up_fallen()
    evening.until_rest()

    assert axed.pieces
    assert not evening.told(PiecesFell)
    assert len(evening.world.standing) == 10 - len(axed.pieces)
    assert not evening.world.fallen
    standing_g = sum(evening.world.mass_g(name) for _, name in evening.world.standing)
    assert evening.world.on_plate_g == pytest.approx(standing_g)


def test_a_piece_far_beside_the_middle_falls_by_itself():
    """Somewhere among these shaky hands something falls, and it is told once each time."""
    falls = 0
    for seed in range(30, 36):
        evening = Evening(seed, accelerometer=None)
        for _ in range(8):
            evening.build("die", care=0.2)
            if evening.told(PiecesFell):
                break
        falls += len(evening.told(PiecesFell))
        names = [name for fell in evening.told(PiecesFell) for _, name in fell.pieces]
        assert not set(names) & {name for _, name in evening.world.standing}
    assert falls >= 4


def test_steadier_hands_are_nearer_the_middle():
    assert spread_m(1.0) < spread_m(0.9) < spread_m(0.3)
    with pytest.raises(InputError, match="between 0"):
        draw_grip(1.5, np.random.default_rng(1))


def test_a_hand_cannot_take_what_is_not_there():
    evening = Evening(6).build("castle")

    with pytest.raises(InputError, match="No castle is left"):
        evening.world.place("castle")
    with pytest.raises(InputError, match="castle-1 is in use"):
        evening.world.place("castle-1")
    with pytest.raises(InputError, match="no piece called crown"):
        evening.world.place("crown")


@pytest.mark.slow
def test_a_high_tower_stands_through_a_long_evening():
    evening = Evening(500_040, accelerometer=None).build(*["die", "token"] * 11, "die", "cylinder")
    before = {name: np.array(evening.world.place_m(name)) for _, name in evening.world.standing}
    for _ in range(30):
        evening.world.advance_to(evening.now_s + 60)
        evening.now_s += 60
        evening.world.bump_table(0.05)
    evening.until_rest()

    assert len(evening.world.standing) == 24
    assert not evening.told(PiecesFell)
    moved = [np.abs(evening.world.place_m(name) - place).max() for name, place in before.items()]
    assert max(moved) < 1e-4
