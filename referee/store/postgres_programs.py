"""PostgreSQL's own programs: `pg_dump`, `pg_restore` and `psql`, run on the log of an address."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import sqlalchemy as sa

from referee.store.address import StoreAddress
from referee.store.copies import broken
from referee.store.troubles import StoreError, Trouble

_CONNECTS_WITHIN_S = 5


def run_on_server(program: str, words: Sequence[str], address: StoreAddress) -> None:
    """Run one of the programs on a log's database; the password never stands among its words."""
    done = subprocess.run(  # noqa: S603 - words of our own, no shell
        [_found(program), f"--dbname={_without_password(address.url)}", "--no-password", *words],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=_environment(address),
    )
    if done.returncode != 0:
        raise _failed(program, done.stderr)


def read_dump(dump: Path, words: Sequence[str]) -> Iterator[bytes]:
    """The lines of SQL that a dump stands for; a damaged one raises a `StoreError`."""
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(  # noqa: S603 - as above
            [_found("pg_restore"), *words, "--file=-", str(dump)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=said,
            env=_environment(None),
        ) as reading,
    ):
        yield from reading.stdout or ()
        if reading.wait() != 0:
            said.seek(0)
            problem = _last_line(said.read().decode(errors="replace"))
            raise broken(dump.parent, problem)


def _without_password(url: sa.URL) -> str:
    known = sa.URL.create(
        "postgresql", url.username, None, url.host, url.port, url.database, url.query
    )
    return known.render_as_string()


def _found(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise StoreError(
            f"A log on a PostgreSQL server needs {program} for that: install it with "
            "`sudo apt install postgresql-client`, and try again."
        )
    return found


def _environment(address: StoreAddress | None) -> Mapping[str, str]:
    # What the programs say is looked at, so it is said in one language.
    given = {"LC_ALL": "C", "PGCONNECT_TIMEOUT": str(_CONNECTS_WITHIN_S)}
    if address is not None and address.url.password is not None:
        given["PGPASSWORD"] = str(address.url.password)
    return {**os.environ, **given}


def _failed(program: str, said: str) -> StoreError:
    line = _last_line(said)
    if "no matching tables" in said:
        return StoreError(
            "There is no log in this database: give the address of the log.", Trouble.LOST
        )
    if "server version mismatch" in said:
        return StoreError(
            f"{program} is older than the server ({line}): install the postgresql-client of the "
            "server's version, and try again."
        )
    if "No space left" in said:
        return StoreError(
            f"{program} found no room ({line}): make room, and try again.", Trouble.DISK_FULL
        )
    return StoreError(
        f"{program} did not succeed, and nothing was changed ({line}): check that the server runs "
        "and that address and password are right, and try again.",
        Trouble.LOST,
    )


def _last_line(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    # What went wrong first is the cause; what follows are hints and consequences.
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines or ["it said nothing"])[0].rstrip(".")
