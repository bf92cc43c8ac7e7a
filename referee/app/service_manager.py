"""Tells the service manager how the table is: ready, alive, stopping, and one line of status.

systemd gives a service of `Type=notify` a socket and, with `WatchdogSec=`, a time within which it
must hear of it again. Anywhere else (a terminal, a test) nobody listens, and nothing is sent.

    manager = service_manager(clock)
    running.thread.on_step(manager.alive)
    manager.ready("http://127.0.0.1:8080/")
"""

import os
import socket
from collections.abc import Mapping

from referee.clock import Clock

_PINGS_PER_WATCHDOG = 2
"""A ping may come late by half the time before anybody worries."""


class ServiceManager:
    """Whoever started this process and wants to hear of it; without an address, nobody."""

    def __init__(
        self, clock: Clock, address: str | None = None, watchdog_s: float | None = None
    ) -> None:
        self._clock = clock
        self._address = _socket_name(address) if address else None
        self._ping_every_s = watchdog_s / _PINGS_PER_WATCHDOG if watchdog_s else None
        self._next_ping_s = clock.monotonic_s()

    def ready(self, status: str) -> None:
        """The table answers; the status is one line for whoever looks."""
        self._send("READY=1", f"STATUS={_one_line(status)}")

    def status(self, status: str) -> None:
        """One line for whoever looks."""
        self._send(f"STATUS={_one_line(status)}")

    def stopping(self) -> None:
        """The table closes by itself or was asked to."""
        self._send("STOPPING=1")

    def alive(self) -> None:
        """Call this after every step: it is passed on as often as the watchdog needs it."""
        now_s = self._clock.monotonic_s()
        if self._ping_every_s is None or now_s < self._next_ping_s:
            return
        self._next_ping_s = now_s + self._ping_every_s
        self._send("WATCHDOG=1")

    def _send(self, *lines: str) -> None:
        if self._address is None:
            return
        message = "\n".join(lines).encode()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            # A manager that is gone or busy must not hold up the table.
            line.setblocking(False)
            try:
                line.sendto(message, self._address)
            except OSError:
                return


def service_manager(
    clock: Clock, environment: Mapping[str, str] = os.environ, pid: int | None = None
) -> ServiceManager:
    """The manager that the environment names; one that hears nothing if there is none."""
    address = environment.get("NOTIFY_SOCKET")
    return ServiceManager(clock, address, _watchdog_s(environment, pid or os.getpid()))


def _watchdog_s(environment: Mapping[str, str], pid: int) -> float | None:
    """The time of the watchdog, if it is meant for this process and not for one that started it."""
    if environment.get("WATCHDOG_PID", str(pid)) != str(pid):
        return None
    microseconds = environment.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1e6 if microseconds.isdecimal() else None


def _socket_name(address: str) -> str:
    """As the kernel has it: an abstract name begins with a zero, which `@` stands for."""
    return f"\0{address[1:]}" if address.startswith("@") else address


def _one_line(text: str) -> str:
    return " ".join(text.split())
