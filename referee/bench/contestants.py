"""Our side of the rules benchmark: whole simulated games, and the fold of a recorded one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from random import Random
from typing import Any

from referee.bench.measurement import Measurement, play_for
from referee.bench.ratio import Bar, at_most_cal
from referee.bench.reference import Contestant
from referee.bench.references.boardgame_io import BOARDGAME_IO
from referee.bench.references.chess import PYTHON_CHESS
from referee.bench.references.openspiel import OPENSPIEL_CPP, OPENSPIEL_PYTHON
from referee.games.base import Game, fold
from referee.games.parsing import parse_options
from referee.games.playout import Playouts, seat_names
from referee.games.registry import games

FLAGSHIP = "magic-beanstalk"
FOLD = f"{FLAGSHIP}, fold only"


def our_contestants() -> list[Contestant]:
    """Every game with its usual number of players, and folding a recorded flagship game."""
    contestants = [Contestant(game.name, _player(game)) for game in games().values()]
    return [*contestants, Contestant(FOLD, _folder(games()[FLAGSHIP]))]


def our_bars() -> list[Bar]:
    """What we ask of ourselves; the flagship is held to more than the others."""
    bars = [
        Bar(FLAGSHIP, OPENSPIEL_PYTHON, 2.0),
        Bar(FLAGSHIP, BOARDGAME_IO, 20.0),
        Bar(FLAGSHIP, PYTHON_CHESS, 10.0),
        Bar(FLAGSHIP, OPENSPIEL_CPP, 1.0, "aim"),
        at_most_cal(FLAGSHIP, 15, "aim"),
        # A million events a second where the calibration loop runs 4.5 million times.
        at_most_cal(FOLD, 4.5),
    ]
    for name in games():
        if name != FLAGSHIP:
            bars += [Bar(name, OPENSPIEL_PYTHON, 1.0), Bar(name, BOARDGAME_IO, 10.0)]
    return bars


def usual_players(game: Game[Any]) -> int:
    """Four, or as near to it as the game allows."""
    return min(max(4, game.min_players), game.max_players)


def _simulator(game: Game[Any]) -> Playouts:
    options = parse_options(game, next(iter(game.variants.values())))
    return Playouts(game, seat_names(usual_players(game)), options)


def _player(game: Game[Any]) -> Callable[[float], Measurement]:
    simulator, rng = _simulator(game), Random(1)

    def play_game() -> int:
        return len(simulator.play_on(rng).actions)

    return lambda duration_s: play_for(duration_s, play_game)


def _folder(game: Game[Any]) -> Callable[[float], Measurement]:
    simulator = _simulator(game)
    logs = [simulator.play(str(seed)).events for seed in range(20)]
    rotation = cycle(logs)

    def fold_game() -> int:
        events = next(rotation)
        fold(game, events)
        return len(events)

    return lambda duration_s: play_for(duration_s, fold_game)
