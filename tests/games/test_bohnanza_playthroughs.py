"""Bohnanza's golden games: whole games that are accepted line by line."""

from collections import Counter
from pathlib import Path

import pytest

from referee.games.base import Accepted
from referee.games.bohnanza import GAME
from referee.games.script import ScriptedGame

PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").glob("bohnanza*.jsonl"))


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_golden_games_are_accepted_line_by_line(path: Path) -> None:
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    game = ScriptedGame(first)
    for judged in game.judge_lines(lines):
        assert isinstance(judged.ruling, Accepted), judged
        assert list(GAME.faults(game.state)) == []
    assert GAME.outcome(game.state) is not None


def test_the_golden_games_show_every_event() -> None:
    shown: Counter[type] = Counter()
    for path in PLAYTHROUGHS:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        game = ScriptedGame(first)
        list(game.judge_lines(lines))
        shown.update(type(event) for event in game.events)
    assert set(shown) == set(GAME.events)
