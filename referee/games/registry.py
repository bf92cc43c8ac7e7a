"""Finds the games: every package beside this module, and those other distributions bring along.

A package under `referee/games/` that has a `GAME` is a game; nothing else needs to know its name.
Other distributions announce theirs as an entry point of the group `referee.games`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from referee.errors import UnknownGameError
from referee.games.base import Game


@cache
def games() -> dict[str, Game[Any]]:
    """All games by name, in alphabetical order."""
    found = [*_own_games(), *_foreign_games()]
    return {game.name: game for game in sorted(found, key=lambda game: game.name)}


def find_game(name: str) -> Game[Any]:
    """The game of this name; `magic_beanstalk` and `Magic Beanstalk` mean `magic-beanstalk`."""
    known = games()
    game = known.get(name.strip().lower().replace("_", "-").replace(" ", "-"))
    if game is None:
        raise UnknownGameError(
            f"There is no game called {name!r}; the games are {', '.join(known)}.",
            message="setup-no-game",
            name=name[:40],
            games=tuple(known),
        )
    return game


def _own_games() -> list[Game[Any]]:
    folder = str(Path(__file__).parent)
    packages = [info.name for info in iter_modules([folder]) if info.ispkg]
    return [import_module(f"referee.games.{name}").GAME for name in packages]


def _foreign_games() -> list[Game[Any]]:
    return [entry.load() for entry in entry_points(group="referee.games")]
