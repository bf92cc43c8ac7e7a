"""What the running service may open, asked in the service itself."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.deploy.computer import SERVICE, Computer
from tests.deploy.container import why_not

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(why_not() is not None, reason=why_not() or ""),
]


class Device(NamedTuple):
    """A node as the kernel makes it."""

    name: str
    kind: str
    major: int
    minor: int

    @property
    def path(self) -> str:
        return f"/dev/{self.name}"


# There is nothing behind them, on no computer: whoever is let in is told so, ENXIO, and all others
# EPERM. Where the kernel gives a kind any number, it is one of those for experiments.
PLUGGED_IN_LATER = (
    Device("ttyUSB0", "c", 188, 250),
    Device("ttyACM0", "c", 166, 250),
    Device("video0", "c", 81, 250),
    Device("media0", "c", 120, 0),
    Device("controlC0", "c", 116, 250),
)
BUILT_IN = {"gpiochip": Device("gpiochip0", "c", 121, 0), "dma_heap": Device("cma", "c", 122, 0)}
ALLOWED = (*PLUGGED_IN_LATER, *BUILT_IN.values())
FORBIDDEN = (
    Device("uinput", "c", 10, 250),
    Device("event0", "c", 13, 250),
    Device("ttyS0", "c", 4, 250),
    Device("other0", "c", 123, 0),
    Device("sda", "b", 8, 250),
    Device("mmcblk0", "b", 179, 250),
)
# With this the service itself tries them, under its account and with everything that its unit says.
PROBING = "[Service]\nExecReload=/mnt/shelf/inside/probe_devices.py {}\n"
LEARNING = "[Service]\nExecStart=\nExecStart=/mnt/shelf/inside/modprobe %I\n"


def test_a_service_may_open_its_devices_and_no_others(computer: Computer) -> None:
    """Also those whose kind this kernel did not know before the table started."""
    computer.switch_on()
    let_the_kernel_learn(computer)
    computer.drop_in(SERVICE, PROBING.format(f"/var/lib/table-referee/answers {paths()}"))
    computer.run("systemctl", "restart", SERVICE)
    computer.table_is_well()
    plug_in(computer, (*ALLOWED, *FORBIDDEN))

    computer.run("systemctl", "reload", SERVICE)

    told = computer.said_in("/var/lib/table-referee/answers")
    assert told == {device.path: "ENXIO" for device in ALLOWED} | {
        device.path: "EPERM" for device in FORBIDDEN
    }
    # Nobody else is kept away; otherwise this would prove nothing about the unit.
    computer.run("sh", "-c", f"/mnt/shelf/inside/probe_devices.py /run/elsewhere {paths()}")
    assert "EPERM" not in computer.said_in("/run/elsewhere").values()


def let_the_kernel_learn(computer: Computer) -> None:
    """Its list has what is built in; the rest comes with the modules that the unit asks for."""
    known = "".join(f"{device.major} {kind}\\n" for kind, device in BUILT_IN.items())
    computer.run("sh", "-c", f"printf '{known}' >/run/built-in")
    computer.run("/mnt/shelf/inside/modprobe", "none")
    computer.run("mount", "--bind", "/run/devices", "/proc/devices")
    computer.drop_in("modprobe@.service", LEARNING)


def plug_in(computer: Computer, devices: tuple[Device, ...]) -> None:
    """As they appear when the table runs, for everybody: only the policy may refuse."""
    for each in devices:
        node = f"mknod --mode=0666 {each.path} {each.kind} {each.major} {each.minor}"
        computer.run("sh", "-c", f"rm -f {each.path} && {node}")


def paths() -> str:
    return " ".join(device.path for device in (*ALLOWED, *FORBIDDEN))
