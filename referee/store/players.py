"""Players with a profile: a name and a colour that they keep from game to game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from referee.clock import Clock
from referee.errors import InputError
from referee.games.parsing import name_key, parse_name
from referee.store.address import StoreAddress
from referee.store.engine import reading, writing
from referee.store.schema import format_moment, parse_moment, players
from referee.store.sums import check_sum

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
            "created_at": format_moment(self._clock.now()),
        }
        with writing(self._engine, self._address) as connection:
            made = connection.execute(sa.insert(players).returning(players), row).one()
            _seal(connection, made.id)
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
                _seal(connection, before.id)
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

    def _rows(self, *conditions: sa.ColumnElement[bool]) -> Sequence[Any]:
        chosen = sa.select(players).where(*conditions).order_by(players.c.id)
        with reading(self._engine, self._address) as connection:
            return connection.execute(chosen).all()


def no_such_player(player_id: int) -> InputError:
    """Nobody has this number, or not any more."""
    return InputError(
        f"There is no player {player_id}: choose one from the list, or add.",
        message="web-no-such-player",
    )


def _seal(connection: sa.Connection, player_id: int) -> None:
    own = players.c.id == player_id
    (*row, _old) = connection.execute(sa.select(players).where(own)).one()
    connection.execute(sa.update(players).where(own), {"checksum": check_sum(row)})


def _is_readable(row: Any) -> bool:
    if row.checksum != check_sum(row[:-1]):
        return False
    try:
        # JSON takes no text that is not UTF-8, and its types are checked on the way back.
        return bool(msgspec.json.decode(msgspec.json.encode(_player(row)), type=Player).name)
    except (TypeError, ValueError):
        return False


def _player(row: Any) -> Player:
    return Player(row.id, row.name, row.colour, parse_moment(row.created_at))


def _checked_colour(colour: str) -> str:
    tidy = colour.strip().lower()
    if not _COLOUR.fullmatch(tidy):
        raise InputError(
            f"{colour!r} is not a colour: write it like #2f9e44.", message="web-no-colour"
        )
    return tidy
