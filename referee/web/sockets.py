"""Live messages as WebSocket frames, and the way to one client.

A message is encoded once for everybody who gets the same. What was sent and not yet read grows old:
a ping follows each message, whose echo says that the client has read it. Little is under way at a
time, only the newest state waits, and whoever has not read a message after some seconds is closed.
Nobody else notices.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_bytes
from struct import pack
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from referee.events import JsonObject
from referee.web.limits import PATIENCE_S, OpenConnections

_TEXT_FRAME = 0x81
"""The first byte of a whole WebSocket text message (RFC 6455, section 5.2)."""
_PING_FRAME = 0x89


@dataclass(frozen=True, slots=True)
class Bundle:
    """The bytes of messages that are sent together, as frames.

    The last frame is a ping: every client echoes its `mark` once it has read so far, and nobody
    can guess it before.
    """

    frames: bytes
    mark: bytes


def bundle_of(*messages: bytes) -> Bundle:
    """Put messages together; empty ones are left out."""
    mark = token_bytes(8)
    ping = pack("!BB", _PING_FRAME, len(mark)) + mark
    return Bundle(b"".join([*map(framed, filter(None, messages)), ping]), mark)


def framed(payload: bytes) -> bytes:
    """A text message as a server sends it: unmasked, in one frame."""
    size = len(payload)
    if size < 126:
        head = pack("!BB", _TEXT_FRAME, size)
    elif size < 1 << 16:
        head = pack("!BBH", _TEXT_FRAME, 126, size)
    else:
        head = pack("!BBQ", _TEXT_FRAME, 127, size)
    return head + payload


TRY_LATER = 1013
"""The code with which a socket is closed that has no place now (RFC 6455's registry)."""
FRAMES = "referee.frames"
"""The extension by which the app finds the `FrameProtocol` of a socket."""
_WRITE_BUFFER_BYTES = 16 * 1024


class FrameProtocol(WebSocketsSansIOProtocol):
    """Takes WebSocket frames that were made once for everybody, and writes them as they are."""

    on_pong: Callable[[bytes], None] | None = None

    def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._connections: OpenConnections = server_state

    def connection_made(self, transport: Any) -> None:
        """A client came."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=_WRITE_BUFFER_BYTES)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._connections.remove(self.transport)
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """Run the app; a client that does not read its last words is not waited for."""
        await super().run_asgi()
        self.loop.call_later(PATIENCE_S, self.transport.abort)

    def handle_connect(self, event: Any) -> None:
        """Offer the shorter way to the app."""
        super().handle_connect(event)
        scope: JsonObject | None = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][FRAMES] = self

    def handle_pong(self, event: Any) -> None:
        """The client has read up to here."""
        super().handle_pong(event)
        if self.on_pong is not None:
            self.on_pong(bytes(event.data))

    def send_receive_event_to_app(self) -> None:
        """Pass on what a client says; what is no text would be told to the log at length."""
        self.frames = [b"".join(self.frames).decode(errors="replace").encode()]
        super().send_receive_event_to_app()

    def write_frames(self, frames: bytes) -> None:
        """Send these bytes, if anybody is still there."""
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(frames)


STALLED_S = 5.0
MOST_UNREAD = 8
MOST_UNREAD_BYTES = 32 * 1024
_SLOWEST_BYTES_S = 32 * 1024
"""A long message may take longer."""


class FrameOutlet:
    """Writes ready frames to a client; no task, no copy, and nothing here ever waits."""

    def __init__(self, protocol: FrameProtocol, stalled_s: float = STALLED_S) -> None:
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
        size = len(bundle.frames)
        if self._is_enough(size):
            self._waiting = bundle
            return
        self._waiting = None
        due_s = self._loop.time() + self._stalled_s + size / _SLOWEST_BYTES_S
        self._unread.append((bundle.mark, size, due_s))
        self._protocol.write_frames(bundle.frames)
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
