"""A simulated board on a pseudo-terminal: it takes readings and speaks the firmware's bytes.

In real time it drops what nobody reads, as a real line does. Flat out it waits for the reader, so
that hours pass in minutes and every sample arrives.
"""

from __future__ import annotations

import os
import select
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from threading import Event, RLock, Thread
from types import TracebackType
from typing import Self

import msgspec

from referee.clock import Clock, SystemClock
from referee.simulation.faults import ActiveFaults, Fault
from referee.simulation.scale.firmware import BoardTraits, SimulatedFirmware
from referee.simulation.sensor_readings import RawReading, ReadingSource
from referee.touch.messages import ResetCause

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


_TICK_S = 0.005
_WAIT_FOR_ROOM_S = 0.001
_FLAT_OUT_BATCH = 64
_BOOT_S = 0.05
"""A host flushes the port just after opening it; a real board is still in its bootloader then."""


class SimulatedBoard:
    """A simulated board with its cable. Faults are switched at any time, from any thread."""

    def __init__(
        self,
        samples: ReadingSource,
        *,
        traits: BoardTraits | None = None,
        is_flat_out: bool = False,
        clock: Clock | None = None,
        seed: int = 1,
    ) -> None:
        traits = traits or BoardTraits()
        if is_flat_out:
            # A heartbeat each second of the host's time is one a minute here.
            traits = msgspec.structs.replace(traits, silence_s=float("inf"))
        self.faults = ActiveFaults(seed)
        self._device = SimulatedFirmware(traits, self.faults)
        self._felt = samples.in_order()
        self._next: RawReading | None = next(self._felt, None)
        self._is_flat_out = is_flat_out
        self._clock = clock or SystemClock()
        self._lock = RLock()
        self._stop = Event()
        self._port: PseudoPort | None = None
        self._unsent = b""
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
            raise RuntimeError("the simulated scale is not started")
        return self._folder

    @property
    def has_ended(self) -> bool:
        """Whether all samples were felt and sent."""
        return self._next is None and not self._unsent

    def ports(self) -> Sequence[str]:
        """The names under which a host could find it now."""
        return sorted(str(path) for path in self.folder.iterdir())

    def start(self) -> None:
        """Plug it in and let time pass."""
        self._folder = Path(tempfile.mkdtemp(prefix="scale-"))
        self._start_s = self._clock.monotonic_s() - self._stopped_s
        self._stop.clear()
        self.plug_in()
        self._thread = Thread(target=self._run, name="scale twin", daemon=True)
        self._thread.start()

    def stop(self) -> None:
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
            self._unsent = b""
            self._is_listened_to = False

    def restart(self, cause: ResetCause = ResetCause.BROWN_OUT) -> None:
        """Let the board restart with its cable in."""
        with self._lock:
            self._device.boot(self._now_s(), cause)

    def switch_on(self, fault: Fault) -> None:
        """Let something be wrong from now on."""
        self.faults.switch_on(fault)

    def switch_off(self, kind: type[Fault] = Fault) -> None:
        """Mend the faults of one kind, or all."""
        self.faults.switch_off(kind)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _run(self) -> None:
        while not self._stop.is_set():
            with self._lock:
                pause_s = self._step()
            if pause_s:
                self._stop.wait(pause_s)

    def _step(self) -> float:
        """Listen, feel and speak once; how long to pause then."""
        self._watch_host()
        if self._is_flat_out:
            self._feel_batch()
        else:
            self._feel_until(self._now_s())
        if not self._is_listened_to:
            self._device.take_frames()
            return _TICK_S
        return self._send()

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
        if self._is_flat_out:
            return self._next.t_s if self._next is not None else 0.0
        return self._clock.monotonic_s() - self._start_s

    def _feel_until(self, now_s: float) -> None:
        while self._next is not None and self._next.t_s <= now_s:
            self._feel_next()
        self._device.pass_time(now_s)

    def _feel_batch(self) -> None:
        """Time stands still while nobody reads."""
        for _ in range(_FLAT_OUT_BATCH):
            if self._next is None or self._unsent or not self._device.is_streaming:
                return
            self._feel_next()

    def _feel_next(self) -> None:
        if self._next is not None:
            self._device.feel(self._next)
            self._next = next(self._felt, None)

    def _send(self) -> float:
        data = self._unsent + b"".join(self.faults.spoil(self._device.take_frames()))
        if self._port is None or self._boots_at_s < float("inf"):
            return _TICK_S
        rest = data[self._port.write(data) :] if data else b""
        if not self._is_flat_out:
            return _TICK_S
        self._unsent = rest
        if rest:
            return _WAIT_FOR_ROOM_S
        return 0.0 if data and not self.has_ended else _TICK_S
