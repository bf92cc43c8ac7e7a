"""What a field of an action or event means, where its type alone does not say it.

A sentence calls a seat by the name of its player, and a thing by the word of its game. A number in
a field `seat` is a seat; the text in a field `face`, and each one in a field `faces`, is called by
the message `GAME-face-…`. A field with another name is annotated with what it `names`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, TypeAlias, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct


def names(kind: str) -> Meta:
    """The mark of a field that holds names of this kind of thing, for `Annotated`."""
    return Meta(extra={"names": kind})


SEAT = "seat"
PLACE = "place, from 0"

Seat: TypeAlias = Annotated[int, names(SEAT)]
"""The seat of a player, from 0, clockwise."""
Place: TypeAlias = Annotated[int, names(PLACE)]
"""One of several places of the same kind, from 0; people count them from one."""


@cache
def kinds_named(struct: type[Struct]) -> Mapping[str, str]:
    """What each field of an action or event names: seats, places, or things of the game."""
    hints = get_type_hints(struct, include_extras=True)
    return {
        field: _marked(hints[field]) or _singular(field, hints[field])
        for field in struct.__struct_fields__
    }


def _marked(hint: object) -> str | None:
    """The mark on this type, or on what it is made of: `Seat | None`, `tuple[Seat, ...]`."""
    for part in (hint, *get_args(hint)):
        for mark in getattr(part, "__metadata__", ()):
            if isinstance(mark, Meta) and mark.extra and "names" in mark.extra:
                return str(mark.extra["names"])
    return None


def _singular(field: str, hint: object) -> str:
    return field.removesuffix("s") if get_origin(hint) is tuple else field
