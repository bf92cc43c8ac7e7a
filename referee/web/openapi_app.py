"""An app that nobody plays at, to be described."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from fastapi import FastAPI

from referee.clock import SystemClock
from referee.store.store import open_store
from referee.table.table import Table
from referee.table.table_thread import TableThread
from referee.web.app import create_app
from referee.web.parts import WebParts
from referee.web.security.door import Door


@contextmanager
def described_app() -> Iterator[FastAPI]:
    """The app over an empty log, not started."""
    clock = SystemClock()
    with (
        TemporaryDirectory() as folder,
        open_store(f"sqlite:///{Path(folder) / 'log.sqlite'}", clock=clock) as store,
    ):
        thread = TableThread(Table(store, clock))
        yield create_app(WebParts(thread=thread, door=Door(clock)))
