"""The pieces of a box, read from `pieces.toml` in the game's folder.

Scale, simulated table and screen know a piece by its `kind`, and a kind is the same thing in every
game: where two games name it, the simulated table takes it from the first, and as many as the
larger box holds. Games that come along stand before those that are installed beside them.
"""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from referee.games.base import AnyGame
from referee.games.editions import read_data
from referee.games.registry import games

Colour = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}\Z")]
KindName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,59}\Z")]
# The bounds keep out slips of the pen: what a cell of a few kilograms feels, on a plate of 22 cm.
_Grams = Annotated[float, Meta(gt=0, le=5000)]
_Millimetres = Annotated[float, Meta(gt=0, le=200)]


class PieceInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece: what it weighs, one deviation of that, its size, and how many there are."""

    kind: KindName
    mass_g: _Grams
    spread_g: _Grams
    shape: Literal["box", "cylinder"]
    width_mm: _Millimetres
    height_mm: _Millimetres
    colour: Colour
    count: Annotated[int, Meta(ge=1, le=200)]
    per_seat: bool = False
    """Every player has `count` of them; otherwise they are all there are in the box."""


class _Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    piece: tuple[PieceInfo, ...]


def pieces_of(game: AnyGame) -> tuple[PieceInfo, ...]:
    """The pieces of this game; none where its folder has no `pieces.toml`."""
    return _read(game.folder / "pieces.toml")


@cache
def _read(path: Path) -> tuple[PieceInfo, ...]:
    return read_data(path, _Box).piece if path.is_file() else ()


def installed_games() -> list[AnyGame]:
    """All games, those that come along first: what is installed beside them changes nothing."""
    here = Path(__file__).parent
    return sorted(games().values(), key=lambda game: game.folder.parent != here)


def every_piece() -> dict[str, PieceInfo]:
    """Each kind of piece of the installed games, with enough of it for every seat."""
    found: dict[str, PieceInfo] = {}
    for game in installed_games():
        for piece in pieces_of(game):
            count = piece.count * (game.max_players if piece.per_seat else 1)
            first = found.get(piece.kind, piece)
            most = max(count, found[piece.kind].count if piece.kind in found else 0)
            found[piece.kind] = replace(first, count=most, per_seat=False)
    return found


def game_with(kind: str) -> str:
    """The name of the first game that has such a piece; its words say what the piece is called."""
    named = (
        game.name for game in installed_games() for each in pieces_of(game) if each.kind == kind
    )
    return next(named, "")
