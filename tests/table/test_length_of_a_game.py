"""How long a game took is what went by at the table, whatever somebody did to the clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from referee.clock import ManualClock
from referee.events import Envelope
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.game_facts import facts_of, live_envelopes, played_s
from referee.store.store import Store, open_store
from referee.table.orders import Act, UndoOrder
from referee.table.table import Table

GAME = "tiles"
TILES = find_game(GAME)
ACTION_S = 7.0
YEARS_S = 20_000_000_000.0
BEGAN = datetime(2025, 1, 1, 20, tzinfo=UTC)


class SetClock(ManualClock):
    """A clock that somebody, or the network, sets; a new one after each start."""

    def __init__(self, start: datetime) -> None:
        super().__init__(start)
        self.set_by_s = 0.0

    def now(self) -> datetime:
        return super().now() + timedelta(seconds=self.set_by_s)


def play(table: Table, clock: SetClock, most: int, seed: int) -> int:
    """Play so many actions or to the end; how many it were."""
    umpire = table.umpire
    assert umpire is not None
    players = umpire.game.simulated(umpire.state, Random(seed))
    count = 0
    while count < most and (action := players.act(umpire.state)) is not None:
        clock.advance_s(ACTION_S)
        assert table.order(Act(action)).is_accepted
        count += 1
    return count


def opened(file: Path, clock: SetClock) -> tuple[Store, Table]:
    store = open_store(f"sqlite:///{file}", clock=clock)
    return store, Table(store, clock)


@pytest.mark.parametrize("set_by_s", [-6_896.0, YEARS_S, 0.0])
def test_the_time_of_day_does_not_count(tmp_path: Path, set_by_s: float) -> None:
    clock = SetClock(BEGAN)
    store, table = opened(tmp_path / "log.sqlite", clock)
    game_id = table.begin_game(GAME, ("Anna", "Ben"), parse_options(TILES, {}))
    clock.set_by_s = set_by_s
    actions = play(table, clock, 3, seed=1)
    clock.advance_s(ACTION_S)
    assert table.order(UndoOrder()).is_accepted
    table.close()
    store.close()

    again = SetClock(BEGAN + timedelta(days=2))
    store, table = opened(tmp_path / "log.sqlite", again)
    again.advance_s(3600.0)
    table.resume_game(game_id)
    again.set_by_s = -set_by_s
    actions += play(table, again, 10_000, seed=2)
    found = facts_of(store.game(game_id), store.open_game(game_id).envelopes())
    table.close()
    store.close()
    assert found is not None
    # What was undone last, just before the program ended, nobody knows any more.
    assert found.duration_s == ACTION_S * (actions - 1)


def envelope(seq: int, at_s: float, **data: float) -> Envelope:
    type_name = "table-acted" if data else str(TILES.events[0].__struct_config__.tag)
    return Envelope(seq, BEGAN + timedelta(seconds=at_s), None, type_name, 1, data)


def test_an_older_record_is_never_shorter_than_nothing() -> None:
    times_s = (0.0, 10.0, -6_896.0, -6_880.0)
    assert played_s(TILES, [envelope(seq, at_s) for seq, at_s in enumerate(times_s)]) == 26.0
    assert played_s(TILES, []) == 0.0


def test_an_older_game_that_goes_on_keeps_what_was_played() -> None:
    """The log writer counts on from what the older part tells."""
    older = [envelope(0, 0.0), envelope(1, 100.0)]
    assert played_s(TILES, live_envelopes([*older, envelope(2, 900.0, played_s=130.0)])) == 130.0
