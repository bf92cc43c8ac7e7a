"""What really happened at the plate, for comparing with what was felt."""

from __future__ import annotations

import msgspec

Which = tuple[str, str]
"""A piece: its kind and its name."""


class Truth(msgspec.Struct, frozen=True):
    """Something happened at `t_s`, in seconds of the world."""

    t_s: float


class Put(Truth, frozen=True):
    """A hand set this piece down; it may still fall."""

    kind: str
    piece: str


class Fell(Truth, frozen=True):
    """Pieces left the stack that no hand took; `t_s` is when the first one left its place."""

    pieces: tuple[Which, ...]


class Lifted(Truth, frozen=True):
    """A hand took this piece away, from the top of the stack or from where it lay."""

    kind: str
    piece: str


class Leaned(Truth, frozen=True):
    """A hand leaned on the plate."""

    newton: float
    seconds: float


class Nudged(Truth, frozen=True):
    """A finger pushed the tower sideways."""

    strength: float


class Bumped(Truth, frozen=True):
    """Somebody knocked against the table."""

    strength: float


class Axed(Truth, frozen=True):
    """A blow hit the tower; these pieces left the stack by it."""

    strength: float
    pieces: tuple[Which, ...]


class Cleared(Truth, frozen=True):
    """Hands have made the plate ready: only a few dice stand on it."""

    kept: int
