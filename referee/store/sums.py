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
    return _sum_of("\n".join(map(str, values)))


def event_sum(  # noqa: PLR0917 - the columns in their order
    before: int, seq: Any, at: Any, cause: Any, kind: Any, version: Any, data: Any
) -> int:
    """The sum of an event, as `check_sum` would make it; before the first is its game's id."""
    return _sum_of(f"{before}\n{seq}\n{at}\n{cause}\n{kind}\n{version}\n{data}")


def _sum_of(text: str) -> int:
    # Text that is not UTF-8 was read with what the bytes were.
    digest = blake2b(text.encode("utf-8", "surrogateescape"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
