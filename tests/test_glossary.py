"""One word means one thing: words that were given up for those of docs/glossary.md stay away."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = sorted(path for path in (ROOT / "referee").iterdir() if (path / "__init__.py").exists())

# Each with what to say instead.
GIVEN_UP = {
    "moment": "state, or the thing itself",
    "moments": "states",
    "keeper": "connection, buffered log or recorder",
    "desk": "umpire API, or fault panel",
    "deed": "task, or motion",
    "deeds": "tasks, or motions",
    "lying": "resting",
    "feeler": "touch",
    "weighing": "touch",
    "evening": "lockstep",
    "hushed": "quiet",
    "overheard": "tap",
    "rewound": "undone",
}
# What stands on the wire and in files keeps its word there; a moment of forces is another thing.
KEPT = {
    "web/shapes/devices.py": {"CalibrationDeed", "deed", "deeds"},
    "web/shapes/table.py": {"moment"},
    "touch/episode.py": {"_moment", "moment", "early_moment", "early_moment_g_s2"},
    "simulation/plate/stack.py": {"moment"},
    "simulation/tower_trace.py": {"moment_g_m"},
    "simulation/force_profiles/stage.py": {"moment_g_m"},
    "simulation/plate/bodies.py": {"moment", "_moment", "moment_g_m"},
}


def names(source: str) -> Iterator[str]:
    """Every name that a module gives to something."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name
            case ast.arg():
                yield node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr


def words(name: str) -> list[str]:
    """
    >>> words("TableKeeper._lying_at")
    ['table', 'keeper', 'lying', 'at']
    """
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_no_name_uses_a_word_that_was_given_up(room: Path) -> None:
    found = []
    for path in room.rglob("*.py"):
        kept = KEPT.get(str(path.relative_to(ROOT / "referee")), set())
        given = [path.stem, *names(path.read_text(encoding="utf-8"))]
        found += [
            f"{path.relative_to(ROOT)}: {name}: say {GIVEN_UP[word]}"
            for name in given
            if name not in kept
            for word in words(name)
            if word in GIVEN_UP
        ]
    assert found == []
