"""The table at a terminal: prints what the umpire says, and turns typed lines into orders.

It prints from a thread of its own: a terminal that does not read never holds up a game.
"""

from __future__ import annotations

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
from referee.cli.terminal_dialogue import Answers, NotUnderstoodError, Screen
from referee.devices.device import OpensAndCloses
from referee.errors import InputError, Word
from referee.games.awaiting import AwaitChoice
from referee.language import Language
from referee.table.orders import Act, Answer, Done, Fell, Fine, Order, Undo
from referee.table.sentences import Topic
from referee.table.updates import Snapshot, Update

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


_STYLES = {
    Topic.PROMPT: "bold",
    Topic.QUESTION: "bold yellow",
    Topic.COUNTDOWN: "bold yellow",
    Topic.ALARM: "bold red",
    Topic.TROUBLE: "red",
    Topic.REFUSAL: "red",
    Topic.HINT: "yellow",
}
_ORDERS: dict[str, Order] = {
    "undo": Undo(),
    "annule": Undo(),
    "fell": Fell(),
    "tombe": Fell(),
    "fine": Fine(),
    "bien": Fine(),
    "done": Done(),
    "fait": Done(),
}
_QUIT = ("quit", "quitte", "quitter", "exit")
_HELP = ("help", "aide", "?")
_SCORE = ("score", "table")
_WAIT_S = 5.0


class TableTerminal:
    """One terminal at one running table."""

    def __init__(self, running: RunningTable, console: Console, words: Language) -> None:
        self._running = running
        self._console = console
        self._words = words
        running.table.listen(self._hear)

    def _hear(self, update: Update) -> None:
        """Called in the table's thread."""
        for told in update.told:
            text = told.speech.text(self._words)
            if text:
                style = _STYLES.get(told.topic)
                self._console.print(f"» {text}", style=style, markup=False, highlight=False)
        self._show_answers()

    def _show_answers(self) -> None:
        """What can be typed now, if it is news."""
        snapshot = self._running.table.snapshot()
        if snapshot is None:
            return
        lines = self._choices(snapshot)
        if lines != self._shown:
            self._shown = lines
            for line in lines:
                self._console.print(line, style="dim", markup=False, highlight=False)

    _shown: tuple[str, ...] = ()

    def _choices(self, snapshot: Snapshot) -> tuple[str, ...]:
        if snapshot.question is not None:
            return tuple(
                f"  {number}  {option.label.text(self._words)}"
                for number, option in enumerate(snapshot.question.options, 1)
            )
        if not isinstance(snapshot.awaiting, AwaitChoice) or self._running.players is not None:
            return ()
        answers = self._answers(snapshot)
        choices = answers.choices(snapshot.state, snapshot.awaiting.seats[0])
        return tuple(f"  {choice.key}  {choice.label}" for choice in choices)

    def _answers(self, snapshot: Snapshot) -> Answers:
        umpire = self._running.table.umpire
        if umpire is None:
            raise InputError("No game is under way: begin one first.")
        words = self._words.with_names(umpire.game.card_names(snapshot.state))
        return Answers(umpire.game, snapshot.names, words)

    def hear_line(self, line: str) -> bool:
        """Carry out what was typed; False if somebody wants to go home."""
        text = line.strip()
        if text.casefold() in _QUIT:
            return False
        try:
            self._obey(text)
        except NotUnderstoodError as error:
            self._say("play-not-understood", answer=text, example=error.examples)
        except InputError as error:
            self._console.print(str(error), style="red", markup=False, highlight=False)
        return True

    def _obey(self, text: str) -> None:
        snapshot = self._snapshot()
        folded = text.casefold()
        if folded in _HELP:
            self._say("run-help")
        elif folded in _SCORE:
            self._score(snapshot)
        elif folded in _ORDERS:
            self._order(_ORDERS[folded])
        elif not self._do(text, snapshot):
            self._order(self._meant(text, snapshot))

    def _snapshot(self) -> Snapshot:
        snapshot = self._running.ask(lambda table: table.snapshot()).result(_WAIT_S)
        if snapshot is None:
            raise InputError("No game is under way: begin one first.")
        return snapshot

    def _do(self, text: str, snapshot: Snapshot) -> bool:
        """Something for the hands, at a simulated table."""
        world = self._running.world
        if world is None:
            return False
        word, _, rest = text.partition(" ")
        if not word or _number(word) is not None:
            is_question = snapshot.question is not None
            return not is_question and world.make_next_motion(snapshot, _number(word))
        motion = world.motion_of(word.casefold())
        if motion is None:
            return False
        motion(_share(rest))
        return True

    def _meant(self, text: str, snapshot: Snapshot) -> Order:
        question = snapshot.question
        if question is not None and text.isdigit() and 0 < int(text) <= len(question.options):
            return Answer(question.number, question.options[int(text) - 1].value)
        if snapshot.awaiting is None:
            raise NotUnderstoodError("quit")
        if not text:
            return Done()
        seat = snapshot.seat
        if seat is None:
            seat = getattr(snapshot.awaiting, "seats", (0,))[0]
        return Act(self._answers(snapshot).parse(snapshot.state, snapshot.awaiting, seat, text))

    def _order(self, order: Order) -> None:
        # What is refused is told to everybody, so nothing has to be said here.
        self._running.ask(lambda table: table.order(order)).result(_WAIT_S)

    def _score(self, snapshot: Snapshot) -> None:
        umpire = self._running.table.umpire
        if umpire is not None:
            Screen(self._console, umpire.game, snapshot.names, self._words).table(snapshot.state)

    def _say(self, message: str, **words: Word) -> None:
        text = self._words.say(message, **words)
        self._console.print(text, markup=False, highlight=False)


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
