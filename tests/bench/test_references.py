"""The references without their packages: counting, and the sentence when one is missing."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from scripts.bench import boardgame_io
from scripts.bench.boardgame_io import (
    NO_NODE,
    BoardgameIo,
    NodeTools,
    find_node,
    install,
    node_version,
    package_folder,
)
from scripts.bench.measurement import Measurement, ReferenceFailedError
from scripts.bench.python_engines import (
    MAX_PLIES,
    PythonChess,
    openspiel_cpp,
    openspiel_python,
    play_chess_game,
    play_spiel_game,
)


class FakeSpielState:
    """A game of three rolls: choice, die, choice, die, choice, die."""

    def __init__(self) -> None:
        self.applied: list[str] = []

    def is_terminal(self) -> bool:
        return len(self.applied) == 6

    def is_chance_node(self) -> bool:
        return len(self.applied) % 2 == 1

    def chance_outcomes(self) -> list[tuple[str, float]]:
        return [("die", 1.0)]

    def legal_actions(self) -> list[str]:
        return ["roll"]

    def apply_action(self, action: str) -> None:
        self.applied.append(action)


def test_openspiel_counts_choices_and_dice_alike() -> None:
    state = FakeSpielState()
    game = SimpleNamespace(new_initial_state=lambda: state)
    assert play_spiel_game(game, Random(1).random) == 6
    assert state.applied == ["roll", "die"] * 3


def fake_chess(plies: int) -> Any:
    """A chess module whose games end after that many moves."""

    class Board:
        def __init__(self) -> None:
            self.moves: list[str] = []

        @property
        def legal_moves(self) -> list[str]:
            return ["e4", "d4"] if len(self.moves) < plies else []

        def push(self, move: str) -> None:
            self.moves.append(move)

    return SimpleNamespace(Board=Board)


@pytest.mark.parametrize(("plies", "counted"), [(0, 0), (7, 7), (10_000, MAX_PLIES)])
def test_chess_counts_moves_up_to_the_limit(plies: int, counted: int) -> None:
    assert play_chess_game(fake_chess(plies), Random(1)) == counted


@pytest.mark.parametrize(
    ("reference", "module", "package"),
    [
        (PythonChess(), "chess", "chess"),
        (openspiel_cpp(), "pyspiel", "open_spiel"),
        (openspiel_python(), "pyspiel", "open_spiel"),
    ],
)
def test_a_missing_package_is_one_sentence_with_the_next_step(
    reference: Any, module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)  # as if it were not installed
    assert reference.available() == (
        f"the package {package} is not installed; run `pip install {package}` to measure it."
    )


def test_without_nodejs_boardgame_io_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(boardgame_io, "find_spec", lambda name: None)
    assert find_node() is None
    assert BoardgameIo().available() == NO_NODE


@pytest.mark.parametrize(
    ("system", "wheel", "newest"),
    [
        ("v20.9.0", "v24.1.0", "wheel"),
        ("v24.10.0", "v24.9.0", "system"),
        ("v20.9.0", "", "system"),
    ],
)
def test_the_newest_nodejs_is_taken(
    system: str, wheel: str, newest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = {"system": system, "wheel": wheel}
    monkeypatch.setattr(boardgame_io, "_node_of_system", lambda: NodeTools("system", ()))
    monkeypatch.setattr(boardgame_io, "_node_of_wheel", lambda: NodeTools("wheel", ()))
    monkeypatch.setattr(boardgame_io, "node_version", lambda tools: versions[tools.node])
    assert find_node() == NodeTools(newest, ())


def test_nodejs_tells_its_version(tmp_path: Path) -> None:
    program = tmp_path / "node"
    program.write_text("#!/bin/sh\necho v24.1.0\n", encoding="utf-8")
    program.chmod(0o755)
    assert node_version(NodeTools(str(program), ())) == "v24.1.0"
    assert node_version(NodeTools(str(tmp_path / "absent"), ())) == ""


def test_nodejs_may_come_from_its_python_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for part in ("bin/node", "lib/node_modules/npm/bin/npm-cli.js"):
        (tmp_path / part).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / part).touch()
    spec = SimpleNamespace(origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(boardgame_io, "find_spec", lambda name: spec)
    tools = find_node()
    assert tools is not None
    assert tools.node == str(tmp_path / "bin/node")
    assert tools.npm[0] == tools.node


def test_packages_go_with_the_virtual_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "somewhere/.venv")
    assert package_folder() == Path("somewhere/.venv/share/referee-bench")


def test_without_a_virtual_environment_packages_go_to_the_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert package_folder() == tmp_path / "referee-bench"


def npm_that(does: str) -> NodeTools:
    return NodeTools("node", (sys.executable, "-c", does))


def test_packages_are_installed_once(tmp_path: Path) -> None:
    npm = npm_that("import sys; print(*sys.argv[1:])")
    assert install(npm, tmp_path, ["pig@1.0"]) is None
    assert "install" in (tmp_path / "npm.log").read_text(encoding="utf-8")
    assert install(npm_that("raise SystemExit(1)"), tmp_path, ["pig@1.0"]) is None


def test_another_version_is_installed_anew(tmp_path: Path) -> None:
    assert install(npm_that("pass"), tmp_path, ["pig@1.0"]) is None
    assert install(npm_that("raise SystemExit(1)"), tmp_path, ["pig@2.0"]) is not None


def test_a_failed_installation_is_one_sentence_and_tried_again(tmp_path: Path) -> None:
    reason = install(npm_that("raise SystemExit(1)"), tmp_path, ["pig@1.0"])
    assert reason is not None
    assert reason.startswith("npm could not install pig@1.0; see ")
    assert install(npm_that("pass"), tmp_path, ["pig@1.0"]) is None


def fake_node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str) -> BoardgameIo:
    """boardgame.io with a shell script in place of Node.js and nothing to install."""
    program = tmp_path / "node"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    tools = NodeTools(str(program), ("npm",))
    monkeypatch.setattr(boardgame_io, "find_node", lambda: tools)
    monkeypatch.setattr(boardgame_io, "install", lambda *_: None)
    monkeypatch.setattr(boardgame_io, "node_version", lambda tools: "v24.1.0")
    return BoardgameIo()


def test_boardgame_io_is_asked_for_each_slice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answer = """echo ready; while read s; do echo '{"actions": 7, "duration_s": 0.5}'; done"""
    reference = fake_node(monkeypatch, tmp_path, answer)
    assert reference.available() is None
    assert reference.counting == "choices and dice, Node.js v24.1.0"
    assert [reference.run(0.1), reference.run(0.1)] == [Measurement(7, 0.5)] * 2
    reference.close()
    reference.close()


def test_a_process_that_does_not_start_well_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reference = fake_node(monkeypatch, tmp_path, "exit 1")
    reason = reference.available()
    reference.close()
    assert reason is not None
    assert reason.startswith("its Node.js process stopped; remove the folder ")


def test_a_process_that_stops_midway_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reference = fake_node(monkeypatch, tmp_path, "echo ready; read s; exit 1")
    assert reference.available() is None
    with pytest.raises(ReferenceFailedError, match=r"its Node\.js process stopped; remove"):
        reference.run(0.1)
    reference.close()
