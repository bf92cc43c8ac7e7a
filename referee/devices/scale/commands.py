"""Commands to the device: numbered, sent, matched with their answers, given up in time."""

from __future__ import annotations

from threading import Event

from referee.devices.scale.contract import CommandOutcome
from referee.weighing.messages import Ack, AckStatus, Command, encode_message

_OUTCOMES: dict[int, CommandOutcome] = {
    AckStatus.DONE: CommandOutcome.DONE,
    AckStatus.UNSUPPORTED: CommandOutcome.UNSUPPORTED,
    AckStatus.BAD_ARGUMENT: CommandOutcome.BAD_ARGUMENT,
    AckStatus.UNKNOWN_COMMAND: CommandOutcome.UNKNOWN_COMMAND,
}
_SETTLES_S = 1.0


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


class CommandDesk:
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

    def tell(self, command: Command) -> int:
        """Send a command and do not wait; the number it got."""
        seq = self._seq
        self._outgoing += encode_message(command, seq)
        self._seq = (seq + 1) % 256
        return seq

    def ask(self, command: Command, deadline_s: float) -> PendingCommand:
        """Send a command whose outcome somebody waits for."""
        pending = PendingCommand(deadline_s)
        self._pending[command.type, self.tell(command)] = pending
        return pending

    def acknowledge(self, ack: Ack) -> None:
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
