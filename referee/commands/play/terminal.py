"""The referee at the terminal: asks, rules, announces, takes back, until the game is over."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from referee.commands.play.answers import Answers, NotUnderstoodError
from referee.commands.play.recording import Recording
from referee.commands.play.screen import Screen
from referee.errors import InputError
from referee.games.awaiting import (
    AwaitCards,
    AwaitChoice,
    AwaitDice,
    Awaiting,
    AwaitPlacement,
    AwaitRemoval,
    AwaitReset,
    AwaitStability,
    AwaitTally,
    Piece,
)
from referee.games.base import Accepted, Action, Event
from referee.games.parsing import format_value
from referee.language import Language

Ask = Callable[[str], str]

# What players may type at any question, in both languages.
_HELP = ("help", "aide", "?")
_UNDO = ("undo", "annule", "annuler")
_SCORE = ("score", "table")
QUIT = ("quit", "quitte", "quitter", "exit")
_FELL = ("fell", "tombe", "tombé")


# A longer list of choices is shown without its labels.
_MOST_LINES = 16
_MOST_KEYS = 40


class Stopped(Exception):  # noqa: N818 (not an error: somebody wants to go home)
    """A player ends the session; the game stays in its file."""


class TerminalReferee:
    """One game at one terminal. With a `stand_in`, Enter alone lets a simulated table act."""

    def __init__(
        self,
        recording: Recording,
        screen: Screen,
        words: Language,
        ask: Ask,
        *,
        pause: Callable[[float], None],
        stand_in: Random | None = None,
    ) -> None:
        self._recording = recording
        self._screen = screen
        self._words = words
        self._ask = ask
        self._pause = pause
        self._game = recording.game
        self._names = recording.seats
        self._answers = Answers(self._game, self._names, words)
        self._asked_as: int | None = None
        self._stand_in = stand_in

    def play(self) -> None:
        """Referee until the game is over, or `Stopped` is raised."""
        self._announce(self._recording.opening)
        while (wanted := self._game.awaiting(self._recording.state)) is not None:
            self._step(wanted)
        outcome = self._game.outcome(self._recording.state)
        if outcome is not None:
            self._screen.end(outcome)

    def _step(self, wanted: Awaiting) -> None:
        seat = self._seat(wanted)
        if isinstance(wanted, AwaitStability):
            self._screen.say(self._words.say("await-stability", player=self._names[seat]), "bold")
            self._screen.countdown(wanted.duration_s, self._pause)
        text = self._ask(self._question(wanted, seat)).strip()
        if self._is_command(text, seat):
            return
        try:
            action = self._action(wanted, seat, text)
        except NotUnderstoodError as error:
            self._not_understood(text, error.example)
        except InputError as error:
            self._screen.say(str(error), "red")
        else:
            self._submit(action)

    def _action(self, wanted: Awaiting, seat: int, text: str) -> Action:
        """What was typed; at a simulated table Enter alone lets the table act."""
        state = self._recording.state
        if text or self._stand_in is None:
            return self._answers.parse(state, wanted, seat, text)
        action: Action = self._game.simulated(state, self._stand_in).act(state)
        self._screen.say(f"  {format_value(action)}", "dim")
        return action

    def _seat(self, wanted: Awaiting) -> int:
        """Who is asked: somebody who asked for the word, else the first the table waits for."""
        match wanted:
            case AwaitChoice() | AwaitTally():
                asked, self._asked_as = self._asked_as, None
                return wanted.seats[0] if asked is None else asked
            case AwaitReset():
                return 0
            case AwaitCards():
                return wanted.seat or 0
        return wanted.seat

    def _is_command(self, text: str, seat: int) -> bool:
        """The words that are understood at any question."""
        word, _, rest = text.partition(" ")
        word = word.casefold()
        if word in QUIT:
            raise Stopped
        if word in _HELP:
            self._screen.say(self._words.say("play-help"))
        elif word in _SCORE:
            self._screen.table(self._recording.state)
        elif word in _UNDO:
            self._undo()
        elif word in _FELL:
            self._fell(rest, seat)
        elif text in self._names:
            self._asked_as = self._names.index(text)
        else:
            return False
        return True

    def _fell(self, rest: str, seat: int) -> None:
        try:
            action = self._answers.fall(self._recording.state, rest, seat)
        except NotUnderstoodError:
            names = self._words.listing(self._names)
            self._screen.say(self._words.say("play-not-a-name", name=rest, names=names), "red")
        else:
            self._submit(action)

    def _undo(self) -> None:
        action = self._recording.undo()
        if action is None:
            self._screen.say(self._words.say("play-nothing-to-undo"), "yellow")
        else:
            self._screen.say(self._words.say("play-undone", what=format_value(action)), "yellow")

    def _submit(self, action: Action) -> None:
        ruling = self._recording.judge(action)
        if isinstance(ruling, Accepted):
            self._announce(ruling.events)
            return
        sentence = self._words.refusal(self._game.name, ruling)
        self._screen.say(
            self._words.say("play-refused", sentence=sentence, rule=ruling.rule), "bold red"
        )

    def _announce(self, events: tuple[Event, ...]) -> None:
        for event in events:
            sentence = self._words.event(self._game.name, event, self._names)
            if sentence:
                self._screen.say(f"» {sentence}", "cyan")

    def _not_understood(self, text: str, example: str) -> None:
        self._screen.say(
            self._words.say("play-not-understood", answer=text, example=example), "red"
        )

    def _question(self, wanted: Awaiting, seat: int) -> str:
        say, player = self._words.say, self._names[seat]
        match wanted:
            case AwaitChoice():
                return self._choice_question(wanted, seat)
            case AwaitDice():
                faces = self._listed("face", wanted.faces)
                return say("await-dice", player=player, count=wanted.count, faces=faces)
            case AwaitPlacement():
                return self._placement_question(wanted, player)
            case AwaitStability():
                return say("await-stands")
            case AwaitReset():
                return say("await-reset", pieces=self._counted(wanted.expected))
            case AwaitRemoval():
                return say("await-removal", player=player, pieces=self._counted(wanted.tower))
            case AwaitCards():
                kinds = self._listed("card", wanted.kinds)
                return say("await-cards", count=wanted.count, kinds=kinds)
            case AwaitTally():
                items = self._words.term(self._game.name, "items", wanted.items)
                count = self._held(wanted, seat)
                return say("await-tally", player=player, count=count, items=items)

    def _choice_question(self, wanted: AwaitChoice, seat: int) -> str:
        player = self._names[seat]
        lines = [self._words.prompt(self._game.name, wanted.prompt, player=player)]
        choices = self._answers.choices(self._recording.state, seat)
        if len(choices) > _MOST_LINES:
            shown = [choice.key for choice in choices[:_MOST_KEYS]]
            keys = " · ".join(shown + ["…"] * (len(choices) > _MOST_KEYS))
            return "\n".join([*lines, f"  {keys}"])
        width = max([len(choice.key) for choice in choices], default=0) + 2
        return "\n".join([*lines, *(f"  {each.key:<{width}}{each.label}" for each in choices)])

    def _placement_question(self, wanted: AwaitPlacement, player: str) -> str:
        names = [self._answers.piece_name(piece) for piece in wanted.pieces]
        if len(names) == 1:
            return self._words.say("await-placement-one", player=player, piece=names[0])
        return self._words.say("await-placement-many", player=player, pieces=", ".join(names))

    def _listed(self, kind: str, names: tuple[str, ...]) -> str:
        return ", ".join(self._words.term(self._game.name, kind, name) for name in names)

    def _counted(self, pieces: tuple[Piece, ...]) -> str:
        names = [self._answers.piece_name(piece) for piece in pieces]
        return ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names))

    def _held(self, wanted: AwaitTally, seat: int) -> int:
        """How many of the counted things this seat has in front of it."""
        view: Any = self._game.view(self._recording.state, None)
        return int(getattr(view.seats[seat], wanted.items, 0))
