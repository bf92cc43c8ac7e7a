"""Every message the page asks for exists, it names no game, and its packages fit every machine."""

from __future__ import annotations

import json
import re

import pytest

from referee.games.registry import games
from referee.language import LOCALES, languages
from tests.browser.conftest import ROOT, build_script

UI = ROOT / "referee/web/ui"
PAGE = [path for kind in ("ts", "svelte", "css") for path in UI.joinpath("src").rglob(f"*.{kind}")]
SCENES = {path: path.read_text(encoding="utf-8") for path in ROOT.glob("referee/games/*/scene/*.*")}


def test_every_message_of_the_page_exists_in_both_languages() -> None:
    sources = [*(path.read_text(encoding="utf-8") for path in PAGE), *SCENES.values()]
    asked = {name for text in sources for name in re.findall(r'"(ui-[a-z0-9-]+)"', text)}
    assert len(asked) > 100
    for code in languages():
        text = "\n".join(
            path.read_text(encoding="utf-8") for path in (LOCALES / code).glob("ui*.ftl")
        )
        assert sorted(asked - set(re.findall(r"^(ui-[\w-]+) =", text, re.MULTILINE))) == []


@pytest.mark.parametrize("code", languages())
def test_a_scene_and_the_words_of_its_game_fit_each_other(code: str) -> None:
    """A scene asks for nothing that its game does not say, and no word is left without a scene."""
    for game in games().values():
        own = [text for path, text in SCENES.items() if path.is_relative_to(game.folder)]
        asked = set(re.findall(rf'"({game.name}-scene-[a-z0-9-]+)"', "\n".join(own)))
        words = game.folder.joinpath("words", f"{code}.ftl").read_text(encoding="utf-8")
        said = set(re.findall(rf"^({game.name}-scene-[\w-]+) =", words, re.MULTILINE))
        assert asked == said


def test_a_scene_belongs_to_the_game_in_whose_folder_it_lies() -> None:
    names = {game.folder / "scene/index.ts": game.name for game in games().values()}
    for path in {path.with_name("index.ts") for path in SCENES}:
        assert f'game: "{names[path]}"' in SCENES[path]


def test_a_changed_scene_lets_the_page_be_built_anew() -> None:
    assert set(SCENES) <= set(build_script().sources())


def test_the_page_names_no_game() -> None:
    """What a game looks like is in its folder; the page draws any other game just as well."""
    words = {word for name in games() for word in (name, *name.split("-"))}
    # A short name may be part of another word; a long one is recognised in any.
    patterns = [word if len(word) > 4 else rf"\b{word}\b" for word in sorted(words)]
    named = re.compile("|".join(patterns), re.IGNORECASE)
    found = [
        f"{path.relative_to(UI)}: {match[0]}"
        for path in PAGE
        for match in named.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_the_lock_names_versions_and_hashes_and_no_server() -> None:
    text = (UI / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    packages = json.loads(text)["packages"]
    assert all("integrity" in each for name, each in packages.items() if name)


def test_no_package_belongs_to_one_kind_of_computer_only() -> None:
    """The page can be built on a Pi from the lock that was written on a laptop."""
    packages = json.loads((UI / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    native = [name for name, each in packages.items() if "cpu" in each]
    assert native == []
