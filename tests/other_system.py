"""Run as a program: this system as another one, without what only Unix has.

It imports every module of the referee, then runs the commands it is given, each as one word.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import select
import signal
import socket
import sys

import serial  # noqa: F401 - another one on each system, so it is loaded before

UNIX_MODULES = (
    *("termios", "fcntl", "pty", "tty", "grp", "pwd", "resource", "syslog", "curses", "readline"),
    *("crypt", "spwd", "nis", "lgpio", "RPi", "gpiozero", "picamera2"),
)
UNIX_NAMES = {
    os: "fchmod fchown geteuid getuid killpg O_CLOEXEC O_NOCTTY O_NONBLOCK openpty pread pwrite"
    " set_blocking statvfs sync",
    select: "poll",
    signal: "SIGKILL SIGHUP",
    socket: "SOCK_CLOEXEC",
}


def leave_unix() -> None:
    """Make it all unfindable; what was loaded before keeps what it has."""
    for name in UNIX_MODULES:
        sys.modules[name] = None  # type: ignore[assignment]  # the way to say: there is none
    for module, names in UNIX_NAMES.items():
        for name in names.split():
            delattr(module, name)


def import_everything() -> None:
    import referee

    for module in pkgutil.walk_packages(referee.__path__, "referee."):
        # The first starts the program, the second is loaded by what migrates a log.
        if not module.name.endswith((".__main__", ".migrations.env")):
            importlib.import_module(module.name)


def run(command: str) -> None:
    from referee.cli import main

    sys.argv = ["referee", *command.split()]
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise


if __name__ == "__main__":
    commands = sys.argv[1:]
    leave_unix()
    import_everything()
    for each in commands:
        run(each)
