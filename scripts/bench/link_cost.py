"""What the link to the scale costs: processor time per second of stream, as a share of one core.

`link_cost` plays a stream from memory as fast as it goes, so it counts framing, messages, clock,
health and queue.
"""

from __future__ import annotations

import time
from itertools import takewhile

import msgspec

from referee.clock import ManualClock
from referee.devices.connection import Mailbox
from referee.devices.scale.connection import GATHER_S, ScaleConnection
from referee.devices.scale.contract import AccelerationSample, Observation, WeightSample
from referee.simulation.faults import ActiveFaults
from referee.simulation.scale.firmware import BoardTraits, SimulatedFirmware
from referee.touch.messages import Heartbeat, Stream, encode_message
from scripts.quiet_plate import quiet_plate


class LinkCost(msgspec.Struct, frozen=True):
    """What reading a stretch of stream took."""

    stream_s: float
    cpu_s: float
    weights: int
    accelerations: int

    @property
    def core_share(self) -> float:
        """Seconds of processor time per second of stream."""
        return self.cpu_s / self.stream_s


class _MemoryPort:
    """A port whose bytes are all there; each read is one step of the reading thread."""

    def __init__(self, chunks: list[bytes], clock: ManualClock) -> None:
        self._chunks = iter(chunks)
        self._clock = clock

    def read(self, timeout_s: float) -> bytes:  # noqa: ARG002 - the contract of a port
        self._clock.advance_s(GATHER_S)
        return next(self._chunks, b"")

    def write(self, data: bytes) -> None:
        """Nobody listens."""

    def close(self) -> None:
        """Nothing is held."""


def link_cost(stream_s: float = 60.0) -> LinkCost:
    """The cost of 80 weights and 250 accelerations a second, from bytes to taken observations."""
    chunks = _recorded(stream_s)
    clock, mailbox = ManualClock(), Mailbox[Observation](4096)
    connection = ScaleConnection(
        lambda _is_board_known: ["memory"], lambda _name: _MemoryPort(chunks, clock), clock, mailbox
    )
    connection.step()
    taken: list[Observation] = []
    before_s = time.thread_time()
    for _ in chunks:
        connection.step()
        taken += mailbox.take()
    return _cost(stream_s, time.thread_time() - before_s, taken)


def _recorded(stream_s: float) -> list[bytes]:
    """What a board sends in this time, in the pieces in which the reading thread would find it."""
    device = SimulatedFirmware(BoardTraits(silence_s=float("inf")), ActiveFaults())
    device.receive(encode_message(Heartbeat(), 0) + encode_message(Stream(1), 1))
    chunks: list[bytes] = []
    due_s = GATHER_S
    for reading in takewhile(lambda reading: reading.t_s < stream_s, quiet_plate().in_order()):
        while reading.t_s >= due_s:
            chunks.append(b"".join(device.take_frames()))
            due_s += GATHER_S
        device.take_reading(reading)
    return [*chunks, b"".join(device.take_frames())]


def _cost(stream_s: float, cpu_s: float, taken: list[Observation]) -> LinkCost:
    weights = sum(isinstance(each, WeightSample) for each in taken)
    accelerations = sum(isinstance(each, AccelerationSample) for each in taken)
    return LinkCost(stream_s, cpu_s, weights, accelerations)
