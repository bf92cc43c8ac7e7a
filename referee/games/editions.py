"""Editions: the numbers of a box, read from TOML, completed, checked, with the bad key named.

An edition is either one that ships with the game (`standard`) or the path of a file. A file may say
`extends = "standard"` and give only the numbers that differ from it.
"""

import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec

from referee.errors import EditionError
from referee.events import JsonObject

Numbers = TypeVar("Numbers", bound=msgspec.Struct)

# Chosen by hand: a sentence quotes so much of what was given; more would hide the rest of it.
_LONGEST_SHOWN = 100
_PATH_AT_END = re.compile(r" - at `(?:key in )?\$\.?(?P<key>[^`]*)`$")
_UNKNOWN_FIELD = re.compile(r"unknown field `(?P<key>[^`]+)`")
_NAMED_BY_CHECK = re.compile(r"(?P<key>\w+): (?P<problem>.+)")
_MISSING_FIELD = re.compile(r"missing required field `(?P<key>[^`]+)`")


def edition_names(folder: Path) -> tuple[str, ...]:
    """The editions that ship with a game."""
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


def load_edition(
    folder: Path, name: str, numbers: type[Numbers], overrides: Mapping[str, object] | None = None
) -> Numbers:
    """Read an edition by name or path; `overrides` replace single keys for this table."""
    path = _find(folder, name)
    if overrides:
        source = f"{path.name} with the option numbers"
        return _convert({**_complete(folder, path), **overrides}, numbers, source)
    loaded: Numbers = _load(folder, path, path.stat().st_mtime_ns, numbers)
    return loaded


# More editions than a table ever uses; a test may make many.
@lru_cache(maxsize=64)
def _load(folder: Path, path: Path, changed_ns: int, numbers: type[Numbers]) -> Numbers:
    """Simulations set up thousands of games; a file is read again only when it has changed."""
    return _convert(_complete(folder, path), numbers, path.name)


def read_data(path: Path, kind: type[Numbers]) -> Numbers:
    """Another TOML file of a game's folder, checked; the error names the file and the bad key."""
    return _convert(_read(path), kind, str(path))


def _convert(data: Mapping[str, object], numbers: type[Numbers], source: str) -> Numbers:
    """Check the numbers of one edition; the error names its source and the bad key."""
    try:
        return msgspec.convert(data, numbers, strict=True)
    except msgspec.ValidationError as error:
        key, problem = split_problem(str(error))
        # A check over several numbers says itself which key it means: "sacks: there are ...".
        named = _NAMED_BY_CHECK.match(problem)
        if named and not key:
            key, problem = named["key"], named["problem"]
        raise EditionError(source, key, problem) from None


def split_problem(message: str) -> tuple[str, str]:
    """Split what msgspec says into the key it speaks of and the problem itself."""
    at = _PATH_AT_END.search(message)
    inside = at["key"] if at else ""
    problem = message[: at.start()] if at else message
    named = _UNKNOWN_FIELD.search(problem) or _MISSING_FIELD.search(problem)
    if named:
        inside = f"{inside}.{named['key']}" if inside else named["key"]
        problem = "there is no such key" if "unknown" in problem else "this key is missing"
    return inside, problem


def _find(folder: Path, name: str) -> Path:
    if name in edition_names(folder):
        return folder / f"{name}.toml"
    path = Path(name)
    # A name that no file can have makes `is_file` raise.
    with suppress(OSError, ValueError):
        if path.suffix == ".toml" and path.is_file():
            return path
    known = ", ".join(edition_names(folder))
    problem = f"there is no such edition; take one of {known}, or the path of a .toml file"
    raise EditionError(name[:_LONGEST_SHOWN], "", problem)


def _complete(folder: Path, path: Path) -> JsonObject:
    data = _read(path)
    base_name = data.pop("extends", None)
    if base_name is None:
        return data
    if base_name not in edition_names(folder):
        known, shown = ", ".join(edition_names(folder)), repr(base_name)[:_LONGEST_SHOWN]
        raise EditionError(path.name, "extends", f"{shown} is not one of {known}")
    return {**_read(folder / f"{base_name}.toml"), **data}


def _read(path: Path) -> JsonObject:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise EditionError(str(path), "", f"the file cannot be read: {error}") from None
    except (ValueError, RecursionError) as error:
        raise EditionError(str(path), "", f"this is not valid TOML: {error}") from None
