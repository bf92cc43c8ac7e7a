"""Check sums for profiles; those that are there get theirs now."""

import sqlalchemy as sa
from alembic import op

from referee.store.schema import check_sum

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column, and fill it."""
    op.add_column("players", sa.Column("checksum", sa.BigInteger))
    chosen = sa.text("SELECT id, name, colour, created_at FROM players")
    change = sa.text("UPDATE players SET checksum = :sum WHERE id = :id")
    for row in op.get_bind().execute(chosen).all():
        op.get_bind().execute(change, {"id": row[0], "sum": check_sum(row)})
