"""A memory card in a file: an ext4 with what was written since, over the Debian that all share.

The plug can be pulled: what was not yet written to the card is then gone, as on a Pi, and the next
start plays back what its journal has.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import struct
import subprocess
import time
from pathlib import Path

_SIZE_MB = 6000
_LETS_GO_WITHIN_S = 30.0
# EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: from now on nothing reaches the card, not even
# what the journal held back. Tests of file systems use it for the same purpose.
_SHUTDOWN = 0x8004587D
_WITHOUT_FLUSH = struct.pack("I", 2)


class MemoryCard:
    """One card; while it is inserted, `root` is the system on it."""

    def __init__(self, folder: Path, system: Path) -> None:
        self.root = folder / "root"
        self.image = folder / "card.ext4"
        self._card, self._system, self._slot = folder / "card", system, folder
        self._is_inserted = False
        for place in (self.root, self._card):
            place.mkdir(parents=True)

    def format(self) -> None:
        """A new card, with nothing but the system on it."""
        with self.image.open("wb") as image:
            image.truncate(_SIZE_MB << 20)
        _run("mkfs.ext4", "-q", "-m", "0", "-E", "lazy_itable_init=1", str(self.image))

    def copy_of(self, other: MemoryCard) -> None:
        """The same as on another card, which is not inserted."""
        _run("cp", "--sparse=always", str(other.image), str(self.image))

    def insert(self) -> None:
        """Mount it as a computer does that is switched on."""
        # Whoever copies the list of mounts meanwhile, as every container does, lets go with us.
        _run("mount", "--bind", str(self._slot), str(self._slot))
        _run("mount", "--make-shared", str(self._slot))
        _run("mount", "-o", "loop,noatime", str(self.image), str(self._card))
        upper, work = self._card / "upper", self._card / "work"
        for folder in (upper, work):
            folder.mkdir(exist_ok=True)
        layers = f"lowerdir={self._system},upperdir={upper},workdir={work}"
        _run("mount", "-t", "overlay", "-o", layers, "overlay", str(self.root))
        self.root.chmod(0o755)
        self._is_inserted = True

    def cut_off(self) -> None:
        """From now on nothing more is written to it."""
        card = os.open(self._card, os.O_RDONLY)
        try:
            fcntl.ioctl(card, _SHUTDOWN, _WITHOUT_FLUSH)
        finally:
            os.close(card)

    def remove(self) -> None:
        """Take it out; a second call does nothing."""
        if not self._is_inserted:
            return
        self._is_inserted = False
        for place in (self.root, self._card):
            _run("umount", str(place))
        # Whoever looks into it just now does not matter any more.
        _run("umount", "--lazy", str(self._slot))
        end_s = time.monotonic() + _LETS_GO_WITHIN_S
        while _run("losetup", "--associated", str(self.image)):
            assert time.monotonic() < end_s, "The card is still in use."
            time.sleep(0.05)

    def fill(self) -> None:
        """Not a byte more fits on it."""
        with (self._card / "ballast").open("wb", buffering=0) as ballast:
            os.posix_fallocate(ballast.fileno(), 0, max(1, self._free_bytes() - (8 << 20)))
            while _takes_more(ballast.fileno()):
                pass
            # Otherwise a power cut would make room again.
            os.fsync(ballast.fileno())

    def make_room(self) -> None:
        """What filled it is gone."""
        (self._card / "ballast").unlink()

    def _free_bytes(self) -> int:
        return shutil.disk_usage(self._card).free


def _takes_more(ballast: int) -> bool:
    try:
        os.lseek(ballast, 0, os.SEEK_END)
        return os.write(ballast, bytes(4096)) > 0
    except OSError:
        return False


def _run(*words: str) -> str:
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
    return done.stdout
