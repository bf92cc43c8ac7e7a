"""What our camera code uses of picamera2, and what picamera2's published sources have of it.

    pip download --no-deps --no-binary :all: picamera2==0.3.38 && tar xzf picamera2-0.3.38.tar.gz
    python -m tests.devices.picamera2_names picamera2-*/

writes `picamera2_names.json` anew: names and parameters, for each of these versions. Nothing else
of the sources is kept. What libcamera calls its controls is in the same file, by hand.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from referee.devices.camera import picamera_camera

RECORD = Path(__file__).with_name("picamera2_names.json")
OURS = ast.parse(Path(picamera_camera.__file__).read_text(encoding="utf-8"))
_CONTROL = re.compile(r"[A-Z][a-z]+([A-Z][a-z]+)+")


class Signature(msgspec.Struct, frozen=True):
    """The parameters of a method; None for a property or an attribute."""

    parameters: tuple[str, ...] | None = None


class Version(msgspec.Struct, frozen=True):
    """Of our names and words, those that a version has."""

    members: dict[str, Signature]
    words: tuple[str, ...]


class Control(msgspec.Struct, frozen=True):
    """A control of libcamera: its type, how many values it has, and what numbers mean."""

    type: str
    size: int = 1
    values: dict[str, int] = {}


class Libcamera(msgspec.Struct, frozen=True):
    """Where the controls were read, and those that we use."""

    source: str
    controls: dict[str, Control]


class Record(msgspec.Struct, frozen=True):
    """The whole file."""

    picamera2: dict[str, Version]
    libcamera: Libcamera


def used_members() -> dict[str, Signature]:
    """What we use of the class, as our protocol of it says; mypy sees that we use nothing else."""
    (protocol,) = (
        node for node in OURS.body if isinstance(node, ast.ClassDef) and node.name == "_Picamera"
    )
    return dict(_members(protocol))


def positional(name: str) -> int:
    """How many arguments we give this method without naming them."""
    (method,) = (
        node
        for node in ast.walk(OURS)
        if isinstance(node, ast.FunctionDef) and node.name == name and _is_stub(node)
    )
    return max(0, len(method.args.posonlyargs) - 1)


def used_words() -> set[str]:
    """Keys and values of settings, and of what picamera2 tells, that are no controls."""
    return {word for word in _keys(OURS) if not _CONTROL.fullmatch(word)} | {picamera_camera._BGR}


def used_controls() -> set[str]:
    """Controls that we set, and values that we read from pictures."""
    return {word for word in _keys(OURS) if _CONTROL.fullmatch(word)}


def _is_stub(node: ast.FunctionDef) -> bool:
    last = node.body[-1]
    return isinstance(last, ast.Expr) and getattr(last.value, "value", None) is Ellipsis


def _keys(tree: ast.AST) -> Iterator[str]:
    """Strings in the place of a key: of a mapping, and of what is asked of one."""
    for node in ast.walk(tree):
        keys: list[ast.expr | None] = []
        if isinstance(node, ast.Dict):
            keys = list(node.keys)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            keys = list(node.args[:1]) if node.func.attr == "get" else []
        for key in keys:
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value


def _members(of: ast.ClassDef) -> Iterator[tuple[str, Signature]]:
    for node in of.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, Signature()
        elif isinstance(node, ast.FunctionDef) and not _is_overload(node):
            yield node.name, _signature(node)
            yield from ((each, Signature()) for each in _own_attributes(node))


def _is_overload(node: ast.FunctionDef) -> bool:
    return any(getattr(each, "id", "") == "overload" for each in node.decorator_list)


def _signature(node: ast.FunctionDef) -> Signature:
    if any(getattr(each, "id", "") == "property" for each in node.decorator_list):
        return Signature()
    every = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    return Signature(tuple(each.arg for each in every if each.arg not in {"self", "cls"}))


def _own_attributes(node: ast.FunctionDef) -> Iterator[str]:
    """What a method sets of its object."""
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
            yield each.attr


def version_in(folder: Path) -> Version:
    """What the sources in this folder have of what we use."""
    trees = [ast.parse(file.read_text("utf-8")) for file in (folder / "picamera2").glob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    classes = {node.name: dict(_members(node)) for node in nodes if isinstance(node, ast.ClassDef)}
    strings = {node.value for node in nodes if isinstance(node, ast.Constant)}
    members = {
        name: found for name, found in classes["Picamera2"].items() if name in used_members()
    }
    return Version(dict(sorted(members.items())), tuple(sorted(used_words() & strings)))


def main(folders: list[str]) -> None:
    """Write the record anew."""
    record = msgspec.json.decode(RECORD.read_bytes(), type=Record)
    versions = {
        Path(each).name.removeprefix("picamera2-"): version_in(Path(each)) for each in folders
    }
    record = msgspec.structs.replace(record, picamera2=versions)
    RECORD.write_bytes(msgspec.json.format(msgspec.json.encode(record)) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
