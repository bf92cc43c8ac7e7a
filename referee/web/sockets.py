"""The way of live messages to one client.

What was sent and not yet read grows old: a ping follows each message, whose echo says that the
client has read it. Little is under way at a time, only the newest state waits, and whoever has not
read a message after some seconds is closed. Nobody else notices.

Messages are encoded once for everybody who sees the same; the library makes their frames for each
client. With 200 viewers an action takes 7.0 ms of processor time so, 5.8 ms if all of them share
ready frames, and 7.4 ms with a task for each client (`scripts/bench/web.py` at 20 actions a second,
medians of seven runs).
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_bytes

from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from referee.events import JsonObject
from referee.web.limits import PATIENCE_S, OpenConnections


@dataclass(frozen=True, slots=True)
class Bundle:
    """Messages that are sent together.

    Every client echoes the `mark` once it has read so far, and nobody can guess it before.
    """

    messages: tuple[bytes, ...]
    mark: bytes

    @property
    def size(self) -> int:
        """The bytes of all messages."""
        return sum(map(len, self.messages))


def bundle_of(*messages: bytes) -> Bundle:
    """Put messages together; empty ones are left out."""
    return Bundle(tuple(filter(None, messages)), token_bytes(8))


TRY_LATER = 1013
"""The code with which a socket is closed that has no place now (IANA's list for RFC 6455)."""
PROTOCOL = "referee.protocol"
"""The extension by which the app finds the `LiveProtocol` of a socket."""
_WRITE_BUFFER_BYTES = 16 * 1024
"""Chosen by hand: several messages; more would only grow old here."""


class LiveProtocol(WebSocketsSansIOProtocol):
    """Sends without a task for each client, and tells what the client has read."""

    on_pong: Callable[[bytes], None] | None = None

    def __init__(
        self,
        config: Config,
        server_state: OpenConnections,
        app_state: JsonObject,
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._open_connections = server_state

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client came."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=_WRITE_BUFFER_BYTES)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._open_connections.remove(self.transport)
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """Run the app; a client that does not read its last words is not waited for."""
        await super().run_asgi()
        self.loop.call_later(PATIENCE_S, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        """Offer the shorter way to the app."""
        super().handle_connect(event)
        scope: JsonObject | None = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][PROTOCOL] = self

    def handle_pong(self, event: Frame) -> None:
        """The client has read up to here."""
        super().handle_pong(event)
        if self.on_pong is not None:
            self.on_pong(bytes(event.data))

    def send_receive_event_to_app(self) -> None:
        """Pass on what a client says; what is no text would be told to the log at length."""
        self.frames = [b"".join(self.frames).decode(errors="replace").encode()]
        super().send_receive_event_to_app()

    def write(self, bundle: Bundle) -> None:
        """Send this, if anybody is still there."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            for message in bundle.messages:
                self.conn.send_text(message)
            self.conn.send_ping(bundle.mark)
            self.transport.write(b"".join(self.conn.data_to_send()))


STALLED_S = 5.0
"""Chosen by hand: shorter closes phones in bad reception, longer keeps those that are gone."""
MOST_UNREAD = 8
"""Chosen by hand: fewer skip states on a slow network, more let a slow reader fall behind."""
MOST_UNREAD_BYTES = 32 * 1024
"""As much as the system takes without asking (`limits._SEND_BUFFER_BYTES`)."""
_SLOWEST_BYTES_S = 32 * 1024
"""A long message may take longer; chosen by hand: slower is no use for a live picture."""


class Outlet:
    """Sends to one client; no task, and nothing here ever waits."""

    def __init__(self, protocol: LiveProtocol, stalled_s: float = STALLED_S) -> None:
        self._protocol = protocol
        self._stalled_s = stalled_s
        self._loop = asyncio.get_running_loop()
        self._waiting: Bundle | None = None
        # What is under way: its mark, its size, and when it must have been read.
        self._unread: deque[tuple[bytes, int, float]] = deque()
        self._alarm: asyncio.TimerHandle | None = None
        protocol.on_pong = self._on_pong

    def offer(self, bundle: Bundle) -> None:
        """Send this now, or instead of what still waits to be sent."""
        if self._is_enough(bundle.size):
            self._waiting = bundle
            return
        self._waiting = None
        due_s = self._loop.time() + self._stalled_s + bundle.size / _SLOWEST_BYTES_S
        self._unread.append((bundle.mark, bundle.size, due_s))
        self._protocol.write(bundle)
        if self._alarm is None:
            self._alarm = self._loop.call_at(due_s, self._check)

    def _is_enough(self, size: int) -> bool:
        under_way = sum(each for _, each, _ in self._unread)
        is_too_long = bool(self._unread) and under_way + size > MOST_UNREAD_BYTES
        return is_too_long or len(self._unread) >= MOST_UNREAD

    def close(self) -> None:
        """Let the client go."""
        self.done()
        self._protocol.transport.abort()

    def done(self) -> None:
        """The client is gone."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._waiting = None

    def _on_pong(self, mark: bytes) -> None:
        """Everything up to this mark has been read; other echoes are not ours."""
        if any(mark == each for each, _, _ in self._unread):
            while self._unread.popleft()[0] != mark:
                pass
            if self._waiting is not None:
                self.offer(self._waiting)

    def _check(self) -> None:
        self._alarm = None
        if self._unread and self._unread[0][2] <= self._loop.time():
            self._protocol.transport.abort()
        elif self._unread:
            self._alarm = self._loop.call_at(self._unread[0][2], self._check)
