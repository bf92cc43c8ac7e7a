"""What an earlier version wrote opens, resumes, replays and is exported as before.

`tests/fixtures/version-0.1.0` was written by that version: a log with three finished games and one
that was cut off while a tower stood (an action undone and a reading changed in it), what it told
and exported of them, and a profile with what it read from it.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from referee.clock import ManualClock
from referee.config import format_table_profile, parse_table_profile, read_table_profile
from referee.events import JsonObject
from referee.games.registry import find_game
from referee.store.exports import plays, to_bgstats, to_csv, to_jsonl
from referee.store.store import Store, open_store
from referee.table.recorded_games import RecordedGames
from referee.table.table import Table
from referee.touch.profile import TouchProfile

WRITTEN = Path(__file__).parent / "fixtures" / "version-0.1.0"
GAMES = msgspec.json.decode((WRITTEN / "games.json").read_bytes(), type=list[JsonObject])


def as_json(value: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    file = tmp_path / "log.sqlite"
    file.write_bytes(lzma.decompress((WRITTEN / "log.sqlite.xz").read_bytes()))
    with open_store(f"sqlite:///{file}", clock=ManualClock()) as opened:
        yield opened


def test_every_game_is_listed(store: Store) -> None:
    listed = [(each.id, each.game, list(each.seats)) for each in store.games()]

    assert listed == [(each["id"], each["game"], each["seats"]) for each in GAMES]


@pytest.mark.parametrize("told", GAMES, ids=lambda told: str(told["game"]))
def test_a_game_is_read_as_it_was(store: Store, told: JsonObject) -> None:
    game, state = find_game(told["game"]), RecordedGames(store).read(told["id"]).history.state

    assert len(list(store.log(told["id"]).envelopes())) == told["events"]
    assert as_json(game.outcome(state)) == told["outcome"]
    assert as_json(game.view(state, None)) == told["view"]


def test_nothing_is_damaged(store: Store) -> None:
    assert RecordedGames(store).damaged() == []


def test_the_game_that_was_cut_off_goes_on(store: Store) -> None:
    [unfinished] = [each for each in GAMES if each["outcome"] is None]
    table = Table(store, ManualClock())
    table.resume_game(unfinished["id"])

    assert table.umpire is not None
    view = find_game(unfinished["game"]).view(table.umpire.state, None)
    assert as_json(view) == unfinished["view"]
    assert len(table.umpire.history.actions) > 20


def test_exports_are_those_of_that_version(store: Store) -> None:
    facts = RecordedGames(store).facts()

    assert to_csv(plays(facts)) == (WRITTEN / "plays.csv").read_bytes()
    assert to_jsonl(plays(facts)) == (WRITTEN / "plays.jsonl").read_bytes()
    assert to_bgstats(facts, "Table") == (WRITTEN / "plays.bgsplay").read_bytes()


def test_its_profile_is_read_as_it_was() -> None:
    profile = read_table_profile(WRITTEN / "table.toml")
    meant = msgspec.json.decode((WRITTEN / "table.json").read_bytes())
    # A table of that time had printed markers, and no word for it.
    meant["camera"]["markers"] = True
    # It called a fall or went on, and never asked.
    usual = TouchProfile()
    meant["scale"]["touch"] |= {
        name: getattr(usual, name) for name in ("doubt_score", "slow_doubt_score", "plate_hz")
    }

    # Nobody could show it hands.
    meant["scale"]["hands"] = None

    assert as_json(profile) == meant
    assert parse_table_profile(format_table_profile(profile)) == profile
