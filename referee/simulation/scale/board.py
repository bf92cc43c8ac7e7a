"""A simulated board on a pseudo-terminal: it takes readings and speaks the firmware's bytes.

It drops what nobody reads, as a real line does.
"""

import os
import select
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from threading import Event, RLock, Thread

from referee.clock import Clock, SystemClock
from referee.devices.device import OpensAndCloses
from referee.errors import InputError
from referee.simulation.faults import ActiveFaults
from referee.simulation.scale.firmware import BoardTraits, SimulatedFirmware
from referee.simulation.sensor_readings import RawReading, ReadingSource
from referee.touch.messages import ResetCause

_READ_BYTES = 4096


class PseudoPort:
    """One plugged-in cable. Its name is a link in `folder`, as udev makes them for real ports.

    A line loses what nobody reads: `write` never waits and tells how much was taken.
    """

    def __init__(self, folder: Path, name: str) -> None:
        if not hasattr(os, "openpty"):
            raise InputError(
                'This system can simulate no scale: write url = "none:" under [scale] in the table'
                " profile."
            )
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


_TICK_S = 0.005
_BOOT_S = 0.05
"""A host flushes the port just after opening it; a real board is still in its bootloader then."""


class SimulatedBoard(OpensAndCloses):
    """A simulated board with its cable. Faults are switched at any time, from any thread."""

    def __init__(
        self,
        samples: ReadingSource,
        *,
        traits: BoardTraits | None = None,
        clock: Clock | None = None,
        seed: int = 1,
    ) -> None:
        self.faults = ActiveFaults(seed)
        self._device = SimulatedFirmware(traits or BoardTraits(), self.faults)
        self._readings = samples.in_order()
        self._next: RawReading | None = next(self._readings, None)
        self._clock = clock or SystemClock()
        self._lock = RLock()
        self._stop = Event()
        self._port: PseudoPort | None = None
        self._plugged = 0
        self._start_s = self._stopped_s = 0.0
        self._is_listened_to = False
        self._boots_at_s = float("inf")
        self._thread: Thread | None = None
        self._folder: Path | None = None

    @property
    def folder(self) -> Path:
        """Where the links to its ports are, as in `/dev/serial/by-id`."""
        if self._folder is None:
            raise RuntimeError("the simulated scale is not open")
        return self._folder

    def ports(self) -> Sequence[str]:
        """The names under which a host could find it now."""
        return sorted(str(path) for path in self.folder.iterdir())

    def open(self) -> None:
        """Plug it in and let time pass."""
        self._folder = Path(tempfile.mkdtemp(prefix="scale-"))
        self._start_s = self._clock.monotonic_s() - self._stopped_s
        self._stop.clear()
        self.plug_in()
        self._thread = Thread(target=self._run, name="simulated scale", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Pull the cable and clean up."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            self._stopped_s = self._clock.monotonic_s() - self._start_s
        self.unplug()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def plug_in(self, name: str | None = None) -> Path:
        """Plug the cable into a socket; each time it gets another name unless one is given."""
        with self._lock:
            self.unplug()
            self._plugged += 1
            self._port = PseudoPort(self.folder, name or f"scale-{self._plugged}")
            return self._port.path

    def unplug(self) -> None:
        """Pull the cable."""
        with self._lock:
            if self._port is not None:
                self._port.close()
            self._port = None
            self._is_listened_to = False

    def restart(self, cause: ResetCause = ResetCause.BROWN_OUT) -> None:
        """Let the board restart with its cable in."""
        with self._lock:
            self._device.boot(self._now_s(), cause)

    def _run(self) -> None:
        while not self._stop.is_set():
            with self._lock:
                self._watch_host()
                self._take_readings(self._now_s())
                self._send()
            self._stop.wait(_TICK_S)

    def _watch_host(self) -> None:
        """Opening the port resets the board, as it does the real ones."""
        was_listened_to = self._is_listened_to
        self._is_listened_to = self._port is not None and self._port.is_open
        if self._is_listened_to and not was_listened_to:
            self._boots_at_s = self._clock.monotonic_s() + _BOOT_S
        if self._clock.monotonic_s() >= self._boots_at_s:
            self._boots_at_s = float("inf")
            self._device.take_frames()
            self._device.boot(self._now_s(), ResetCause.RESET_PIN)
        elif self._port is not None and self._is_listened_to:
            self._hear(self._port.read())

    def _hear(self, data: bytes) -> None:
        if self._boots_at_s == float("inf"):
            self._device.receive(data)

    def _now_s(self) -> float:
        return self._clock.monotonic_s() - self._start_s

    def _take_readings(self, until_s: float) -> None:
        while self._next is not None and self._next.t_s <= until_s:
            self._device.take_reading(self._next)
            self._next = next(self._readings, None)
        self._device.pass_time(until_s)

    def _send(self) -> None:
        frames = self._device.take_frames()
        if self._port is not None and self._is_listened_to and self._boots_at_s == float("inf"):
            self._port.write(b"".join(self.faults.spoil(frames)))
