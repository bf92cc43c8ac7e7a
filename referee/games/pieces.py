"""The pieces of a game, from `pieces.toml` in its folder: how heavy, how large, of which look."""

import tomllib
from typing import Literal

import msgspec

from referee.games.base import AnyGame


class PieceInfo(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of piece; `spread_g` is how much two of them differ in weight."""

    kind: str
    mass_g: float
    spread_g: float
    shape: Literal["box", "cylinder"]
    width_mm: float
    height_mm: float
    colour: str
    count: int


def pieces_of(game: AnyGame) -> tuple[PieceInfo, ...]:
    """The pieces that a game stacks; none if its folder has no such file."""
    path = game.folder / "pieces.toml"
    if not path.is_file():
        return ()
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return msgspec.convert(data.get("piece", ()), tuple[PieceInfo, ...])
