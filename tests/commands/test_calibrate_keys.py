"""The keys of a terminal and of a pipe."""

from __future__ import annotations

import os
import pty
import sys
import termios

import pytest

from referee.commands.calibrate_keys import Key, terminal_keys


def test_single_keys_of_a_terminal_count_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    person, terminal = pty.openpty()
    with open(terminal, encoding="ascii") as stdin:  # noqa: PTH123 - a handle, not a path
        monkeypatch.setattr(sys, "stdin", stdin)
        before = termios.tcgetattr(stdin)
        with terminal_keys() as keys:
            assert keys.pressed() is None
            os.write(person, b"rxQ\n")
            found = [keys.pressed() for _ in range(5)]
        # The terminal is as it was.
        assert termios.tcgetattr(stdin) == before
    os.close(person)
    assert found == [Key.REPEAT, None, Key.ABORT, Key.ACCEPT, None]


def test_the_end_of_a_pipe_aborts(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with open(reading, encoding="ascii") as stdin:  # noqa: PTH123 - a handle, not a path
        monkeypatch.setattr(sys, "stdin", stdin)
        with terminal_keys() as keys:
            assert keys.pressed() is None
            os.write(writing, b"\n")
            os.close(writing)
            assert [keys.pressed(), keys.pressed()] == [Key.ACCEPT, Key.ABORT]
