"""`referee run`: the table. Without hardware it is simulated, here at the terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import SystemRandom
from typing import Any

from rich.console import Console

from referee.commands.play.screen import Screen
from referee.commands.play.start import DEFAULT_GAME, play
from referee.errors import InputError
from referee.games.base import Game, fold
from referee.games.parsing import parse_option_words, parse_options, parse_seats
from referee.games.registry import find_game
from referee.games.simulation import PlayedGame, play_out, seat_names
from referee.language import Language

_BETWEEN_SENTENCES_S = 0.6
_SLOWEST_PACE = 100.0


def run_table(
    name: str | None,
    console: Console,
    words: Language,
    *,
    players: str | None,
    option_words: Sequence[str],
    autoplay: bool,
    resume: Path | None,
    pace: float,
) -> int:
    """Referee a simulated table: a person plays, or with `autoplay` it plays by itself."""
    if not 0 <= pace <= _SLOWEST_PACE:
        raise InputError(f"A pace of {pace} cannot be kept; give a number from 0 to 100.")

    def pause(duration_s: float) -> None:
        time.sleep(duration_s * pace)

    if not autoplay:
        return play(
            name,
            console,
            words,
            players=players,
            option_words=option_words,
            save=None,
            resume=resume,
            simulated=True,
            pause=pause,
        )
    game = find_game(name or DEFAULT_GAME)
    usual = seat_names(max(3, game.min_players))
    seats = parse_seats(game, players.split(",") if players else usual)
    options = parse_options(game, parse_option_words(option_words), strict=False)
    rng = SystemRandom()
    played = play_out(game, game.setup(seats, game.seal(options, rng)), rng)
    _narrate(game, played, Screen(console, game, seats, words), words, pause)
    return 0


def _narrate(
    game: Game[Any],
    played: PlayedGame,
    screen: Screen,
    words: Language,
    pause: Callable[[float], None],
) -> None:
    try:
        for event in played.events:
            sentence = words.event(game.name, event, played.seats)
            if sentence:
                screen.say(f"» {sentence}")
                pause(_BETWEEN_SENTENCES_S)
        screen.table(fold(game, played.events))
        screen.end(played.outcome)
    except KeyboardInterrupt:
        screen.say(words.say("play-bye"))
