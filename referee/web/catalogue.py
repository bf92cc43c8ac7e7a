"""The games that can be played, described for a page that knows none of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from referee.games.base import Game
from referee.games.registry import EditionInfo, editions_of, find_game, games, open_options
from referee.web.settings import SettingsStore
from referee.web.shapes.games import Catalogue, GameEntry, VariantInfo


def catalogue(settings: SettingsStore) -> Catalogue:
    """Every game with its variants, options and editions."""
    return Catalogue(tuple(_entry(game, settings) for game in games().values()))


def _entry(game: Game[Any], settings: SettingsStore) -> GameEntry:
    shipped = _editions(game.name)
    return GameEntry(
        name=game.name,
        title=game.title,
        min_players=game.min_players,
        max_players=game.max_players,
        is_companion=game.is_companion,
        variants=tuple(VariantInfo(name, dict(each)) for name, each in game.variants.items()),
        options=open_options(game),
        editions=tuple(shipped),
        players={name: edition.players for name, edition in shipped.items()},
        numbers=dict(settings.numbers(game.name)),
    )


# Every number of players is set up once to know; the shipped editions stay what they are.
@cache
def _editions(name: str) -> dict[str, EditionInfo]:
    return editions_of(find_game(name))
