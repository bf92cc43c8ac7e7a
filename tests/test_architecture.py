"""Rules are pure: what a game may import. (The order of the rooms is import-linter's affair.)

The tests read the source and need no list of games: every folder under `referee/games/` with Python
in it is one.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "referee" / "games"
MODULES = sorted(path.relative_to(GAMES) for path in GAMES.rglob("*.py"))

# Rooms below the games; pure as well.
ALLOWED_ROOMS = ("referee.clock", "referee.errors", "referee.events", "referee.games")
CHANCE = {"random", "secrets"}
# Simulated players, and the two that shuffle what a seed names.
MAY_USE_CHANCE = {"game_file.py", "playout.py", "simulated.py"}
TIME = {"datetime", "time"}
# A small game tells its rules in one file, perhaps beside its editions; with any other file, all
# things have their usual places.
IN_SMALL_GAMES = {"__init__.py", "rules.py", "simulated.py"}
IN_LARGE_GAMES = {
    *("__init__.py", "actions.py", "edition.py", "events.py", "evolve.py", "invariants.py"),
    *("refusals.py", "setup.py", "simulated.py", "state.py", "view.py", "waiting.py"),
}


def imported(source: str, package: str) -> Iterator[str]:
    """Full names of everything a module imports; `package` is where its relative imports start."""
    for node in _nodes_at_run_time(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, package)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _nodes_at_run_time(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those under `if TYPE_CHECKING:`, where a name is only a type."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from (below for branch in node.orelse for below in ast.walk(branch))
            continue
        yield node
        yield from _nodes_at_run_time(node)


def _base(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parents = package.split(".")
    kept = parents[: len(parents) - node.level + 1]
    return ".".join([*kept, node.module] if node.module else kept)


def top_of(name: str) -> str:
    return name.partition(".")[0]


def is_in(name: str, module: str) -> bool:
    return name == module or name.startswith(f"{module}.")


def game_of(module: Path) -> str | None:
    """The game whose package a module is in; None for what all games share."""
    return module.parts[0] if len(module.parts) > 1 else None


def faults(module: Path, source: str, games: set[str]) -> list[str]:
    """Everything a module under `referee/games/` imports and should not."""
    package = ".".join(("referee", "games", *module.parts[:-1]))
    names = list(imported(source, package))
    return [
        *(f"{name} is neither ours, msgspec nor the standard library" for name in foreign(names)),
        *(f"{name} is of another game" for name in of_other_games(names, game_of(module), games)),
        *(f"{name} is chance" for name in of_chance(names, module)),
        *(f"{name} is time" for name in names if top_of(name) in TIME),
    ]


def foreign(names: list[str]) -> list[str]:
    def is_home(name: str) -> bool:
        top = top_of(name)
        if top == "referee":
            return any(is_in(name, room) for room in ALLOWED_ROOMS)
        return top == "msgspec" or top in sys.stdlib_module_names

    return [name for name in names if not is_home(name)]


def of_other_games(names: list[str], game: str | None, games: set[str]) -> list[str]:
    if game is None:
        return []
    others = [f"referee.games.{other}" for other in games - {game}]
    return [name for name in names if any(is_in(name, other) for other in others)]


def of_chance(names: list[str], module: Path) -> list[str]:
    # The contract names the generator that it hands to dealers and simulated players.
    if module.name in MAY_USE_CHANCE or module == Path("base.py"):
        return []
    return [name for name in names if top_of(name) in CHANCE]


PROGRAM = sorted(
    path
    for path in (ROOT / "referee").rglob("*.py")
    if not path.is_relative_to(GAMES) or path.parent == GAMES
)
# Where a game stands as an example, it is this one.
EXAMPLE = "pig"
MAY_NAME_THE_EXAMPLE = {
    "cli/games.py": "tells how to play one",
    "cli/new_game.py": "a new game is a copy of it",
    "conformance/plugin.py": "its help shows one",
    "games/game_file.py": "shows a line of a game file",
    "web/examples.py": "the examples of the API's document",
}


def game_names() -> set[str]:
    """How games are called: in JSON, and by their folders."""
    folders = {game for path in MODULES if (game := game_of(path))}
    return folders | {folder.replace("_", "-") for folder in folders}


def literals(tree: ast.AST) -> Iterator[str]:
    """Every string that is no docstring and no comment."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in docstrings:
            yield ast.literal_eval(node)


def named_games(source: str, package: str) -> set[str]:
    """The games that a module knows by name, in its strings and imports."""
    words = [re.findall(r"[a-z]+(?:[-_][a-z]+)*", text) for text in literals(ast.parse(source))]
    imports = [name.split(".") for name in imported(source, package)]
    said = {word for text in words for word in text}
    return (said | {part for parts in imports for part in parts}) & game_names()


@pytest.mark.parametrize("path", PROGRAM, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_outside_its_folder_knows_a_game_by_name(path: Path) -> None:
    short = path.relative_to(ROOT / "referee").as_posix()
    package = ".".join(path.relative_to(ROOT).parts[:-1])
    allowed = {EXAMPLE} if short in MAY_NAME_THE_EXAMPLE else set()

    assert named_games(path.read_text(encoding="utf-8"), package) <= allowed


def test_a_known_game_is_found() -> None:
    sources = (
        'if name == "magic-beanstalk": pass',
        "from referee.games import spookies",
        "x = 'pig'",
    )

    for source in sources:
        assert named_games(source, "referee.web"), source


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_rules_are_pure(module: Path) -> None:
    games = {game for path in MODULES if (game := game_of(path))}

    assert faults(module, (GAMES / module).read_text(encoding="utf-8"), games) == []


def test_every_game_has_the_same_things_in_the_same_files() -> None:
    for game in {game for path in MODULES if (game := game_of(path))}:
        files = {path.name for path in MODULES if game_of(path) == game}
        assert files - {"edition.py"} == IN_SMALL_GAMES or files >= IN_LARGE_GAMES, game


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("pig/rules.py", "import numpy"),
        ("pig/rules.py", "from rich.table import Table"),
        ("pig/rules.py", "from referee.web import create_app"),
        ("pig/rules.py", "from referee import app"),
        ("pig/rules.py", "from referee.games.chess.rules import judge"),
        ("pig/rules.py", "from referee.games import chess"),
        ("pig/rules.py", "import referee.games.chess"),
        ("pig/rules.py", "from ..chess import rules"),
        ("pig/rules.py", "from .. import chess"),
        ("pig/rules.py", "def roll():\n    import random"),
        ("pig/rules.py", "from random import Random"),
        ("pig/rules.py", "import secrets"),
        ("pig/rules.py", "from datetime import datetime"),
        ("pig/simulated.py", "import time"),
        ("pig/base.py", "import random"),
        ("registry.py", "import numpy as np"),
    ],
)
def test_impure_rules_are_found(module: str, source: str) -> None:
    assert len(faults(Path(module), source, {"pig", "chess"})) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("pig/rules.py", "import msgspec\nimport collections.abc"),
        ("pig/rules.py", "from referee.games.base import Game\nfrom referee import errors"),
        ("pig/rules.py", "from referee.games.pig.state import State\nfrom . import state"),
        ("pig/rules.py", "from ..base import Game"),
        ("pig/rules.py", "if TYPE_CHECKING:\n    from random import Random"),
        ("pig/simulated.py", "from random import Random"),
        ("playout.py", "import random"),
        ("base.py", "from random import Random"),
        ("registry.py", "from referee.games import pig, chess"),
    ],
)
def test_pure_rules_pass(module: str, source: str) -> None:
    assert faults(Path(module), source, {"pig", "chess"}) == []
