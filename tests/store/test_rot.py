"""Flipped bits and lost pages of a log: each is noticed, or changes nothing that is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.clock import ManualClock
from referee.store.game_filter import GameFilter, chosen_games
from referee.store.salvage import salvage_log
from referee.store.store import Store, open_store
from referee.store.troubles import DamagedGameError, StoreError
from tests.web.recorded_games import record_game

SEATS = ("Anna", "Ben", "Élodie")
PAGE = 4096
WHICH_TABLES = {0, 1}
"""The pages without which nobody knows what the others hold."""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Finished and unfinished games of several kinds, in one file."""
    file, clock = tmp_path_factory.mktemp("rot") / "log.sqlite", ManualClock()
    with open_store(f"sqlite:///{file}", clock=clock) as store:
        anna, ben = store.players.add("Anna", "#2f9e44"), store.players.add("Ben", "#0072b2")
        ids = (anna.id, ben.id, None)
        for seed in range(8):
            record_game(store, clock, "spookies", SEATS, seed=seed, player_ids=ids)
        for seed in range(4):
            log = store.begin_game("haricots", SEATS, player_ids=ids, options={"chips": "digital"})
            first = store.open_game(1).envelopes()
            log.append([next(first) for _ in range(20 + seed)])
    return file


Told = dict[str, Any]


def everything(store: Store) -> Iterator[tuple[str, Any]]:
    """What is told of every game and player, piece by piece."""
    for stored in chosen_games(store, GameFilter()):
        yield f"game {stored.id}", game_of(store, stored.id)
    for player_id in (1, 2):
        yield f"games of {player_id}", len(chosen_games(store, GameFilter(player=player_id)))
        yield f"player {player_id}", player_of(store, player_id)
    yield "unfinished", [each.id for each in store.unfinished_games()]


def game_of(store: Store, game_id: int) -> object:
    try:
        stored = store.stored_game(game_id)
        record = stored.record()
        return record, tuple(store.log(game_id).envelopes(head=stored.head))
    except DamagedGameError:
        return "damaged"


def player_of(store: Store, player_id: int) -> object:
    if player_id in store.players.damaged():
        return "damaged"
    found = [player for player in store.players.all() if player.id == player_id]
    # That the whole log had to be made anew is told.
    file = store.address.file
    assert file is not None
    is_told = [*file.parent.glob(f"{file.name}.damaged-*")]
    return "damaged" if is_told and not found else found


def read(file: Path) -> Told | None:
    """All that is told; None if the log as a whole is refused, with one sentence."""
    try:
        with opened(file) as store:
            return dict(everything(store))
    except StoreError as error:
        said = str(error)
    assert "\n" not in said
    assert ":" in said
    return None


def opened(file: Path) -> Store:
    """As a table opens it: what can be read of a damaged log is brought into a new one."""
    url, clock = f"sqlite:///{file}", ManualClock()
    try:
        return open_store(url, clock=clock)
    except StoreError:
        if salvage_log(file, clock) is None:
            raise
        return open_store(url, clock=clock)


def silent(before: Told, after: Told | None) -> list[str]:
    """What is told otherwise than before, and by nobody noticed."""
    if after is None:
        return []
    is_noticed = "damaged" in after.values()
    # Counts and the number of a game may follow what was noticed; other games and players may not.
    names = [name for name in before if not is_noticed or name.startswith(("game ", "player "))]
    return [name for name in names if after.get(name) not in (before[name], "damaged")]


def flip(content: bytearray, rng: Random) -> int:
    """Turn one bit over, and say on which page."""
    place = rng.randrange(len(content))
    content[place] ^= 1 << rng.randrange(8)
    return place // PAGE


def blank(content: bytearray, rng: Random) -> int:
    """Lose a whole page, as a worn memory card does."""
    page = rng.randrange(len(content) // PAGE)
    content[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
    return page


@pytest.mark.parametrize(
    ("spoil", "seeds"),
    [
        (flip, range(40)),
        (blank, range(10)),
        pytest.param(flip, range(40, 340), marks=pytest.mark.slow),
        pytest.param(blank, range(10, 100), marks=pytest.mark.slow),
    ],
    ids=["40 bits", "10 pages", "300 bits", "90 pages"],
)
def test_what_rots_is_noticed_or_changes_nothing(
    log: Path, tmp_path: Path, spoil: Callable[[bytearray, Random], int], seeds: range
) -> None:
    content, before = log.read_bytes(), read(log)
    assert before is not None
    assert "damaged" not in before.values()
    for seed in seeds:
        file, spoilt = tmp_path / f"{seed}.sqlite", bytearray(content)
        page = spoil(spoilt, Random(seed))
        file.write_bytes(spoilt)
        after = read(file)
        assert silent(before, after) == [], f"seed {seed}"
        assert after is not None or page in WHICH_TABLES, f"seed {seed}: the whole log is refused"


def test_an_index_that_does_not_fit_its_table_is_made_anew(log: Path, tmp_path: Path) -> None:
    """A flipped bit in it would let a player's games go missing from their list."""
    before, file = read(log), tmp_path / "log.sqlite"
    with closing(sqlite3.connect(log)) as connection:
        chosen = "SELECT rootpage FROM sqlite_master WHERE name = 'ix_seats_player_id'"
        (page,) = connection.execute(chosen).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    spoilt = bytearray(log.read_bytes())
    # The last three bytes of a page are the player, the game and the seat in its first cell.
    spoilt[page * size - 2] ^= 4
    file.write_bytes(spoilt)
    assert read(file) == before
