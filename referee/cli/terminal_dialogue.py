"""The dialogue of a terminal with the umpire: what is said is printed, what is typed is ordered.

`referee play` and `referee run` have it in common. The umpire's prompt is put as a question with
all its answers where people have to type; what a device will tell is only announced.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from rich.console import Console

from referee.cli.shown_table import final_scores, table_shown
from referee.cli.typed_answers import Answers, NotUnderstoodError, seat_asked, typed_question
from referee.errors import InputError
from referee.games.awaiting import AwaitCards, AwaitChoice, AwaitDice, AwaitStability, AwaitTally
from referee.games.registry import find_game
from referee.games.reports import ReportFall
from referee.language import Language
from referee.table.facts import Device
from referee.table.orders import Act, AnswerOrder, DoneOrder, FellOrder, FineOrder, Order, UndoOrder
from referee.table.sentences import RefusalSentence, Sentence, Told, Topic
from referee.table.states.falls import likely_culprit
from referee.table.umpire import Umpire
from referee.table.updates import Snapshot, Update

# What may be typed at any time, in both languages.
_HELP = ("help", "aide", "?")
_UNDO = ("undo", "annule", "annuler")
_SCORE = ("score", "table")
QUIT = ("quit", "quitte", "quitter", "exit")
_FELL = ("fell", "tombe", "tombé")
_NOBODY = ("nobody", "personne")
_ORDERS: dict[str, Order] = {
    "fine": FineOrder(),
    "bien": FineOrder(),
    "done": DoneOrder(),
    "fait": DoneOrder(),
}

RESERVED = frozenset((*_HELP, *_UNDO, *_SCORE, *QUIT, *_FELL, *_NOBODY))
"""No player can be called so: the referee would take it for a command."""

_STYLES = {
    Topic.EVENT: "cyan",
    Topic.PROMPT: "bold",
    Topic.QUESTION: "bold yellow",
    Topic.COUNTDOWN: "bold yellow",
    Topic.ALARM: "bold red",
    Topic.TROUBLE: "red",
    Topic.REFUSAL: "red",
    Topic.HINT: "yellow",
    Topic.CORRECTION: "yellow",
}

Result = TypeVar("Result")


class UnsavedGameError(InputError):
    """What was just decided cannot be saved, so the game does not go on."""


class TerminalDialogue(ABC):
    """One terminal at one table; `hear` is called in the table's thread."""

    def __init__(self, console: Console, words: Language) -> None:
        self._console = console
        self._words = words
        self._speaker: int | None = None
        """The seat that asked for the word."""
        self._has_asked = False
        self._asked_number = 0
        self._undone = ""

    # What the table brings.

    @property
    @abstractmethod
    def umpire(self) -> Umpire | None:
        """Who referees the game under way, if there is one."""

    @abstractmethod
    def carry_out(self, task: Callable[[Umpire], Result]) -> Result:
        """Run this in the table's thread; an `InputError` if no game is under way."""

    @property
    def is_watched_only(self) -> bool:
        """Whether simulated players play, and nobody is asked."""
        return False

    def move_hands(self, text: str, now: Snapshot) -> bool:
        """Whether these words moved hands at a simulated table."""
        return False

    def help_messages(self, now: Snapshot) -> list[str]:
        """The messages that say what can be typed."""
        tower = ["play-help-tower"] if ReportFall in find_game(now.game).actions else []
        return ["play-help", *tower, "play-help-more"]

    # What the umpire says.

    def hear(self, update: Update) -> None:
        """Print what was said, and ask what is to be typed now."""
        umpire = self.umpire
        if umpire is None:
            return
        now = umpire.snapshot()
        for told in update.told:
            self._tell(told, now)
        if now.question is None:
            self._asked_number = 0
        elif now.question.number != self._asked_number:
            self.ask(now)

    def _tell(self, told: Told, now: Snapshot) -> None:
        speech, style = told.speech, _STYLES[told.topic]
        text = speech.text(self._words)
        match speech:
            case Sentence() if speech == now.prompt and self._is_typed(now):
                self.ask(now)
            case RefusalSentence():
                self._say("play-refused", "bold red", sentence=text, rule=speech.refused.rule)
            case Sentence("play-winner") if now.outcome is not None:
                self._console.print(final_scores(now, now.outcome, self._words))
                self._print(text, "bold green")
            case Sentence("umpire-resumed"):
                self._print(f"» {text}", style)
                self._console.print(table_shown(now, self._words))
            case Sentence("umpire-await-stability", words):
                self._print(Sentence("await-stability", words).text(self._words), style)
            case _ if told.topic is Topic.COUNTDOWN:
                self._print(f"  {text.upper()}", style)
            case Sentence("umpire-undone") if self._undone:
                self._say("play-undone", style, what=self._undone)
            case Sentence() if told.topic is Topic.REFUSAL:
                self._print(text, style)
            case _ if text:
                self._print(f"» {text}", style)

    def ask(self, now: Snapshot) -> None:
        """Put the open question, or what the table waits for, to whoever types."""
        self._has_asked = True
        if now.question is not None:
            self._asked_number = now.question.number
            for number, option in enumerate(now.question.options, 1):
                self._print(f"  {number}  {option.label.text(self._words)}")
        elif now.awaiting is not None and self._is_typed(now):
            seat = seat_asked(now.awaiting) if self._speaker is None else self._speaker
            self._print(typed_question(now, now.awaiting, seat, self.answers(now)))

    def _is_typed(self, now: Snapshot) -> bool:
        """Whether what the table waits for has to be typed: no device tells it, and no player."""
        match now.awaiting:
            case None:
                return False
            case _ if self.is_watched_only:
                return False
            case AwaitChoice() | AwaitCards() | AwaitTally() | AwaitDice(at_least=int()):
                return True
            case AwaitStability():
                # While the formula is spoken there is nothing to answer.
                count = now.countdown
                is_over = count is not None and now.now_s >= count.ends_s
                return is_over or (count is None and Device.SCALE not in now.works)
        return now.needs is None or now.needs not in now.works

    # What is typed.

    def hear_line(self, line: str) -> bool:
        """Carry out what was typed; False if somebody wants to go home."""
        text = line.strip()
        if text.partition(" ")[0].casefold() in QUIT:
            return False
        self._has_asked = False
        try:
            self._obey(text)
        except UnsavedGameError:
            raise
        except NotUnderstoodError as error:
            self._say("play-not-understood", "red", answer=text, example=error.examples)
        except InputError as error:
            self._print(self._words.error(error), "red")
        if self.umpire is not None and not self._has_asked:
            self.ask(self.carry_out(Umpire.snapshot))
        return True

    def _obey(self, text: str) -> None:
        now = self.carry_out(Umpire.snapshot)
        speaker, self._speaker = self._speaker, None
        word, _, rest = text.partition(" ")
        word, whole = word.casefold(), text.casefold()
        names = [name.casefold() for name in now.names]
        if word in _HELP:
            self._print("\n".join(map(self._words.say, self.help_messages(now))))
        elif word in _SCORE:
            self._console.print(table_shown(now, self._words))
        elif word in _UNDO:
            self.carry_out(self._undo)
        elif word in _FELL:
            self._order(self._fall(rest.strip(), now))
        elif whole in names:
            self._speaker = names.index(whole)
            self.ask(now)
        elif whole in _ORDERS:
            self._order(_ORDERS[whole])
        elif not self.move_hands(text, now):
            self._order(self._answer(text, now, speaker))

    def _fall(self, name: str, now: Snapshot) -> Order:
        """`fell`, `fell Fred`, `fell nobody`; without a name the likeliest, or everybody is asked.

        A table with devices keeps what they saw of the fall; that is why it asks.
        """
        if not name:
            return FellOrder() if now.works else Act(ReportFall(self.carry_out(likely_culprit)))
        if name.casefold() in _NOBODY:
            return Act(ReportFall(None))
        try:
            return Act(ReportFall(self.answers(now).seat_of(name)))
        except NotUnderstoodError:
            names = self._words.listing(now.names)
            raise InputError(
                f"Nobody here is called {name!r}; the players are {names}.",
                message="play-not-a-name",
                name=name,
                names=names,
            ) from None

    def _answer(self, text: str, now: Snapshot, speaker: int | None) -> Order:
        """The answer to the open question, or the action that the table waits for."""
        question, wanted = now.question, now.awaiting
        if question is not None and text.isdigit() and 0 < int(text) <= len(question.options):
            return AnswerOrder(question.number, question.options[int(text) - 1].value)
        if wanted is None:
            raise NotUnderstoodError("quit")
        if not text and (question is not None or not self._is_typed(now)):
            return DoneOrder()
        seat = seat_asked(wanted) if speaker is None else speaker
        for other, name in enumerate(now.names):
            if text.casefold().startswith(f"{name.casefold()} "):
                # `Ben harvest-field 1`: a name before the words says who acts.
                seat, text = other, text[len(name) :]
                break
        return Act(self.answers(now).parse(now.state, wanted, seat, text))

    def _order(self, order: Order) -> None:
        # What is refused is told to everybody, so nothing has to be said here.
        self.carry_out(lambda umpire: umpire.order(order))

    def _undo(self, umpire: Umpire) -> None:
        """At a terminal people read what is taken back."""
        for last in umpire.history.actions[-1:]:
            self._undone = self._words.report(umpire.game.name, last.action, umpire.names)
        umpire.order(UndoOrder())
        self._undone = ""

    def answers(self, now: Snapshot) -> Answers:
        """Who understands what is typed in the game under way."""
        game = find_game(now.game)
        return Answers(game, now.names, self._words.with_names(game.card_names(now.state)))

    # How it is printed.

    def _say(self, message: str, style: str, **words: str | tuple[str, ...]) -> None:
        self._print(self._words.say(message, **words), style)

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(text, style=style or None, markup=False, highlight=False)
