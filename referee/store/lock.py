"""One program at a time plays on a log or restores it; the others are told where it runs.

The system lets go of the lock when a program ends, however it ends. Commands that only read need
none.
"""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec

from referee.store.address import StoreAddress, check_place
from referee.store.durable_files import PRIVATE
from referee.store.troubles import StoreError, StoreTrouble, error_from

_MOST_BYTES = 1000
_LOCKED_BYTE = 1 << 20
_logger = logging.getLogger(__name__)

Tell = Callable[[str], None]
"""Lets those who are refused know who plays here, and where."""


@contextmanager
def hold_log(address: StoreAddress) -> Iterator[Tell]:
    """Keep every other table away from this log; one that is in use raises a `StoreError`."""
    check_place(address)
    if address.file is None:
        # Tables may share a log on a server.
        yield lambda _who: None
        return
    # Hidden, so that nobody who tidies up beside the log takes it for a leftover; it stays there.
    path = address.file.with_name(f".{address.file.name}.lock")
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise error_from(error, path) from error
    try:
        if not take(descriptor):
            raise _in_use(address, descriptor)
        _tell(descriptor, f"by process {os.getpid()}")
        yield partial(_tell, descriptor)
    finally:
        os.close(descriptor)


def take(descriptor: int) -> bool:
    """Lock an open file or folder until it is closed; False if another program has locked it."""
    try:
        _lock(descriptor)
    except (BlockingIOError, PermissionError):
        return False
    except (ImportError, OSError):
        _logger.warning("Two programs on one log cannot be kept apart here: start only one.")
    return True


def _lock(descriptor: int) -> None:
    """As this system does it; not every one can, and a log can be used without."""
    if find_spec("fcntl") is not None:
        from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415

        flock(descriptor, LOCK_EX | LOCK_NB)
        return
    windows = import_module("msvcrt")
    # Windows locks bytes, and what is locked nobody else can read: one far behind what is told.
    os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
    windows.locking(descriptor, windows.LK_NBLCK, 1)


def _tell(descriptor: int, who: str) -> None:
    # On a full disk they are told less.
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, who.encode())


def _in_use(address: StoreAddress, descriptor: int) -> StoreError:
    os.lseek(descriptor, 0, os.SEEK_SET)
    who = os.read(descriptor, _MOST_BYTES).decode(errors="replace").strip()
    return StoreError(
        f"The log {address.shown} is in use ({who or 'by another program'}): go on there, or stop "
        "that program and try again.",
        StoreTrouble.LOCKED,
    )
