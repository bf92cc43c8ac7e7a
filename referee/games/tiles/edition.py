"""The bonus tiles of the leaflet (SP-70 to SP-78): the games they belong to, their numbers."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Host = Literal["karuba", "odyssee-land"]
Effect = Literal["dice", "strength"]

KARUBA: Host = "karuba"
ODYSSEE_LAND: Host = "odyssee-land"

WOLF = "tamed-wolf"
"""The one tile that is never used up (SP-73)."""

TILES: dict[Host, tuple[str, ...]] = {
    KARUBA: (
        "fastest-treasure-hunter",
        "best-treasure-hunter",
        "best-path-maker",
        "fastest-runner",
    ),
    ODYSSEE_LAND: ("gold-sword", "platinum-sword", "magic-gold-sword", WOLF),
}

EFFECT_OF_TILE: dict[str, Effect] = {
    "gold-sword": "dice",
    "platinum-sword": "dice",
    "magic-gold-sword": "strength",
    WOLF: "strength",
}

RULE_OF_TILE: dict[str, str] = {
    "gold-sword": "SP-70",
    "platinum-sword": "SP-71",
    "magic-gold-sword": "SP-72",
    WOLF: "SP-73",
    "fastest-treasure-hunter": "SP-75",
    "best-treasure-hunter": "SP-76",
    "best-path-maker": "SP-77",
    "fastest-runner": "SP-78",
}
"""The rule behind each tile."""

MIN_PLAYERS = 2
MAX_PLAYERS = 4

_FIELD_OF_TILE = {tile: tile.replace("-", "_") for tile in RULE_OF_TILE}
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
        return int(getattr(self.karuba, _FIELD_OF_TILE[tile], 0))

    def effect(self, tile: str) -> int:
        """How many dice, or how much strength, a tile of Odyssée-land gives."""
        return int(getattr(self.odyssee_land, _FIELD_OF_TILE[tile]))
