"""Finds the games, and says what can be chosen of each before it begins.

A package under `referee/games/` that has a `GAME` is a game; nothing else needs to know its name.
Other distributions announce theirs as an entry point of the group `referee.games`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from referee.errors import InputError, UnknownGameError
from referee.games.base import AnyGame, Offer, fold
from referee.games.editions import edition_names
from referee.games.parsing import parse_options
from referee.games.playout import seat_names

# Chosen by hand: enough of a name to recognise what was asked for.
_LONGEST_SHOWN = 40


@cache
def games() -> dict[str, AnyGame]:
    """All games by name, in alphabetical order."""
    found = [*_own_games(), *_foreign_games()]
    return {game.name: game for game in sorted(found, key=lambda game: game.name)}


def find_game(name: str) -> AnyGame:
    """The game of this name; `magic_beanstalk` and `Magic Beanstalk` mean `magic-beanstalk`."""
    known = games()
    game = known.get(name.strip().lower().replace("_", "-").replace(" ", "-"))
    if game is None:
        raise UnknownGameError(
            f"There is no game called {name!r}; the games are {', '.join(known)}.",
            message="setup-no-game",
            name=name[:_LONGEST_SHOWN],
            games=tuple(known),
        )
    return game


def _own_games() -> list[AnyGame]:
    folder = str(Path(__file__).parent)
    packages = [info.name for info in iter_modules([folder]) if info.ispkg]
    return [import_module(f"referee.games.{name}").GAME for name in packages]


def _foreign_games() -> list[AnyGame]:
    return [entry.load() for entry in entry_points(group="referee.games")]


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game; `choices` is empty if anything of its type goes.

    `is_seat`: it holds a seat. `offered` are a few values that screens offer, while no more than
    `most_players` sit at the table.
    """

    name: str
    type: str
    default: Any
    choices: tuple[Any, ...]
    is_seat: bool
    offered: tuple[Any, ...]
    most_players: int | None


class EditionInfo(msgspec.Struct, frozen=True):
    """How many can play with this box; two of them may play a `duel` with rules of its own."""

    players: tuple[int, ...]
    duel: bool


def editions_of(game: AnyGame) -> dict[str, EditionInfo]:
    """The editions that ship with a game, as their setup allows them."""
    return {name: _edition_info(game, name) for name in edition_names(game.editions)}


def _edition_info(game: AnyGame, name: str) -> EditionInfo:
    options = parse_options(game, {"edition": name})
    states = {}
    for count in range(game.min_players, game.max_players + 1):
        try:
            states[count] = fold(game, game.setup(seat_names(count), options))
        except InputError:
            continue
    is_duel = any(getattr(game.view(state, None), "duel", False) for state in states.values())
    return EditionInfo(tuple(states), is_duel)


def open_options(game: AnyGame) -> tuple[OptionInfo, ...]:
    """What players may choose: not the numbers of the box, and nothing that is sealed."""
    hints = get_type_hints(game.options, include_extras=True)
    return tuple(
        _option_info(game, field, hints[field.name])
        for field in msgspec.structs.fields(game.options)
        if field.name != "numbers" and not field.name.startswith("sealed")
    )


def _option_info(game: AnyGame, field: msgspec.structs.FieldInfo, hint: object) -> OptionInfo:
    offer = Offer()
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        offer = next((note for note in notes if isinstance(note, Offer)), offer)
    kind, choices = _kind_of_option(hint)
    if field.name == "edition":
        choices = edition_names(game.editions)
    default = None if field.default is msgspec.NODEFAULT else field.default
    return OptionInfo(
        name=field.name,
        type=kind,
        default=default,
        choices=choices,
        is_seat=offer.is_seat,
        offered=offer.values,
        most_players=offer.most_players,
    )


def _kind_of_option(hint: object) -> tuple[str, tuple[Any, ...]]:
    """The name of a type for people who write pages, and what can be listed of it."""
    if get_origin(hint) is Literal:
        return "choice", get_args(hint)
    if get_origin(hint) in {Union, UnionType}:
        inner = next(each for each in get_args(hint) if each is not type(None))
        return _kind_of_option(inner)
    return _KINDS.get(hint, "other"), ()


_KINDS: dict[object, str] = {bool: "switch", int: "number", str: "text"}
