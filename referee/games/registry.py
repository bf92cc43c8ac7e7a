"""Finds the games, and says what can be chosen of each before it begins.

A package under `referee/games/` that has a `GAME` is a game; nothing else needs to know its name.
Other distributions announce theirs as an entry point of the group `referee.games`, under the game's
name. One that cannot be used is left out and named in `broken_games`; all others are played on.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from referee.errors import InputError, UnknownGameError
from referee.games.base import CONTRACT, AnyGame, Game, Offer, fold
from referee.games.dice import dice_of
from referee.games.editions import edition_names
from referee.games.parsing import parse_options
from referee.games.pieces import pieces_of
from referee.games.playout import seat_names

# Chosen by hand: enough of a name to recognise what was asked for.
_LONGEST_SHOWN = 40
_LONGEST_DETAIL = 200
GAME_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What a game may be called: its name stands in word files, addresses and profiles."""


def games() -> dict[str, AnyGame]:
    """All games by name, in alphabetical order."""
    return _found().games


class BrokenGame(msgspec.Struct, frozen=True):
    """An installed game that cannot be used; `reason` names a sentence of the language files."""

    name: str
    package: str
    reason: str
    detail: str

    @property
    def words(self) -> dict[str, str]:
        """What the sentence mentions."""
        return {"game": self.name, "package": self.package, "detail": self.detail}


def broken_games() -> tuple[BrokenGame, ...]:
    """Installed games that had to be left out."""
    return _found().broken


class _Found(msgspec.Struct, frozen=True):
    games: dict[str, AnyGame]
    broken: tuple[BrokenGame, ...]


@cache
def _found() -> _Found:
    known = {game.name: game for game in _own_games()}
    broken = []
    for entry in sorted(entry_points(group="referee.games"), key=lambda entry: entry.name):
        package = entry.dist.name if entry.dist else entry.value
        try:
            game = entry.load()
            reason, detail = _why_unusable(game, entry.name, known)
            if not reason:
                _try_out(game)
        except Exception as error:  # noqa: BLE001 - whatever a package of somebody else raises
            game, reason, detail = None, "game-broken", f"{type(error).__name__}: {error}"
        if game is None or reason:
            broken.append(BrokenGame(entry.name, package, reason, detail[:_LONGEST_DETAIL]))
        else:
            known[game.name] = game
    return _Found({name: known[name] for name in sorted(known)}, tuple(broken))


def _why_unusable(game: object, name: str, known: Mapping[str, AnyGame]) -> tuple[str, str]:
    """The reason and a detail for whoever wrote the game; no reason if it can be played."""
    if not isinstance(game, Game):
        return "game-broken", f"{name} is no Game, but {type(game).__name__}"
    if game.contract > CONTRACT:
        return "game-too-new", str(game.contract)
    if game.name != name or not GAME_NAME.fullmatch(name):
        return "game-broken", f"the entry point {name!r} holds a game called {game.name!r}"
    return ("game-name-taken", name) if name in known else ("", "")


def find_game(name: str) -> AnyGame:
    """The game of this name; `liars_dice` and `Liars Dice` mean `liars-dice`."""
    known = games()
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    game = known.get(wanted)
    for broken in broken_games():
        if game is None and broken.name == wanted:
            raise UnknownGameError(
                f"The game {broken.name} cannot be played here: {broken.detail}",
                message=broken.reason,
                **broken.words,
            )
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


def _try_out(game: AnyGame) -> None:
    """Set a game up and ask it everything once: better it fails now than at the table."""
    pieces_of(game), dice_of(game)
    with suppress(InputError):
        state = fold(game, game.setup(seat_names(game.min_players), parse_options(game, {})))
        game.awaiting(state), game.outcome(state), game.standing(state), game.rolled(state)
        game.view(state, None), game.shown(state, None), game.seats(state), game.scores(state)
        list(game.legal_actions(state))


class OptionInfo(msgspec.Struct, frozen=True):
    """An option; `choices` is empty if anything of its type goes, or a number `least` to `most`.

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
    least: float | None = None
    most: float | None = None


class EditionInfo(msgspec.Struct, frozen=True):
    """How many can play with this box; two of them may play a `duel` with rules of its own."""

    players: tuple[int, ...]
    duel: bool


def editions_of(game: AnyGame) -> dict[str, EditionInfo]:
    """The editions that ship with a game, as their setup allows them; small games have none."""
    return {name: _edition_info(game, name) for name in edition_names(game.editions)}


def _edition_info(game: AnyGame, name: str) -> EditionInfo:
    options = parse_options(game, {"edition": name})
    states = {}
    for count in range(game.min_players, game.max_players + 1):
        try:
            states[count] = fold(game, game.setup(seat_names(count), options))
        except InputError:
            continue
    is_duel = any(map(game.is_duel, states.values()))
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
    metas = [each for each in get_args(field.type) if isinstance(each, msgspec.Meta)]
    return OptionInfo(
        name=field.name,
        type=kind,
        default=default,
        choices=choices,
        is_seat=offer.is_seat,
        offered=offer.values,
        most_players=offer.most_players,
        least=metas[0].ge if metas else None,
        most=metas[0].le if metas else None,
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
