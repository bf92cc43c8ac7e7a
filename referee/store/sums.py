"""Check sums by which rot is noticed: a flipped bit in the log would else be told as the truth.

Each event has one, over its columns as they are stored and over the sum of the event before it, so
that none can change, move or go missing unnoticed. A game has one over its record and its seats.
What is written here is in every log: it never changes, or all logs need a new migration.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any


def check_sum(values: Iterable[Any]) -> int:
    """Sixty-four bits over these values in their order."""
    # Text that is not UTF-8 was read with what the bytes were.
    content = "\n".join(map(str, values)).encode(errors="surrogateescape")
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "big", signed=True)


def event_sum(before: int, stored: tuple[Any, ...]) -> int:
    """The sum of an event: `seq, at, cause, type, version, data`; before the first is its game."""
    seq, at, cause, kind, version, data = stored
    content = f"{before}\n{seq}\n{at}\n{cause}\n{kind}\n{version}\n{data}"
    digest = blake2b(content.encode(errors="surrogateescape"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
