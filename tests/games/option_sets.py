"""Option sets in which the tests play a game: its variants, and some that only tests care for."""

from collections.abc import Mapping
from typing import Any

from referee.games.base import Game

_ONLY_TESTED: dict[str, dict[str, dict[str, Any]]] = {
    "bohnanza": {
        "A, the second seat begins": {"edition": "a", "first": 1},
        "A, third field from the start": {"edition": "a", "third_field": "start"},
    },
    "spookies": {
        "fine chips always taken": {"fine_chips": "always"},
        "everything": {
            "variant": "free-choice",
            "joker": True,
            "ghost": True,
            "chips": "digital",
        },
    },
}


def option_sets(game: Game[Any]) -> dict[str, Mapping[str, Any]]:
    """Every named option set of a game, by name."""
    return {**game.variants, **_ONLY_TESTED.get(game.name, {})}
