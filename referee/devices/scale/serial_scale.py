"""The real scale, or anything that speaks its bytes on a serial port or pseudo-terminal."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Thread

from referee.clock import Clock, SystemClock
from referee.devices.keeper_thread import KeeperThread
from referee.devices.mailbox import Mailbox
from referee.devices.opening import OpensAndCloses
from referee.devices.scale.contract import CommandOutcome, Observation, ScaleStatus
from referee.devices.scale.link import ScaleLink
from referee.devices.scale.link_keeper import LinkKeeper
from referee.devices.scale.serial_port import PortFinder, PortOpener, SerialPort
from referee.weighing.messages import Command

MAILBOX_LIMIT = 4096
"""Twelve seconds of weights and accelerations."""


class SerialScale(OpensAndCloses):
    """A scale on a serial port, read by a thread of its own.

    `find_ports` names the ports to try, again whenever the scale has to be looked for.
    `waits_for_reader` is for a simulated scale that runs faster than time and can wait: nothing is
    dropped then, however slowly it is read.
    """

    def __init__(
        self,
        find_ports: PortFinder,
        *,
        clock: Clock | None = None,
        open_port: PortOpener = SerialPort,
        link: ScaleLink | None = None,
        board_id: int | None = None,
        waits_for_reader: bool = False,
    ) -> None:
        self._mailbox: Mailbox[Observation] = Mailbox(MAILBOX_LIMIT)
        self._keeper = LinkKeeper(
            find_ports,
            open_port,
            clock or SystemClock(),
            self._mailbox,
            link=link,
            board_id=board_id,
            waits_for_reader=waits_for_reader,
        )
        self._keeping = KeeperThread(self._keeper, "scale link")

    @property
    def thread(self) -> Thread | None:
        """The thread that reads, while the scale is open; its cost can be measured."""
        return self._keeping.thread

    def open(self) -> None:
        """Start to look for the scale."""
        if not self._keeping.is_running:
            self._mailbox.open()
            self._keeping.start()

    def read(self, timeout_s: float = 0.0) -> Sequence[Observation]:
        """What was observed since the last call, oldest first."""
        return self._mailbox.take(timeout_s)

    def status(self) -> ScaleStatus:
        """How the scale fares now."""
        return self._keeper.status()

    def command(self, command: Command, timeout_s: float = 1.0) -> CommandOutcome:
        """Ask the device for something and wait for its answer."""
        pending = self._keeper.ask(command, timeout_s)
        return CommandOutcome.NOT_CONNECTED if pending is None else pending.wait(timeout_s)

    def close(self) -> None:
        """Stop the thread and give the port back."""
        if self._keeping.is_running:
            self._keeping.stop()
            self._mailbox.close()
