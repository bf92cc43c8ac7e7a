"""An entry for each player who was deleted, without the name."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "deletions",
        sa.Column("player_id", sa.Integer, autoincrement=False),
        sa.Column("deleted_at", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_deletions"),
    )
