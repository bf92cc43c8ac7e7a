"""Simulated players wait until the table has finished its sentence, as people do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from referee.clock import ManualClock
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.simulation.autoplay import AutoPlayers
from referee.simulation.next_motion import TableHands
from referee.store.store import open_store
from referee.table.table import Table
from tests.table.game_under_way import umpire_of

STEP_S = 0.1


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    clock = ManualClock()
    with open_store(f"sqlite:///{tmp_path}/log.sqlite", clock=clock) as store:
        made = Table(store, clock)
        game = find_game("haricots")
        made.begin_game(game.name, ("Anna", "Ben", "Carl"), parse_options(game, {}))
        yield made


def idle_hands() -> TableHands:
    """Haricots needs no plate and no tray, so nothing ever moves there."""
    still: Any = SimpleNamespace(is_busy=False, history=(), history_from=lambda _number: ())
    return TableHands(still, still)


def acted_after_s(table: Table, players: AutoPlayers, most_s: float) -> float:
    """How long it takes until somebody acts."""
    assert isinstance(table.clock, ManualClock)
    began_s = table.clock.monotonic_s()
    before = len(umpire_of(table).history.actions)
    while len(umpire_of(table).history.actions) == before:
        passed_s = table.clock.monotonic_s() - began_s
        assert passed_s < most_s, "nobody acts"
        table.clock.advance_s(STEP_S)
        table.step()
        players.step()
    return table.clock.monotonic_s() - began_s


def test_nobody_goes_on_while_the_table_speaks(table: Table) -> None:
    ends_s = table.clock.monotonic_s() + 3.0
    players = AutoPlayers(
        table, idle_hands(), Random(1), is_speaking=lambda: table.clock.monotonic_s() < ends_s
    )
    assert acted_after_s(table, players, 5.0) >= 3.0


def test_a_silent_table_is_not_waited_for(table: Table) -> None:
    players = AutoPlayers(table, idle_hands(), Random(1))
    assert acted_after_s(table, players, 5.0) < 1.5


@pytest.mark.parametrize(("pace", "least_s", "most_s"), [(0.1, 3.0, 9.5), (10.0, 0.0, 0.25)])
def test_the_pace_says_how_long_a_thought_takes(
    table: Table, pace: float, least_s: float, most_s: float
) -> None:
    players = AutoPlayers(table, idle_hands(), Random(1), pace=pace)
    assert least_s < acted_after_s(table, players, 20.0) < most_s


def test_hasty_players_do_not_hear_a_long_sentence_out(table: Table) -> None:
    players = AutoPlayers(table, idle_hands(), Random(1), pace=4.0, is_speaking=lambda: True)
    assert 1.9 < acted_after_s(table, players, 20.0) < 3.0


def test_a_voice_that_never_ends_holds_nobody_up(table: Table) -> None:
    players = AutoPlayers(table, idle_hands(), Random(1), is_speaking=lambda: True)
    assert 7.0 < acted_after_s(table, players, 20.0) < 10.0
