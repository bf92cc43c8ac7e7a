"""`referee new-game`: a whole distribution, a game with another name, and no for bad names."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.new_game import Forms, make_game
from referee.errors import InputError
from referee.games.registry import find_game
from tests.cli.new_game_stage import ROOT, run
from tests.cli.test_command_line import referee


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_every_place_has_the_name_in_its_own_form() -> None:
    forms = Forms.of("liars-dice-2")
    assert forms == ("liars-dice-2", "liars_dice_2", "Liars Dice 2", "LIARSDICE")
    assert forms.classes == "LiarsDice2"


def test_the_folder_holds_the_copied_game_and_what_lies_around_it(tmp_path: Path) -> None:
    made = contents(make_game("liars-dice", tmp_path))
    copied = find_game("pig").folder
    files = {path.relative_to(copied).as_posix() for path in copied.rglob("*") if path.is_file()}

    around = {".gitignore", "README.md", "pyproject.toml", "tests/test_liars_dice.py"}
    of_game = {f"src/liars_dice/{name}" for name in files if "__pycache__" not in name}
    assert made.keys() == around | of_game
    (tmp_path / "again").mkdir()
    assert contents(make_game("liars-dice", tmp_path / "again")) == made


def test_nothing_in_it_has_the_old_name(tmp_path: Path) -> None:
    folder = make_game("liars-dice", tmp_path)
    old = re.compile(r"pig\b|Pig|PIG|Cochon|\$", re.ASCII)
    for path in folder.rglob("*"):
        if path.suffix in {".py", ".toml"} and path.is_file():
            assert not old.search(path.read_text(encoding="utf-8")), path
    french = (folder / "src/liars_dice/words/fr.ftl").read_text(encoding="utf-8")
    assert "liars-dice-title = Liars Dice\n" in french
    assert not re.search(r"pig-|Cochon", french)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Liars Dice", "is no name for a game: small letters first"),
        ("-x", "is no name for a game"),
        ("../x", "is no name for a game"),
        ("2-dice", "is no name for a game"),
        ("", "is no name for a game"),
        ("pig", "is the name of a game that is installed already"),
        ("there", "exists here already"),
        ("json", "json means something in Python"),
        ("class", "class means something in Python"),
    ],
)
def test_a_name_that_does_not_do_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, sentence: str
) -> None:
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path)

    done = referee("new-game", "--", name)

    assert done.returncode == 2
    assert sentence in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_it_says_what_comes_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    done = referee("new-game", "liars-dice")

    assert done.stdout.splitlines() == [
        "liars-dice/ is a game of its own now, a copy of Pig. Next:",
        "  cd liars-dice && pip install -e '.[test]'",
        "  pytest",
        "  referee play liars-dice",
    ]


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be written"):
        make_game("y", tmp_path / "file")


@pytest.mark.slow
def test_pip_installs_it_with_all_its_files(tmp_path: Path) -> None:
    folder = make_game("liars-dice", tmp_path)
    wheel = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    subprocess.run([*wheel, "--wheel-dir", tmp_path, folder], check=True)
    [file] = tmp_path.glob("*.whl")
    unpack = (sys.executable, "-m", "zipfile", "-e", file, tmp_path / "site")
    subprocess.run(unpack, check=True)

    inside = contents(tmp_path / "site" / "liars_dice")
    assert inside == {
        name: content
        for name, content in contents(folder / "src/liars_dice").items()
        if "__pycache__" not in name
    }
    env = {"PYTHONPATH": f"{ROOT}:{tmp_path / 'site'}"}
    done = run("referee.cli", "simulate", "liars-dice", "--games", "5", cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stderr
