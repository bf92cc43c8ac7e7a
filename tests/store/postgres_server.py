"""A real PostgreSQL server for tests: its own folder, its own socket, no port, gone at the end."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

_SETTINGS = {
    "listen_addresses": "",
    # Speed only: whether PostgreSQL keeps what it commits is its own affair.
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "20",
}

# Restoring keeps what was there before in a schema of its own.
_DROP_ALL = """
DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT nspname FROM pg_namespace WHERE nspname ~ '^(public|before_)' LOOP
        EXECUTE format('DROP SCHEMA %I CASCADE', name);
    END LOOP;
END $$
"""


def binaries() -> Path | None:
    """The folder of `initdb` and `pg_ctl`; Debian keeps them off the path."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return installed[-1].parent if installed else None


def _user() -> str | None:
    """Somebody else than root, who may not run the server."""
    if os.geteuid() != 0:
        return None
    known = {each.pw_name for each in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


class PostgresServer:
    """Has one database, emptied for each test: that takes less time than making another."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._user = _user()
        # Not below pytest's own folder, which other users may not enter.
        self.folder = Path(tempfile.mkdtemp(prefix="referee-postgres-"))
        if self._user:
            shutil.chown(self.folder, self._user)
        self._run(
            "initdb", "-D", self._data, "-U", "referee", "-A", "trust", "--no-sync", "-E", "UTF8"
        )

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        settings = " ".join(f"-c {name}='{value}'" for name, value in _SETTINGS.items())
        options = f"{settings} -k {self.folder}"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", self._data, "-l", log, "-w", "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def database(self) -> str:
        """The URL of the database, empty now."""
        self.run_sql(_DROP_ALL, "CREATE SCHEMA public")
        return f"postgresql://referee@/postgres?host={self.folder}"

    def run_sql(self, *statements: str) -> None:
        import psycopg

        where = f"host={self.folder} user=referee dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(
            [self._programs / program, *words],
            check=True,
            user=self._user,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=60,
        )
