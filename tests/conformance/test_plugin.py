"""`pytest --referee-game` from outside: it tells what is broken, and costs others nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.new_game import make_game
from tests.cli.new_game_stage import ROOT, installed, run

QUIET = ("-q", "-p", "no:cacheprovider", "-p", "no:randomly")


def test_the_plugin_itself_loads_next_to_nothing() -> None:
    program = (
        "import sys, pytest; known = set(sys.modules); import referee.conformance.plugin;"
        "print(*sorted(name for name in set(sys.modules) - known))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == ["referee", "referee.conformance", "referee.conformance.plugin"]


def test_an_unknown_game_gets_one_sentence(tmp_path: Path) -> None:
    env = installed(site=tmp_path / "site")
    done = run("pytest", *QUIET, "--referee-game", "nonsuch", cwd=tmp_path, env=env)

    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    [sentence] = [line for line in done.stderr.splitlines() if line]
    assert sentence.startswith("ERROR: --referee-game: There is no game called 'nonsuch'; the")


BROKEN = {
    # What stands in a file, and what is put in its place.
    "src/dare/__init__.py": (
        ("scores=lambda state: state.scores", "scores=lambda state: (0,) * len(state.scores)"),
        ("seats=lambda state: state.rules.names", "seats=lambda state: state.rules.names[::-1]"),
    ),
    "src/dare/rules.py": (
        (
            "return State(state.rules, scores, (event.seat + 1) % len(scores))",
            "return State(state.rules, scores, event.seat, 0, ('6',))",
        ),
    ),
    "src/dare/words/en.ftl": (("dare-choose-deciding =", "dare-choose-deciding-when ="),),
}


def test_broken_promises_are_told_by_name(tmp_path: Path) -> None:
    folder = make_game("dare", tmp_path)
    for name, changes in BROKEN.items():
        text = (folder / name).read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (folder / name).write_text(text, encoding="utf-8")
    env = installed(folder, site=tmp_path / "site")
    done = run("pytest", *QUIET, "-k", "promise or messages", cwd=folder, env=env)

    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    told = {line.strip(" |") for line in done.stdout.splitlines() if "| Broken: " in line}
    assert told == {
        "Broken: invariants hold and folding the events gives the state",
        "Broken: seats and scores are told",
        "Broken: stale actions are refused or still legal",
        "Broken: everything can be said",
    }
    assert "a seat decides when it has rolled" in done.stdout
    assert "FAILED referee.conformance::test_every_language_of_the_game_has" in done.stdout


@pytest.mark.slow
def test_two_workers_run_it_for_two_games(tmp_path: Path) -> None:
    env = installed(site=tmp_path / "site")
    games = ("--referee-game", "tiles", "--referee-game", "Haricots")
    done = run("pytest", *QUIET, "-n", "2", "-k", "fits", *games, cwd=tmp_path, env=env)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout
