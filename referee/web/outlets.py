"""The way to one live client.

What was sent and not yet read grows old. A ping follows each message, whose echo says that the
client has read it: little is under way at a time, only the newest state waits, and whoever has not
read a message after some seconds is closed. Nobody else notices.
"""

from __future__ import annotations

import asyncio
from collections import deque

from referee.web.messages import Bundle
from referee.web.server import FrameProtocol

STALLED_S = 5.0
MOST_UNREAD = 8
MOST_UNREAD_BYTES = 32 * 1024
_SLOWEST_BYTES_S = 32 * 1024
"""A long message may take longer."""


class FrameOutlet:
    """Writes ready frames to a line; no task, no copy, and nothing here ever waits."""

    def __init__(self, line: FrameProtocol, stalled_s: float = STALLED_S) -> None:
        self._line = line
        self._stalled_s = stalled_s
        self._loop = asyncio.get_running_loop()
        self._waiting: Bundle | None = None
        # What is under way: its mark, its size, and when it must have been read.
        self._unread: deque[tuple[bytes, int, float]] = deque()
        self._alarm: asyncio.TimerHandle | None = None
        line.on_pong = self._on_pong

    def offer(self, bundle: Bundle) -> None:
        """Send this now, or instead of what still waits to be sent."""
        size = len(bundle.frames)
        if self._is_enough(size):
            self._waiting = bundle
            return
        self._waiting = None
        due_s = self._loop.time() + self._stalled_s + size / _SLOWEST_BYTES_S
        self._unread.append((bundle.mark, size, due_s))
        self._line.write_frames(bundle.frames)
        if self._alarm is None:
            self._alarm = self._loop.call_at(due_s, self._check)

    def _is_enough(self, size: int) -> bool:
        under_way = sum(each for _, each, _ in self._unread)
        is_too_long = bool(self._unread) and under_way + size > MOST_UNREAD_BYTES
        return is_too_long or len(self._unread) >= MOST_UNREAD

    def close(self) -> None:
        """Let the client go."""
        self.done()
        self._line.transport.abort()

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
            self._line.transport.abort()
        elif self._unread:
            self._alarm = self._loop.call_at(self._unread[0][2], self._check)
