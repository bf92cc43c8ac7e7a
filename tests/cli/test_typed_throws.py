"""Dice that may be thrown again, typed at a terminal: what stayed, what was thrown, or a choice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.cli.typed_answers import Answers
from referee.games.awaiting import AwaitChoice, AwaitDice
from referee.games.registry import find_game
from referee.language import language
from tests.cli.test_play import Terminal
from tests.table.held_dice import FACES, NAME, installed


@pytest.fixture(scope="module", autouse=True)
def _held_dice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("site")):
        yield


def actions(terminal: Terminal) -> list[dict[str, Any]]:
    return [json.loads(line) for line in terminal.lines[1:]]


def test_a_turn_is_typed_with_what_stayed_and_what_was_thrown(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    screen = terminal.type("12556", "keep 5 5 6 roll 1 2", "Keep 55 Roll 124", "stop", game=NAME)
    assert "Anna may throw again, or choose.\n  stop  stop here\n  keep … roll …" in screen
    assert "There lie 1, 2, 5, 5 and 6. What stayed, and what was thrown?" in screen
    assert "Anna threw 1 and 2; 5, 5 and 6 stayed." in screen
    assert "Anna has 17." in screen
    assert actions(terminal)[1:3] == [
        {"type": "report-dice", "faces": ["1", "2"], "stayed": ["5", "5", "6"]},
        {"type": "report-dice", "faces": ["1", "2", "4"], "stayed": ["5", "5"]},
    ]


def test_all_may_be_thrown_in_french_and_a_wrong_word_gets_the_form(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, code="fr")
    screen = terminal.type("12556", "coucou", "lance 1 1 1 2 3", "undo", "stop", game=NAME)
    assert "« coucou »" in screen
    assert "garde … lance …" in screen
    assert [each["type"] for each in actions(terminal)] == ["report-dice", "stop"]


def test_words_for_simulated_hands_are_those_that_stay() -> None:
    answers = Answers(find_game(NAME), ("Anna",), language("en"))
    again = AwaitDice(0, 5, "pips", FACES, keeps=True, at_least=1)
    assert answers.kept(again, "keep 5 5") == answers.kept(again, "garde 55") == ("5", "5")
    assert answers.kept(again, "stop") is None
    assert answers.kept(again, "keep 5 5 roll 1 2 3") is None
    assert answers.kept(AwaitDice(0, 5, "pips", FACES), "keep 5") is None
    assert answers.kept(AwaitChoice((0,), "stop"), "keep 5") is None
