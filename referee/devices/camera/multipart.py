"""Takes the pictures out of `multipart/x-mixed-replace`, the endless answer of network cameras.

It is fed with bytes as they come, and holds no more of them than one picture may have. Cameras are
careless about the standard: the boundary has its two dashes or not, a length is told or not.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

MOST_PICTURE_BYTES = 16 * 1024 * 1024
"""Chosen by hand: twice the largest JPEG of a phone."""
_MOST_HEAD_BYTES = 8 * 1024
"""Chosen by hand: real ones have a few hundred."""
_MOST_DASHES = 16
_HEAD_END = re.compile(rb"\r?\n\r?\n")


class GarbledError(ValueError):
    """This is no stream of pictures."""


class Part(NamedTuple):
    """One picture as bytes, when the first of them came, and when it was sent if that is told."""

    body: bytes
    began_s: float
    sent_s: float | None


def sent_s(headers: Mapping[str, str]) -> float | None:
    """When a picture was sent, by the camera's own clock; few tell it."""
    try:
        return float(headers.get("x-timestamp", ""))
    except ValueError:
        return None


class PartSplitter:
    r"""Fed with bytes, gives parts.

    >>> splitter = PartSplitter("frame")
    >>> data = b"--frame\nContent-Length: 3\n\nabc\n--frame"
    >>> [part.body for part in splitter.feed(data, at_s=0.0)]
    [b'abc']
    """

    def __init__(self, boundary: str) -> None:
        name = boundary.strip('"').lstrip("-").encode("latin-1", "replace")
        if not name:
            raise GarbledError("no boundary")
        self._boundary = re.compile(rb"\r?\n-{2,%d}%s" % (_MOST_DASHES, re.escape(name)))
        self._boundary_bytes = len(name) + _MOST_DASHES + 2
        self._held = bytearray()
        self._head: Mapping[str, str] | None = None
        self._began_s = 0.0
        self._searched = 0

    def feed(self, data: bytes, at_s: float) -> Iterator[Part]:
        """The parts that are whole with these bytes, which came at this time."""
        self._held += data
        while True:
            self._head = self._head or self._take_head(at_s)
            end = None if self._head is None else self._body_end(self._head)
            if self._head is None or end is None:
                return
            yield Part(bytes(self._held[:end]), self._began_s, sent_s(self._head))
            del self._held[:end]
            self._head = None

    def _take_head(self, at_s: float) -> Mapping[str, str] | None:
        # A blank line may stand before the boundary.
        start = len(self._held) - len(self._held.lstrip())
        end = _HEAD_END.search(self._held, start)
        if (len(self._held) if end is None else end.start()) - start > _MOST_HEAD_BYTES:
            raise GarbledError("a head without an end")
        if end is None:
            return None
        lines = self._held[start : end.start()].decode("latin-1").splitlines()
        del self._held[: end.end()]
        self._began_s, self._searched = at_s, 0
        named = [line.partition(":") for line in lines]
        return {name.strip().lower(): value.strip() for name, _, value in named}

    def _body_end(self, head: Mapping[str, str]) -> int | None:
        """Where the body ends; None if that has not come yet."""
        told = head.get("content-length", "")
        length = int(told) if told.isascii() and told.isdigit() and len(told) < 20 else None
        if (len(self._held) if length is None else length) > MOST_PICTURE_BYTES:
            raise GarbledError("a part without an end")
        if length is not None:
            return length if len(self._held) >= length else None
        found = self._boundary.search(self._held, self._searched)
        # What was searched is not searched again, but a boundary may have come in part.
        self._searched = max(0, len(self._held) - self._boundary_bytes)
        return None if found is None else found.start()
