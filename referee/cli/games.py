"""`referee games`: the games, their editions, options and player counts."""

from collections.abc import Mapping

import msgspec
from rich.console import Console
from rich.table import Table

from referee.cli import Json, commands
from referee.events import JsonObject
from referee.games.base import AnyGame
from referee.games.registry import (
    EditionInfo,
    OptionInfo,
    broken_games,
    editions_of,
    games,
    open_options,
)
from referee.language import FALLBACK, language


def list_games(console: Console, *, as_json: bool) -> None:
    """Print every game, as a table for people or as JSON for programs."""
    if as_json:
        described = [_describe(game) for game in games().values()]
        console.print_json(msgspec.json.encode(described).decode())
        return
    table = Table(title="Games", title_justify="left")
    for heading in ("game", "editions and players", "variants", "options"):
        table.add_column(heading, overflow="fold")
    for game in games().values():
        table.add_row(
            f"{game.title}\n[dim]{game.name}[/dim]",
            "\n".join(_players(name, edition) for name, edition in editions_of(game).items())
            or f"{game.min_players}–{game.max_players}",
            "\n".join(_written(name, options) for name, options in game.variants.items()),
            "\n".join(map(_option, open_options(game))),
        )
    console.print(table)
    for left_out in broken_games():
        said = language(FALLBACK).say(left_out.reason, **left_out.words)
        console.print(said, style="red", markup=False)
    console.print("Play one at this screen: [bold]referee play pig[/bold]")


def _players(name: str, edition: EditionInfo) -> str:
    """`a: 3–7, duel: 2`."""
    counts = edition.players[1:] if edition.duel else edition.players
    return f"{name}: {counts[0]}–{counts[-1]}" + (", duel: 2" if edition.duel else "")


def _written(name: str, options: Mapping[str, object]) -> str:
    """A variant with the options that make it."""
    words = ",".join(f"{key}={_plain(value)}" for key, value in options.items())
    return f"{name}\n  [dim]{words}[/dim]" if words else name


def _option(option: OptionInfo) -> str:
    """As it is written behind --options: its default, and what else it may be."""
    others = ", ".join(_plain(each) for each in _values(option) if each != option.default)
    if option.type == "number":
        others = "another number" if option.default is not None else "a number"
        if None not in (option.least, option.most):
            others += f" from {option.least} to {option.most}"
    default = f"{option.name}={_plain(option.default)}"
    return f"{default}\n  [dim]or {others}[/dim]" if others else default


def _values(option: OptionInfo) -> tuple[object, ...]:
    return (False, True) if option.type == "switch" else option.choices


def _plain(value: object) -> str:
    return "" if value is None else msgspec.json.encode(value).decode().strip('"')


def _describe(game: AnyGame) -> JsonObject:
    shipped, options = editions_of(game), open_options(game)
    return {
        "name": game.name,
        "title": game.title,
        "min_players": game.min_players,
        "max_players": game.max_players,
        "editions": tuple(shipped),
        "players": {name: edition.players for name, edition in shipped.items()},
        "duels": [name for name, edition in shipped.items() if edition.duel],
        "variants": game.variants,
        "options": {option.name: option.default for option in options},
        "values": {option.name: _values(option) for option in options if _values(option)},
    }


@commands.command("games")
def games_command(as_json: Json = False) -> None:
    """List the games, their editions, options and player counts.

    Example: referee games --json
    """
    list_games(Console(), as_json=as_json)
