"""`referee play`: a referee at the terminal; everything the table would see is typed in."""

from __future__ import annotations

import os
import sys
import termios
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated

import typer
from rich.console import Console

from referee.cli import DEFAULT_GAME, LanguageCode, OptionWords, commands
from referee.cli.play_terminal import QUIT, RESERVED, Ask, GameFile, Stopped, TerminalReferee
from referee.cli.terminal_dialogue import Screen
from referee.clock import SystemClock
from referee.errors import InputError
from referee.events import JsonObject
from referee.games.base import AnyGame
from referee.games.game_file import SetupLine
from referee.games.parsing import parse_option_words, parse_options, parse_seats
from referee.games.registry import find_game
from referee.language import Language


def play_game(
    name: str | None,
    console: Console,
    words: Language,
    *,
    players: str | None,
    option_words: Sequence[str],
    save: Path | None,
    resume: Path | None,
    simulated: bool = False,
    pause: Callable[[float], None] = time.sleep,
    ask: Ask | None = None,
) -> int:
    """Referee a game at this terminal; everything is typed in, or simulated on Enter."""
    question: Ask = ask or (lambda text: _ask_console(console, text))
    try:
        game = None if name is None else find_game(name)
        if resume is not None:
            recording = _resumed(resume, game)
        else:
            game = game or find_game(DEFAULT_GAME)
            options = parse_option_words(option_words)
            setup = _new_game(game, words, question, players, options)
            recording = GameFile.start(save or _default_file(game), setup)
        stand_in = SystemRandom() if simulated else None
        screen = Screen(console, recording.game, recording.seats, words)
        _referee(recording, screen, words, ask=question, pause=pause, stand_in=stand_in)
    except (Stopped, EOFError, KeyboardInterrupt):
        console.print()
        console.print(words.say("play-bye"))
    return 0


def _resumed(path: Path, game: AnyGame | None) -> GameFile:
    recording = GameFile.resume(path)
    if game is not None and recording.game is not game:
        raise InputError(
            f"{path} is a game of {recording.game.title}, not of {game.title};"
            " leave the name of the game out, or name another file."
        )
    return recording


def _referee(
    recording: GameFile,
    screen: Screen,
    words: Language,
    *,
    ask: Ask,
    pause: Callable[[float], None],
    stand_in: Random | None,
) -> None:
    screen.say(words.say("play-welcome", title=recording.game.title), "bold")
    if stand_in is not None:
        screen.say(words.say("play-simulated"), "bold")
    try:
        TerminalReferee(recording, screen, words, ask, pause=pause, stand_in=stand_in).play()
    finally:
        screen.saved(recording.path)


def _new_game(
    game: AnyGame, words: Language, ask: Ask, players: str | None, options: JsonObject
) -> SetupLine:
    parse_options(game, options)
    names = _ask_names(game, words, ask) if players is None else _names(game, players)
    return SetupLine(game.name, names, options, SystemRandom().getrandbits(53))


def _ask_names(game: AnyGame, words: Language, ask: Ask) -> tuple[str, ...]:
    question = words.say("play-who")
    while True:
        text = ask(question)
        if text.strip().casefold() in QUIT:
            raise Stopped
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
    started: datetime = SystemClock().now().astimezone()
    return Path(home) / "table-referee" / f"{game.name}-{started:%Y-%m-%d-%H%M%S}.jsonl"


def _ask_console(console: Console, text: str) -> str:
    console.print(text, markup=False, highlight=False)
    _forget_typed_ahead()
    return console.input("> ")


def _forget_typed_ahead() -> None:
    """Keys hit during the countdown answer no question that was not yet asked."""
    if sys.stdin.isatty():
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


@commands.command("play")
def play(
    game: Annotated[
        str | None, typer.Argument(help="A game, see: referee games. [default: magic-beanstalk]")
    ] = None,
    players: Annotated[str | None, typer.Option(help="Names, clockwise: Anna,Ben,Carl")] = None,
    options: OptionWords = None,
    save: Annotated[Path | None, typer.Option(help="Where to keep the game file.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    language_code: LanguageCode = "en",
) -> None:
    """Referee a game at this terminal; everything is typed in.

    Example: referee play magic-beanstalk --players Anna,Ben --options variant=expert
    """
    from referee.language import language

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
