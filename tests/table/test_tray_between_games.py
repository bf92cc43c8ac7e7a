"""What lies in the tray when a game begins or goes on is no part of its first roll."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.clock import ManualClock
from referee.games.magic_beanstalk import actions as a
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.store import Store, open_store
from referee.table.facts import Device, Fact, TrayRead
from referee.table.orders import Act
from referee.table.table import Table
from referee.vision.readings import ReadDie, Reading
from tests.table.umpire_stage import DIE_PX, die

NAMES = ("Anna", "Ben", "Carl")
LEFT = die("trunk", 11)


class TableStage:
    """A table with nothing but an eye, whose words are given to it."""

    def __init__(self, store: Store, clock: ManualClock) -> None:
        self._clock = clock
        self._seen: list[Fact] = []
        self._rests = 0
        self.table = Table(store, clock, senses=(self._look,), devices=(Device.CAMERA,))

    def _look(self) -> list[Fact]:
        seen, self._seen = self._seen, []
        return seen

    def see(self, *dice: ReadDie) -> None:
        """The tray is at rest with these dice."""
        self._rests += 1
        now_s, reading = self._clock.monotonic_s(), Reading(dice, DIE_PX)
        self._seen.append(TrayRead(now_s, now_s, self._rests, "beanstalk", reading))
        self.table.step()

    def begin(self) -> int:
        game = find_game("magic-beanstalk")
        return self.table.begin_game(game.name, NAMES, parse_options(game, {}))

    def announce_one(self) -> None:
        for seat, value in enumerate((1, 3, 4)):
            assert self.table.order(Act(a.PickCard(seat, value))).is_accepted
        assert self.table.order(Act(a.AnnounceDice(0, 1))).is_accepted

    @property
    def umpire_state(self) -> str:
        assert self.table.umpire is not None
        return self.table.umpire.umpire_state.name

    @property
    def state(self) -> Any:
        assert self.table.umpire is not None
        return self.table.umpire.state


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[TableStage]:
    clock = ManualClock()
    with open_store(f"sqlite:///{tmp_path / 'log.sqlite'}", clock=clock) as store:
        stage = TableStage(store, clock)
        yield stage
        stage.table.close()


def assert_only_the_new_die_counts(stage: TableStage) -> None:
    """The eye tells the die that lies there again, because a roll is due."""
    stage.see(LEFT)
    assert stage.umpire_state == "rollawaited"
    stage.see(LEFT, die("treasure", 0))
    assert stage.state.turn.hand == ("treasure",)


def test_a_die_of_the_game_before_is_not_the_first_roll(stage: TableStage) -> None:
    stage.begin()
    stage.announce_one()
    stage.see(LEFT)
    assert stage.state.turn.hand == ("trunk",)
    stage.begin()
    stage.announce_one()
    assert_only_the_new_die_counts(stage)


def test_a_die_that_lay_there_before_any_game_is_not_the_first_roll(stage: TableStage) -> None:
    stage.see(LEFT)
    stage.begin()
    stage.announce_one()
    assert_only_the_new_die_counts(stage)


def test_a_die_of_another_game_is_not_the_roll_of_a_resumed_one(stage: TableStage) -> None:
    first = stage.begin()
    stage.announce_one()
    stage.begin()
    stage.announce_one()
    stage.see(LEFT)
    stage.table.resume_game(first)
    assert_only_the_new_die_counts(stage)


def test_a_die_left_behind_may_be_rolled(stage: TableStage) -> None:
    stage.see(LEFT)
    stage.begin()
    stage.announce_one()
    stage.see(die("trunk", 0))
    assert stage.state.turn.hand == ("trunk",)


def test_a_tray_that_was_cleared_between_two_games_is_empty(stage: TableStage) -> None:
    stage.see(LEFT)
    stage.see()
    stage.begin()
    stage.announce_one()
    stage.see(LEFT)
    assert stage.state.turn.hand == ("trunk",)
