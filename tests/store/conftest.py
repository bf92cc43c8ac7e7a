"""Logs for tests: SQLite in a folder of the test's own, PostgreSQL on a server of our own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.clock import ManualClock
from referee.store.store import Store, open_store
from tests.store.postgres_server import PostgresServer, binaries
from tests.tools_expected import missing


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    programs = binaries()
    if programs is None:
        missing("PostgreSQL is not installed")
    server = PostgresServer(programs)
    server.start()
    yield server
    server.remove()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "log.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, file: Path) -> str:
    """The same test on both databases."""
    if request.param == "sqlite":
        return f"sqlite:///{file}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture
def opened(url: str, clock: ManualClock, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """Opens the log of `url` again and again, and closes all in the end."""
    stores: list[Store] = []

    def open_again() -> Store:
        stores.append(open_store(url, clock=clock, evidence_folder=tmp_path / "evidence"))
        return stores[-1]

    yield open_again
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Callable[[], Store]) -> Store:
    return opened()


@pytest.fixture
def sqlite_store(file: Path, clock: ManualClock) -> Iterator[Store]:
    with open_store(f"sqlite:///{file}", clock=clock) as store:
        yield store
