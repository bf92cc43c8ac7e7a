"""The pieces of a box, read from `pieces.toml` in the game's folder."""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.games.base import AnyGame
from referee.games.editions import read_data

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

    @property
    def half_width_m(self) -> float:
        """From its middle to its side."""
        return self.width_mm / 2000

    @property
    def height_m(self) -> float:
        """How much it adds to a tower."""
        return self.height_mm / 1000


class _Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    piece: tuple[PieceInfo, ...]


def pieces_of(game: AnyGame) -> tuple[PieceInfo, ...]:
    """The pieces of this game; none where its folder has no `pieces.toml`."""
    return _read(game.folder / "pieces.toml")


@cache
def _read(path: Path) -> tuple[PieceInfo, ...]:
    return read_data(path, _Box).piece if path.is_file() else ()
