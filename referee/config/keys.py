"""Every key a table profile may have: what it must be, its bounds, and keys that have moved."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

import msgspec
from msgspec import inspect

from referee.config.sections import TableProfile
from referee.touch.profile import TouchProfile


class Bounds(NamedTuple):
    """From where to where a number may be, both included."""

    least: float
    most: float


MOVED_KEYS: Mapping[str, str] = {
    "scale.touch.counts_per_gram": "scale.calibration.counts_per_gram",
    "scale.touch.offset_counts": "scale.calibration.tare_counts",
}
"""A table is calibrated in one place; touch is told from there."""

# What the last part of a name says about the number.
_BY_UNIT = {
    "_g_s": Bounds(0, 10),
    "_s": Bounds(0.001, 60),
    "_m": Bounds(0, 1),
    "_score": Bounds(-20, 20),
    "_per_g": Bounds(0, 1),
    "_per_noise": Bounds(0, 100),
    "_g": Bounds(0.001, 1000),
    "_hz": Bounds(1, 1000),
}
_OTHERWISE = Bounds(0, 100)

_COUNTS = Bounds(-1e8, 1e8)
_PIXELS = Bounds(1, 20_000)
_MILLIMETRES = Bounds(1, 2000)


def _touch_bounds(name: str) -> Bounds:
    return next((each for unit, each in _BY_UNIT.items() if name.endswith(unit)), _OTHERWISE)


BOUNDS: Mapping[str, Bounds] = {
    "camera.light.exposure_us": Bounds(1, 1e7),
    "camera.light.gain": Bounds(0, 1e5),
    "camera.light.red_gain": Bounds(0, 100),
    "camera.light.blue_gain": Bounds(0, 100),
    "camera.light.white_balance_k": Bounds(1000, 20_000),
    "camera.light.focus": Bounds(0, 1e5),
    "camera.lens.width_px": _PIXELS,
    "camera.lens.height_px": _PIXELS,
    "camera.lens.focal_px[]": Bounds(1, 1e6),
    "camera.lens.centre_px[]": Bounds(-20_000, 40_000),
    "camera.lens.distortion[]": Bounds(-1e4, 1e4),
    "camera.tray.inner_width_mm": _MILLIMETRES,
    "camera.tray.inner_height_mm": _MILLIMETRES,
    "camera.tray.marker_mm": Bounds(1, 500),
    "camera.tray.marker_places_mm[][]": Bounds(-2000, 4000),
    "scale.calibration.counts_per_gram": _COUNTS,
    "scale.calibration.tare_counts": _COUNTS,
    "scale.calibration.capacity_g": Bounds(1, 100_000),
    "scale.calibration.noise_counts": Bounds(0, 1e7),
    "scale.touch.pieces[].mass_g": Bounds(0.01, 5000),
    "scale.touch.pieces[].spread_g": Bounds(0.001, 500),
    **{
        f"scale.touch.{name}": _touch_bounds(name)
        for name in TouchProfile.__struct_fields__
        if name != "pieces" and f"scale.touch.{name}" not in MOVED_KEYS
    },
}


class ProfileKey(NamedTuple):
    """A key by its path (`voice.volume`; `[]` for each item of a list) and what it must be.

    `default` is None where there is none: the key may be left out, or, inside a list, it may not.
    """

    path: str
    must_be: str
    default: object = None
    is_section: bool = False


@cache
def known_keys() -> Mapping[str, ProfileKey]:
    """Every key by its path, in the order of the types."""
    profile = inspect.type_info(TableProfile)
    return {key.path: key for key in _walk("", profile, msgspec.to_builtins(TableProfile()))}


def children(path: str) -> tuple[str, ...]:
    """The names of the keys directly under this one."""
    prefix = f"{path}." if path else ""
    rest = [each.removeprefix(prefix) for each in known_keys() if each.startswith(prefix)]
    return tuple(dict.fromkeys(each for each in rest if each and not set(each) & {".", "["}))


def _walk(path: str, kind: inspect.Type, default: object) -> Iterator[ProfileKey]:
    described = _description(kind)
    plain = _plain(kind)
    if path:
        is_section = isinstance(plain, inspect.StructType)
        yield ProfileKey(path, described or _must_be(path, plain), default, is_section)
    if isinstance(plain, inspect.StructType):
        yield from _walk_fields(path, plain, default)
    elif isinstance(plain, inspect.VarTupleType):
        yield from _walk(f"{path}[]", plain.item_type, None)
    elif isinstance(plain, inspect.TupleType):
        yield from _walk(f"{path}[]", plain.item_types[0], None)
    elif isinstance(plain, inspect.DictType):
        yield from _walk(f"{path}.*", plain.value_type, None)


def _walk_fields(path: str, struct: inspect.StructType, default: object) -> Iterator[ProfileKey]:
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
