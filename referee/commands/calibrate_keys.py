"""The keys of a person at the terminal: Enter accepts, r repeats, q aborts."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from contextlib import AbstractContextManager
from enum import StrEnum
from types import TracebackType
from typing import Any, Protocol, Self


class Key(StrEnum):
    """What a person wants."""

    ACCEPT = "accept"
    REPEAT = "repeat"
    ABORT = "abort"


_KEYS = {"\n": Key.ACCEPT, "\r": Key.ACCEPT, "r": Key.REPEAT, "q": Key.ABORT, "": Key.ABORT}
"""Nothing at all is the end of the input: nobody is there any more."""


class Keys(AbstractContextManager["Keys"], Protocol):
    """Tells which key was pressed since it was last asked."""

    def pressed(self) -> Key | None:
        """A key, or None; never waits."""
        ...


class TerminalKeys:
    """Single keys of the terminal, at once; or the letters that come through a pipe."""

    def __init__(self) -> None:
        self._before: list[Any] | None = None

    def __enter__(self) -> Self:
        if sys.stdin.isatty():
            self._before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before is not None:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def pressed(self) -> Key | None:
        """A key, or None."""
        if not select.select([sys.stdin], [], [], 0)[0]:
            return None
        # Past Python's buffer, in which a second key would wait unseen for a third.
        read = os.read(sys.stdin.fileno(), 1).decode("ascii", "replace")
        return _KEYS.get(read.lower())


def terminal_keys() -> Keys:
    """The keys of this terminal."""
    return TerminalKeys()
