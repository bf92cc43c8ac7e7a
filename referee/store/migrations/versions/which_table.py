"""Each game says which table played it; of older games nobody knows."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the name of the table, empty for the games that are there."""
    op.add_column("games", sa.Column("table_name", sa.Text, nullable=False, server_default=""))
