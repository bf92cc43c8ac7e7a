"""One program at a time plays on a log or restores it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.clock import ManualClock
from referee.store.address import StoreAddress, parse_address
from referee.store.backup import make_backup
from referee.store.lock import hold_log
from referee.store.restore import restore_backup
from referee.store.store import Store
from referee.store.troubles import StoreError, StoreTrouble

_HOLD = """
import sys
from referee.store.address import parse_address
from referee.store.lock import hold_log

with hold_log(parse_address(sys.argv[1])) as tell:
    tell("at http://127.0.0.1:8123/")
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def address(file: Path) -> StoreAddress:
    return parse_address(f"sqlite:///{file}")


def test_a_log_in_use_is_refused_with_the_address_until_its_process_ends(
    file: Path, address: StoreAddress
) -> None:
    words = [sys.executable, "-c", _HOLD, f"sqlite:///{file}"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(StoreError, match=r"in use \(at http://127.0.0.1:8123/\)") as caught:
            hold_log(address).__enter__()
        holder.kill()
    assert caught.value.trouble is StoreTrouble.LOCKED

    with hold_log(address):
        pass


def test_a_program_that_takes_the_place_of_this_one_does_not_inherit_it(
    address: StoreAddress,
) -> None:
    """As when the table starts itself anew."""
    with (
        hold_log(address),
        subprocess.Popen(["sleep", "60"], close_fds=False) as child,
    ):
        links = [str(each.readlink()) for each in Path(f"/proc/{child.pid}/fd").iterdir()]
        child.kill()
    assert not [link for link in links if link.endswith(".lock")]


def test_a_log_that_is_played_on_is_not_restored_but_backed_up(
    sqlite_store: Store, address: StoreAddress, clock: ManualClock, tmp_path: Path
) -> None:
    with hold_log(address):
        made = make_backup(address, tmp_path / "backups", clock)
        with pytest.raises(StoreError, match=rf"in use \(by process {os.getpid()}\)"):
            restore_backup(made.path, address, clock, overwrite=True)
    sqlite_store.close()
    restore_backup(made.path, address, clock, overwrite=True)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist: create it"):
        hold_log(parse_address(f"sqlite:///{tmp_path}/gone/log.sqlite")).__enter__()


def test_nonsense_in_the_lock_file_is_no_traceback(file: Path, address: StoreAddress) -> None:
    file.with_name(f".{file.name}.lock").write_bytes(b"\xff" * 5000)
    with hold_log(address), pytest.raises(StoreError, match="in use"):
        hold_log(address).__enter__()


class Windows:
    """The module msvcrt, which locks bytes of a file for one program."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.locked: set[int] = set()

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        at = os.lseek(descriptor, 0, os.SEEK_CUR)
        assert (mode, count) == (self.LK_NBLCK, 1)
        assert at > 1000, "what is locked nobody can read"
        if at in self.locked:
            raise PermissionError
        self.locked.add(at)


def test_windows_locks_by_its_own_means(
    address: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", Windows())
    with hold_log(address) as tell:
        tell("at http://127.0.0.1:8123/")
        with pytest.raises(StoreError, match="at http:") as caught:
            hold_log(address).__enter__()
    assert caught.value.trouble is StoreTrouble.LOCKED


def test_a_system_without_locks_says_so_and_plays(
    address: StoreAddress, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with hold_log(address):
        assert "start only one" in caplog.text
