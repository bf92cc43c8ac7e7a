"""Check sums for events and games; what a log holds already gets its own now."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from referee.store.schema import check_sum, event_sum

revision = "0003"
down_revision = "0002"

_EVENTS = (
    "SELECT seq, at, cause, type, version, CAST(data AS TEXT) FROM events "
    "WHERE game_id = :id ORDER BY seq"
)
_GAME = (
    "SELECT id, game, CAST(options AS TEXT), begun_at, ended_at, CAST(outcome AS TEXT), table_name "
    "FROM games WHERE id = :id"
)
_SEATS = "SELECT seat, name, player_id FROM seats WHERE game_id = :id ORDER BY seat"


def upgrade() -> None:
    """Add the columns, and fill them."""
    op.add_column("events", sa.Column("checksum", sa.BigInteger))
    op.add_column("games", sa.Column("head", sa.BigInteger))
    op.add_column("games", sa.Column("checksum", sa.BigInteger))
    seal_all(op.get_bind())


def seal_all(connection: sa.Connection) -> None:
    """Give every game and event its sum, as if it had just been written."""
    for game_id in connection.execute(sa.text("SELECT id FROM games")).scalars().all():
        _seal(connection, game_id)


def _seal(connection: sa.Connection, game_id: int) -> None:
    last, sums = None, []
    for row in _rows(connection, _EVENTS, game_id):
        last = event_sum(game_id if last is None else last, *row)
        # A number that is none belongs to a damaged game, and its event needs no sum.
        sums += [{"id": game_id, "seq": row[0], "sum": last}] if type(row[0]) is int else []
    if sums:
        change = "UPDATE events SET checksum = :sum WHERE game_id = :id AND seq = :seq"
        connection.execute(sa.text(change), sums)
    (game,) = _rows(connection, _GAME, game_id)
    head = last if game[4] is not None else None
    seats = [value for seat in _rows(connection, _SEATS, game_id) for value in seat]
    change = "UPDATE games SET head = :head, checksum = :sum WHERE id = :id"
    values = {"id": game_id, "head": head, "sum": check_sum((*game, head, *seats))}
    connection.execute(sa.text(change), values)


def _rows(connection: sa.Connection, chosen: str, game_id: int) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.execute(sa.text(chosen), {"id": game_id})]
