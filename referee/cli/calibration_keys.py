"""The keys that lead through a calibration: single ones, and lines that begin with a number.

Enter accepts · r repeats · s leaves a step out · q aborts
2 eye names group 2 · 2 - leaves it out · 2 + takes it in again · 2 /7 splits picture 7 off
"""

from __future__ import annotations

import os
import re
import select
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from enum import StrEnum
from types import TracebackType
from typing import Protocol, Self

from referee.calibrate.guide import GroupChange
from referee.errors import InputError


class PressedKey(StrEnum):
    """What a person wants."""

    ACCEPT = "accept"
    REPEAT = "repeat"
    SKIP = "skip"
    ABORT = "abort"


_KEYS = {
    "\n": PressedKey.ACCEPT,
    "\r": PressedKey.ACCEPT,
    "r": PressedKey.REPEAT,
    "s": PressedKey.SKIP,
    "q": PressedKey.ABORT,
    "": PressedKey.ABORT,
}
"""Nothing at all is the end of the input: nobody is there any more."""
_ENTER = "\r\n"
_BACK = "\b\x7f"
_LINE = re.compile(r"(\d{1,4})(?:\s*(-)|\s*(\+)|\s*/\s*(\d{1,6})|\s+(\S.*?))?\s*")


class Keys(AbstractContextManager["Keys"], Protocol):
    """Tells which key was pressed since it was last asked, or which line was entered."""

    typed: str
    """The line as far as it was typed."""

    def pressed(self) -> PressedKey | GroupChange | None:
        """A key or a line, or None; never waits."""
        ...


class TerminalKeys:
    """Single keys of the terminal, at once; or the letters that come through a pipe."""

    def __init__(self) -> None:
        self._give_back: Callable[[], None] | None = None
        self.typed = ""

    def __enter__(self) -> Self:
        if sys.stdin.isatty():
            self._give_back = _take_terminal()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._give_back is not None:
            self._give_back()

    def pressed(self) -> PressedKey | GroupChange | None:
        """A key or a line, or None."""
        if not select.select([sys.stdin], [], [], 0)[0]:
            return None
        # Past Python's buffer, in which a second key would wait unseen for a third.
        read = os.read(sys.stdin.fileno(), 1).decode("ascii", "replace").lower()
        if read and (self.typed or read.isdigit()):
            return self._type(read)
        return _KEYS.get(read)

    def _type(self, read: str) -> GroupChange | None:
        if read in _ENTER:
            line, self.typed = self.typed, ""
            return typed_task(line)
        self.typed = self.typed[:-1] if read in _BACK else self.typed + read
        return None


def typed_task(line: str) -> GroupChange:
    """What a line says about a group; about group 0, which is none, if nobody understands it."""
    found = _LINE.fullmatch(line)
    if found is None:
        return GroupChange("name", 0)
    group = int(found[1])
    if found[2] or found[3]:
        return GroupChange("leave-out" if found[2] else "take-in", group)
    if found[4]:
        return GroupChange("split", group, picture=int(found[4]))
    return GroupChange("name", group, found[5] or "")


def _take_terminal() -> Callable[[], None]:
    """Let each key come at once, until what is given back here is called."""
    try:
        import termios
        import tty
    except ImportError:
        raise InputError(
            "This system's terminal gives no single keys: run the table and calibrate it on its"
            " page, under Operator."
        ) from None
    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    return lambda: termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def terminal_keys() -> Keys:
    """The keys of this terminal."""
    return TerminalKeys()
