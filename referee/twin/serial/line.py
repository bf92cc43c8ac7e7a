"""A pseudo-terminal that looks like the USB port of a scale: plugged in, pulled out, renamed."""

from __future__ import annotations

import os
import select
from pathlib import Path

_READ_BYTES = 4096


class PseudoPort:
    """One plugged-in cable. Its name is a link in `folder`, as udev makes them for real ports.

    A line loses what nobody reads: `write` never waits and tells how much was taken.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._master, slave = os.openpty()
        os.set_blocking(self._master, False)
        self._poll = select.poll()
        self._poll.register(self._master, select.POLLIN)
        self._link = folder / name
        self._link.unlink(missing_ok=True)
        self._link.symlink_to(os.ttyname(slave))
        # Only with nobody at the other end does the line tell when a host opens it.
        os.close(slave)

    @property
    def path(self) -> Path:
        """Where a host finds the port."""
        return self._link

    @property
    def is_open(self) -> bool:
        """Whether a host has opened the port."""
        return not any(events & select.POLLHUP for _, events in self._poll.poll(0))

    def read(self) -> bytes:
        """What the host sent, perhaps nothing."""
        try:
            return os.read(self._master, _READ_BYTES)
        except OSError:
            return b""

    def write(self, data: bytes) -> int:
        """Send as much as there is room for."""
        try:
            return os.write(self._master, data)
        except OSError:
            return 0

    def close(self) -> None:
        """Pull the cable: the host finds a port that is gone."""
        self._link.unlink(missing_ok=True)
        os.close(self._master)
