"""The table at a terminal: every game is drawn from what it shows, in both languages."""

from __future__ import annotations

import io
from dataclasses import dataclass
from random import Random
from typing import Any, cast

import pytest
from rich.console import Console

from referee.cli.shown_table import table_shown
from referee.games.base import AnyGame, fold
from referee.games.haricots.actions import WriteRound
from referee.games.parsing import parse_options
from referee.games.playout import play_out, seat_names
from referee.games.registry import find_game, games
from referee.games.reports import ReportDice
from referee.games.yatzy.rules import WriteRow
from referee.language import language
from referee.table.updates import Snapshot
from tests.games.bohnanza_table import NAMES, table
from tests.games.test_haricots_refusals import sheet


@dataclass(frozen=True)
class Seen:
    """As much of a snapshot as a drawing needs."""

    game: str
    names: tuple[str, ...]
    state: Any


def drawn(name: str, names: tuple[str, ...], state: object, code: str = "en") -> str:
    screen = io.StringIO()
    seen = cast("Snapshot", Seen(name, names, state))
    Console(file=screen, width=200).print(table_shown(seen, language(code)))
    return screen.getvalue()


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_every_moment_of_every_game_can_be_drawn(game: AnyGame, code: str) -> None:
    seats = seat_names(game.max_players)
    played = play_out(game, game.setup(seats, parse_options(game, {})), Random(7))
    for stop in range(1, len(played.events), 40):
        text = drawn(game.name, seats, fold(game, played.events[:stop]), code)
        assert all(name in text for name in seats)
        assert f"{game.name}-" not in text


def test_a_field_of_beans_says_when_it_sells_for_more() -> None:
    text = drawn("bohnanza", NAMES[:4], table(4, {0: [("blue", 4)]}))
    assert "field 1" in text
    assert "4 Blue → 6" in text


def test_a_score_sheet_is_a_table_of_rounds_and_seats() -> None:
    names = ("Anna", "Ben", "Cy")
    text = drawn("haricots", names, sheet(WriteRound(0, (1, 0, 0), (0, 4, 7))))
    (points,) = [line for line in text.splitlines() if line.startswith("│ points")]
    assert points.split()[3::2] == ["3", "-4", "-7"]


def test_what_could_be_written_stands_in_brackets() -> None:
    game = find_game("yatzy")
    state = fold(game, game.setup(("Anna", "Ben"), parse_options(game, {})))
    for action in (ReportDice(tuple("44466")), WriteRow(0, "fours"), ReportDice(tuple("11234"))):
        state = fold(game, game.judge(state, action).events, state)
    lines = drawn("yatzy", ("Anna", "Ben"), state).splitlines()
    (fours,) = [line for line in lines if line.startswith("│ fours")]
    assert fours.split()[3::2] == ["12", "(4)"]


def test_a_house_stands_with_its_attic_on_top() -> None:
    game = find_game("spookies")
    state = fold(game, game.setup(("Tom", "Pierre"), parse_options(game, {"ghost": True})))
    lines = drawn("spookies", ("Tom", "Pierre"), state).splitlines()
    attic, ghost, gate = (
        next(place for place, line in enumerate(lines) if word in line)
        for word in ("11, attic", "the ghost", "gate")
    )
    assert attic < ghost < gate
    assert "Kracko, Schnuffer, Hanja, Duffy, Poppy" in lines[gate]
