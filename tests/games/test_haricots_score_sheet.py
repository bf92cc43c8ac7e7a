"""The plain score sheet for advanced games: it adds up, and checks no rule of the game."""

import msgspec
import pytest

from referee.games.awaiting import AwaitChoice
from referee.games.base import Accepted, Outcome, fold
from referee.games.haricots import GAME
from referee.games.haricots import events as e
from referee.games.haricots.actions import CloseSheet, WriteRound
from referee.games.haricots.score_sheet import sheet_points
from referee.games.parsing import parse_options
from referee.games.playout import Playouts, seat_names
from tests.games.test_haricots_refusals import sheet

ROUND = WriteRound(0, (1, 0, 0), (0, 4, 7))


def test_a_round_is_three_points_a_chip_less_the_negative_points() -> None:
    written = sheet(ROUND, WriteRound(2, (0, 2, 0), (3, 0, 0)))

    assert sheet_points(written) == (0, 2, -7)
    assert [line.negative for line in written.lines] == [(0, 4, 7), (3, 0, 0)]


def test_a_written_round_has_its_number() -> None:
    ruling = GAME.judge(sheet(ROUND), WriteRound(1, (0, 0, 0), (0, 0, 0)))

    assert ruling == Accepted((e.RoundWritten(1, 2, (0, 0, 0), (0, 0, 0)),))


def test_the_players_say_when_it_is_over_and_most_points_win() -> None:
    closed = sheet(ROUND, CloseSheet(1))

    assert GAME.outcome(sheet(ROUND)) is None
    assert GAME.outcome(closed) == Outcome("closed", (0,), (3, -4, -7))
    assert GAME.awaiting(closed) is None
    assert list(GAME.legal_actions(closed)) == []


def test_equal_points_share_the_victory() -> None:
    closed = sheet(WriteRound(0, (1, 1, 0), (0, 0, 0)), CloseSheet(0))

    assert GAME.outcome(closed) == Outcome("closed", (0, 1), (3, 3, 0))


def test_an_empty_sheet_is_a_draw() -> None:
    assert GAME.outcome(sheet(CloseSheet(0))) == Outcome("closed", (0, 1, 2), (0, 0, 0))


def test_any_seat_may_write_and_close() -> None:
    assert GAME.awaiting(sheet()) == AwaitChoice((0, 1, 2), "sheet")
    assert list(GAME.legal_actions(sheet())) == [CloseSheet(0), CloseSheet(1), CloseSheet(2)]


def test_all_chips_of_the_box_can_be_written() -> None:
    """HA-2, HA-4: six victory chips and 125 negative points."""
    written = sheet(WriteRound(0, (6, 0, 0), (0, 100, 25)))

    assert sheet_points(written) == (18, -100, -25)
    assert list(GAME.faults(written)) == []


def test_a_box_with_other_chips() -> None:
    numbers = {"victory_chips": 8, "negative_chips": [{"points": 2, "count": 3}]}
    options = parse_options(GAME, {"mode": "score-sheet", "numbers": numbers})
    state = fold(GAME, GAME.setup(("Anna", "Ben", "Chloe"), options))

    assert isinstance(GAME.judge(state, WriteRound(0, (8, 0, 0), (0, 6, 0))), Accepted)
    assert not isinstance(GAME.judge(state, WriteRound(0, (9, 0, 0), (0, 0, 0))), Accepted)
    assert not isinstance(GAME.judge(state, WriteRound(0, (0, 0, 0), (0, 7, 0))), Accepted)


def test_the_view_shows_lines_sums_and_what_is_left() -> None:
    shown = msgspec.to_builtins(GAME.view(sheet(ROUND), None))

    assert (shown["mode"], shown["phase"]) == ("score-sheet", "writing")
    assert shown["rounds"] == ({"chips": (1, 0, 0), "negative": (0, 4, 7)},)
    assert shown["seats"][1] == {"name": "Ben", "chips": 0, "negative": 4, "points": -4}
    assert (shown["chips_left"], shown["points_left"]) == (5, 114)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_simulated_players_keep_a_whole_sheet(players: int) -> None:
    options = parse_options(GAME, {"mode": "score-sheet"})
    simulator = Playouts(GAME, seat_names(players), options)
    for seed in range(20):
        played = simulator.play(f"sheet {seed}")
        closed = fold(GAME, played.events)

        assert list(GAME.faults(closed)) == []
        assert played.outcome.termination == "closed"
