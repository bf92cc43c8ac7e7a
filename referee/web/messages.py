"""Messages of the live socket, encoded once for everybody who gets the same."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_bytes
from struct import pack

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
