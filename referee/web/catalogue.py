"""The games that can be played, described for a page that knows none of them."""

from __future__ import annotations

from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from referee.games.base import Game
from referee.games.editions import edition_names
from referee.games.registry import games
from referee.web.settings import SettingsStore
from referee.web.shapes.games import Catalogue, GameEntry, OptionInfo, VariantInfo


def catalogue(settings: SettingsStore) -> Catalogue:
    """Every game with its variants, options and editions."""
    return Catalogue(tuple(_entry(game, settings) for game in games().values()))


def _entry(game: Game[Any], settings: SettingsStore) -> GameEntry:
    return GameEntry(
        name=game.name,
        title=game.title,
        min_players=game.min_players,
        max_players=game.max_players,
        is_companion=game.is_companion,
        variants=tuple(VariantInfo(name, dict(each)) for name, each in game.variants.items()),
        options=tuple(map(_option(game), open_options(game))),
        editions=edition_names(game.editions),
        numbers=dict(settings.numbers(game.name)),
    )


def open_options(game: Game[Any]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """What players may choose: not the numbers of the box, and nothing that is sealed."""
    return tuple(
        field
        for field in msgspec.structs.fields(game.options)
        if field.name != "numbers" and not field.name.startswith("sealed")
    )


def _option(game: Game[Any]) -> Any:
    hints = get_type_hints(game.options)

    def described(field: msgspec.structs.FieldInfo) -> OptionInfo:
        kind, choices = _kind(hints[field.name])
        if field.name == "edition":
            choices = edition_names(game.editions)
        default = None if field.default is msgspec.NODEFAULT else field.default
        return OptionInfo(field.name, kind, default, choices)

    return described


def _kind(hint: Any) -> tuple[str, tuple[Any, ...]]:
    """The name of a type for people who write pages, and what can be listed of it."""
    if get_origin(hint) is Literal:
        return "choice", get_args(hint)
    if get_origin(hint) in {Union, UnionType}:
        inner = next(each for each in get_args(hint) if each is not type(None))
        return _kind(inner)
    return {bool: "switch", int: "number", str: "text"}.get(hint, "other"), ()
