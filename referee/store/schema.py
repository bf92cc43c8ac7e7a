"""The tables as they are now, and the check sums of their rows; `migrations/` tells their history.

Each event has a sum, over its columns as they are stored and over the sum of the event before it,
so that none can change, move or go missing unnoticed. A game has one over its record and its
seats. How a sum is made is in every log: it never changes, or all logs need a new migration.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, TypeAlias

import sqlalchemy as sa

HEAD = "0005"
"""The newest migration; a log of this version is opened without asking for migrations."""

Row: TypeAlias = tuple[Any, ...]
"""A row as it is stored: SQLite keeps anything in any column."""

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("colour", sa.Text, nullable=False),
    sa.Column("created_at", sa.Text, nullable=False),
    sa.Column("checksum", sa.BigInteger),
    # An id is never given twice, so that an old game cannot fall to a new player.
    sqlite_autoincrement=True,
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("begun_at", sa.Text, nullable=False),
    sa.Column("ended_at", sa.Text),
    sa.Column("outcome", sa.JSON(none_as_null=True)),
    # By the profile of the table; empty if it has none, or the game is older than this column.
    sa.Column("table_name", sa.Text, nullable=False, server_default=""),
    # Of an ended game: the sum of its last event then, so that a lost end is noticed.
    sa.Column("head", sa.BigInteger),
    sa.Column("checksum", sa.BigInteger),
    sqlite_autoincrement=True,
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), index=True),
    sqlite_with_rowid=False,
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("cause", sa.BigInteger),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("checksum", sa.BigInteger),
    # One page to write for an event instead of two: the rows lie in the order of the key.
    sqlite_with_rowid=False,
)

corrections = sa.Table(
    "corrections",
    metadata,
    sa.Column("game_id", sa.Integer, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("to_seq", sa.BigInteger, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.ForeignKeyConstraint(["game_id", "seq"], ["events.game_id", "events.seq"]),
    sqlite_with_rowid=False,
)

evidence = sa.Table(
    "evidence",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), nullable=False, index=True),
    # The newest event of that time, for the order; the event that uses it names it.
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("kept_at", sa.Text, nullable=False),
)

evidence_files = sa.Table(
    "evidence_files",
    metadata,
    sa.Column("evidence", sa.Text, sa.ForeignKey("evidence.name"), primary_key=True),
    sa.Column("file", sa.Text, primary_key=True),
    sa.Column("media_type", sa.Text, nullable=False),
    sa.Column("size_bytes", sa.BigInteger, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
)

deletions = sa.Table(
    "deletions",
    metadata,
    # A profile that is gone: nothing of it but its number, and in how many games it sat.
    sa.Column("player_id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("deleted_at", sa.Text, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)


def format_time(at: datetime) -> str:
    """A time as the tables keep it: always the same length, so that text sorts like time."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


parse_time = datetime.fromisoformat
"""The time in what `format_time` wrote."""


def check_sum(values: Iterable[object]) -> int:
    """Sixty-four bits over these values in their order."""
    return _sum_of("\n".join(map(str, values)))


def event_sum(  # noqa: PLR0917 - the columns in their order
    before: int, seq: object, at: object, cause: object, kind: object, version: object, data: object
) -> int:
    """The sum of an event, as `check_sum` would make it; before the first is its game's id."""
    return _sum_of(f"{before}\n{seq}\n{at}\n{cause}\n{kind}\n{version}\n{data}")


def _sum_of(text: str) -> int:
    # Text that is not UTF-8 was read with what the bytes were.
    digest = blake2b(text.encode("utf-8", "surrogateescape"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
