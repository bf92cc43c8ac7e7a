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


class Evening:
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
    def moment(self) -> str:
        assert self.table.umpire is not None
        return self.table.umpire.moment.name

    @property
    def state(self) -> Any:
        assert self.table.umpire is not None
        return self.table.umpire.state


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    clock = ManualClock()
    with open_store(f"sqlite:///{tmp_path / 'log.sqlite'}", clock=clock) as store:
        evening = Evening(store, clock)
        yield evening
        evening.table.close()


def assert_only_the_new_die_counts(evening: Evening) -> None:
    """The eye tells the die that lies there again, because a roll is due."""
    evening.see(LEFT)
    assert evening.moment == "rollawaited"
    evening.see(LEFT, die("treasure", 0))
    assert evening.state.turn.hand == ("treasure",)


def test_a_die_of_the_game_before_is_not_the_first_roll(evening: Evening) -> None:
    evening.begin()
    evening.announce_one()
    evening.see(LEFT)
    assert evening.state.turn.hand == ("trunk",)
    evening.begin()
    evening.announce_one()
    assert_only_the_new_die_counts(evening)


def test_a_die_that_lay_there_before_any_game_is_not_the_first_roll(evening: Evening) -> None:
    evening.see(LEFT)
    evening.begin()
    evening.announce_one()
    assert_only_the_new_die_counts(evening)


def test_a_die_of_another_game_is_not_the_roll_of_a_resumed_one(evening: Evening) -> None:
    first = evening.begin()
    evening.announce_one()
    evening.begin()
    evening.announce_one()
    evening.see(LEFT)
    evening.table.resume_game(first)
    assert_only_the_new_die_counts(evening)


def test_a_die_left_behind_may_be_rolled(evening: Evening) -> None:
    evening.see(LEFT)
    evening.begin()
    evening.announce_one()
    evening.see(die("trunk", 0))
    assert evening.state.turn.hand == ("trunk",)


def test_a_tray_that_was_cleared_between_two_games_is_empty(evening: Evening) -> None:
    evening.see(LEFT)
    evening.see()
    evening.begin()
    evening.announce_one()
    evening.see(LEFT)
    assert evening.state.turn.hand == ("trunk",)
