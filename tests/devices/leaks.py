"""Counts what a device holds, so that a test sees whether it was all given back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def held() -> tuple[set[str], int]:
    """Names of the threads, and the number of open files."""
    threads = {thread.name for thread in threading.enumerate()}
    files = Path("/proc/self/fd")
    return threads, len(list(files.iterdir())) if files.exists() else 0


@contextmanager
def nothing_leaks() -> Iterator[None]:
    """Fails if a thread or an open file is left behind."""
    before = held()
    yield
    after = held()
    assert after[0] <= before[0], "a thread was left behind"
    assert after[1] <= before[1], "an open file was left behind"
