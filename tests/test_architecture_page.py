"""docs/architecture.md tells the truth: its rooms, their order, what things pass through."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.measure_paths import Trace, fall_trace, order_trace, roll_trace

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def steps(thing: str) -> list[tuple[str, list[str]]]:
    """The files that a thing passes through, each with the names that are told of it."""
    part = PAGE.partition(f"## What {thing} passes through")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([\w/]+\.py)` \| (.*) \|$", part, re.MULTILINE)
    return [(file, re.findall(r"`([A-Za-z_]\w+)`", told)) for file, told in rows]


def defined(file: str) -> set[str]:
    tree = ast.parse((ROOT / "referee" / file).read_text(encoding="utf-8"))
    kinds = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


def test_the_rooms_stand_in_the_order_in_which_they_may_import() -> None:
    picture = PAGE.partition("```\n")[2].partition("```")[0]
    drawn = re.findall(r"^ +([a-z]+(?:, [a-z]+)*)  ", picture, re.MULTILINE)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [contract] = [
        each for each in settings["tool"]["importlinter"]["contracts"] if each["type"] == "layers"
    ]
    layers = [re.findall(r"\w+", layer) for layer in reversed(contract["layers"])]
    rooms = [room for layer in layers for room in layer if room != "__main__"]

    assert [room for line in drawn for room in line.split(", ")] == rooms


@pytest.mark.parametrize("thing", ["a roll", "a fall", "a phone's order"])
def test_every_step_names_what_is_there(thing: str) -> None:
    assert len(steps(thing)) > 8
    for file, told in steps(thing):
        assert told, file
        assert set(told) <= defined(file), file


def test_every_answer_names_what_is_there() -> None:
    answers = PAGE.partition("## Where to look")[2].partition("\n## ")[0]
    found = re.findall(r"`([\w/]+\.py)`((?:(?!`[\w/]+\.py`).)*)", answers)

    assert len(found) > 8
    for file, told in found:
        assert set(re.findall(r"`([A-Za-z_]\w+)`", told)) <= defined(file), file


@pytest.mark.parametrize(
    ("thing", "trace"),
    [("a roll", roll_trace), ("a fall", fall_trace), ("a phone's order", order_trace)],
)
def test_every_file_is_really_passed_through(thing: str, trace: Callable[[], Trace]) -> None:
    passed = trace().called

    assert [file for file, _ in steps(thing) if file not in passed] == []
