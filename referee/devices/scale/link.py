"""The conversation with one scale, without any port: bytes and time in, observations and bytes out.

The device says HELLO when it boots and when it is asked. The link then starts the stream, keeps it
alive with a heartbeat each second, starts it again when the device fell silent or restarted, and
knows at any moment which `ScaleState` that is. Commands are numbered, matched with their answers,
and given up in time.
"""

from threading import Event

from referee.devices.scale.contract import (
    AccelerationSample,
    CommandOutcome,
    MarkSample,
    Observation,
    ScaleCounters,
    ScaleFinding,
    ScaleState,
    TiltSample,
    WeightSample,
)
from referee.devices.scale.health import ScaleHealth, SequenceWatch
from referee.touch import messages
from referee.touch.device_time import DeviceClock, DeviceTime
from referee.touch.framing import FrameDecoder, SerialFrame

_OUTCOMES: dict[int, CommandOutcome] = {
    messages.AckStatus.DONE: CommandOutcome.DONE,
    messages.AckStatus.UNSUPPORTED: CommandOutcome.UNSUPPORTED,
    messages.AckStatus.BAD_ARGUMENT: CommandOutcome.BAD_ARGUMENT,
    messages.AckStatus.UNKNOWN_COMMAND: CommandOutcome.UNKNOWN_COMMAND,
}
_SETTLES_S = 1.0
"""Chosen by hand: longer than any step of the link takes."""


class PendingCommand:
    """A command whose answer is still to come; any thread may wait for it."""

    def __init__(self, deadline_s: float) -> None:
        self.deadline_s = deadline_s
        self.outcome: CommandOutcome | None = None
        self._is_settled = Event()

    def settle(self, outcome: CommandOutcome) -> None:
        """Tell how the command went; only the first word counts."""
        self.outcome = self.outcome or outcome
        self._is_settled.set()

    def wait(self, timeout_s: float) -> CommandOutcome:
        """How the command went."""
        # The link gives up by itself; the wait ends a little later even if nobody serves the link.
        self._is_settled.wait(timeout_s + _SETTLES_S)
        return self.outcome or CommandOutcome.TIMED_OUT


class CommandQueue:
    """Writes commands for one device and keeps those that wait for an answer."""

    def __init__(self) -> None:
        self._seq = 0
        self._outgoing = b""
        self._pending: dict[tuple[int, int], PendingCommand] = {}

    def restart(self) -> None:
        """A fresh line: nobody will answer what was asked before."""
        for pending in self._pending.values():
            pending.settle(CommandOutcome.NOT_CONNECTED)
        self._pending.clear()
        # A zero ends whatever half a frame the device may have from before.
        self._outgoing = b"\0"

    def send(self, command: messages.Command) -> int:
        """Send a command and do not wait; the number it got."""
        seq = self._seq
        self._outgoing += messages.encode_message(command, seq)
        self._seq = (seq + 1) % 256
        return seq

    def request(self, command: messages.Command, deadline_s: float) -> PendingCommand:
        """Send a command whose outcome somebody waits for."""
        pending = PendingCommand(deadline_s)
        self._pending[command.type, self.send(command)] = pending
        return pending

    def acknowledge(self, ack: messages.Ack) -> None:
        """Match an answer with its command."""
        pending = self._pending.pop((ack.command_type, ack.command_seq), None)
        if pending is not None:
            pending.settle(_OUTCOMES.get(ack.status, CommandOutcome.UNKNOWN_COMMAND))

    def expire(self, now_s: float) -> None:
        """Give up commands that were not answered in time."""
        if not self._pending:
            return
        late = [key for key, pending in self._pending.items() if now_s >= pending.deadline_s]
        for key in late:
            self._pending.pop(key).settle(CommandOutcome.TIMED_OUT)

    def take_outgoing(self) -> bytes:
        """The bytes to send now; nothing while all there is is the opening zero."""
        if len(self._outgoing) < 2:
            return b""
        outgoing, self._outgoing = self._outgoing, b""
        return outgoing


HEARTBEAT_EVERY_S = 1.0
ASK_AGAIN_S = 1.0
BOOT_S = 1.5
"""Opening the port resets most boards, and their bootloader takes bytes for a new program."""
SILENCE_S = 1.0
"""Ten weights of the slowest cell."""
START_S = 1.5
"""An HX711 needs 0.4 s to settle at 10 samples a second, the board some more to start it."""
UNANSWERED_S = 5.0
"""Chosen by hand: the bootloader's 1.5 s and three questions; then people are told."""
DEAD_S = 6.0
"""Chosen by hand: longer than `UNANSWERED_S`, so that its state is told before the port is left."""
_HEARD_LATELY_S = 2.5
"""The board tells its status once a second; two of them may be lost."""
_RATE_IS_OLD_S = 2.2
"""So long after its last weight the device may still tell the rate it had before."""
_FAST_HZ = 80
_NEVER_S = float("-inf")
_LINE_FINDINGS = (ScaleFinding.NOISY_LINE, ScaleFinding.RESTARTING)


class ScaleLink:
    """The conversation with a scale; `opened` begins it anew for each port."""

    def __init__(self, device_time: DeviceTime | None = None) -> None:
        self._time = DeviceClock() if device_time is None else device_time
        self._decoder = FrameDecoder()
        self._sequence = SequenceWatch()
        self._health = ScaleHealth()
        self._commands = CommandQueue()
        self._restarts = 0
        self._connections = 0
        self._device: messages.BoardStatus | None = None
        self._device_s = _NEVER_S
        self._is_open = False
        self.hello: messages.Hello | None = None

    def opened(self, now_s: float) -> None:
        """A port was opened."""
        self._is_open = True
        self.hello = None
        self._device = None
        self._decoder.feed(b"\0")
        self._sequence.restart()
        self._time.restart()
        self._commands.restart()
        self._opened_s = self._heard_s = now_s
        self._hello_s = self._weight_s = self._beat_s = _NEVER_S
        self._missing_before = self._sequence.missing
        self._ask_s = now_s + BOOT_S

    def closed(self) -> None:
        """The port is gone."""
        self._is_open = False
        self._commands.restart()

    def receive(self, data: bytes, now_s: float) -> list[Observation]:
        """What these bytes tell; `now_s` is when they were read."""
        bad_before = self._decoder.bad_frames
        observations: list[Observation] = []
        for frame in self._decoder.feed(data):
            observation = self._take(frame, now_s)
            if observation is not None:
                observations.append(observation)
        if self._decoder.bad_frames > bad_before:
            self._health.note_bad_frames(now_s, self._decoder.bad_frames - bad_before)
        return observations

    def poll(self, now_s: float) -> bytes:
        """What is to be sent now."""
        if not self._is_open:
            return b""
        self._commands.expire(now_s)
        if self.hello is None:
            self._identify(now_s)
        elif self._is_compatible:
            self._keep_streaming(now_s)
        return self._commands.take_outgoing()

    def ask(
        self, command: messages.Command, now_s: float, timeout_s: float
    ) -> PendingCommand | None:
        """Send a command with the next poll; None if there is nobody to obey it."""
        if not (self._is_open and self._is_compatible):
            return None
        return self._commands.request(command, now_s + timeout_s)

    def state(self, now_s: float) -> ScaleState:
        """Where the conversation stands."""
        if not self._is_open:
            return ScaleState.CONNECTING
        if self.hello is None:
            is_patient = now_s - self._opened_s < UNANSWERED_S
            return ScaleState.IDENTIFYING if is_patient else ScaleState.SILENT
        if not self._is_compatible:
            return ScaleState.INCOMPATIBLE
        if self._is_streaming(now_s):
            return ScaleState.STREAMING
        is_starting = self._weight_s == _NEVER_S and now_s - self._hello_s < START_S
        return ScaleState.IDENTIFYING if is_starting else ScaleState.SILENT

    def is_dead(self, now_s: float) -> bool:
        """Whether the line has been without any frame for so long that it should be opened anew."""
        return self._is_open and now_s - self._heard_s > DEAD_S

    def findings(self, now_s: float) -> tuple[ScaleFinding, ...]:
        """What a person should put right."""
        found = self._health.findings(now_s)
        state = self.state(now_s)
        if state is ScaleState.STREAMING:
            return found
        line = tuple(finding for finding in found if finding in _LINE_FINDINGS)
        is_alive = self.hello is not None and now_s - self._heard_s < _HEARD_LATELY_S
        is_silent = state is ScaleState.SILENT and is_alive
        return (self._reason_of_silence() if is_silent else ()) + line

    @property
    def rate_hz(self) -> float | None:
        """Weights per second: measured by the device if it said so, else here."""
        if self._device is not None and self._device.measured_rate_centihertz:
            return self._device.measured_rate_centihertz / 100
        return self._health.rate_hz

    def counters(self) -> ScaleCounters:
        """What the link went through so far."""
        return ScaleCounters(
            bad_frames=self._decoder.bad_frames,
            missing_frames=self._sequence.missing,
            repeated_frames=self._sequence.repeated,
            connections=self._connections,
            device_restarts=self._restarts,
        )

    @property
    def _is_compatible(self) -> bool:
        return self.hello is not None and self.hello.protocol == messages.PROTOCOL_VERSION

    def _is_streaming(self, now_s: float) -> bool:
        return now_s - self._weight_s < SILENCE_S

    def _reason_of_silence(self) -> tuple[ScaleFinding, ...]:
        """Why a board that talks sends no weights: it has none, or it does not hear us ask."""
        if self._device is None or self._device_s - self._weight_s < _RATE_IS_OLD_S:
            return ()
        has_weights = self._device.measured_rate_centihertz > 0
        return (ScaleFinding.UNHEARD if has_weights else ScaleFinding.NO_LOAD_CELL,)

    def _take(self, frame: SerialFrame, now_s: float) -> Observation | None:
        message = _readable(frame)
        if isinstance(message, messages.Hello):
            self._heard_s = now_s
            self._take_hello(message, frame.seq, now_s)
            return None
        if not self._sequence.is_new(frame.seq):
            return None
        self._heard_s = now_s
        if not self._is_compatible:
            # It speaks already, so it is past its bootloader and may be asked at once.
            self._ask_s = min(self._ask_s, now_s) if self.hello is None else self._ask_s
            return None
        return self._observe(message, frame.seq, now_s)

    def _observe(
        self, message: messages.ParsedMessage, seq: int, now_s: float
    ) -> Observation | None:
        if isinstance(message, messages.Acceleration):
            at_s = self._time.host_s(message.ticks, now_s)
            return AccelerationSample(at_s, message.x, message.y, message.z, seq)
        if isinstance(message, messages.Weight):
            return self._take_weight(message, seq, now_s)
        if isinstance(message, messages.Tilt):
            return TiltSample(self._time.host_s(message.ticks, now_s), message.level, seq)
        if isinstance(message, messages.Mark):
            return MarkSample(self._time.host_s(message.ticks, now_s), message.command_seq, seq)
        self._note(message, now_s)
        return None

    def _take_weight(self, message: messages.Weight, seq: int, now_s: float) -> WeightSample:
        if not self._is_streaming(now_s):
            self._health.restart_rate()
        self._weight_s = now_s
        at_s = self._time.host_s(message.ticks, now_s)
        self._health.add_weight(at_s, message.counts, message.flags)
        missed = self._sequence.missing - self._missing_before
        self._missing_before = self._sequence.missing
        return WeightSample(at_s, message.counts, message.flags, seq, max(0, missed))

    def _note(self, message: messages.ParsedMessage, now_s: float) -> None:
        if isinstance(message, messages.Ack):
            self._commands.acknowledge(message)
        elif isinstance(message, messages.BoardStatus):
            if self._device is not None and message.uptime_s < self._device.uptime_s:
                self._restarted(now_s)
            self._device, self._device_s = message, now_s
            self._time.host_s(message.ticks, now_s)

    def _take_hello(self, hello: messages.Hello, seq: int, now_s: float) -> None:
        # A device that boots counts its frames from 0.
        if seq == 0 and self._sequence.last not in {None, 0, 255}:
            self._restarted(now_s)
            self._sequence.restart()
        self._sequence.is_new(seq)
        if self.hello is None:
            self._hello_s = now_s
            self._connections += 1
        self.hello = hello
        # Unless it was asked, a device says hello because it forgot us.
        if self._is_compatible:
            self._start_stream(now_s)

    def _restarted(self, now_s: float) -> None:
        if self.hello is not None:
            self._restarts += 1
            self._health.note_restart(now_s)
        self._device = None
        self._weight_s = _NEVER_S
        self._hello_s = now_s
        self._time.restart()

    def _identify(self, now_s: float) -> None:
        if now_s >= self._ask_s:
            self._commands.send(messages.Identify())
            self._ask_s = now_s + ASK_AGAIN_S

    def _start_stream(self, now_s: float) -> None:
        self._beat(now_s)
        if self.hello is not None and self.hello.has(messages.Capability.RATE_PIN):
            self._commands.send(messages.SetRate(_FAST_HZ))
        self._commands.send(messages.Stream(1))
        self._ask_s = now_s + ASK_AGAIN_S

    def _keep_streaming(self, now_s: float) -> None:
        if now_s - self._beat_s >= HEARTBEAT_EVERY_S:
            self._beat(now_s)
        if not self._is_streaming(now_s) and now_s >= self._ask_s:
            self._start_stream(now_s)

    def _beat(self, now_s: float) -> None:
        self._commands.send(messages.Heartbeat())
        self._beat_s = now_s


def _readable(frame: SerialFrame) -> messages.ParsedMessage:
    message = messages.parse_message(frame)
    is_short_hello = (
        isinstance(message, messages.MalformedMessage) and frame.type == messages.Hello.type
    )
    if is_short_hello and frame.payload[:1] != bytes((messages.PROTOCOL_VERSION,)):
        # Whatever else another version says in its greeting, it says its number first.
        return messages.parse_message(
            SerialFrame(
                frame.type, frame.seq, frame.payload.ljust(messages.Hello.layout.size, b"\0")
            )
        )
    return message
