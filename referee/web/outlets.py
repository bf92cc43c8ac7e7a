"""The ways to a live client: through any server, and the shorter one through our own.

A client that does not read gets no more than a few messages: while it is behind, only the newest
state waits for it, and after some seconds it is closed. Nobody else notices.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from referee.web.messages import Bundle

STALLED_S = 5.0
FRAMES = "referee.frames"
"""The server's extension that takes frames as they are; see `server`."""


class FrameLine(Protocol):
    """A connection that takes ready frames."""

    def write_frames(self, frames: bytes) -> bool:
        """Send these bytes unless the client is behind; whether they were taken."""
        ...

    def when_writable(self, callback: object) -> None:
        """Call this each time the client has caught up."""
        ...

    def abort(self) -> None:
        """Hang up without another word."""
        ...


class FrameOutlet:
    """Writes ready frames to the line; no task, no copy, no waiting."""

    def __init__(self, line: FrameLine, stalled_s: float = STALLED_S) -> None:
        self._line = line
        self._stalled_s = stalled_s
        self._waiting: Bundle | None = None
        self._alarm: asyncio.TimerHandle | None = None
        line.when_writable(self._catch_up)

    def offer(self, bundle: Bundle) -> None:
        """Send this now, or instead of what still waits to be sent."""
        if self._waiting is None and self._line.write_frames(bundle.frames):
            return
        self._waiting = bundle
        if self._alarm is None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(self._stalled_s, self._line.abort)

    def close(self) -> None:
        """Let the client go."""
        self._stop_alarm()
        self._line.abort()

    def done(self) -> None:
        """The client is gone."""
        self._stop_alarm()
        self._waiting = None

    def _catch_up(self) -> None:
        self._stop_alarm()
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self.offer(waiting)

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


class QueueOutlet:
    """Sends through whatever server runs the app, with a task of its own."""

    def __init__(self, websocket: WebSocket, stalled_s: float = STALLED_S) -> None:
        self._websocket = websocket
        self._stalled_s = stalled_s
        self._waiting: Bundle | None = None
        self._has_waiting = asyncio.Event()
        self._task = asyncio.create_task(self._send_all())

    def offer(self, bundle: Bundle) -> None:
        """Send this soon, or instead of what still waits to be sent."""
        self._waiting = bundle
        self._has_waiting.set()

    def close(self) -> None:
        """Let the client go."""
        self._task.cancel()

    def done(self) -> None:
        """The client is gone."""
        self._task.cancel()

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            while True:
                await self._has_waiting.wait()
                self._has_waiting.clear()
                bundle, self._waiting = self._waiting, None
                if bundle is not None:
                    async with asyncio.timeout(self._stalled_s):
                        await self._send(bundle)
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(1):
                await self._websocket.close(1013)

    async def _send(self, bundle: Bundle) -> None:
        for text in bundle.texts:
            await self._websocket.send_text(text)
