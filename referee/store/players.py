"""Players with a profile: a name and a colour that they keep from game to game.

Deleting a player is the only rewrite of the log.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import count

import msgspec
import sqlalchemy as sa

from referee.clock import Clock
from referee.errors import InputError, RefereeError, Word
from referee.games.parsing import name_key, parse_name
from referee.store.address import StoreAddress
from referee.store.database import reading, writing
from referee.store.game_log import SELECT_EVENTS
from referee.store.games import StoredGame, seal, select_games
from referee.store.schema import (
    Row,
    check_sum,
    deletions,
    event_sum,
    events,
    format_time,
    games,
    parse_time,
    players,
    seats,
)

_COLOUR = re.compile(r"#[0-9a-f]{6}")


class Player(msgspec.Struct, frozen=True):
    """A profile. Two people may share a name, never an id."""

    id: int
    name: str
    colour: str
    created_at: datetime


class PlayerBook:
    """All profiles of the table."""

    def __init__(self, engine: sa.Engine, address: StoreAddress, clock: Clock) -> None:
        self._engine = engine
        self._address = address
        self._clock = clock

    def add(self, name: str, colour: str) -> Player:
        """A new profile; the colour is written like `#2f9e44`."""
        row = {
            "name": parse_name(name),
            "colour": _checked_colour(colour),
            "created_at": format_time(self._clock.now()),
        }
        with writing(self._engine, self._address) as connection:
            made = connection.execute(sa.insert(players).returning(players), row).one()
            _sum_of_player(connection, made.id)
        return _player(made)

    def change(
        self, player_id: int, *, name: str | None = None, colour: str | None = None
    ) -> Player:
        """Another name or colour; games already played keep the name they were played under."""
        changes: dict[str, str] = {}
        if name is not None:
            changes["name"] = parse_name(name)
        if colour is not None:
            changes["colour"] = _checked_colour(colour)
        before = self.get(player_id)
        if changes:
            with writing(self._engine, self._address) as connection:
                connection.execute(sa.update(players).where(players.c.id == before.id), changes)
                _sum_of_player(connection, before.id)
        return self.get(player_id)

    def get(self, player_id: int) -> Player:
        """The profile of this id."""
        found = self._select(players.c.id == player_id)
        if not found:
            raise no_such_player(player_id)
        return found[0]

    def named(self, name: str) -> tuple[Player, ...]:
        """Everybody of this name, in whatever case it is written."""
        wanted = name_key(name)
        # Databases fold only ASCII alike; a café has few enough players to look through.
        return tuple(player for player in self.all() if name_key(player.name) == wanted)

    def all(self) -> tuple[Player, ...]:
        """Everybody, in the order in which they came."""
        return self._select()

    def damaged(self) -> tuple[int, ...]:
        """The numbers of profiles that are not what was written."""
        return tuple(row.id for row in self._rows() if not _is_readable(row))

    def _select(self, *conditions: sa.ColumnElement[bool]) -> tuple[Player, ...]:
        # One torn profile must not keep everybody from playing.
        return tuple(_player(row) for row in self._rows(*conditions) if _is_readable(row))

    def _rows(self, *conditions: sa.ColumnElement[bool]) -> Sequence[sa.Row[Row]]:
        chosen = sa.select(players).where(*conditions).order_by(players.c.id)
        with reading(self._engine, self._address) as connection:
            return connection.execute(chosen).all()


def no_such_player(player_id: int) -> InputError:
    """Nobody has this number, or not any more."""
    return InputError(
        f"There is no player {player_id}: choose one from the list, or add.",
        message="web-no-such-player",
    )


def _sum_of_player(connection: sa.Connection, player_id: int) -> None:
    own = players.c.id == player_id
    (*row, _old) = connection.execute(sa.select(players).where(own)).one()
    connection.execute(sa.update(players).where(own), {"checksum": check_sum(row)})


def _is_readable(row: sa.Row[Row]) -> bool:
    if row.checksum != check_sum(row[:-1]):
        return False
    try:
        # JSON takes no text that is not UTF-8, and its types are checked on the way back.
        return bool(msgspec.json.decode(msgspec.json.encode(_player(row)), type=Player).name)
    except (TypeError, ValueError):
        return False


def _player(row: sa.Row[Row]) -> Player:
    return Player(row.id, row.name, row.colour, parse_time(row.created_at))


def _checked_colour(colour: str) -> str:
    tidy = colour.strip().lower()
    if not _COLOUR.fullmatch(tidy):
        raise InputError(
            f"{colour!r} is not a colour: write it like #2f9e44.", message="web-no-colour"
        )
    return tidy


GUEST = "Guest"


class Deletion(msgspec.Struct, frozen=True):
    """That a player was deleted: all that is left of it."""

    player_id: int
    deleted_at: str
    games: int


class PlayerSitsError(RefereeError):
    """The player sits in a game that somebody writes, or may be writing."""

    def __init__(self, message: str, **words: Word) -> None:
        super().__init__(f"The player sits in game {words['id']}: finish it first.")
        self.message, self.words = message, words


def delete_player(
    connection: sa.Connection, player_id: int, at: datetime, *, table: str, under_way: int | None
) -> int:
    """Delete the profile and its name everywhere; in how many games it sat."""
    profile = connection.execute(sa.select(players).where(players.c.id == player_id)).first()
    if profile is None:
        raise no_such_player(player_id)
    own = sa.select(seats.c.game_id).where(seats.c.player_id == player_id)
    found = select_games(connection, games.c.id.in_(own))
    for stored in found:
        _check_idle(stored, table, under_way)
    for stored in found:
        _delete_in(connection, stored, player_id, str(profile.name))
    connection.execute(sa.delete(players).where(players.c.id == player_id))
    entry = {"player_id": player_id, "deleted_at": format_time(at), "games": len(found)}
    connection.execute(sa.insert(deletions), entry)
    return len(found)


def _check_idle(stored: StoredGame, table: str, under_way: int | None) -> None:
    if stored.id == under_way:
        raise PlayerSitsError("web-player-sits", id=stored.id)
    # Nobody here knows whether another table plays on with it right now.
    if stored.ended_at is None and table and stored.table_name not in {"", table}:
        raise PlayerSitsError(
            "web-player-sits-elsewhere", id=stored.id, table=str(stored.table_name)
        )


def _delete_in(connection: sa.Connection, stored: StoredGame, player_id: int, name: str) -> None:
    # From far before the first: a number may have rotted.
    of = {"game_id": stored.id, "after": -(2**62)}
    rows = [tuple(row) for row in connection.execute(SELECT_EVENTS, of)]
    taken = {seat: str(was) for seat, was, owner in stored.seats if owner == player_id}
    guests = dict(zip(taken, _free_names(stored), strict=False))
    for seat, guest in guests.items():
        change = sa.update(seats).where(seats.c.game_id == stored.id, seats.c.seat == seat)
        connection.execute(change, {"name": guest, "player_id": None})
    names = {name, *taken.values()}
    renamed = [(*row[:5], _renamed(row[5], guests, names), row[6]) for row in rows]
    both = zip(renamed, rows, strict=True)
    _write_data(connection, stored.id, (new for new, old in both if new != old))
    if stored.is_unchanged and _is_whole(stored, rows):
        _seal_anew(connection, stored, renamed)


def _is_whole(stored: StoredGame, rows: Collection[Row]) -> bool:
    """Whether the events are what was written, each of them and the last one too."""
    sums = [row[6] for row in rows]
    is_chain = [row[0] for row in rows] == [*range(len(rows))] and sums == [*_sums(stored.id, rows)]
    return is_chain and (stored.head is None or stored.head in sums)


def _sums(game_id: int, rows: Collection[Row]) -> Iterator[int]:
    before = game_id
    for row in rows:
        before = event_sum(before, *row[:6])
        yield before


def _free_names(stored: StoredGame) -> Iterator[str]:
    """`Guest`, `Guest 2` and so on: nobody else at the table is called so."""
    taken = {name_key(str(name)) for _, name, _ in stored.seats}
    names = (GUEST if number == 1 else f"{GUEST} {number}" for number in count(1))
    return (name for name in names if name_key(name) not in taken)


def _renamed(data: str | None, guests: Mapping[int, str], names: Collection[str]) -> str | None:
    """The data of an event with guests in these seats; if torn, wherever the name stands."""
    # Few events name anybody, and most logs are long.
    if not data or not ('"seats"' in data or any(name in data for name in names)):
        return data
    try:
        read = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError):
        for name in names:
            data = data.replace(json.dumps(name, ensure_ascii=False), f'"{GUEST}"')
        return data
    sitting = read.get("seats") if isinstance(read, dict) else None
    if not (isinstance(sitting, list) and all(isinstance(name, str) for name in sitting)):
        return data
    seated = [guests.get(seat, name) for seat, name in enumerate(sitting)]
    return data if seated == sitting else msgspec.json.encode(read | {"seats": seated}).decode()


def _write_data(connection: sa.Connection, game_id: int, rows: Iterable[Row]) -> None:
    # In a file there may be text that is not UTF-8: it goes back as the bytes that it was.
    is_file = connection.dialect.name == "sqlite"
    kind = "TEXT" if is_file else "JSON"
    change = f"UPDATE events SET data = CAST(:data AS {kind}) WHERE game_id = :id AND seq = :seq"  # noqa: S608 - ours
    for seq, *_, data, _sum in rows:
        stored = data.encode(errors="surrogateescape") if is_file else data
        connection.execute(sa.text(change), {"data": stored, "id": game_id, "seq": seq})


def _seal_anew(connection: sa.Connection, stored: StoredGame, rows: Collection[Row]) -> None:
    sums = dict(zip((row[6] for row in rows), _sums(stored.id, rows), strict=True))
    own = (events.c.game_id == stored.id, events.c.seq == sa.bindparam("of"))
    changes = [{"of": row[0], "checksum": sums[row[6]]} for row in rows]
    if changes:
        connection.execute(sa.update(events).where(*own), changes)
    head = None if stored.head is None else sums[stored.head]
    connection.execute(sa.update(games).where(games.c.id == stored.id), {"head": head})
    seal(connection, stored.id)
