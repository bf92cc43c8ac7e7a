"""What the boxes of all installed games hold together, for a table that plays any of them.

A kind of piece or die is the same thing in every game: where two games name it, the first counts,
and the number of pieces is that of the larger box. Games that come along stand before those that
are installed beside them, so that these change nothing for them.
"""

from pathlib import Path

from msgspec.structs import replace

from referee.games.base import AnyGame
from referee.games.dice import DieInfo, dice_of
from referee.games.pieces import PieceInfo, pieces_of
from referee.games.registry import games


def installed_games() -> list[AnyGame]:
    """All games, those that come along first."""
    here = Path(__file__).parent
    return sorted(games().values(), key=lambda game: game.folder.parent != here)


def every_piece() -> dict[str, PieceInfo]:
    """Each kind of piece, with enough of it for every seat."""
    found: dict[str, PieceInfo] = {}
    for game in installed_games():
        for piece in pieces_of(game):
            count = piece.count * (game.max_players if piece.per_seat else 1)
            first = found.get(piece.kind, replace(piece, count=0, per_seat=False))
            found[piece.kind] = replace(first, count=max(first.count, count))
    return found


def game_with(kind: str) -> str:
    """The name of the first game with such a piece; its words say what the piece is called."""
    last_first = reversed(installed_games())
    return {each.kind: game.name for game in last_first for each in pieces_of(game)}.get(kind, "")


def game_rolling(kind: str) -> str:
    """The name of the first game with such dice; its words say what their faces are called."""
    last_first = reversed(installed_games())
    return {die.kind: game.name for game in last_first for die in dice_of(game)}.get(kind, "")


def every_die() -> dict[str, DieInfo]:
    """The special dice by kind."""
    found = {die.kind: die for game in reversed(installed_games()) for die in dice_of(game)}
    return {kind: found[kind] for kind in sorted(found)}


def shipped_sets() -> dict[str, DieInfo]:
    """The same dice by the names of their sets of faces, by which people ask for them."""
    return {die.set: die for game in reversed(installed_games()) for die in dice_of(game)}
