"""Recorded games for other programs: CSV, JSON lines, Parquet, and the app BG Stats.

The tables have a row for every player of every finished game; BG Stats imports a `.bgsplay` file.
"""

import csv
import importlib
import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from types import ModuleType
from typing import get_args
from uuid import UUID, uuid5

import msgspec

from referee.errors import InputError
from referee.events import JsonObject
from referee.games.registry import find_game
from referee.store.game_facts import GameFacts

_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


class MissingPartError(InputError):
    """Parquet needs a library that is not installed."""


class Play(msgspec.Struct, frozen=True):
    """One player in one finished game. `towers`: how many; heights in pieces; null: no tower."""

    game_id: int
    game: str
    begun_at: datetime
    duration_s: float
    termination: str
    players: int
    seat: int
    name: str
    player_id: int | None
    score: int
    is_winner: bool
    falls_caused: int
    falls: int
    longest_tower: int | None
    actions: int
    table: str


def plays(facts: Iterable[GameFacts]) -> list[Play]:
    """The rows, oldest game first."""
    ordered = sorted(facts, key=lambda each: (each.begun_at, each.game_id))
    return [_play(each, seat) for each in ordered for seat in range(len(each.scores))]


def _play(facts: GameFacts, seat: int) -> Play:
    fallen = [tower for tower in facts.towers if tower.has_fallen]
    heights = [tower.height for tower in facts.towers]
    return Play(
        game_id=facts.game_id,
        game=facts.game,
        begun_at=facts.begun_at,
        duration_s=facts.duration_s,
        termination=facts.termination,
        players=len(facts.seats),
        seat=seat,
        name=facts.seats[seat],
        player_id=facts.player_ids[seat],
        score=facts.scores[seat],
        is_winner=seat in facts.winners,
        falls_caused=sum(tower.culprit == seat for tower in fallen),
        falls=len(fallen),
        longest_tower=max(heights) if heights else None,
        actions=facts.actions,
        table=facts.table,
    )


def to_csv(rows: Sequence[Play]) -> bytes:
    """UTF-8 with a header line."""
    written = io.StringIO(newline="")
    writer = csv.writer(written)
    writer.writerow(Play.__struct_fields__)
    for row in rows:
        writer.writerow([_cell(value) for value in msgspec.to_builtins(row).values()])
    return written.getvalue().encode()


def _cell(value: object) -> object:
    """A name like `=1+1` must stay a name when a spreadsheet opens the file."""
    if isinstance(value, bool):
        return str(value).lower()
    is_formula = isinstance(value, str) and value.startswith(_FORMULA_SIGNS)
    return f"'{value}" if is_formula else value


def to_jsonl(rows: Sequence[Play]) -> bytes:
    """One line of JSON a row."""
    encode = msgspec.json.Encoder().encode
    return b"".join(encode(row) + b"\n" for row in rows)


def to_parquet(rows: Sequence[Play]) -> bytes:
    """A Parquet file with typed columns, also when there is no row."""
    arrow, parquet = _arrow()
    types: dict[object, object] = {
        bool: arrow.bool_(),
        int: arrow.int64(),
        float: arrow.float64(),
        str: arrow.string(),
        datetime: arrow.timestamp("us", tz="UTC"),
    }
    fields = [(field.name, types[_plain(field.type)]) for field in msgspec.structs.fields(Play)]
    table = arrow.Table.from_pylist(
        [msgspec.structs.asdict(row) for row in rows], schema=arrow.schema(fields)
    )
    written = io.BytesIO()
    parquet.write_table(table, written)
    return written.getvalue()


def _arrow() -> tuple[ModuleType, ModuleType]:
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise MissingPartError(
            "Parquet files need one more part: install table-referee[parquet], and try again."
        ) from None


def _plain(kind: object) -> object:
    """The type of a field, whether or not it may be missing."""
    return next((each for each in get_args(kind) if each is not type(None)), kind)


BGSTATS_MEDIA_TYPE = "application/json"
BGSTATS_SUFFIX = ".bgsplay"
_SPACE = UUID("6f0d3a52-6b57-4d0e-9f2b-7f6b2c1c9d11")
"""All uuids of this program are made under this one."""
_ABOUT = (
    "This is a Play file that can be read by Board Game Stats. Use a share, export or open-in "
    "function to open it with Board Game Stats."
)


def to_bgstats(facts: Iterable[GameFacts], table_name: str) -> bytes:
    """The file with these games; those that only keep points for another game are left out.

    A game of which nobody knows where it was played counts as one of this table.
    """
    chosen = [_placed(each, table_name) for each in facts if not each.is_companion]
    places = _numbered(each.table for each in chosen) or {table_name: 1}
    people = _numbered(_person(each, seat) for each in chosen for seat in range(len(each.seats)))
    titles = _numbered(each.game for each in chosen)
    document = {
        "about": _ABOUT,
        "players": [_bgstats_player(person, number, chosen) for person, number in people.items()],
        "locations": [
            _named("location", name, number, _newest(chosen)) for name, number in places.items()
        ],
        "games": [_bgstats_game(game, number, chosen) for game, number in titles.items()],
        "plays": [
            _bgstats_play(each, people, titles[each.game], places[each.table]) for each in chosen
        ],
        "userInfo": {"meRefId": 0},
    }
    return msgspec.json.format(msgspec.json.encode(document))


def _placed(facts: GameFacts, table_name: str) -> GameFacts:
    return facts if facts.table else msgspec.structs.replace(facts, table=table_name)


def _numbered(keys: Iterable[str]) -> dict[str, int]:
    return {key: number for number, key in enumerate(dict.fromkeys(keys), start=1)}


def _person(facts: GameFacts, seat: int) -> str:
    """Profiles are told apart by id, guests by name."""
    player_id = facts.player_ids[seat]
    return f"guest {facts.seats[seat]}" if player_id is None else f"player {player_id}"


def _bgstats_player(person: str, number: int, facts: Sequence[GameFacts]) -> JsonObject:
    name = next(
        each.seats[seat]
        for each in facts
        for seat in range(len(each.seats))
        if _person(each, seat) == person
    )
    return {
        **_named("player", name, number, _newest(facts), key=person),
        "isAnonymous": False,
        "bggUsername": "",
    }


def _bgstats_game(game: str, number: int, facts: Sequence[GameFacts]) -> JsonObject:
    return {
        **_named("game", find_game(game).title, number, _newest(facts), key=game),
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
    }


def _named(kind: str, name: str, number: int, changed: str, key: str = "") -> JsonObject:
    return {
        "uuid": str(uuid5(_SPACE, f"{kind} {key or name}")),
        "id": number,
        "name": name,
        "modificationDate": changed,
    }


def _bgstats_play(facts: GameFacts, people: dict[str, int], game: int, place: int) -> JsonObject:
    played_at = _played_at(facts)
    return {
        "uuid": str(uuid5(_SPACE, f"play {facts.table} {facts.game_id} {played_at}")),
        "modificationDate": played_at,
        "entryDate": played_at,
        "playDate": played_at,
        "usesTeams": False,
        "durationMin": max(1, round(facts.duration_s / 60)),
        "ignored": False,
        "manualWinner": True,
        "rounds": 0,
        "bggId": 0,
        "importPlayId": 0,
        "locationRefId": place,
        "gameRefId": game,
        "rating": 0,
        "nemestatsId": 0,
        "board": "",
        "scoringSetting": 0,
        "playerScores": [
            _score(facts, seat, people[_person(facts, seat)]) for seat in range(len(facts.scores))
        ],
    }


def _score(facts: GameFacts, seat: int, person: int) -> JsonObject:
    better = sum(other > facts.scores[seat] for other in facts.scores)
    return {
        "score": str(facts.scores[seat]),
        "winner": seat in facts.winners,
        "newPlayer": False,
        "startPlayer": False,
        "playerRefId": person,
        "rank": better + 1,
        "seatOrder": seat + 1,
    }


def _newest(facts: Sequence[GameFacts]) -> str:
    return max(map(_played_at, facts), default="2000-01-01 00:00:00")


def _played_at(facts: GameFacts) -> str:
    """As the app writes it."""
    return f"{facts.begun_at:%Y-%m-%d %H:%M:%S}"
