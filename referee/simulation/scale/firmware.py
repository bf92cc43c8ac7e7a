"""The firmware's side of the conversation, without any port.

It boots, obeys, streams and falls silent as the real one does; which of its bytes arrive is the
affair of the line.
"""

import msgspec

from referee.simulation.faults import ActiveFaults, DeadCell, Deaf, SlowStrap
from referee.simulation.sensor_readings import RawAcceleration, RawReading, RawTilt, RawWeight
from referee.touch import messages
from referee.touch.counts import is_saturated
from referee.touch.device_time import TICK_S
from referee.touch.framing import FrameDecoder, SerialFrame

SILENCE_S = 3.0
_SLOW_PERIOD_S = 0.1
_RATES_HZ = (10, 80)
_COMMAND_LENGTHS = {kind.type: kind.layout.size for kind in messages.COMMANDS}


class BoardTraits(msgspec.Struct, frozen=True, kw_only=True):
    """What one simulated board is made of."""

    board_id: int = 0x7AB1E001
    firmware: tuple[int, int, int] = (1, 0, 0)
    has_accelerometer: bool = True
    has_tilt_switch: bool = False
    is_rate_wired: bool = False
    silence_s: float = SILENCE_S
    """How long it streams without a heartbeat; infinite where nobody sends any."""


class SimulatedFirmware:
    """A simulated device; time passes only as it is told."""

    def __init__(self, traits: BoardTraits, faults: ActiveFaults) -> None:
        self._traits = traits
        self._faults = faults
        self._frames: list[bytes] = []
        self.boot(0.0, messages.ResetCause.POWER_ON)

    @property
    def boot_s(self) -> float:
        """When it was started last."""
        return self._boot_s

    def boot(
        self, now_s: float, cause: messages.ResetCause = messages.ResetCause.RESET_PIN
    ) -> None:
        """Start from anew."""
        self._boot_s = self._now_s = now_s
        self._cause = cause
        self._decoder = FrameDecoder()
        self._seq = 0
        self._is_attended = self._is_streaming = False
        self._heard_s = now_s
        self._next_second_s = now_s + 1
        self._weight_s = float("-inf")
        self._weights_this_second = self._rate_centihertz = 0
        self._is_slow = False
        self._tilt = 0
        # It closes whatever frame the restart cut in half.
        self._frames.append(b"\0")
        self._say_hello()

    def receive(self, data: bytes) -> None:
        """Obey what the host says."""
        if self._faults.has(Deaf):
            return
        for frame in self._decoder.feed(data):
            self._obey(frame)

    def pass_time(self, now_s: float) -> None:
        """Do what is due each second."""
        self._now_s = max(now_s, self._now_s)
        if self._now_s - self._heard_s >= self._traits.silence_s:
            self._is_attended = self._is_streaming = False
        while self._now_s >= self._next_second_s:
            self._next_second_s += 1
            self._pass_second()

    def take_reading(self, reading: RawReading) -> None:
        """Take one reading of a sensor."""
        self.pass_time(reading.t_s)
        if isinstance(reading, RawWeight):
            self._weigh(reading)
        elif isinstance(reading, RawAcceleration):
            if self._is_streaming and self._traits.has_accelerometer:
                self._say(
                    messages.Acceleration(self._ticks(reading.t_s), reading.x, reading.y, reading.z)
                )
        else:
            self._tilt_to(reading)

    def take_frames(self) -> list[bytes]:
        """What the device said since the last call, one item a frame."""
        frames, self._frames = self._frames, []
        return frames

    def _ticks(self, t_s: float) -> int:
        return round((t_s - self._boot_s) / TICK_S) % 2**32

    def _say(self, message: messages.SerialMessage) -> None:
        self._frames.append(messages.encode_message(message, self._seq))
        self._seq = (self._seq + 1) % 256

    def _say_hello(self) -> None:
        protocol = self._faults.protocol
        self._say(
            messages.Hello(
                messages.PROTOCOL_VERSION if protocol is None else protocol,
                *self._traits.firmware,
                self._capabilities(),
                self._cause,
                self._traits.board_id,
                self._rate_centihertz,
                0,
            )
        )

    def _capabilities(self) -> int:
        bits = messages.Capability.BOARD_ID
        if self._now_s - self._weight_s < 1:
            bits |= messages.Capability.LOAD_CELL
        if self._traits.has_accelerometer:
            bits |= messages.Capability.ACCELEROMETER
        if self._traits.has_tilt_switch:
            bits |= messages.Capability.TILT_SWITCH
        if self._traits.is_rate_wired:
            bits |= messages.Capability.RATE_PIN
        return bits

    def _pass_second(self) -> None:
        self._rate_centihertz = 100 * self._weights_this_second
        self._weights_this_second = 0
        uptime_s = int(self._now_s - self._boot_s)
        bad = min(self._decoder.bad_frames, 65_535)
        self._say(
            messages.BoardStatus(
                self._ticks(self._now_s), uptime_s, 0, bad, 0, 0, self._rate_centihertz
            )
        )
        if not self._is_attended:
            self._say_hello()

    def _weigh(self, reading: RawWeight) -> None:
        is_slow = self._is_slow or self._faults.has(SlowStrap)
        is_due = not is_slow or reading.t_s - self._weight_s >= _SLOW_PERIOD_S - TICK_S
        if self._faults.has(DeadCell) or not is_due:
            return
        self._weight_s = reading.t_s
        self._weights_this_second += 1
        if self._is_streaming:
            counts = self._faults.disturb(reading.counts)
            flags = messages.WeightFlag.SATURATED.value if is_saturated(counts) else 0
            self._say(messages.Weight(self._ticks(reading.t_s), counts, flags))

    def _tilt_to(self, reading: RawTilt) -> None:
        self._tilt = reading.level
        if self._traits.has_tilt_switch and self._is_streaming:
            self._say(messages.Tilt(self._ticks(reading.t_s), self._tilt))

    def _obey(self, frame: SerialFrame) -> None:
        length = _COMMAND_LENGTHS.get(frame.type)
        if length is None:
            self._acknowledge(frame, messages.AckStatus.UNKNOWN_COMMAND)
        elif len(frame.payload) != length:
            self._acknowledge(frame, messages.AckStatus.BAD_ARGUMENT)
        else:
            self._obey_known(frame, messages.parse_message(frame))

    def _obey_known(self, frame: SerialFrame, command: messages.ParsedMessage) -> None:
        if isinstance(command, messages.SetRate):
            self._acknowledge(frame, self._set_rate(command.rate_hz))
        elif isinstance(command, messages.Stream):
            self._set_stream(frame, command.is_on)
        else:
            self._obey_simple(frame, command)

    def _obey_simple(self, frame: SerialFrame, command: messages.ParsedMessage) -> None:
        self._acknowledge(frame, messages.AckStatus.DONE)
        if isinstance(command, messages.Identify):
            self._say_hello()
        elif isinstance(command, messages.Heartbeat):
            self._is_attended, self._heard_s = True, self._now_s
        else:
            self._say(messages.Mark(self._ticks(self._now_s), frame.seq))

    def _acknowledge(self, frame: SerialFrame, status: messages.AckStatus) -> None:
        self._say(messages.Ack(frame.type, frame.seq, status))

    def _set_rate(self, rate_hz: int) -> messages.AckStatus:
        if not self._traits.is_rate_wired:
            return messages.AckStatus.UNSUPPORTED
        if rate_hz not in _RATES_HZ:
            return messages.AckStatus.BAD_ARGUMENT
        self._is_slow = rate_hz == _RATES_HZ[0]
        return messages.AckStatus.DONE

    def _set_stream(self, frame: SerialFrame, is_on: int) -> None:
        if is_on > 1:
            self._acknowledge(frame, messages.AckStatus.BAD_ARGUMENT)
            return
        self._is_streaming = bool(is_on)
        self._acknowledge(frame, messages.AckStatus.DONE)
        if is_on:
            self._heard_s = self._now_s
            if self._traits.has_tilt_switch:
                self._say(messages.Tilt(self._ticks(self._now_s), self._tilt))
