"""The rules in the games' folders: every id that is cited can be read, in every language."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from referee.games.base import AnyGame
from referee.games.registry import find_game, games
from referee.games.rulebook import rulebook
from referee.language import languages

ROOT = Path(__file__).parents[2]
GAMES = list(games().values())
# `MB-30`, the ruling `MB-R4`, the missing number `MB-N2`; `MB-10 to MB-15` counts by its ends.
_ID = re.compile(r"(?<![\w-])[A-Z]{1,4}-[A-Z]?\d+\b")
_HEADING = re.compile(r"^## (.*)$", re.MULTILINE)


def ids_in(*paths: Path) -> set[str]:
    return {found for path in paths for found in _ID.findall(path.read_text(encoding="utf-8"))}


def known(game: AnyGame) -> set[str]:
    return set(rulebook(game, "en").rules)


def prefixes() -> set[str]:
    return {rule.partition("-")[0] for game in GAMES for rule in known(game)}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_rule_that_a_game_cites_can_be_read(game: AnyGame) -> None:
    refusing = {refusal.rule for refusal in game.refusals}
    assert (refusing | ids_in(*game.folder.rglob("*.py"))) - known(game) == set()


def test_every_rule_that_the_docs_and_tests_cite_can_be_read() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    tests = [*(ROOT / "tests/games").rglob("*.py"), *(ROOT / "tests/games").rglob("*.jsonl")]
    cited = {each for each in ids_in(*pages, *tests) if each.partition("-")[0] in prefixes()}
    assert cited - {rule for game in GAMES for rule in known(game)} == set()
    # Which game would these be of?
    assert [each for each in ids_in(*pages) if re.match("[RN]-", each)] == []


def test_no_two_games_have_a_rule_of_the_same_id() -> None:
    every = [rule for game in GAMES for rule in known(game)]
    assert len(every) == len(set(every))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_languages_have_the_same_rules(game: AnyGame) -> None:
    english = rulebook(game, "en")
    for code in languages():
        text = (game.folder / "rules" / f"{code}.md").read_text(encoding="utf-8")
        headings = [heading.partition(" ")[0] for heading in _HEADING.findall(text)]
        assert headings == list(english.rules), code
        own = rulebook(game, code)
        assert own.short
        assert all(rule.title and rule.text for rule in own.rules.values())
        assert code == "en" or own.short != english.short


def written(folder: Path, code: str, text: str) -> None:
    (folder / "rules").mkdir(exist_ok=True)
    (folder / "rules" / f"{code}.md").write_text(text, encoding="utf-8")


def test_a_game_without_rules_has_none_to_read(tmp_path: Path) -> None:
    book = rulebook(replace(find_game("spookies"), folder=tmp_path), "en")
    assert (book.short, book.rules) == ("", {})


def test_what_a_language_lacks_is_read_in_english(tmp_path: Path) -> None:
    game = replace(find_game("spookies"), folder=tmp_path)
    written(
        tmp_path,
        "en",
        "# Title\n\nIn short.\n\n- one\n\n## AB-1 First\nOne.\n\n## AB-2 Second\nTwo.",
    )
    written(tmp_path, "fr", "En bref.\n\n## AB-2 Deuxième\nDeux.\n")
    assert rulebook(game, "en").short == "In short.\n\n- one"
    french = rulebook(game, "fr")
    assert french.short == "En bref."
    assert [(rule.id, rule.text) for rule in french.rules.values()] == [
        ("AB-1", "One."),
        ("AB-2", "Deux."),
    ]
    assert rulebook(game, "tlh").short == "In short.\n\n- one"
