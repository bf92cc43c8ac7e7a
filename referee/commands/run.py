"""`referee run`: the table. Without hardware it is simulated, here at the terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import SystemRandom

from rich.console import Console

from referee.commands.play.screen import Screen
from referee.commands.play.start import play
from referee.games.base import fold
from referee.games.parsing import parse_option_words, parse_options, parse_seats
from referee.games.registry import find_game
from referee.games.simulation import play_out, seat_names
from referee.language import Language

_BETWEEN_SENTENCES_S = 0.6


def run_table(
    name: str,
    console: Console,
    words: Language,
    *,
    players: str | None,
    option_words: Sequence[str],
    autoplay: bool,
) -> int:
    """Referee a simulated table: a person plays, or with `autoplay` it plays by itself."""
    if autoplay:
        return _autoplay(name, console, words, players=players, option_words=option_words)
    return play(
        name,
        console,
        words,
        players=players,
        option_words=option_words,
        save=None,
        resume=None,
        simulated=True,
    )


def _autoplay(
    name: str,
    console: Console,
    words: Language,
    *,
    players: str | None,
    option_words: Sequence[str],
    pause: Callable[[float], None] = time.sleep,
) -> int:
    game = find_game(name)
    usual = seat_names(max(3, game.min_players))
    seats = parse_seats(game, players.split(",") if players else usual)
    options = parse_options(game, parse_option_words(option_words), strict=False)
    rng = SystemRandom()
    played = play_out(game, game.setup(seats, game.seal(options, rng)), rng)
    screen = Screen(console, game, seats, words)
    try:
        for event in played.events:
            sentence = words.event(game.name, event, seats)
            if sentence:
                screen.say(f"» {sentence}")
                pause(_BETWEEN_SENTENCES_S)
        screen.table(fold(game, played.events))
        screen.end(played.outcome)
    except KeyboardInterrupt:
        console.print(words.say("play-bye"))
    return 0
