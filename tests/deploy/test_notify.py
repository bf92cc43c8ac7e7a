"""A service manager is told what it wants to hear, as often as it wants to hear it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.app.service_manager import ServiceManager, service_manager
from referee.clock import ManualClock


class Ear:
    """A systemd of our own: everything that was sent, in order."""

    def __init__(self, name: str) -> None:
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(name)
        self.line.setblocking(False)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self.line.recv(4096).decode())
            except BlockingIOError:
                return messages


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    heard = Ear(str(tmp_path / "notify"))
    yield heard
    heard.line.close()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def manager_for(ear: Ear, clock: ManualClock, **environment: str) -> ServiceManager:
    named = {"NOTIFY_SOCKET": ear.line.getsockname(), **environment}
    return service_manager(clock, named)


def test_ready_carries_one_line_of_status(ear: Ear, clock: ManualClock) -> None:
    manager_for(ear, clock).ready("The page:\n  http://127.0.0.1:8080/")
    assert ear.heard() == ["READY=1\nSTATUS=The page: http://127.0.0.1:8080/"]


def test_status_and_stopping(ear: Ear, clock: ManualClock) -> None:
    manager = manager_for(ear, clock)
    manager.status("waiting for dice")
    manager.stopping()
    assert ear.heard() == ["STATUS=waiting for dice", "STOPPING=1"]


def test_a_table_that_steps_is_heard_of_twice_in_the_time_of_the_watchdog(
    ear: Ear, clock: ManualClock
) -> None:
    manager = manager_for(ear, clock, WATCHDOG_USEC="30000000", WATCHDOG_PID=str(os.getpid()))
    for _ in range(6000):
        manager.alive()
        clock.advance_s(0.01)
    assert ear.heard() == ["WATCHDOG=1"] * 4


def test_a_table_that_hangs_is_not_heard_of(ear: Ear, clock: ManualClock) -> None:
    manager = manager_for(ear, clock, WATCHDOG_USEC="30000000")
    manager.alive()
    clock.advance_s(60)
    assert ear.heard() == ["WATCHDOG=1"]


@pytest.mark.parametrize(
    "environment",
    [{}, {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "soon"}],
    ids=["no watchdog", "meant for another process", "not a number"],
)
def test_no_pings_unless_they_are_asked_for(
    ear: Ear, clock: ManualClock, environment: dict[str, str]
) -> None:
    manager_for(ear, clock, **environment).alive()
    assert ear.heard() == []


def test_an_abstract_socket_is_found(clock: ManualClock) -> None:
    name = f"table-referee-test-{os.getpid()}"
    ear = Ear(f"\0{name}")
    try:
        service_manager(clock, {"NOTIFY_SOCKET": f"@{name}"}).stopping()
        assert ear.heard() == ["STOPPING=1"]
    finally:
        ear.line.close()


def test_without_a_manager_nothing_is_sent(clock: ManualClock) -> None:
    manager = service_manager(clock, {"WATCHDOG_USEC": "30000000"})
    manager.ready("nobody hears this")
    manager.alive()


def test_a_manager_that_is_gone_does_not_hold_up_the_table(
    tmp_path: Path, clock: ManualClock
) -> None:
    manager = ServiceManager(clock, str(tmp_path / "gone"), watchdog_s=1)
    manager.ready("nobody hears this either")
    manager.alive()


def test_a_manager_that_does_not_listen_does_not_hold_up_the_table(
    ear: Ear, clock: ManualClock
) -> None:
    manager = manager_for(ear, clock)
    for number in range(5000):
        manager.status(f"line {number}")
    heard = ear.heard()
    assert heard[0] == "STATUS=line 0"
    assert len(heard) < 5000
