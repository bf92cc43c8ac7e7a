"""Other people's rules engines in Python: python-chess and OpenSpiel, where they are installed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

from scripts.bench.measurement import Measurement, play_for


def why_absent(module: str, package: str) -> str | None:
    """None if the module can be imported, or the next step for people."""
    try:
        import_module(module)
    except ImportError:
        return f"the package {package} is not installed; run `pip install {package}` to measure it."
    return None


PYTHON_CHESS = "python-chess"
MAX_PLIES = 200


class PythonChess:
    """Random games to mate, stalemate or ply 200."""

    name = PYTHON_CHESS
    counting = "moves"

    def __init__(self) -> None:
        self._random = Random(1)

    def available(self) -> str | None:
        """Whether the package is there."""
        return why_absent("chess", "chess")

    def run(self, duration_s: float) -> Measurement:
        """Play for that long."""
        chess = import_module("chess")
        return play_for(duration_s, lambda: play_chess_game(chess, self._random))

    def close(self) -> None:
        """It holds nothing."""


def play_chess_game(chess: ModuleType, random: Random) -> int:
    """Play one game and return its moves.

    It does not ask for the draws by rule, which would cost the reference time in every move.
    """
    board = chess.Board()
    for ply in range(MAX_PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(moves[int(random.random() * len(moves))])
    return MAX_PLIES


OPENSPIEL_PYTHON = "OpenSpiel Python"
OPENSPIEL_CPP = "OpenSpiel C++"
TARGET_POINTS = 100


class OpenSpiel:
    """One Pig of OpenSpiel; `load` gives its game and is called only if OpenSpiel is there."""

    counting = "choices and dice"

    def __init__(self, name: str, load: Callable[[], Any]) -> None:
        self.name = name
        self._load = load
        self._random = Random(1)

    def available(self) -> str | None:
        """Whether the package is there."""
        return why_absent("pyspiel", "open_spiel")

    def run(self, duration_s: float) -> Measurement:
        """Play for that long."""
        game = self._load()
        draw = self._random.random
        return play_for(duration_s, lambda: play_spiel_game(game, draw))

    def close(self) -> None:
        """It holds nothing."""


def openspiel_cpp() -> OpenSpiel:
    """The Pig that comes with OpenSpiel."""
    return OpenSpiel(OPENSPIEL_CPP, _load_cpp_pig)


def openspiel_python() -> OpenSpiel:
    """Pig as one writes a game for OpenSpiel in Python."""
    return OpenSpiel(OPENSPIEL_PYTHON, _load_python_pig)


def play_spiel_game(game: Any, draw: Callable[[], float]) -> int:
    """Play one game at random and return every action applied, dice included.

    The dice are drawn by index, because all faces are equally likely: OpenSpiel's own examples use
    `numpy.random.choice`, which would make the reference three to six times slower.
    """
    state = game.new_initial_state()
    actions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(draw() * len(outcomes))][0])
        else:
            choices = state.legal_actions()
            state.apply_action(choices[int(draw() * len(choices))])
        actions += 1
    return actions


def _load_cpp_pig() -> Any:
    # This one also makes a player hold who has enough points: 181 actions a game instead of 185.
    return import_module("pyspiel").load_game(f"pig(players=2,winscore={TARGET_POINTS})")


def _load_python_pig() -> Any:
    return import_module("scripts.bench.openspiel_pig").PigGame()
