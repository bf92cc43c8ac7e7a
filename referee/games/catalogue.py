"""What can be chosen before a game begins: its options, their values, and who can play."""

from __future__ import annotations

from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from referee.errors import InputError
from referee.games.base import Game, fold
from referee.games.editions import edition_names
from referee.games.parsing import parse_options
from referee.games.simulation import seat_names


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game; `choices` is empty if anything of its type goes."""

    name: str
    type: str
    default: Any
    choices: tuple[Any, ...]


class EditionInfo(msgspec.Struct, frozen=True):
    """How many can play with this box; two of them may play a `duel` with rules of its own."""

    players: tuple[int, ...]
    duel: bool


def editions(game: Game[Any]) -> dict[str, EditionInfo]:
    """The editions that ship with a game, as their setup allows them."""
    return {name: _edition(game, name) for name in edition_names(game.editions)}


def _edition(game: Game[Any], name: str) -> EditionInfo:
    options = parse_options(game, {"edition": name})
    states = {}
    for count in range(game.min_players, game.max_players + 1):
        try:
            states[count] = fold(game, game.setup(seat_names(count), options))
        except InputError:
            continue
    is_duel = any(getattr(game.view(state, None), "duel", False) for state in states.values())
    return EditionInfo(tuple(states), is_duel)


def open_options(game: Game[Any]) -> tuple[OptionInfo, ...]:
    """What players may choose: not the numbers of the box, and nothing that is sealed."""
    hints = get_type_hints(game.options)
    return tuple(
        _option(game, field, hints[field.name])
        for field in msgspec.structs.fields(game.options)
        if field.name != "numbers" and not field.name.startswith("sealed")
    )


def _option(game: Game[Any], field: msgspec.structs.FieldInfo, hint: Any) -> OptionInfo:
    kind, choices = _kind(hint)
    if field.name == "edition":
        choices = edition_names(game.editions)
    default = None if field.default is msgspec.NODEFAULT else field.default
    return OptionInfo(field.name, kind, default, choices)


def _kind(hint: Any) -> tuple[str, tuple[Any, ...]]:
    """The name of a type for people who write pages, and what can be listed of it."""
    if get_origin(hint) is Literal:
        return "choice", get_args(hint)
    if get_origin(hint) in {Union, UnionType}:
        inner = next(each for each in get_args(hint) if each is not type(None))
        return _kind(inner)
    return {bool: "switch", int: "number", str: "text"}.get(hint, "other"), ()
