"""`referee play`: a table without devices; everything it would see is typed in.

The game is kept in its game file alone. Time passes at this table only while the formula is spoken:
nobody is hurried by a question.
"""

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from typing import Annotated

import typer
from rich.console import Console

from referee.cli import LanguageCode, OptionWords, commands
from referee.cli.saved_game import SavedGame
from referee.cli.terminal_dialogue import QUIT, RESERVED, Result, TerminalDialogue
from referee.clock import ManualClock, SystemClock
from referee.errors import InputError
from referee.games.base import AnyGame
from referee.games.game_file import SetupLine
from referee.games.parsing import parse_option_words, parse_options, parse_seats
from referee.games.registry import find_game, games
from referee.language import Language, language
from referee.table.umpire import Umpire

_STEP_S = 0.05
"""Chosen by hand: a word of the formula comes that much late at most."""

Read = Callable[[], str]
"""Waits for the next line that somebody types."""
Pause = Callable[[float], None]


class _Stopped(Exception):  # noqa: N818 (not an error: somebody wants to go home)
    """A player ends the session; the game stays in its file."""


def play_game(
    name: str | None,
    console: Console,
    words: Language,
    *,
    players: str | None,
    option_words: Sequence[str],
    save: Path | None,
    resume: Path | None,
    pause: Pause = time.sleep,
    read: Read | None = None,
) -> int:
    """Referee a game at this terminal; everything is typed in."""
    read = read or (lambda: _read_console(console))
    try:
        game = None if name is None else find_game(name)
        if resume is not None:
            saved = _resumed(resume, game)
        else:
            if game is None:
                raise InputError(f"Say which game to play: {', '.join(games())}.")
            options = parse_option_words(option_words)
            parse_options(game, options)
            names = _names(game, players) if players else _ask_names(game, console, words, read)
            setup = SetupLine(game.name, names, options, SystemRandom().getrandbits(53))
            saved = SavedGame.begin(save or _default_file(game), setup)
        _referee(saved, console, words, read, pause)
    except (_Stopped, EOFError, KeyboardInterrupt):
        console.print()
        console.print(words.say("play-bye"))
    return 0


def _resumed(path: Path, game: AnyGame | None) -> SavedGame:
    saved = SavedGame.resume(path)
    if game is not None and saved.game is not game:
        raise InputError(
            f"{path} is a game of {saved.game.title}, not of {game.title};"
            " leave the name of the game out, or name another file."
        )
    return saved


def _referee(saved: SavedGame, console: Console, words: Language, read: Read, pause: Pause) -> None:
    console.print(words.say("play-welcome", title=saved.game.title), style="bold", markup=False)
    if saved.has_dropped_line:
        console.print(words.say("play-dropped-line"), style="yellow", markup=False)
    try:
        PlayTerminal(saved, console, words).play(read, pause)
    finally:
        console.print(words.say("play-saved"), style="dim", markup=False, highlight=False)
        # On a line of its own that can be copied whole.
        console.print(f"  {saved.path}", markup=False, highlight=False, soft_wrap=True)


class PlayTerminal(TerminalDialogue):
    """One game at one terminal, in one thread."""

    def __init__(self, saved: SavedGame, console: Console, words: Language) -> None:
        super().__init__(console, words)
        self._saved = saved
        self._clock = ManualClock()
        self._umpire = Umpire(saved.game, saved, self._clock)
        self._umpire.listen(self.hear)

    @property
    def umpire(self) -> Umpire:
        """Who referees this game."""
        return self._umpire

    def carry_out(self, task: Callable[[Umpire], Result]) -> Result:
        """At once: there is no other thread."""
        return task(self._umpire)

    def play(self, read: Read, pause: Pause) -> None:
        """Referee until the game is over, or somebody goes home before."""
        if self._saved.is_begun:
            self._umpire.resume(self._saved.envelopes)
        else:
            self._umpire.begin(self._saved.setup)
        while self._umpire.snapshot().awaiting is not None:
            self._count_down(pause)
            if not self.hear_line(read()):
                raise _Stopped

    def _count_down(self, pause: Pause) -> None:
        """Let the formula be spoken; whether the tower stood to its end, people have to say."""
        is_running = False
        while (count := self._umpire.snapshot().countdown) is not None:
            if self._clock.monotonic_s() >= count.ends_s:
                break
            is_running = True
            if self._clock.monotonic_s() >= count.began_s:
                pause(_STEP_S)
            self._clock.advance_s(_STEP_S)
            if self._clock.monotonic_s() < count.ends_s:
                self._umpire.tick()
        if is_running:
            self.ask(self._umpire.snapshot())


def _ask_names(game: AnyGame, console: Console, words: Language, read: Read) -> tuple[str, ...]:
    question = words.say("play-who")
    while True:
        console.print(question, markup=False, highlight=False)
        text = read()
        if text.strip().casefold() in QUIT:
            raise _Stopped
        try:
            return _names(game, text)
        except InputError as error:
            question = f"{words.error(error)}\n{words.say('play-who')}"


def _names(game: AnyGame, text: str) -> tuple[str, ...]:
    names = parse_seats(game, text.split(","))
    for name in names:
        if name.casefold() in RESERVED:
            raise InputError(
                f"{name!r} is a word the referee listens to; take another name.",
                message="setup-reserved-name",
                name=name,
            )
    return names


def _default_file(game: AnyGame) -> Path:
    """Where games are kept: the user's state folder, one file a game."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    started = SystemClock().now().astimezone()
    return Path(home) / "table-referee" / f"{game.name}-{started:%Y-%m-%d-%H%M%S}.jsonl"


def _read_console(console: Console) -> str:
    # Not every system has it.
    with suppress(ImportError):
        import termios

        if sys.stdin.isatty():
            # Keys hit during the countdown answer no question that was not yet asked.
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
    return console.input("> ")


@commands.command("play")
def play(
    game: Annotated[
        str | None, typer.Argument(help="A game, see: referee games; not needed with --resume")
    ] = None,
    players: Annotated[str | None, typer.Option(help="Names, clockwise: Anna,Ben,Carl")] = None,
    options: OptionWords = None,
    save: Annotated[Path | None, typer.Option(help="Where to keep the game file.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    language_code: LanguageCode = "en",
) -> None:
    """Referee a game at this terminal; everything is typed in.

    Example: referee play pig --players Anna,Ben
    """
    code = play_game(
        game,
        Console(),
        language(language_code),
        players=players,
        option_words=options or [],
        save=save,
        resume=resume,
    )
    raise typer.Exit(code)
