"""Messages of the live socket, encoded once for everybody who gets the same."""

from __future__ import annotations

from dataclasses import dataclass
from struct import pack

_TEXT_FRAME = 0x81
"""The first byte of a whole WebSocket text message (RFC 6455, section 5.2)."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Messages that are sent together: as texts, and as the bytes of their frames."""

    texts: tuple[str, ...]
    frames: bytes


def bundle_of(*messages: bytes) -> Bundle:
    """Put messages together; empty ones are left out."""
    chosen = [each for each in messages if each]
    texts = tuple(each.decode() for each in chosen)
    return Bundle(texts, b"".join(framed(each) for each in chosen))


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
