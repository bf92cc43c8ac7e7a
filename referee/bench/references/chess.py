"""python-chess: random legal moves, the usual way to see how fast a Python rules engine is."""

from __future__ import annotations

from importlib import import_module
from random import Random
from types import ModuleType

from referee.bench.measurement import Measurement, play_for
from referee.bench.references.packages import why_absent

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
