"""Holds one scale open: finds its port, opens it, notices when it is gone, comes back.

One `step` is one pass of the reading thread of a `SerialScale`. A step never sleeps or starts a
thread, so tests go through hours of pulled cables with a `ManualClock`.
"""

from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock

import msgspec

from referee.clock import Clock, SystemClock
from referee.devices.connection import FIRST_WAIT_S, BackOff, ConnectionThread, Mailbox
from referee.devices.device import OpensAndCloses
from referee.devices.scale.contract import (
    CommandOutcome,
    Observation,
    ScaleDeviceStatus,
    ScaleFinding,
    ScaleState,
)
from referee.devices.scale.link import PendingCommand, ScaleLink
from referee.devices.scale.serial_port import (
    Port,
    PortFinder,
    PortLostError,
    PortOpener,
    SerialPort,
)
from referee.touch.messages import Capability, Command

READ_WAIT_S = 0.05
GATHER_S = 0.016
"""Readings may wait so long for company: fewer wake-ups of the processor, and nobody notices it."""
_DARK_S = 0.2
"""Chosen by hand: less than a gap in the weights is; the kernel keeps four times as much."""
_MUCH_BYTES = 1024
"""A tenth of a second of the line: so much at once is a backlog, and more of it waits already."""
_BEHIND_S = 10.0
"""Chosen by hand: so long after the last loss people are told of it; with less nobody could read
it."""
_AT_EASE = (ScaleState.STREAMING, ScaleState.INCOMPATIBLE)
_UNDECIDED = (ScaleState.CONNECTING, ScaleState.IDENTIFYING)


class ScaleConnection:
    """Owns the port and the conversation on it; put into one thread, asked from any."""

    def __init__(
        self,
        find_ports: PortFinder,
        open_port: PortOpener,
        clock: Clock,
        mailbox: Mailbox[Observation],
        *,
        link: ScaleLink | None = None,
        board_id: int | None = None,
    ) -> None:
        self._find_ports = find_ports
        self._open_port = open_port
        self._clock = clock
        self._mailbox = mailbox
        self._link = ScaleLink() if link is None else link
        self._board_id = board_id
        self._lock = Lock()
        self._port: Port | None = None
        self._name = ""
        self._candidates: deque[str] = deque()
        self._back_off = BackOff()
        self._trouble: ScaleState | None = None
        self._problem: ScaleFinding | None = None
        self._losses = 0
        self._dropped_seen = 0
        self._dropped_s = float("-inf")

    def step(self) -> float:
        """Do what is due now; how many seconds nothing will be due."""
        if self._port is None:
            return self._connect()
        try:
            data = self._port.read(READ_WAIT_S)
            self._serve(self._port, data)
        except PortLostError:
            self._leave(ScaleState.LOST)
            return 0.0
        return 0.0 if len(data) >= _MUCH_BYTES or not data else GATHER_S

    def ask(self, command: Command, timeout_s: float) -> PendingCommand | None:
        """Send a command with the next step; None if there is nobody to obey it."""
        with self._lock:
            return self._link.ask(command, self._clock.monotonic_s(), timeout_s)

    def status(self) -> ScaleDeviceStatus:
        """How the link fares now."""
        with self._lock:
            return self._status(self._clock.monotonic_s())

    def fail(self) -> None:
        """Something unforeseen: close the port, say so, and look for the scale after a while."""
        self._candidates.clear()
        self._leave(None)
        self._problem = ScaleFinding.FAILED

    def close(self) -> None:
        """Give the port back."""
        with self._lock:
            port, self._port = self._port, None
            self._link.closed()
        if port is not None:
            # It never raises, unless its driver does what nobody foresaw.
            with suppress(Exception):
                port.close()

    def _serve(self, port: Port, data: bytes) -> None:
        now_s = self._clock.monotonic_s()
        with self._lock:
            observations = self._link.receive(data, now_s) if data else []
            outgoing = self._link.poll(now_s)
        if self._is_another_board():
            self._leave(self._trouble)
            return
        self._mailbox.put(observations)
        if outgoing:
            port.write(outgoing)
        self._judge(now_s)

    def _judge(self, now_s: float) -> None:
        """Accept the device on this port, or open it anew or another."""
        if self._link.is_dead(now_s):
            self._leave(ScaleState.SILENT)
        elif self._link.state(now_s) in _AT_EASE:
            self._settle()

    def _settle(self) -> None:
        self._trouble = self._problem = None
        self._back_off.succeed()
        hello = self._link.hello
        if hello is not None and hello.has(Capability.BOARD_ID):
            self._board_id = hello.board_id

    def _is_another_board(self) -> bool:
        hello = self._link.hello
        if hello is None or self._board_id is None or not hello.has(Capability.BOARD_ID):
            return False
        return hello.board_id != self._board_id

    def _connect(self) -> float:
        now_s = self._clock.monotonic_s()
        if left_s := self._back_off.left_s(now_s):
            return left_s
        if not self._candidates:
            self._candidates.extend(self._find_ports(self._board_id is not None))
            self._name = self._name or self._only_candidate()
        while self._candidates:
            if self._try_open(self._candidates.popleft()):
                return 0.0
        self._back_off.fail(now_s)
        return FIRST_WAIT_S

    def _only_candidate(self) -> str:
        """The port that is waited for, if only one can be meant."""
        return self._candidates[0] if len(self._candidates) == 1 else ""

    def _try_open(self, name: str) -> bool:
        try:
            port = self._open_port(name)
        except PortLostError as error:
            self._problem = error.finding or self._problem
            return False
        with self._lock:
            self._port, self._name, self._problem = port, name, None
            self._link.opened(self._clock.monotonic_s())
        return True

    def _leave(self, trouble: ScaleState | None) -> None:
        """Close the port and look for the scale, here or elsewhere."""
        self.close()
        with self._lock:
            self._trouble = trouble
            self._losses += trouble is ScaleState.LOST
        if not self._candidates:
            self._back_off.fail(self._clock.monotonic_s())

    def _status(self, now_s: float) -> ScaleDeviceStatus:
        hello = self._link.hello
        return ScaleDeviceStatus(
            state=self._state(now_s),
            findings=self._findings(now_s),
            port=self._name,
            firmware=hello.firmware_version if hello else "",
            protocol=hello.protocol if hello else None,
            board_id=self._board_id,
            has_accelerometer=hello is not None and hello.has(Capability.ACCELEROMETER),
            rate_hz=self._link.rate_hz,
            counters=msgspec.structs.replace(
                self._link.counters(),
                dropped_observations=self._mailbox.dropped,
                losses=self._losses,
            ),
        )

    def _state(self, now_s: float) -> ScaleState:
        """The state of the link; while it is being looked for, the trouble it was in."""
        state = self._link.state(now_s)
        return self._trouble if self._trouble and state in _UNDECIDED else state

    def _findings(self, now_s: float) -> tuple[ScaleFinding, ...]:
        if self._port is None:
            return (self._problem,) if self._problem else ()
        if self._mailbox.dropped > self._dropped_seen:
            self._dropped_seen, self._dropped_s = self._mailbox.dropped, now_s
        is_behind = now_s - self._dropped_s < _BEHIND_S
        return self._link.findings(now_s) + ((ScaleFinding.BEHIND,) if is_behind else ())


MAILBOX_LIMIT = 4096
"""Twelve seconds of weights and accelerations."""


class SerialScale(OpensAndCloses):
    """A scale on a serial port, read by a thread of its own.

    `find_ports` names the ports to try, again whenever the scale has to be looked for.
    """

    def __init__(
        self,
        find_ports: PortFinder,
        *,
        clock: Clock | None = None,
        open_port: PortOpener = SerialPort,
        board_id: int | None = None,
    ) -> None:
        self._mailbox: Mailbox[Observation] = Mailbox(MAILBOX_LIMIT)
        self._connection = ScaleConnection(
            find_ports,
            open_port,
            clock or SystemClock(),
            self._mailbox,
            board_id=board_id,
        )
        self._thread = ConnectionThread(self._connection, "scale link")

    def darken(self, *, is_dark: bool) -> None:
        """Nobody is there: what the scale tells is gathered for longer."""
        self._thread.pace_s = _DARK_S if is_dark else 0.0

    def open(self) -> None:
        """Start to look for the scale."""
        if not self._thread.is_running:
            self._mailbox.open()
            self._thread.start()

    def read(self, timeout_s: float = 0.0) -> Sequence[Observation]:
        """What was observed since the last call, oldest first."""
        return self._mailbox.take(timeout_s)

    def status(self) -> ScaleDeviceStatus:
        """How the scale fares now."""
        return self._connection.status()

    def command(self, command: Command, timeout_s: float = 1.0) -> CommandOutcome:
        """Ask the device for something and wait for its answer."""
        pending = self._connection.ask(command, timeout_s)
        return CommandOutcome.NOT_CONNECTED if pending is None else pending.wait(timeout_s)

    def close(self) -> None:
        """Stop the thread and give the port back."""
        if self._thread.is_running:
            self._thread.stop()
            self._mailbox.close()
