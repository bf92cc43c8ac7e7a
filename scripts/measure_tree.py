#!/usr/bin/env python3
"""Measures the shape of the program's tree: files, sizes, headers, helpers on their own.

    scripts/measure_tree.py            the tree of this checkout
    scripts/measure_tree.py FOLDER     another checkout's, to compare with

A module is a Python file with more in it than a docstring. A small module with one neighbouring
user has fewer than 60 lines and is imported by exactly one module, of its own room. Header lines
are those from the top of a module to its last import, blank ones too. A function's lines leave out
its docstring.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

SMALL_LINES = 60
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Module:
    """One Python file."""

    path: Path
    name: str
    lines: int
    tree: ast.Module

    @property
    def is_bare(self) -> bool:
        """Nothing but a docstring: the mark of a package."""
        return len(self.tree.body) <= 1 and self.path.name == "__init__.py"


def modules_of(root: Path) -> list[Module]:
    """Every Python file below `root/referee`."""
    paths = sorted((root / "referee").rglob("*.py"))
    return [_module(path, root) for path in paths if "node_modules" not in path.parts]


def _module(path: Path, root: Path) -> Module:
    source = path.read_text(encoding="utf-8")
    parts = path.relative_to(root).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return Module(path, name, len(source.splitlines()), ast.parse(source))


def header_lines(module: Module) -> int:
    """From the top to the last import that stands there."""
    tops = [node for node in module.tree.body if _is_of_header(node)]
    docstring = module.tree.body[:1] if ast.get_docstring(module.tree) is not None else []
    return max((node.end_lineno or 0 for node in [*docstring, *tops]), default=0)


def _is_of_header(node: ast.stmt) -> bool:
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    return isinstance(node, ast.Import | ast.ImportFrom)


def _height(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def function_lines(tree: ast.Module) -> list[int]:
    """How long each function is, without its docstring."""
    functions = [node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS)]
    return [
        _height(node) - (_height(node.body[0]) if ast.get_docstring(node) else 0)
        for node in functions
    ]


def users(modules: list[Module]) -> dict[str, set[str]]:
    """Which modules import each module."""
    names = {module.name for module in modules}
    found: dict[str, set[str]] = defaultdict(set)
    for module in modules:
        for name in _imported(module.tree) & names:
            found[name].add(module.name)
    return found


def _imported(tree: ast.Module) -> set[str]:
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    return {name for node in nodes for name in _names(node)}


def _names(node: ast.ImportFrom) -> set[str]:
    return {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}


def lonely_helpers(modules: list[Module]) -> list[str]:
    """Small modules with exactly one user, next door."""
    by_whom = users(modules)
    small = [m for m in modules if m.lines < SMALL_LINES and m.path.name != "__init__.py"]
    return [m.name for m in small if _has_one_neighbour(m.name, by_whom[m.name])]


def _has_one_neighbour(name: str, its_users: set[str]) -> bool:
    return len(its_users) == 1 and _room(next(iter(its_users))) == _room(name)


def _room(name: str) -> str:
    return name.split(".")[1] if "." in name else name


def any_count(tree: ast.Module) -> int:
    """How often a type is given up."""
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(tree))


def shared_class_names(modules: list[Module]) -> list[str]:
    """Class names that stand in two rooms."""
    rooms: dict[str, set[str]] = defaultdict(set)
    for module in modules:
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                rooms[node.name].add(_room(module.name))
    return sorted(name for name, where in rooms.items() if len(where) > 1)


def figures(root: Path) -> dict[str, str]:
    """What is measured, by its name."""
    every = modules_of(root)
    modules = [module for module in every if not module.is_bare]
    lines = sum(module.lines for module in every)
    sizes = [module.lines for module in modules]
    functions = [size for module in every for size in function_lines(module.tree)]
    lonely = lonely_helpers(every)
    shared = shared_class_names(every)
    return {
        "Python files": str(len(every)),
        "lines": str(lines),
        "module, median lines": f"{median(sizes):.0f}",
        "module, most lines": str(max(sizes)),
        "function, median lines": f"{median(functions):.0f}",
        "function, 90th percentile": f"{quantiles(functions, n=10)[-1]:.0f}",
        "header and import lines": f"{100 * sum(map(header_lines, every)) / lines:.1f} %",
        "small modules with one neighbouring user": f"{len(lonely)} {' '.join(lonely)}",
        "uses of Any": str(sum(any_count(module.tree) for module in every)),
        "class names in two rooms": f"{len(shared)} {' '.join(shared)}",
        "files by room": _by_room(every),
    }


def _by_room(modules: list[Module]) -> str:
    rooms = [_room(module.name) for module in modules if "." in module.name]
    starts = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(rooms)) if a != b), len(rooms)]
    return " ".join(f"{rooms[start]}={end - start}" for start, end in pairwise(starts))


def main() -> None:
    """Print the figures of one tree."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    for name, figure in figures(root).items():
        sys.stdout.write(f"{name:42} {figure}\n")


if __name__ == "__main__":
    main()
