"""Ways in which one recorded game can be bad, each done to the file with SQLite alone."""
# ruff: noqa: S608 - the words are our own

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from referee.store.address import parse_address
from referee.store.database import connect_engine, writing
from referee.store.migrations.versions.check_sums import seal_all

Poison = Callable[[sqlite3.Connection, int], object]

_GAME_EVENT = "game_id = :game AND seq = (SELECT min(seq) FROM events WHERE game_id = :game AND {})"
_SECOND = "type NOT LIKE 'table-%' AND seq > 0"
_ACTED = "type = 'table-acted'"


def poison(file: Path, game_ids: list[int], do: Poison, *, is_sealed: bool = True) -> None:
    """Do it to these games; sealed, every sum fits again, as if a program had written it so."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for game_id in game_ids:
            do(connection, game_id)
    if is_sealed:
        seal(file)


def seal(file: Path) -> None:
    address = parse_address(f"sqlite:///{file}")
    engine = connect_engine(address)
    with writing(engine, address) as connection:
        seal_all(connection)
    engine.dispose()


def copy_game(file: Path, game_id: int, *, is_sealed: bool = True) -> int:
    """The same game once more, under an id of its own; sealed as `poison` does it."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        (new,) = connection.execute(
            "SELECT seq + 1 FROM sqlite_sequence WHERE name = 'games'"
        ).fetchone()
        for table, key in (("games", "id"), ("seats", "game_id"), ("events", "game_id")):
            chosen = connection.execute(f"SELECT * FROM {table} WHERE {key} = ?", (game_id,))
            place = [each[0] for each in chosen.description].index(key)
            rows = [(*row[:place], new, *row[place + 1 :]) for row in chosen]
            signs = ", ".join("?" * len(chosen.description))
            connection.executemany(f"INSERT INTO {table} VALUES ({signs})", rows)
    if is_sealed:
        seal(file)
    return int(new)


def rows_of(file: Path, game_id: int) -> int:
    """How many rows speak of a game."""
    tables = {"games": "id", "seats": "game_id", "events": "game_id", "corrections": "game_id"}
    counting = [
        f"(SELECT count(*) FROM {table} WHERE {key} = :id)" for table, key in tables.items()
    ]
    with closing(sqlite3.connect(file)) as connection:
        (count,) = connection.execute(f"SELECT {' + '.join(counting)}", {"id": game_id}).fetchone()
    return int(count)


def _games(change: str) -> Poison:
    return lambda connection, game: connection.execute(
        f"UPDATE games SET {change} WHERE id = ?", (game,)
    )


def _event(change: str, which: str = _SECOND) -> Poison:
    chosen = _GAME_EVENT.format(which)
    return lambda connection, game: connection.execute(
        f"UPDATE events SET {change} WHERE {chosen}", {"game": game}
    )


def _acted(data: str) -> Poison:
    return _event(f"data = '{data}'", _ACTED)


def _seats(change: str) -> Poison:
    return lambda connection, game: connection.execute(
        f"UPDATE seats SET {change} WHERE game_id = ? AND seat = 0", (game,)
    )


def _gone(table: str, which: str) -> Poison:
    return lambda connection, game: connection.execute(
        f"DELETE FROM {table} WHERE game_id = ? AND {which}", (game,)
    )


def _last(kind: str, data: str) -> Poison:
    """One event more, at the end."""
    columns = "game_id, seq, at, cause, type, version, data"
    return lambda connection, game: connection.execute(
        f"INSERT INTO events ({columns}) SELECT game_id, max(seq) + 1, max(at), NULL, ?, 1, ?"
        " FROM events WHERE game_id = ?",
        (kind, data, game),
    )


def _null(table: str, change: Poison) -> Poison:
    """What the tables forbid, as a flipped bit does not ask them."""

    def do(connection: sqlite3.Connection, game: int) -> None:
        with _nothing_required(connection, table):
            change(connection, game)

    return do


@contextmanager
def _nothing_required(connection: sqlite3.Connection, table: str) -> Iterator[None]:
    (before,) = connection.execute(
        "SELECT sql FROM sqlite_master WHERE name = ?", (table,)
    ).fetchone()
    _define(connection, table, before.replace("NOT NULL", ""))
    yield
    _define(connection, table, before)


def _define(connection: sqlite3.Connection, table: str, sql: str) -> None:
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, table))
    # Another number lets every connection read the tables' definitions again.
    (cookie,) = connection.execute("PRAGMA schema_version").fetchone()
    connection.execute(f"PRAGMA schema_version = {cookie + 1}")
    connection.execute("PRAGMA writable_schema = RESET")


NOT_UTF_8 = "CAST(x'41ff42' AS TEXT)"

POISONS: dict[str, Poison] = {
    "a game that is not installed": _games("game = 'chess-boxing'"),
    "an empty name of a game": _games("game = ''"),
    "an unknown event": _event("type = 'dragon-landed'"),
    "an unknown event of the table": _event("type = 'table-burnt'", _ACTED),
    "a newer version of an event": _event("version = 99"),
    "a version of zero": _event("version = 0"),
    "a version that is a word": _event("version = 'one'"),
    "torn data of an event": _event("data = substr(data, 1, length(data) / 2)"),
    "empty data of an event": _event("data = ''"),
    "a number for the data of an event": _event("data = 7"),
    "a list for the data of an event": _event("data = '[]'"),
    "an event of another shape": _event("""data = '{"seat": "Anna", "wings": 2}'"""),
    "an event without its fields": _event("data = '{}'"),
    "an event of a seat that nobody has": _event("""data = json_set(data, '$.seat', 99)"""),
    "an event nested too deeply": _event(
        """data = '{"a":' || replace(hex(zeroblob(6000)), '0', '[')"""
    ),
    "an unknown action": _acted('{"action": {"type": "fly"}, "by": "person", "evidence": []}'),
    "an action without a type": _acted('{"action": {}, "by": "person", "evidence": []}'),
    "an action by nobody known": _acted('{"action": {"type": "pass"}, "by": "ghost"}'),
    "an action of another shape": _acted('{"action": [1, 2], "by": "person", "evidence": []}'),
    "a correction to nowhere": _last("table-rewound", '{"to": "the start", "why": "undo"}'),
    "a gap": _gone("events", "seq = 2"),
    "no beginning": _gone("events", "seq = 0"),
    "a number of an event that is none": _event("seq = -5"),
    "a malformed time of an event": _event("at = 'yesterday'"),
    "a time without a zone": _event("at = '2025-01-01T12:00:00'"),
    "a time beyond all calendars": _event("at = '9999-12-31T23:59:59.999999-14:00'"),
    "a cause that comes later": _event("cause = 99999"),
    "a cause that is a word": _event("cause = 'why'"),
    "a malformed time of the beginning": _games("begun_at = 'last Tuesday'"),
    "a beginning without a zone": _games("begun_at = '2025-01-01T12:00:00'"),
    "torn options": _games("options = substr(options, 1, length(options) - 1)"),
    "a list for options": _games("options = '[1, 2]'"),
    "a number for options": _games("options = 5"),
    "bytes for options": _games("options = x'00ff7b7d'"),
    "no options": _null("games", _games("options = NULL")),
    "a torn outcome": _games("""outcome = '{"termination": "cards", "win'"""),
    "an outcome of another shape": _games("""outcome = '{"winner": "Anna"}'"""),
    "an outcome of too many": _games(
        """outcome = '{"termination": "x", "winners": [7], "scores": [1,2,3,4,5,6,7,8]}'"""
    ),
    "no seats": _gone("seats", "1"),
    "a gap between the seats": _gone("seats", "seat = 0"),
    "a seat that is a word": _seats("seat = 'north'"),
    "a name that is no text": _seats("name = x'ff00ff'"),
    "a name that is missing": _null("seats", _seats("name = NULL")),
    "a profile that is a word": _seats("player_id = 'Anna'"),
    "a name that is not UTF-8": _seats(f"name = {NOT_UTF_8}"),
    "a game that is not UTF-8": _games(f"game = {NOT_UTF_8}"),
    "a table that is not UTF-8": _games(f"table_name = {NOT_UTF_8}"),
    "an event that is not UTF-8": _event(f"type = {NOT_UTF_8}"),
    "data that is not UTF-8": _event("data = CAST(x'7b2261223a2241ff227d' AS TEXT)"),
    "an event without a time": _null("events", _event("at = NULL")),
    "an event without data": _null("events", _event("data = NULL")),
}
