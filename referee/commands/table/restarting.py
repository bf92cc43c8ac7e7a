"""Starting the program anew from the dashboard: everything is closed, then it begins again."""

from __future__ import annotations

import os
import sys
from _thread import interrupt_main
from collections.abc import Sequence


class Restarting:
    """Whether somebody wants the program to start anew; any thread may ask for it."""

    def __init__(self) -> None:
        self.is_asked = False

    def ask(self) -> None:
        """End what the main thread waits for, as Ctrl-C would."""
        self.is_asked = True
        interrupt_main()

    def start_anew(self, port: int | None) -> None:
        """Become a new process at the same address that goes on with the game; no way back."""
        os.execv(sys.executable, restarted_words(sys.argv[1:], port))  # noqa: S606 - no shell


def restarted_words(words: Sequence[str], port: int | None) -> list[str]:
    """The command line of the new process.

    >>> restarted_words(["run", "--game", "spookies"], 8081)[1:]
    ['-m', 'referee.cli', 'run', '--game', 'spookies', '--resume', '--port', '8081']
    """
    resumed = [] if "--resume" in words else ["--resume"]
    is_placed = port is None or any(word.startswith("--port") for word in words)
    placed = [] if is_placed else ["--port", str(port)]
    return [sys.executable, "-m", "referee.cli", *words, *resumed, *placed]
