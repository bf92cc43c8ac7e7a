"""A connection to a stream that really flows, with a clock that goes on with every step."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from referee.clock import ManualClock, SystemClock
from referee.devices.camera.background_source import BackgroundOpener, Stream
from referee.devices.camera.connection import CameraConnection
from referee.devices.camera.contract import CameraFinding, CameraFrame, CameraState
from referee.devices.connection import Mailbox


class StreamBench:
    """So minutes of silence pass at once, while bytes come in their own time."""

    def __init__(self, make_stream: Callable[[ManualClock], Stream]) -> None:
        self.clock = ManualClock()
        self.mailbox: Mailbox[CameraFrame] = Mailbox(1)
        opener = BackgroundOpener(
            lambda: make_stream(self.clock), "camera", if_stuck=CameraFinding.UNREACHABLE
        )
        self.connection = CameraConnection(opener, self.clock, self.mailbox)

    def step(self) -> None:
        idle_s = self.connection.step()
        self.clock.advance_s(max(idle_s, 0.05))
        if idle_s:
            # While there is nothing to do, a server may want the processor.
            Event().wait(0.002)

    def run_until(self, is_so: Callable[[], bool]) -> None:
        real = SystemClock()
        end_s = real.monotonic_s() + 60
        while not is_so():
            assert real.monotonic_s() < end_s, self.connection.status()
            self.step()

    def run_until_state(self, state: CameraState) -> None:
        self.run_until(lambda: self.state() is state)

    def state(self) -> CameraState:
        return self.connection.status().state

    def findings(self) -> tuple[CameraFinding, ...]:
        return self.connection.status().findings
