"""The terminal of a running table: its dialogue with the umpire, and hands at a simulated table.

It prints from a thread of its own: a terminal that does not read never holds up a game.
"""

import io
import os
import select
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, Thread
from typing import IO, cast

from rich.console import Console

from referee.app.running_table import RunningTable
from referee.cli.terminal_dialogue import Result, TerminalDialogue
from referee.devices.device import OpensAndCloses
from referee.errors import InputError
from referee.language import Language
from referee.table.table import Table
from referee.table.umpire import Umpire
from referee.table.updates import Snapshot

MOST_WAITING = 200
_PIECE_BYTES = 512
"""A pipe or terminal that takes anything takes so much without waiting."""
_LOOK_AGAIN_S = 0.2
_LAST_WORDS_S = 1.0
"""So long the last lines wait for a reader when the program ends."""


@contextmanager
def printing(console: Console, words: Language) -> Iterator[None]:
    """What the console prints, and what is logged, waits for nobody while this is open."""

    def missed(count: int) -> str:
        with console.capture() as said:
            console.print(words.say("run-not-shown", count=count), style="dim", markup=False)
        return said.get()

    out, errors = console.file, sys.stderr
    with PatientFile(out, missed) as patient_out, PatientFile(errors, missed) as patient_errors:
        console.file = cast("IO[str]", patient_out)
        sys.stderr = cast("io.TextIOWrapper", patient_errors)
        try:
            yield
        finally:
            sys.stderr = errors
    if not patient_out.is_gone:
        console.file = out


class PatientFile(OpensAndCloses):
    """Stands before a file and takes everything at once; a thread brings it there."""

    def __init__(self, to: IO[str], missed: Callable[[int], str]) -> None:
        self.is_gone = False
        self.encoding: str = getattr(to, "encoding", None) or "utf-8"
        self._to = to
        self._missed = missed
        self._waiting: deque[str] = deque()
        self._dropped = 0
        self._changed = Condition()
        self._is_ending = False
        self._thread = Thread(target=self._run, name="printing", daemon=True)

    def open(self) -> None:
        """Begin to print."""
        self._thread.start()

    def close(self) -> None:
        """Print what is left, if somebody reads it."""
        with self._changed:
            self._is_ending = True
            self._changed.notify()
        self._thread.join()

    # What a file can do.

    def write(self, text: str) -> int:
        """Have this printed some time; never waits, never raises."""
        with self._changed:
            if len(self._waiting) >= MOST_WAITING:
                self._waiting.popleft()
                self._dropped += 1
            if not (self.is_gone or self._is_ending):
                self._waiting.append(text)
                self._changed.notify()
        return len(text)

    def flush(self) -> None:
        """It is on its way."""

    def isatty(self) -> bool:
        """Whether people read it."""
        return self._to.isatty()

    def fileno(self) -> int:
        """Where it goes in the end."""
        return self._to.fileno()

    # In the thread.

    def _run(self) -> None:
        try:
            while (text := self._next()) is not None:
                self._write(text)
        except (OSError, ValueError):
            # Closed for good; whatever is said from now on is for nobody.
            self.is_gone = True

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_ending)
            if not self._waiting:
                return None
            dropped, self._dropped = self._dropped, 0
            text = self._waiting.popleft()
        return (self._missed(dropped) if dropped else "") + text

    def _write(self, text: str) -> None:
        try:
            place = self.fileno()
        except io.UnsupportedOperation:
            self._to.write(text)
            return
        data = text.encode(self.encoding, "replace")
        while data:
            self._wait_for_room(place)
            data = data[os.write(place, data[:_PIECE_BYTES]) :]

    def _wait_for_room(self, place: int) -> None:
        waited_s = 0.0
        while not _has_room(place):
            waited_s += _LOOK_AGAIN_S
            if self._is_ending and waited_s >= _LAST_WORDS_S:
                raise BrokenPipeError


def _has_room(place: int) -> bool:
    try:
        return bool(select.select((), (place,), (), _LOOK_AGAIN_S)[1])
    except (OSError, ValueError):
        # Not on this system, or not for this kind of file: the write itself will tell.
        return True


_WAIT_S = 5.0


class TableTerminal(TerminalDialogue):
    """One terminal at one running table."""

    def __init__(self, running: RunningTable, console: Console, words: Language) -> None:
        super().__init__(console, words)
        self._running = running
        running.table.listen(self.hear)

    @property
    def umpire(self) -> Umpire | None:
        """Who referees the game under way, if there is one."""
        return self._running.table.umpire

    def carry_out(self, task: Callable[[Umpire], Result]) -> Result:
        """Run this in the table's thread."""

        def at_table(table: Table) -> Result:
            if table.umpire is None:
                raise InputError("No game is under way: begin one first.", message="twin-no-game")
            return task(table.umpire)

        return self._running.ask(at_table).result(_WAIT_S)

    @property
    def is_watched_only(self) -> bool:
        """Whether simulated players play, and nobody is asked."""
        return self._running.players is not None

    def help_messages(self, now: Snapshot) -> list[str]:
        """At a simulated table hands can be moved too."""
        return super().help_messages(now) if self._running.world is None else ["run-help"]

    def move_hands(self, text: str, now: Snapshot) -> bool:
        """Whether these words moved hands; only at a simulated table."""
        world = self._running.world
        if world is None:
            return False
        stayed = self.answers(now).kept(now.awaiting, text)
        if stayed is not None:
            return world.make_next_motion(now, stayed=stayed)
        word, _, rest = text.partition(" ")
        if not word or _number(word) is not None:
            is_question = now.question is not None
            return not is_question and world.make_next_motion(now, _number(word))
        motion = world.motion_of(word.casefold())
        if motion is None:
            return False
        motion(_share(rest))
        return True


def _number(word: str) -> float | None:
    """A care from 0 to 1, if the word is one and not a whole number."""
    try:
        return float(word.replace(",", ".")) if not word.isdigit() else None
    except ValueError:
        return None


def _share(text: str) -> float:
    number = _number(text.strip()) if text.strip() else None
    if number is None:
        return 0.5
    if not 0 <= number <= 1:
        raise InputError(f"{text.strip()} is no strength; give a number from 0 to 1.")
    return number
