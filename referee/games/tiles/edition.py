"""The numbers on the bonus tiles (SP-70 to SP-78)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.tiles.pieces import RULES

_FIELDS = {tile: tile.replace("-", "_") for tile in RULES}
_Points = Annotated[int, Meta(ge=0, le=100)]
_Dice = Annotated[int, Meta(ge=1, le=20)]
_Strength = Annotated[int, Meta(ge=0, le=100)]


class KarubaPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What each Karuba tile is worth at the end (SP-75 to SP-78)."""

    fastest_treasure_hunter: _Points
    best_treasure_hunter: _Points
    best_path_maker: _Points
    fastest_runner: _Points


class OdysseeEffects(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Dice to roll, or combat strength to add, in a fight of Odyssée-land (SP-70 to SP-73)."""

    gold_sword: _Dice
    platinum_sword: _Dice
    magic_gold_sword: _Strength
    tamed_wolf: _Strength


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One printed leaflet; see `editions/standard.toml` for every key."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    karuba: KarubaPoints
    odyssee_land: OdysseeEffects

    def points(self, tile: str) -> int:
        """What a tile is worth at the end; the tiles of Odyssée-land carry no points."""
        return int(getattr(self.karuba, _FIELDS[tile], 0))

    def effect(self, tile: str) -> int:
        """How many dice, or how much strength, a tile of Odyssée-land gives."""
        return int(getattr(self.odyssee_land, _FIELDS[tile]))
