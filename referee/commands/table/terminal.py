"""The table at a terminal: prints what the umpire says, and turns typed lines into orders."""

from __future__ import annotations

from rich.console import Console

from referee.app.running import RunningTable
from referee.app.what_is_due import CAREFUL, do_what_is_due
from referee.commands.play.answers import Answers, NotUnderstoodError
from referee.commands.play.screen import Screen
from referee.commands.table.deeds import deed_of
from referee.errors import InputError, Word
from referee.games.awaiting import AwaitChoice
from referee.language import Language
from referee.table.orders import Act, Answer, Done, Fell, Fine, Order, Undo
from referee.table.sentences import Topic
from referee.table.updates import Snapshot, Update

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
            return not is_question and do_what_is_due(
                world.hands, snapshot, _number(word) or CAREFUL
            )
        deed = deed_of(word.casefold())
        if deed is None:
            return False
        deed(world.hands, _share(rest))
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
