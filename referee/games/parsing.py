"""Turns what people and files say into options, seats and actions, or says what is wrong."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, Union, get_args, get_origin, get_type_hints
from unicodedata import category, normalize

import msgspec

from referee.errors import InputError
from referee.events import JsonObject
from referee.games.base import Action, AnyGame, Chosen, Event, Game, State
from referee.games.editions import split_problem

# Chosen by hand: longer ones break the columns of seats on the screen, shorter ones cut real names.
_LONGEST_NAME = 40


def parse_name(name: str) -> str:
    """What a person is called, at a seat and in a profile; one way to write what looks alike."""
    tidy = " ".join(normalize("NFC", name).split())
    if len(tidy) > _LONGEST_NAME or not _is_readable(tidy):
        raise _no_name(name)
    return tidy


def _is_readable(name: str) -> bool:
    """A letter, a digit or a picture, and nothing hidden but what joins letters to one."""
    kinds = {category(letter) for letter in name if letter not in _JOINERS}
    has_letter = any(kind[0] in "LNS" for kind in kinds)
    return has_letter and kinds.isdisjoint(_HIDDEN) and not _BLANKS.intersection(name)


_JOINERS = "\u200c\u200d"
_HIDDEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that nobody can see."""


def name_key(name: str) -> str:
    """The same for two names that look alike, whatever their capitals."""
    return normalize("NFC", name).strip().casefold().translate(_UNSEEN)


_UNSEEN = dict.fromkeys(map(ord, _JOINERS + "\u034f\ufe0e\ufe0f"))


def _no_name(name: str) -> InputError:
    return InputError(
        f"{name!r} is not a name: choose one of 1 to {_LONGEST_NAME} characters, with at least one"
        " letter and nothing invisible.",
        message="setup-no-name",
        most=_LONGEST_NAME,
    )


def _recorded_name(name: str) -> str:
    if not name.strip():
        raise _no_name(name)
    return name.strip()


def parse_seats(
    game: AnyGame, names: Sequence[str], *, is_recorded: bool = False
) -> tuple[str, ...]:
    """Names in clockwise order: the right number of them, none empty, none twice.

    Recorded ones may have been chosen under wider rules, and stay as they are.
    """
    parse, key = (_recorded_name, str.casefold) if is_recorded else (parse_name, name_key)
    if not game.min_players <= len(names) <= game.max_players:
        raise InputError(
            f"{game.title} is for {game.min_players} to {game.max_players} players,"
            f" not {len(names)}; name that many.",
            message="setup-players",
            title=game.title,
            least=game.min_players,
            most=game.max_players,
            count=len(names),
        )
    seats = tuple(parse(name) for name in names)
    keys = [key(name) for name in seats]
    for name in seats:
        if keys.count(key(name)) > 1:
            raise InputError(
                f"Two players are called {name}; give everybody a name of their own.",
                message="setup-same-name",
                name=name,
            )
    return seats


def parse_options(
    game: Game[State, Chosen], options: Mapping[str, object], *, strict: bool = True
) -> Chosen:
    """Options by name. Not strict: values are text, as typed on a command line."""
    try:
        parsed: Chosen = msgspec.convert(dict(options), game.options, strict=strict)
    except msgspec.ValidationError as error:
        key, problem = split_problem(str(error))
        known = ", ".join(field.name for field in msgspec.structs.fields(game.options))
        values = _allowed_values(game, key)
        hint = f"give one of {values}" if values else f"the options are {known or 'none'}"
        subject = f"The option {key}" if key else "The options"
        raise InputError(
            f"{subject} of {game.title} cannot be used: {problem}; {hint}.",
            message="setup-option",
            option=key,
            title=game.title,
        ) from None
    return parsed


def _allowed_values(game: AnyGame, key: str) -> str:
    """What an option may be, if that can be listed."""
    hint = get_type_hints(game.options).get(key)
    if hint is bool:
        return "true, false"
    return ", ".join(map(str, get_args(hint))) if get_origin(hint) is Literal else ""


def parse_option_words(words: Sequence[str]) -> JsonObject:
    """`variant=expert` and the like; several may stand in one word, with commas between them.

    A value that is JSON (a number, true, a list) is taken as such, everything else as text.
    """
    options: JsonObject = {}
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


def _value(text: str) -> object:
    if text.casefold() in _SWITCH:
        return _SWITCH[text.casefold()]
    try:
        return msgspec.json.decode(text, type=object)
    except msgspec.DecodeError:
        return text


_SWITCH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@cache
def action_decoder(
    game_name: str, actions: tuple[type[Action], ...]
) -> msgspec.json.Decoder[Action]:
    """The JSON decoder for the actions of one game."""
    return msgspec.json.Decoder(Union[actions])  # noqa: UP007 (made from a tuple)


def parse_action(game: AnyGame, line: bytes | str) -> Action:
    """One action from its JSON form; the error says what the line should have held."""
    try:
        return action_decoder(game.name, game.actions).decode(line)
    except msgspec.ValidationError as error:
        raise InputError(_explain(game, str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"This is not JSON: {error}.") from None


def _explain(game: AnyGame, message: str) -> str:
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


def check_seat(option: str, seat: int, seats: tuple[str, ...]) -> None:
    """An option that names a seat names one that is there."""
    if not 0 <= seat < len(seats):
        raise InputError(
            f"{option} is seat {seat}, but the seats are numbered 0 to {len(seats) - 1};"
            " give one of these.",
            message="setup-seat",
            option=option,
        )
