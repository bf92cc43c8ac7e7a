"""Deletes a player: the only rewrite of the log.

The profile goes, and in every game the player's seat becomes that of a guest, among the seats and
in the event that names them. The sums of a game that was whole are made anew in the same
transaction; one that was damaged stays so, because sums that fit would hide it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import count
from typing import Any

import msgspec
import sqlalchemy as sa

from referee.errors import RefereeError, Word
from referee.games.parsing import name_key
from referee.store.games import StoredGame, seal, select_games
from referee.store.log import SELECT_EVENTS
from referee.store.players import no_such_player
from referee.store.schema import deletions, events, format_moment, games, players, seats
from referee.store.sums import event_sum

GUEST = "Guest"

Row = tuple[Any, ...]


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


def forget_player(
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
        _forget_in(connection, stored, player_id, str(profile.name))
    connection.execute(sa.delete(players).where(players.c.id == player_id))
    entry = {"player_id": player_id, "deleted_at": format_moment(at), "games": len(found)}
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


def _forget_in(connection: sa.Connection, stored: StoredGame, player_id: int, name: str) -> None:
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
