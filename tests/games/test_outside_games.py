"""Games of other distributions: found by their entry point, and harmless when they are broken."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRIO = ROOT / "tests/outside_game/src/trio_game"

GOOD = "from trio_game import GAME"
BAD = {
    "newer": (
        "from dataclasses import replace\n"
        "from trio_game import GAME as trio\n"
        "GAME = replace(trio, name='newer', contract=99)\n"
    ),
    "raises": "raise RuntimeError('no such luck')\n",
    "nothing": "GAME = 'a game'\n",
    "setup-fails": "from dataclasses import replace\n"
    "from trio_game import GAME as trio\n"
    "GAME = replace(trio, name='setup-fails', shown=lambda state, seat: state.furniture)\n",
    "missing": "",
    "unknown-field": "from referee.games.base import Game\nGAME = Game(colour='red')\n",
    "other-name": "from trio_game import GAME\n",
    "pig": "from dataclasses import replace\n"
    "from trio_game import GAME as trio\n"
    "GAME = replace(trio, name='pig')\n",
}


def install(folder: Path, name: str, source: str, module: str) -> None:
    """As pip would: a module and a distribution that announces it."""
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[referee.games]\n{name} = {module}:GAME\n")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages")
    shutil.copytree(TRIO, folder / "trio_game")
    install(folder, "trio", GOOD, "good_trio")
    for number, (name, source) in enumerate(BAD.items()):
        install(folder, name, source, f"bad_{number}")
    return folder


def run(packages: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(ROOT), str(packages)))
    return subprocess.run(
        [sys.executable, "-m", "referee.cli", *words],
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "300"},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        cwd=packages,
    )


def test_a_game_from_outside_is_listed_and_the_broken_ones_are_named(packages: Path) -> None:
    listed = run(packages, "games")
    names = {each["name"] for each in json.loads(run(packages, "games", "--json").stdout)}

    assert "trio" in names
    assert "pig" in names
    assert not names & set(BAD) - {"pig"}
    told = listed.stdout.splitlines()
    for name in BAD:
        assert any(f"“{name}”" in line for line in told), name
    assert any("newer" in line and "update the referee" in line for line in told)
    assert any("“pig”" in line and "name that is taken" in line for line in told)
    assert listed.returncode == 0
    assert "Traceback" not in listed.stdout + listed.stderr


def test_a_broken_game_that_is_asked_for_says_why_it_cannot_be_played(packages: Path) -> None:
    asked = run(packages, "simulate", "raises", "--games", "1")

    assert asked.returncode == 2
    assert "no such luck" in asked.stderr
    assert "Traceback" not in asked.stderr


def test_a_game_from_outside_is_played(packages: Path) -> None:
    played = run(packages, "simulate", "trio", "--games", "20", "--json")

    assert json.loads(played.stdout)["games"] == 20


def two_rolls(folder: Path) -> Path:
    """A game file: dice that are refused, and dice that are not."""
    lines = [
        {"game": "trio", "seats": ["Anna", "Ben"]},
        {"type": "report-dice", "faces": ["1", "2"]},
        {"type": "report-dice", "faces": ["1", "2", "2"]},
    ]
    file = folder / "game.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return file


def test_a_game_without_french_speaks_english_there(packages: Path, tmp_path: Path) -> None:
    own = tmp_path / "packages"
    shutil.copytree(packages, own)
    (own / "trio_game/words/fr.ftl").unlink()

    judged = run(own, "replay", str(two_rolls(tmp_path)), "--language", "fr")

    assert "Three dice are rolled" in judged.stdout
    assert "Anna rolled 1, 2 et 2" in judged.stdout
    assert judged.stderr.count("Trio has no words in 'fr'") == 1


def test_a_game_that_lacks_a_sentence_is_played_on(packages: Path, tmp_path: Path) -> None:
    own = tmp_path / "packages"
    shutil.copytree(packages, own)
    for words in (own / "trio_game/words").iterdir():
        text = words.read_text(encoding="utf-8")
        text = text.replace("trio-refuse-three-dice", "trio-refuse-forgotten")
        # A word that its event does not have.
        text = text.replace("{ $faces }", "{ $dice }").replace("trio-choose-row", "trio-choose-no")
        words.write_text(f"{text}\nlist-and = {{ $first }} & {{ $last }}\n", encoding="utf-8")

    judged = run(own, "replay", str(two_rolls(tmp_path)))

    assert "three dice" in judged.stdout
    # Nor does a game change what the table itself says.
    assert "1, 2 and 2" in judged.stdout
    played = run(own, "play", "trio", "--players", "Anna,Ben", stdin="1 2 2\nquit\n")
    assert "row Anna" in played.stdout
    assert played.returncode == 0
    assert "Traceback" not in played.stderr
    assert "A game lacks a sentence" in judged.stderr
    assert "Traceback" not in judged.stderr
