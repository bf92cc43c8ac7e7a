"""Brings the tables of a log to this program's version when it is opened."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from referee.store.address import StoreAddress
from referee.store.engine import reading, writing
from referee.store.schema import HEAD
from referee.store.troubles import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"

# Any number will do, as long as every referee takes the same one.
_TURN = 7_274_219_001


def migrate(engine: sa.Engine, address: StoreAddress) -> None:
    """Apply the steps that are missing, all or none; two programs at once take turns."""
    with reading(engine, address) as connection:
        if schema_version(connection) == HEAD:
            return
    with writing(engine, address) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_TURN)))
        _upgrade(connection, address)


def schema_version(connection: sa.Connection) -> str | None:
    """The last step that was applied; None for an empty database."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _upgrade(connection: sa.Connection, address: StoreAddress) -> None:
    # Alembic takes as long to import as a log to open, and most logs need no change.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    version = schema_version(connection)
    _check_known(version, known, address)
    _check_empty_or_ours(connection, version, address)
    command.upgrade(config, "head")


def _check_known(version: str | None, known: set[str], address: StoreAddress) -> None:
    if version is not None and version not in known:
        raise StoreError(
            f"The log {address.shown} was written by a newer program (tables {version}, this one "
            f"knows up to {HEAD}): update the program, or keep the log elsewhere."
        )


def _check_empty_or_ours(
    connection: sa.Connection, version: str | None, address: StoreAddress
) -> None:
    if version is None and sa.inspect(connection).get_table_names():
        raise StoreError(
            f"{address.shown} is the database of another program: keep the log elsewhere."
        )
