"""`referee games`: the games, their editions, options and player counts."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from referee.games.base import Game
from referee.games.editions import edition_names
from referee.games.registry import games


def list_games(console: Console, *, as_json: bool) -> None:
    """Print every game, as a table for people or as JSON for programs."""
    described = [_describe(game) for game in games().values()]
    if as_json:
        console.print_json(msgspec.json.encode(described).decode())
        return
    table = Table(title="Games", title_justify="left")
    for heading in ("game", "players", "editions", "variants", "options"):
        table.add_column(heading, overflow="fold")
    for game in described:
        table.add_row(
            f"{game['title']}\n[dim]{game['name']}[/dim]",
            f"{game['min_players']}–{game['max_players']}",
            "\n".join(game["editions"]),
            "\n".join(_written(name, options) for name, options in game["variants"].items()),
            "\n".join(f"{name}={_plain(value)}" for name, value in game["options"].items()),
        )
    console.print(table)
    console.print("Play one at this screen: [bold]referee play magic-beanstalk[/bold]")


def _written(name: str, options: dict[str, Any]) -> str:
    """A variant with the options that make it."""
    words = ",".join(f"{key}={_plain(value)}" for key, value in options.items())
    return f"{name}\n  [dim]{words}[/dim]" if words else name


def _plain(value: Any) -> str:
    """As it is written behind --options."""
    return "" if value is None else msgspec.json.encode(value).decode().strip('"')


def _describe(game: Game[Any]) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "min_players": game.min_players,
        "max_players": game.max_players,
        "editions": edition_names(game.editions),
        "variants": game.variants,
        "options": {
            field.name: _default(field)
            for field in msgspec.structs.fields(game.options)
            if field.name != "numbers" and not field.name.startswith("sealed")
        },
    }


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return None if field.default is msgspec.NODEFAULT else field.default
