"""Turns what people and files say into options, seats and actions, or says what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from unicodedata import category

import msgspec

from referee.errors import InputError
from referee.games.base import Action, Event, Game, Options
from referee.games.editions import split_problem

_LONGEST_NAME = 40


def parse_seats(game: Game[Any], names: Sequence[str]) -> tuple[str, ...]:
    """Names in clockwise order: the right number of them, none empty, none twice."""
    seats = tuple(name.strip() for name in names)
    if not game.min_players <= len(seats) <= game.max_players:
        raise InputError(
            f"{game.title} is for {game.min_players} to {game.max_players} players,"
            f" not {len(seats)}; name that many.",
            message="setup-players",
            title=game.title,
            least=game.min_players,
            most=game.max_players,
        )
    for name in seats:
        if not name or len(name) > _LONGEST_NAME or not _is_readable(name):
            raise InputError(
                f"{name!r} is not a name; give every player a name"
                f" of 1 to {_LONGEST_NAME} letters.",
                message="setup-no-name",
                most=_LONGEST_NAME,
            )
    folded = [name.casefold() for name in seats]
    for name in seats:
        if folded.count(name.casefold()) > 1:
            raise InputError(
                f"Two players are called {name}; give everybody a name of their own.",
                message="setup-same-name",
                name=name,
            )
    return seats


def _is_readable(name: str) -> bool:
    """No control characters and line ends; what joins drawn letters to one is welcome."""
    return not any(category(letter) in _UNREADABLE for letter in name)


_UNREADABLE = ("Cc", "Cn", "Co", "Cs", "Zl", "Zp")


def parse_options(game: Game[Any], options: Mapping[str, Any], *, strict: bool = True) -> Options:
    """Options by name. Not strict: values are text, as typed on a command line."""
    try:
        return msgspec.convert(dict(options), game.options, strict=strict)
    except msgspec.ValidationError as error:
        key, problem = split_problem(str(error))
        known = ", ".join(field.name for field in msgspec.structs.fields(game.options))
        values = _allowed_values(game, key)
        hint = f"give one of {values}" if values else f"the options are {known}"
        subject = f"The option {key}" if key else "The options"
        raise InputError(
            f"{subject} of {game.title} cannot be used: {problem}; {hint}.",
            message="setup-option",
            option=key,
            title=game.title,
        ) from None


def _allowed_values(game: Game[Any], key: str) -> str:
    """What an option may be, if that can be listed."""
    hint = get_type_hints(game.options).get(key)
    if hint is bool:
        return "true, false"
    return ", ".join(map(str, get_args(hint))) if get_origin(hint) is Literal else ""


def parse_option_words(words: Sequence[str]) -> dict[str, Any]:
    """`variant=expert` and the like; several may stand in one word, with commas between them.

    A value that is JSON (a number, true, a list) is taken as such, everything else as text.
    """
    options: dict[str, Any] = {}
    for pair in _pairs(words):
        key, equals, text = pair.partition("=")
        if not equals or not key.strip():
            raise InputError(f"{pair!r} is not an option; write it as name=value.")
        options[key.strip()] = _value(text.strip())
    return options


def _pairs(words: Sequence[str]) -> list[str]:
    """Split at commas, but not at those inside brackets or braces."""
    pairs: list[str] = []
    for word in words:
        depth = 0
        part = ""
        for letter in word:
            depth += (letter in "[{") - (letter in "]}")
            if letter == "," and depth == 0:
                pairs.append(part)
                part = ""
            else:
                part += letter
        pairs.append(part)
    return [pair for pair in pairs if pair.strip()]


def _value(text: str) -> Any:
    if text.casefold() in _SWITCH:
        return _SWITCH[text.casefold()]
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


_SWITCH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@cache
def action_decoder(
    game_name: str, actions: tuple[type[Action], ...]
) -> msgspec.json.Decoder[Action]:
    """The JSON decoder for the actions of one game."""
    return msgspec.json.Decoder(Union[actions])  # noqa: UP007 (made from a tuple)


def parse_action(game: Game[Any], line: bytes | str) -> Action:
    """One action from its JSON form; the error says what the line should have held."""
    try:
        return action_decoder(game.name, game.actions).decode(line)
    except msgspec.ValidationError as error:
        raise InputError(_explain(game, str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"This is not JSON: {error}.") from None


def _explain(game: Game[Any], message: str) -> str:
    if "Invalid value" in message and "$.type" in message:
        known = ", ".join(sorted(action_name(kind) for kind in game.actions))
        return f"{game.title} has no such action; the actions are {known}."
    if "missing required field `type`" in message:
        return 'An action needs a "type", for example {"type": "report-stable"}.'
    key, problem = split_problem(message)
    return f"The action cannot be used: {f'{key}: ' if key else ''}{problem}."


def action_name(kind: type[Action] | type[Event]) -> str:
    """The name of an action or event in JSON."""
    return str(kind.__struct_config__.tag)


def format_value(value: msgspec.Struct) -> str:
    """The one JSON form of an action, event or view."""
    return msgspec.json.encode(value).decode()
