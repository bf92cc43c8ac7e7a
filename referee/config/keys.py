"""Every key a table profile may have, with what it must be, read off the types.

Error sentences, suggestions and the page that lists the keys all come from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from referee.config.bounds import BOUNDS, MOVED_KEYS
from referee.config.sections import TableProfile


class Key(NamedTuple):
    """A key by its path (`voice.volume`; `[]` for each item of a list) and what it must be.

    `default` is None where there is none: the key may be left out, or, inside a list, it may not.
    """

    path: str
    must_be: str
    default: Any = None
    is_section: bool = False


@cache
def known_keys() -> Mapping[str, Key]:
    """Every key by its path, in the order of the types."""
    profile = inspect.type_info(TableProfile)
    return {key.path: key for key in _walk("", profile, msgspec.to_builtins(TableProfile()))}


def children(path: str) -> tuple[str, ...]:
    """The names of the keys directly under this one."""
    prefix = f"{path}." if path else ""
    rest = [each.removeprefix(prefix) for each in known_keys() if each.startswith(prefix)]
    return tuple(dict.fromkeys(each for each in rest if each and not set(each) & {".", "["}))


def _walk(path: str, kind: inspect.Type, default: Any) -> Iterator[Key]:
    described = _description(kind)
    plain = _plain(kind)
    if path:
        is_section = isinstance(plain, inspect.StructType)
        yield Key(path, described or _must_be(path, plain), default, is_section)
    if isinstance(plain, inspect.StructType):
        yield from _walk_fields(path, plain, default)
    elif isinstance(plain, inspect.VarTupleType):
        yield from _walk(f"{path}[]", plain.item_type, None)
    elif isinstance(plain, inspect.TupleType):
        yield from _walk(f"{path}[]", plain.item_types[0], None)
    elif isinstance(plain, inspect.DictType):
        yield from _walk(f"{path}.*", plain.value_type, None)


def _walk_fields(path: str, struct: inspect.StructType, default: Any) -> Iterator[Key]:
    given = default if isinstance(default, dict) else {}
    for field in struct.fields:
        name = f"{path}.{field.name}" if path else field.name
        if name not in MOVED_KEYS:
            # An optional section has no values, but what is left out inside it has.
            usual = field.default if field.default is not msgspec.NODEFAULT else None
            yield from _walk(name, field.type, given.get(field.name, usual))


def _plain(kind: inspect.Type) -> inspect.Type:
    """The type without its description and without the choice to leave it out."""
    if isinstance(kind, inspect.Metadata):
        return _plain(kind.type)
    if isinstance(kind, inspect.UnionType):
        (only,) = (each for each in kind.types if not isinstance(each, inspect.NoneType))
        return _plain(only)
    return kind


def _description(kind: inspect.Type) -> str | None:
    if isinstance(kind, inspect.Metadata):
        return (kind.extra_json_schema or {}).get("description")
    return None


def _must_be(path: str, kind: inspect.Type) -> str:
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return _number(path, kind)
    if isinstance(kind, inspect.StrType):
        return _text(kind)
    if isinstance(kind, inspect.BoolType):
        return "true or false"
    if isinstance(kind, inspect.LiteralType):
        return _one_of(str(each) for each in kind.values)
    if isinstance(kind, inspect.EnumType):
        return _one_of(str(each.value) for each in kind.cls)
    return _collection(kind)


def _number(path: str, kind: inspect.IntType | inspect.FloatType) -> str:
    word = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
    least, most = BOUNDS.get(path, (kind.ge, kind.le))
    return f"{word} from {_shown(least)} to {_shown(most)}"


def _shown(number: float | None) -> str:
    return "?" if number is None else f"{number:,.10g}".replace(",", "")


def _text(kind: inspect.StrType) -> str:
    if not kind.max_length:
        return "text"
    if kind.min_length:
        return f"text of {kind.min_length} to {kind.max_length} characters"
    return f"text of at most {kind.max_length} characters"


def _one_of(values: Iterator[str]) -> str:
    return "one of " + ", ".join(values)


def _collection(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.StructType):
        return "a section"
    if isinstance(kind, inspect.DictType):
        return "a section of names and texts"
    if isinstance(kind, inspect.TupleType):
        return f"a list of {len(kind.item_types)}"
    most = kind.max_length if isinstance(kind, inspect.VarTupleType) else None
    return f"a list of at most {most}" if most else "a list"
