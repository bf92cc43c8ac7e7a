"""Serial ports of this machine: which there are, and one that is open.

A board is found by its stable name under `/dev/serial/by-id`, which survives another socket and
another order of plugging in. pyserial is used here and nowhere else.
"""

import errno
import os
import select
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import serial

from referee.devices.device import stable_names
from referee.devices.scale.contract import ScaleFinding

BAUD = 115_200
_BY_ID = Path("/dev/serial/by-id")
_USB_PORTS = ("ttyUSB*", "ttyACM*")
_WRITE_TIMEOUT_S = 0.5
_READ_BYTES = 4096


def _troubles() -> tuple[type[Exception], ...]:
    """Whatever a vanished port makes pyserial raise. `termios.error` is no OSError."""
    try:
        from termios import error  # noqa: PLC0415
    except ImportError:
        return serial.SerialException, OSError
    return serial.SerialException, OSError, error


_GONE = _troubles()
_PROBLEMS = {
    errno.EACCES: ScaleFinding.NO_PERMISSION,
    errno.EPERM: ScaleFinding.FORBIDDEN,
    errno.EBUSY: ScaleFinding.PORT_BUSY,
    errno.EWOULDBLOCK: ScaleFinding.PORT_BUSY,
}


class PortLostError(OSError):
    """The port cannot be opened or is gone. The connection catches it; people see a state."""

    def __init__(self, name: str, finding: ScaleFinding | None = None) -> None:
        super().__init__(name)
        self.finding = finding


class Port(Protocol):
    """An open line to a device; each method raises `PortLostError` once it is gone."""

    def read(self, timeout_s: float) -> bytes:
        """What has arrived; waits for the first byte at most so long."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    def close(self) -> None:
        """Give the port back; never raises."""


PortOpener = Callable[[str], Port]
PortFinder = Callable[[bool], Sequence[str]]
"""Names of ports to try, best first. Told whether the board is known by its id, so that it can be
recognised under any name."""


class SerialPort:
    """A port opened with pyserial; also works on a pseudo-terminal."""

    def __init__(self, name: str) -> None:
        self._name = name
        try:
            # Exclusive, so that two programs never share the frames of one scale.
            self._serial = serial.Serial(
                name, BAUD, timeout=0, write_timeout=_WRITE_TIMEOUT_S, exclusive=True
            )
        except _GONE as error:
            raise PortLostError(name, _problem(error)) from error
        except ValueError as error:
            raise PortLostError(name) from error
        self._file: int = self._serial.fileno()
        self._arrival = select.poll()
        self._arrival.register(self._file, select.POLLIN)

    def read(self, timeout_s: float) -> bytes:
        """What has arrived; waits for the first byte at most so long."""
        # Two system calls; pyserial's own read makes five, a hundred times a second.
        try:
            if not self._arrival.poll(timeout_s * 1000):
                return b""
            data = os.read(self._file, _READ_BYTES)
        except BlockingIOError:
            return b""
        except _GONE as error:
            raise PortLostError(self._name) from error
        if not data:
            raise PortLostError(self._name)  # readable but empty: the other end is gone
        return data

    def write(self, data: bytes) -> None:
        """Send bytes."""
        try:
            self._serial.write(data)
        except _GONE as error:
            raise PortLostError(self._name) from error

    def close(self) -> None:
        """Give the port back."""
        try:
            self._serial.close()
        except _GONE:
            # A port that vanished cannot be closed properly, and need not be.
            return


def _problem(error: BaseException) -> ScaleFinding | None:
    # pyserial wraps the system's error: sometimes with its number, sometimes only as its cause.
    numbers = [getattr(each, "errno", None) for each in (error, error.__context__)]
    return next((_PROBLEMS[number] for number in numbers if number in _PROBLEMS), None)


def usb_ports(by_id: Path = _BY_ID, devices: Path = Path("/dev")) -> list[str]:
    """The serial ports on USB, by their stable names where the system gives such names."""
    named = stable_names(by_id)
    known = {path.resolve() for path in named}
    plain = sorted(path for pattern in _USB_PORTS for path in devices.glob(pattern))
    return [str(path) for path in (*named, *(path for path in plain if path not in known))]


def stable_name(path: str, by_id: Path = _BY_ID) -> str:
    """The stable name of a port that was given by another, such as `/dev/ttyUSB0`."""
    wanted = Path(path).resolve()
    return next((str(each) for each in stable_names(by_id) if each.resolve() == wanted), path)


def ports_for(path: str, all_ports: Callable[[], Sequence[str]] = usb_ports) -> PortFinder:
    """Finds the port of a URL: `auto` tries all, a path comes first.

    A board that is known by its id is looked for under other names too, but only on ports of the
    same make: opening a port resets many devices, and somebody's printer may be at work.
    """
    if path == "auto":
        return lambda _is_board_known: list(all_ports())

    def find(is_board_known: bool) -> Sequence[str]:
        others = all_ports() if is_board_known else []
        return [path, *(port for port in others if port != path and _is_of_same_make(port, path))]

    return find


def _is_of_same_make(port: str, path: str) -> bool:
    """Whether two stable names, `usb-VENDOR_MODEL_SERIAL-if00`, differ only in the serial."""
    makes = [Path(name).name.partition("-if")[0].rpartition("_")[0] for name in (port, path)]
    # A plain name such as ttyUSB0 tells nothing, so it may be any.
    return makes[0] == makes[1] or "" in makes
