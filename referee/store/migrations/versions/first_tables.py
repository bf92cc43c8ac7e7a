"""Games, players, events, corrections and evidence.

Written out in full and never changed again: `schema` shows the tables as they are today.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of the first release."""
    _players_and_games()
    _events()
    _evidence()


def _players_and_games() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("colour", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("begun_at", sa.Text, nullable=False),
        sa.Column("ended_at", sa.Text),
        sa.Column("outcome", sa.JSON(none_as_null=True)),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), index=True),
        sqlite_with_rowid=False,
    )


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("cause", sa.BigInteger),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "corrections",
        sa.Column("game_id", sa.Integer, primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("to_seq", sa.BigInteger, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["game_id", "seq"], ["events.game_id", "events.seq"]),
        sqlite_with_rowid=False,
    )


def _evidence() -> None:
    op.create_table(
        "evidence",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("kept_at", sa.Text, nullable=False),
    )
    op.create_table(
        "evidence_files",
        sa.Column("evidence", sa.Text, sa.ForeignKey("evidence.name"), primary_key=True),
        sa.Column("file", sa.Text, primary_key=True),
        sa.Column("media_type", sa.Text, nullable=False),
        sa.Column("size_bytes", sa.BigInteger, nullable=False),
        sa.Column("sha256", sa.Text, nullable=False),
    )
