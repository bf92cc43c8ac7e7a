"""Other people's rules engines, each behind the `Reference` contract.

All but python-chess play Pig between two players to 100 points with a player who rolls or holds at
random, so that the engines differ and not the games.
"""

from __future__ import annotations

from referee.bench.calibration import CalibrationLoop
from referee.bench.reference import Reference
from referee.bench.references.boardgame_io import BoardgameIo
from referee.bench.references.chess import PythonChess
from referee.bench.references.openspiel import openspiel_cpp, openspiel_python


def all_references() -> list[Reference]:
    """Every reference of the rules benchmark, the yardstick first; none is loaded yet."""
    return [
        CalibrationLoop(),
        openspiel_python(),
        openspiel_cpp(),
        BoardgameIo(),
        PythonChess(),
    ]
