"""Ports are found by stable names, and one that is gone says so, whatever it raises."""

from __future__ import annotations

import errno
import os
import termios
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from referee.devices.scale.contract import ScaleFinding
from referee.devices.scale.serial_port import (
    PortLostError,
    SerialPort,
    ports_for,
    stable_name,
    usb_ports,
)


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    """The far end of a line, and the name of the near one."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(slave)
    try:
        os.close(master)
    except OSError:
        return


@pytest.fixture
def machine(tmp_path: Path) -> tuple[Path, ...]:
    devices, by_id = tmp_path / "dev", tmp_path / "by-id"
    devices.mkdir()
    by_id.mkdir()
    for name in ("ttyUSB0", "ttyUSB1", "ttyACM0", "ttyS0"):
        (devices / name).touch()
    (by_id / "usb-1a86_USB_Serial").symlink_to(devices / "ttyUSB1")
    return devices, by_id


def test_stable_names_come_first(machine: tuple[Path, ...]) -> None:
    devices, by_id = machine

    assert usb_ports(by_id, devices) == [
        str(by_id / "usb-1a86_USB_Serial"),
        str(devices / "ttyACM0"),
        str(devices / "ttyUSB0"),
    ]


def test_a_machine_without_ports_has_none(tmp_path: Path) -> None:
    assert usb_ports(tmp_path / "none", tmp_path) == []


def test_a_plain_name_is_made_stable(machine: tuple[Path, ...]) -> None:
    devices, by_id = machine

    assert stable_name(str(devices / "ttyUSB1"), by_id) == str(by_id / "usb-1a86_USB_Serial")
    assert stable_name(str(devices / "ttyUSB0"), by_id) == str(devices / "ttyUSB0")


def test_other_ports_are_tried_only_for_a_known_board() -> None:
    find = ports_for("/dev/a", lambda: ["/dev/a", "/dev/b"])

    assert list(find(False)) == ["/dev/a"]
    assert list(find(True)) == ["/dev/a", "/dev/b"]
    assert list(ports_for("auto", lambda: ["/dev/b"])(False)) == ["/dev/b"]


@pytest.mark.parametrize(
    ("port", "is_tried"),
    [
        ("/dev/serial/by-id/usb-Arduino_Uno_111-if00", True),
        ("/dev/serial/by-id/usb-Prusa_MK4_222-if00", False),
        ("/dev/ttyUSB3", True),
    ],
)
def test_a_lost_board_is_not_looked_for_on_the_port_of_a_printer(port: str, is_tried: bool) -> None:
    find = ports_for("/dev/serial/by-id/usb-Arduino_Uno_999-if00", lambda: [port])

    assert (port in find(True)) is is_tried


def test_bytes_go_both_ways(terminal: tuple[int, str]) -> None:
    master, name = terminal
    port = SerialPort(name)
    os.write(master, b"hello")

    assert port.read(1.0) == b"hello"
    assert port.read(0.0) == b""
    port.write(b"\x00\x11\x13\xff")
    assert os.read(master, 10) == b"\x00\x11\x13\xff"
    port.close()


def test_a_pulled_cable_is_a_lost_port(terminal: tuple[int, str]) -> None:
    master, name = terminal
    port = SerialPort(name)
    os.close(master)

    with pytest.raises(PortLostError):
        port.read(1.0)
    with pytest.raises(PortLostError):
        port.write(b"x")
    port.close()


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException("device disconnected"),
        OSError(errno.EIO, "gone"),
        OSError(errno.ENXIO, "gone"),
        termios.error(5, "gone"),
    ],
)
def test_whatever_a_port_raises_means_unplugged(
    terminal: tuple[int, str], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_args: object) -> None:
        raise error

    port = SerialPort(terminal[1])
    with monkeypatch.context() as patch:
        patch.setattr(port._serial, "write", fail)
        patch.setattr(port, "_arrival", type("Poll", (), {"poll": fail})())
        with pytest.raises(PortLostError):
            port.write(b"x")
        with pytest.raises(PortLostError):
            port.read(0)
    port.close()
    port.close()


@pytest.mark.parametrize(
    ("number", "finding"),
    [
        (errno.EACCES, ScaleFinding.NO_PERMISSION),
        # Another group would not help: systemd's policy of devices answers so.
        (errno.EPERM, ScaleFinding.FORBIDDEN),
        (errno.EBUSY, ScaleFinding.PORT_BUSY),
        (errno.ENOENT, None),
    ],
)
def test_a_port_that_does_not_open_says_why(
    monkeypatch: pytest.MonkeyPatch, number: int, finding: ScaleFinding | None
) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise serial.SerialException(number, "could not open port")

    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(PortLostError) as caught:
        SerialPort("/dev/somewhere")
    assert caught.value.finding is finding


def test_a_port_that_is_not_there_is_lost(tmp_path: Path) -> None:
    with pytest.raises(PortLostError):
        SerialPort(str(tmp_path / "nothing"))


def test_two_programs_do_not_share_a_port(terminal: tuple[int, str]) -> None:
    first = SerialPort(terminal[1])
    with pytest.raises(PortLostError) as caught:
        SerialPort(terminal[1])
    assert caught.value.finding is ScaleFinding.PORT_BUSY
    first.close()
