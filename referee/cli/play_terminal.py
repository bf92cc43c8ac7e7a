"""The referee at the terminal: asks, rules, announces, goes back, until the game is over.

Its game file is written as the game goes on, so nothing is lost.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from referee.cli.terminal_dialogue import Answers, NotUnderstoodError, Screen, TypedChoice
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
from referee.games.base import Accepted, Action, Event, Ruling
from referee.games.game_file import GameFromFile, SetupLine, is_blank
from referee.games.parsing import format_value, parse_action
from referee.games.reports import ReportFall
from referee.language import Language
from referee.store.durable_files import replace_file


class _Step(NamedTuple):
    """One accepted action, and how to go back before it."""

    action: Action
    state_before: Any
    events_before: int
    lines_before: int


class GameFile:
    """A game under way with its file: judge, take back, resume."""

    def __init__(self, path: Path, script: GameFromFile, lines: list[bytes]) -> None:
        self.path = path
        self.has_dropped_line = False
        self._script = script
        self._lines = lines
        self._steps: list[_Step] = []

    @classmethod
    def start(cls, path: Path, setup: SetupLine) -> GameFile:
        """Begin a game in a new file; a game that is in it already is never written over."""
        if path.exists() and path.stat().st_size:
            raise InputError(
                f"There is a game in {path} already; go on with it (--resume {path}),"
                " or name another file."
            )
        line = msgspec.json.encode(setup)
        recording = cls(path, GameFromFile(line), [line])
        recording._write()
        return recording

    @classmethod
    def resume(cls, path: Path) -> GameFile:
        """Go on with a game from its file. A last line that was cut off is dropped."""
        lines = _read_game_file(path)
        first = next((number for number, line in enumerate(lines) if not is_blank(line)), None)
        if first is None:
            raise InputError(f"{path} is empty; name a saved game.")
        try:
            script = GameFromFile(lines[first])
        except InputError as error:
            raise InputError(f"{path}, line {first + 1}: {error}") from None
        recording = cls(path, script, lines[: first + 1])
        recording._take_over(lines, first + 1)
        return recording

    def _take_over(self, lines: list[bytes], start: int) -> None:
        """Judge what was recorded; the file may have been edited, or cut off by a power cut."""
        for number in range(start, len(lines)):
            line = lines[number]
            if not is_blank(line):
                try:
                    action = parse_action(self.game, line)
                except InputError as error:
                    if number == len(lines) - 1:
                        self.has_dropped_line = True
                        self._write()
                        return
                    raise InputError(f"{self.path}, line {number + 1}: {error}") from None
                ruling = self._apply(action)
                if not isinstance(ruling, Accepted):
                    raise InputError(
                        f"{self.path}, line {number + 1}: this action is against the rules"
                        f" ({ruling.rule}); see why with: referee replay {self.path}"
                    )
            self._lines.append(line)

    @property
    def game(self) -> Any:
        """The game that is played."""
        return self._script.game

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self._script.seats

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self._script.state

    @property
    def opening(self) -> tuple[Event, ...]:
        """The events of the setup, while nothing else has happened."""
        return () if self._steps else tuple(self._script.events)

    def judge(self, action: Action) -> Ruling:
        """Rule on an action; an accepted one is in the file before anybody hears of it."""
        ruling = self._apply(action)
        if isinstance(ruling, Accepted):
            line = format_value(action).encode()
            self._lines.append(line)
            self._append(line)
        return ruling

    def _apply(self, action: Action) -> Ruling:
        step = _Step(action, self.state, len(self._script.events), len(self._lines))
        ruling = self._script.judge(action)
        if isinstance(ruling, Accepted):
            self._steps.append(step)
        return ruling

    def undo(self) -> Action | None:
        """Take the last action back; None if there is none."""
        if not self._steps:
            return None
        step = self._steps.pop()
        self._script.state = step.state_before
        del self._script.events[step.events_before :]
        del self._lines[step.lines_before :]
        self._write()
        return step.action

    def _append(self, line: bytes) -> None:
        with self._saving(), self.path.open("ab") as file:
            file.write(line + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _write(self) -> None:
        """The whole file anew, in one step, so that a power cut leaves the old one or the new."""
        with self._saving():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self.path, b"\n".join(self._lines) + b"\n")

    @contextmanager
    def _saving(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            reason = (error.strerror or "not writable").lower()
            raise InputError(
                f"The game cannot be saved in {self.path} ({reason}); name another file: --save."
            ) from None


def _read_game_file(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().splitlines()
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise InputError(f"{path} cannot be read ({reason}); name a saved game.") from None


Ask = Callable[[str], str]

# What players may type at any question, in both languages.
_HELP = ("help", "aide", "?")
_UNDO = ("undo", "annule", "annuler")
_SCORE = ("score", "table")
QUIT = ("quit", "quitte", "quitter", "exit")
_FELL = ("fell", "tombe", "tombé")

RESERVED = frozenset((*_HELP, *_UNDO, *_SCORE, *QUIT, *_FELL, "nobody", "personne"))
"""No player can be called so: the referee would take it for a command."""

# A longer list of choices is shown without its labels.
_MOST_LINES = 16
_MOST_KEYS = 14


class Stopped(Exception):  # noqa: N818 (not an error: somebody wants to go home)
    """A player ends the session; the game stays in its file."""


class TerminalReferee:
    """One game at one terminal. With a `stand_in`, Enter alone lets a simulated table act."""

    def __init__(
        self,
        recording: GameFile,
        screen: Screen,
        words: Language,
        ask: Ask,
        *,
        pause: Callable[[float], None],
        stand_in: Random | None = None,
    ) -> None:
        self._recording = recording
        self._screen = screen
        self._words = words = words.with_names(recording.game.card_names(recording.state))
        self._ask = ask
        self._pause = pause
        self._game = recording.game
        self._names = recording.seats
        self._answers = Answers(self._game, self._names, words)
        self._asked_as: int | None = None
        self._stand_in = stand_in
        self._counted_down: Any = None

    def play(self) -> None:
        """Referee until the game is over, or `Stopped` is raised."""
        if self._recording.has_dropped_line:
            self._screen.say(self._words.say("play-dropped-line"), "yellow")
        if self._recording.opening:
            self._announce(self._recording.opening)
        else:
            self._screen.table(self._recording.state)
        while (wanted := self._game.awaiting(self._recording.state)) is not None:
            self._step(wanted)
        outcome = self._game.outcome(self._recording.state)
        if outcome is not None:
            self._screen.end(outcome)

    def _step(self, wanted: Awaiting) -> None:
        seat = self._seat(wanted)
        if isinstance(wanted, AwaitStability):
            self._count_down(wanted)
        text = self._ask(self._question(wanted, seat)).strip()
        if self._is_command(text, seat):
            return
        seat, text = self._spoken_for(seat, text)
        try:
            action = self._action(wanted, seat, text)
        except NotUnderstoodError as error:
            self._not_understood(text, error.examples)
        except InputError as error:
            self._screen.say(self._words.error(error), "red")
        else:
            self._submit(action)

    def _count_down(self, wanted: AwaitStability) -> None:
        """Once for every tower: a slip of the tongue at the question does not repeat it."""
        if self._counted_down is self._recording.state:
            return
        self._counted_down = self._recording.state
        player = self._names[wanted.seat]
        self._screen.say(self._words.say("await-stability", player=player), "bold")
        self._screen.countdown(wanted.duration_s, self._pause)

    def _spoken_for(self, seat: int, text: str) -> tuple[int, str]:
        """`Ben harvest-field 1`: a name before the words says who acts."""
        for other, name in enumerate(self._names):
            if text.casefold().startswith(f"{name.casefold()} "):
                return other, text[len(name) :].strip()
        return seat, text

    def _action(self, wanted: Awaiting, seat: int, text: str) -> Action:
        """What was typed; at a simulated table Enter alone lets the table act."""
        state = self._recording.state
        if text or self._stand_in is None:
            return self._answers.parse(state, wanted, seat, text)
        action: Action = self._game.simulated(state, self._stand_in).act(state)
        self._screen.say(f"  {self._words.report(self._game.name, action, self._names)}", "dim")
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
            self._screen.say(self._help())
        elif word in _SCORE:
            self._screen.table(self._recording.state)
        elif word in _UNDO:
            self._undo()
        elif word in _FELL:
            self._fell(rest, seat)
        elif word in self._folded_names():
            if rest:
                return False
            self._asked_as = self._folded_names().index(word)
        else:
            return False
        return True

    def _folded_names(self) -> list[str]:
        return [name.casefold() for name in self._names]

    def _help(self) -> str:
        parts = ["play-help"]
        parts += ["play-help-tower"] if ReportFall in self._game.actions else []
        parts += ["play-help-more"]
        return "\n".join(self._words.say(part) for part in parts)

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
            what = self._words.report(self._game.name, action, self._names)
            self._screen.say(self._words.say("play-undone", what=what), "yellow")

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

    def _not_understood(self, text: str, examples: tuple[str, ...]) -> None:
        self._screen.say(
            self._words.say("play-not-understood", answer=text, example=examples), "red"
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
        lines += _listed_choices(choices)
        lines += [f"  {form}" for form in self._answers.open_forms()]
        others = [] if wanted.secret else self._others(seat)
        if others:
            lines.append(self._words.say("play-others", names=self._words.listing(others)))
        return "\n".join(lines)

    def _others(self, seat: int) -> list[str]:
        """Who else may act right now."""
        legal = self._game.legal_actions(self._recording.state)
        seats = {getattr(action, "seat", seat) for action in legal} - {seat}
        return [self._names[other] for other in sorted(seats)]

    def _placement_question(self, wanted: AwaitPlacement, player: str) -> str:
        names = [self._answers.piece_name(piece) for piece in wanted.pieces]
        if len(names) == 1:
            return self._words.say("await-placement-one", player=player, piece=names[0])
        return self._words.say("await-placement-many", player=player, pieces=tuple(names))

    def _listed(self, kind: str, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([self._words.term(self._game.name, kind, name) for name in names])

    def _counted(self, pieces: tuple[Piece, ...]) -> str:
        names = [self._answers.piece_name(piece) for piece in pieces]
        return ", ".join(f"{names.count(name)} × {name}" for name in dict.fromkeys(names))

    def _held(self, wanted: AwaitTally, seat: int) -> int:
        """How many of the counted things this seat has in front of it."""
        view: Any = self._game.view(self._recording.state, None)
        return int(getattr(view.seats[seat], wanted.items, 0))


def _listed_choices(choices: list[TypedChoice]) -> list[str]:
    """One line a choice, or, if they are many, some of the words to type."""
    if len(choices) > _MOST_LINES:
        shown = [choice.key for choice in choices[:_MOST_KEYS]]
        last = [choice.key for choice in choices[_MOST_KEYS:] if "-" in choice.key.split()[0]]
        return [f"  {' · '.join([*shown, '…', *last])}"]
    width = max([len(choice.key) for choice in choices], default=0) + 2
    return [f"  {choice.key:<{width}}{choice.label}" for choice in choices]
