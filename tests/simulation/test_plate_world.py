"""The live plate: what hands do happens by physics, and what really happened is kept."""

from __future__ import annotations

from typing import TypeVar

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
    PlateHappening,
    Put,
)
from referee.simulation.plate.motions import draw_grip, spread_m
from referee.simulation.plate.sensors import AccelerometerSpec, CellSpec
from referee.simulation.plate.world import PlateWorld
from referee.simulation.sensor_readings import RawReading, RawWeight

Happened = TypeVar("Happened", bound=PlateHappening)
USUAL = AccelerometerSpec()


class Session:
    """A world and its time."""

    def __init__(self, seed: int, accelerometer: AccelerometerSpec | None = USUAL) -> None:
        self.world = PlateWorld(np.random.default_rng(seed), accelerometer=accelerometer)
        self.felt: list[RawReading] = []
        self.now_s = 0.0

    def pass_s(self, seconds: float) -> None:
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            self.now_s = min(end_s, self.now_s + 0.05)
            self.felt += self.world.advance_to(self.now_s)

    def until_rest(self) -> None:
        self.pass_s(0.05)
        for _ in range(800):
            if not self.world.is_busy:
                return
            self.pass_s(0.05)
        raise AssertionError("the plate never came to rest")

    def build(self, *kinds: str, care: float = 1.0) -> Session:
        for kind in kinds:
            self.world.place(kind, care=care)
        self.until_rest()
        return self

    def told(self, kind: type[Happened]) -> list[Happened]:
        return [each for each in self.world.history if isinstance(each, kind)]

    @property
    def grams(self) -> float:
        """What the cell said last, over a quarter of a second."""
        counts = [each.counts for each in self.felt if isinstance(each, RawWeight)][-20:]
        return self.world.calibration.grams(float(np.mean(counts)))


def test_pieces_stand_where_hands_put_them_and_weigh_what_they_weigh() -> None:
    session = Session(1).build("die", "token", "die", "cylinder", "castle")
    world = session.world
    session.pass_s(0.5)
    masses_g = sum(world.mass_g(name) for _, name in world.standing)

    assert [kind for kind, _ in world.standing] == ["die", "token", "die", "cylinder", "castle"]
    assert [each.kind for each in session.told(Put)] == [kind for kind, _ in world.standing]
    assert world.on_plate_g == pytest.approx(masses_g)
    assert session.grams == pytest.approx(masses_g, abs=0.1)
    assert world.is_asleep
    assert not world.is_busy


def test_samples_come_in_order_without_gaps_however_time_is_cut() -> None:
    session = Session(2).build("die", "die")
    session.world.bump_table(0.2)
    for seconds in (0.001, 0.0137, 3.0, 0.002, 0.4):
        session.pass_s(seconds)
    times_s = [each.t_s for each in session.felt]
    weights_s = [each.t_s for each in session.felt if isinstance(each, RawWeight)]

    assert times_s == sorted(times_s)
    assert np.diff(weights_s) == pytest.approx(1 / 80, abs=1e-6)
    assert times_s[-1] <= session.world.now_s + 1e-6


def test_the_same_seed_lives_the_same_evening() -> None:
    first, second = (Session(3).build("die", "die", "token", care=0.6) for _ in range(2))

    assert first.felt == second.felt
    assert first.world.history == second.world.history


def test_a_piece_taken_back_is_no_fall() -> None:
    session = Session(4).build("die", "die", "token")
    session.world.lift_top()
    session.until_rest()

    assert [kind for kind, _ in session.world.standing] == ["die", "die"]
    assert [each.kind for each in session.told(Lifted)] == ["token"]
    assert not session.told(PiecesFell)
    assert session.world.history_from(3) == session.world.history[3:]
    assert "token-1" in session.world.left_in_box("token")


def test_hands_and_bumps_leave_the_tower_standing() -> None:
    session = Session(5).build(*["die"] * 6)
    session.world.lean(0.5, 0.8)
    session.world.bump_table(0.1)
    session.until_rest()
    session.world.nudge(0.0)
    session.until_rest()

    assert len(session.world.standing) == 6
    assert not session.told(PiecesFell)
    assert [len(session.told(kind)) for kind in (Leaned, Bumped, Nudged)] == [1, 1, 1]


@pytest.mark.parametrize("seed", range(10, 14))
def test_knocking_over_is_certain_and_clearing_leaves_one_die(seed: int) -> None:
    session = Session(seed).build("die", "die", "token", "die", "cylinder")
    pushed_s = session.world.now_s
    session.world.knock_over()
    session.until_rest()
    fell = session.told(PiecesFell)
    stood = len(session.world.standing)
    session.world.clear(1)
    session.until_rest()

    assert len(fell) == 1
    assert pushed_s < fell[0].t_s < pushed_s + 6
    assert stood + len(fell[0].pieces) == 5
    assert [kind for kind, _ in session.world.standing] == ["die"]
    assert not session.world.fallen
    assert session.told(Cleared)[-1].kept == 1
    assert len(session.world.left_in_box("die")) == 11


def test_a_single_die_cannot_be_knocked_over() -> None:
    session = Session(21).build("die")
    session.world.knock_over()
    session.world.axe(0.0, 0.5)
    session.until_rest()

    assert not session.told(PiecesFell)
    assert len(session.world.standing) == 1


def test_an_axe_takes_pieces_that_no_fall_takes() -> None:
    session = Session(20).build(*["die", "token"] * 5)
    session.world.axe(0.8, 0.7)
    session.until_rest()
    (axed,) = session.told(Axed)
    session.world.pick_up_fallen()
    session.until_rest()

    assert axed.pieces
    assert not session.told(PiecesFell)
    assert len(session.world.standing) == 10 - len(axed.pieces)
    assert not session.world.fallen
    standing_g = sum(session.world.mass_g(name) for _, name in session.world.standing)
    assert session.world.on_plate_g == pytest.approx(standing_g)


def test_a_piece_far_beside_the_middle_falls_by_itself() -> None:
    """Somewhere among these shaky hands something falls, and it is told once each time."""
    falls = 0
    for seed in range(30, 36):
        session = Session(seed, accelerometer=None)
        for _ in range(8):
            session.build("die", care=0.2)
            if session.told(PiecesFell):
                break
        falls += len(session.told(PiecesFell))
        names = [name for fell in session.told(PiecesFell) for _, name in fell.pieces]
        assert not set(names) & {name for _, name in session.world.standing}
    assert falls >= 4


def test_steadier_hands_are_nearer_the_middle() -> None:
    assert spread_m(1.0) < spread_m(0.9) < spread_m(0.3)
    with pytest.raises(InputError, match="between 0"):
        draw_grip(1.5, np.random.default_rng(1))


def test_a_hand_cannot_take_what_is_not_there() -> None:
    session = Session(6).build("castle")

    with pytest.raises(InputError, match="No castle is left"):
        session.world.place("castle")
    with pytest.raises(InputError, match="castle-1 is in use"):
        session.world.place("castle-1")
    with pytest.raises(InputError, match="no piece called crown"):
        session.world.place("crown")


@pytest.mark.slow
def test_a_high_tower_stands_through_a_long_evening() -> None:
    session = Session(500_040, accelerometer=None).build(*["die", "token"] * 11, "die", "cylinder")
    before = {name: np.array(session.world.place_m(name)) for _, name in session.world.standing}
    for _ in range(30):
        session.world.advance_to(session.now_s + 60)
        session.now_s += 60
        session.world.bump_table(0.05)
    session.until_rest()

    assert len(session.world.standing) == 24
    assert not session.told(PiecesFell)
    moved = [np.abs(session.world.place_m(name) - place).max() for name, place in before.items()]
    assert max(moved) < 1e-4


def test_a_cell_mounted_upside_down_is_as_quiet_as_any_other() -> None:
    cell = CellSpec(counts_per_gram=-2147.0, noise_g=0.1)

    world = PlateWorld(np.random.default_rng(1), cell=cell)

    assert world.calibration.noise_g == pytest.approx(0.1)
