"""`referee run`: opens a table from its profile, or a simulated one, and plays at it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Any

import msgspec
from rich.console import Console

from referee.app.running import RunningTable, open_table
from referee.commands.play.start import DEFAULT_GAME
from referee.commands.table.terminal import TableTerminal
from referee.config import TableProfile, read_table_profile
from referee.errors import InputError
from referee.games.base import Game
from referee.games.parsing import parse_option_words, parse_options, parse_seats
from referee.games.registry import find_game
from referee.games.simulation import seat_names
from referee.language import Language
from referee.store.games import GameRecord

_POLL_S = 0.2


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What was asked for on the command line."""

    profile: Path | None = None
    game: str | None = None
    players: str | None = None
    option_words: Sequence[str] = ()
    is_autoplay: bool = False
    is_resumed: bool = False
    care: float = 0.93


def run_table(options: RunOptions, console: Console, words: Language) -> int:
    """Run the table until the game is over or somebody ends it."""
    if not 0 <= options.care <= 1:
        raise InputError(f"A care of {options.care} is not possible; give a number from 0 to 1.")
    profile = table_profile(options.profile, words)
    game = find_game(options.game or DEFAULT_GAME)
    names = _names(game, options.players)
    agreed = parse_options(game, parse_option_words(options.option_words), strict=False)
    console.print(words.say("run-opening"), markup=False)
    with open_table(profile) as running:
        terminal = TableTerminal(running, console, words)
        if options.is_autoplay:
            _let_play(running, options.care)
        unfinished = _unfinished(running) if options.is_resumed else None
        if unfinished is not None:
            running.ask(lambda table: table.resume_game(unfinished.id)).result()
        else:
            sealed: Any = game.seal(agreed, SystemRandom())
            running.ask(lambda table: table.begin_game(game.name, names, sealed)).result()
        try:
            _follow(running, terminal, console, is_watched=options.is_autoplay)
        except (EOFError, KeyboardInterrupt):
            console.print()
        console.print(words.say("run-bye"), markup=False)
    return 0


def table_profile(path: Path | None, words: Language) -> TableProfile:
    """The profile of this file; without one, a simulated table that keeps its log at home."""
    if path is not None:
        return read_table_profile(path)
    profile = TableProfile()
    store = msgspec.structs.replace(profile.store, url=f"sqlite:///{_log_file()}")
    table = msgspec.structs.replace(profile.table, language=words.code)
    return msgspec.structs.replace(profile, store=store, table=table)


def _log_file() -> Path:
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    folder = Path(home) / "table-referee"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "table.sqlite"


def _names(game: Game[Any], players: str | None) -> tuple[str, ...]:
    usual = seat_names(max(3, game.min_players) if game.max_players > 2 else 2)
    return parse_seats(game, players.split(",") if players else usual)


def _let_play(running: RunningTable, care: float) -> None:
    if running.world is None:
        raise InputError(
            "Only a simulated table plays by itself: leave --autoplay or the profile out."
        )
    running.autoplay(care=care)


def _unfinished(running: RunningTable) -> GameRecord | None:
    found = running.store.unfinished_games()
    return found[0] if found else None


def _follow(
    running: RunningTable, terminal: TableTerminal, console: Console, *, is_watched: bool
) -> None:
    """Until the game is over: listen to what is typed, or only watch."""
    while not _is_over(running):
        if is_watched or not sys.stdin.readable():
            time.sleep(_POLL_S)
        elif not terminal.hear_line(console.input()):
            return


def _is_over(running: RunningTable) -> bool:
    snapshot = running.ask(lambda table: table.snapshot()).result()
    return snapshot is not None and snapshot.awaiting is None
