"""Both languages are complete: the same messages, in every file."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from referee import language as sentences
from referee.errors import InputError
from referee.games.base import AnyGame
from referee.games.registry import games, open_options
from referee.language import language, languages, word_files
from referee.web.routes.table import page_words

FILES = list(zip(*(word_files(code) for code in ("en", "fr")), strict=True))
NAMES = [f"{path.parents[1].name}-{path.stem}" for path, _ in FILES]
each_file = pytest.mark.parametrize("files", FILES, ids=NAMES)
each_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
each_language = pytest.mark.parametrize("code", languages())

_MESSAGE = re.compile(r"^(?P<name>[a-z][\w-]*) =", re.MULTILINE)


def messages(path: Path) -> dict[str, set[str]]:
    """Message names, each with the variables it uses."""
    text = path.read_text(encoding="utf-8")
    starts = list(_MESSAGE.finditer(text))
    ends = [*(match.start() for match in starts[1:]), len(text)]
    return {
        match["name"]: set(re.findall(r"\$(\w+)", text[match.end() : end]))
        for match, end in zip(starts, ends, strict=True)
    }


def test_english_and_french_are_spoken() -> None:
    assert languages() == ("en", "fr")


@each_file
def test_both_languages_have_the_same_messages(files: tuple[Path, Path]) -> None:
    english, french = map(messages, files)
    assert english.keys() == french.keys()
    assert english


@each_file
def test_no_message_stands_twice(files: tuple[Path, Path]) -> None:
    for file in files:
        names = _MESSAGE.findall(file.read_text(encoding="utf-8"))
        assert len(names) == len(set(names))


@each_game
@each_language
def test_everything_that_can_be_agreed_before_a_game_has_a_word(game: AnyGame, code: str) -> None:
    """The pages name options, their values and the named variants with the words of the game."""
    options = open_options(game)
    names = [f"option-{option.name}" for option in options]
    names += [
        f"choice-{option.name}-{'null' if value is None else value}"
        for option in options
        for value in option.choices or option.offered
    ]
    names += [f"variant-{re.sub('[^a-z]+', '-', variant.lower())}" for variant in game.variants]
    assert [name for name in names if not language(code).has(f"{game.name}-{name}")] == []


def test_french_is_not_english() -> None:
    """A sentence that is the same in both was probably never translated."""
    same = []
    for file, _ in FILES:
        for name, variables in messages(file).items():
            if "-refuse-" in name and not variables:
                english, french = language("en").say(name), language("fr").say(name)
                same += [name] if english == french else []
    assert same == []


def test_a_sentence_may_name_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (
        "-die = die\nmany = Many a\n"
        "said = { $count ->\n    [one] A { -die }\n   *[other] { many } { -die }\n }\n"
    )
    monkeypatch.setattr(sentences, "LOCALES", tmp_path)
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "table.ftl").write_text(words, encoding="utf-8")
    monkeypatch.setattr(sentences, "messages", sentences.messages.__wrapped__)
    spoken = sentences.Language("en")
    assert spoken.say("said", count=3) == "Many a die"
    assert spoken.say("said", count=1) == "A die"


def test_an_unknown_language_gets_a_sentence() -> None:
    with pytest.raises(InputError, match="'tlh' is not a language; choose one of en, fr"):
        language("tlh")


def test_a_region_is_ignored() -> None:
    assert language("fr_CH").code == "fr"


def test_numbers_of_any_size_can_be_said() -> None:
    words = language("en")
    name = "magic-beanstalk-refuse-no-such-card"
    assert str(10**30) in words.say(name, value=10**30)


def test_a_missing_word_is_a_fault_of_the_program() -> None:
    with pytest.raises(LookupError):
        language("en").say("setup-no-game")


@each_language
def test_lists_read_like_sentences(code: str) -> None:
    words = language(code)
    assert words.listing([]) == ""
    assert words.listing(["a"]) == "a"
    assert words.listing(["a", "b", "c"]).startswith("a, b ")


def test_a_new_language_is_a_folder_of_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it does not say yet is said in English, at the table and on the page."""
    shutil.copytree(sentences.LOCALES, tmp_path / "locales")
    german = tmp_path / "locales" / "de"
    german.mkdir()
    (german / "ui.ftl").write_text("ui-undo-last = Letztes zurücknehmen\n", encoding="utf-8")
    monkeypatch.setattr(sentences, "LOCALES", tmp_path / "locales")

    words = sentences.Language("de")

    assert languages() == ("de", "en", "fr")
    assert words.say("ui-undo-last") == "Letztes zurücknehmen"
    assert words.term("pig", "show", "goal") == "goal"
    assert b"Letztes zur" in page_words("de")
    assert b"pig-show-goal = goal" in page_words("de")
