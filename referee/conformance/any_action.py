"""Arbitrary actions: every well-typed one of a game, and listed ones with one value spoiled."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st

from referee.conformance.cases import Case, opening
from referee.games.base import Action


def spoiled(action: Action, rng: Random) -> Action:
    """The action with one of its values changed: usually illegal, always well-typed."""
    fields = [f for f in action.__struct_fields__ if isinstance(getattr(action, f), int | str)]
    if not fields:
        return action
    field = rng.choice(fields)
    content = getattr(action, field)
    if isinstance(content, bool):
        changed: Any = not content
    elif isinstance(content, int):
        changed = content + rng.choice((-100, -2, -1, 1, 2, 3, 100, 10**9))
    else:
        changed = rng.choice(("", "?", content + "x", content.upper()))
    return msgspec.structs.replace(action, **{field: changed})


@cache
def any_action(case: Case) -> st.SearchStrategy[Action]:
    """Every well-typed action of a game, however senseless, in words that its play knows."""
    known = {word for step in opening(case).steps for word in _words(step)}
    contents = _Contents(st.sampled_from(sorted(known | {"", "?"})))
    return st.one_of([contents.values(kind) for kind in case.game.actions])


def _words(value: object) -> Iterator[str]:
    """All text in a value, without the names of its fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _words(getattr(value, field))
    elif isinstance(value, tuple):
        for each in value:
            yield from _words(each)


_NUMBERS = st.integers(-3, 12) | st.integers(-(10**20), 10**20)


class _Contents:
    """Values of the types that fields are declared with."""

    def __init__(self, words: st.SearchStrategy[str]) -> None:
        self._plain: dict[Any, st.SearchStrategy[Any]] = {
            bool: st.booleans(),
            int: _NUMBERS,
            str: words,
            type(None): st.none(),
        }

    def values(self, kind: type[Any]) -> st.SearchStrategy[Any]:
        """Values of a struct."""
        hints = typing.get_type_hints(kind)
        fields = {name: self._content(hints[name]) for name in kind.__struct_fields__}
        return st.builds(kind, **fields)

    def _content(self, hint: Any) -> st.SearchStrategy[Any]:
        if hint in self._plain:
            return self._plain[hint]
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return self.values(hint)
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Literal:
            return st.sampled_from(arguments)
        if origin is typing.Annotated:
            return self._content(arguments[0]).filter(lambda value: _fits(value, hint))
        if origin is tuple:
            return self._tuples(arguments)
        return st.one_of([self._content(argument) for argument in arguments])

    def _tuples(self, arguments: tuple[Any, ...]) -> st.SearchStrategy[Any]:
        if arguments[-1] is ...:
            return st.lists(self._content(arguments[0]), max_size=6).map(tuple)
        return st.tuples(*map(self._content, arguments))


def _fits(value: Any, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True
