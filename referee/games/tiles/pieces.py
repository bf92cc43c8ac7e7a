"""The bonus tiles of the leaflet (SP-70 to SP-78) and the games they belong to."""

from __future__ import annotations

from typing import Literal

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

EFFECTS: dict[str, Effect] = {
    "gold-sword": "dice",
    "platinum-sword": "dice",
    "magic-gold-sword": "strength",
    WOLF: "strength",
}

RULES: dict[str, str] = {
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
