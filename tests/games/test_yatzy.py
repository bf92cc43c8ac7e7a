"""Yatzy: every row of both sheets, rolling again, the joker, every refusal, whole games."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from referee.errors import EditionError
from referee.games.awaiting import AwaitChoice, AwaitDice
from referee.games.base import Accepted, Action, Refused, fold
from referee.games.parsing import parse_options
from referee.games.playout import play_out
from referee.games.reports import ReportDice, ReportStable
from referee.games.rerolls import FACES, without
from referee.games.showing import Cell, Counter, DiceShown, ScoreTable, choice_of
from referee.games.yatzy import GAME
from referee.games.yatzy.edition import UPPER, Edition, points_by_row
from referee.games.yatzy.rules import State, WriteRow
from referee.language import language, languages

NAMES = ("Anna", "Ben")
AGAIN = AwaitDice(0, 5, "pips", FACES, keeps=True, at_least=1)


def new(edition: str = "standard", names: tuple[str, ...] = NAMES, /, **numbers: object) -> State:
    options = parse_options(GAME, {"edition": edition, "numbers": numbers})
    return fold(GAME, GAME.setup(names, options))


def after(state: State, *words: str) -> State:
    """What happens in turn: `12345` is rolled, `12345/66` also leaves two sixes, or a row."""
    for word in words:
        ruling = GAME.judge(state, action_of(state, word))
        assert isinstance(ruling, Accepted), (word, ruling)
        state = fold(GAME, ruling.events, state)
        assert list(GAME.faults(state)) == []
    return state


def action_of(state: State, word: str) -> Action:
    thrown, _, stayed = word.partition("/")
    if not thrown.isdigit():
        return WriteRow(state.active, word)
    return ReportDice(tuple(thrown), tuple(stayed))


def edition_of(name: str) -> Edition:
    return new(name).rules.edition


def written(state: State, seat: int = 0) -> dict[str, int]:
    sheet = zip(state.rules.edition.rows, state.sheets[seat], strict=True)
    return {row: points for row, points in sheet if points is not None}


def offered(state: State) -> dict[str, int]:
    """What the cells of the score table can be taken for."""
    table = GAME.shown(state, None)[0]
    assert isinstance(table, ScoreTable)
    cells = [
        (row, cell) for row, line in zip(table.rows, table.cells, strict=True) for cell in line
    ]
    return {row: cell.value for row, cell in cells if cell.choice and cell.value is not None}


STANDARD: dict[str, Mapping[str, int]] = {
    "11111": {"ones": 5, "one-pair": 2, "two-pairs": 0, "four-alike": 4, "yatzy": 50},
    "66666": {"sixes": 30, "one-pair": 12, "three-alike": 18, "four-alike": 24, "full-house": 0},
    "11345": {"ones": 2, "twos": 0, "fives": 5, "one-pair": 2, "chance": 14, "small-straight": 0},
    "22444": {
        "fours": 12,
        "one-pair": 8,
        "two-pairs": 12,
        "three-alike": 12,
        "full-house": 16,
        "yatzy": 0,
    },
    "33336": {"threes": 12, "one-pair": 6, "two-pairs": 0, "three-alike": 9, "four-alike": 12},
    "22556": {"one-pair": 10, "two-pairs": 14, "three-alike": 0, "full-house": 0, "chance": 20},
    "12345": {"small-straight": 15, "large-straight": 0, "one-pair": 0, "chance": 15},
    "23456": {"small-straight": 0, "large-straight": 20, "twos": 2, "sixes": 6},
    "12346": {"small-straight": 0, "large-straight": 0, "chance": 16},
}
AMERICAN: dict[str, Mapping[str, int]] = {
    "11122": {"ones": 3, "twos": 4, "three-alike": 7, "four-alike": 0, "full-house": 25},
    "44446": {"fours": 16, "three-alike": 22, "four-alike": 22, "full-house": 0, "chance": 22},
    "12345": {"small-straight": 30, "large-straight": 40, "chance": 15},
    "23456": {"small-straight": 30, "large-straight": 40},
    "12346": {"small-straight": 30, "large-straight": 0},
    "33456": {"threes": 6, "sixes": 6, "small-straight": 30, "large-straight": 0},
    "12356": {"small-straight": 0, "large-straight": 0},
    "55555": {"fives": 25, "three-alike": 25, "four-alike": 25, "full-house": 0, "yatzy": 50},
}
SCORED = [("standard", *each) for each in STANDARD.items()]
SCORED += [("american", *each) for each in AMERICAN.items()]


@pytest.mark.parametrize(("edition", "dice", "expected"), SCORED)
def test_what_dice_give(edition: str, dice: str, expected: Mapping[str, int]) -> None:
    points = points_by_row(edition_of(edition), tuple(dice))
    assert {row: points[row] for row in expected} == expected


def test_every_row_of_both_sheets_was_scored() -> None:
    for name, cases in (("standard", STANDARD), ("american", AMERICAN)):
        seen = {row for case in cases.values() for row, points in case.items() if points}
        assert seen == {*edition_of(name).rows}


def test_a_turn_begins_with_all_dice_and_then_the_hand_chooses() -> None:
    state = new()
    assert GAME.awaiting(state) == AwaitDice(0, 5, "pips", FACES)
    assert list(GAME.legal_actions(state)) == []
    state = after(state, "62663")
    assert GAME.awaiting(state) == AGAIN
    assert GAME.rolled(state) == ("2", "3", "6", "6", "6")
    assert WriteRow(0, "three-alike") in GAME.legal_actions(state)
    state = after(state, "16/666")
    assert GAME.awaiting(state) == AGAIN
    state = after(state, "4/6666")
    assert GAME.awaiting(state) == AwaitChoice((0,), "row")
    assert GAME.rolled(state) == ("4", "6", "6", "6", "6")


def test_a_die_that_stayed_may_be_thrown_later_and_all_of_them_too() -> None:
    state = after(new(), "11234", "556/11", "22222")
    assert offered(state)["yatzy"] == 50


def test_writing_ends_the_turn_after_any_roll_and_may_cross_out() -> None:
    state = after(new(), "11234", "yatzy", "66655", "full-house")
    assert (written(state, 0), written(state, 1)) == ({"yatzy": 0}, {"full-house": 28})
    assert (state.active, state.left, state.dice) == (0, 3, ())
    assert GAME.scores(state) == (0, 28)


def test_the_number_of_rolls_is_the_editions() -> None:
    assert GAME.awaiting(after(new(rolls=1), "11234")) == AwaitChoice((0,), "row")


UPPER_BONUS = [("11123", "ones"), ("22213", "twos"), ("33312", "threes"), ("44412", "fours")]
UPPER_BONUS += [("55512", "fives")]


@pytest.mark.parametrize(
    ("last", "bonus"), [("66612", 50), ("66123", 0), ("66662", 50)], ids=["63", "57", "69"]
)
def test_the_bonus_comes_with_the_sixty_third_point(last: str, bonus: int) -> None:
    alone = new("standard", ("Anna",))
    state = after(alone, *(word for turn in UPPER_BONUS for word in turn))
    assert state.bonuses == (0,)
    state = after(state, last, "sixes")
    assert state.bonuses == (bonus,)
    assert GAME.scores(state) == (45 + 6 * last.count("6") + bonus,)
    assert after(state, "66612", "chance").bonuses == (bonus,)


JOKER = ("66666", "yatzy")


@pytest.mark.parametrize(
    ("turns", "dice", "expected"),
    [
        (JOKER, "22222", {"twos": 10}),
        (
            (*JOKER, "22341", "twos"),
            "22222",
            {"full-house": 25, "large-straight": 40, "chance": 10},
        ),
        (("12345", "yatzy", "22341", "twos"), "22222", {"small-straight": 30, "four-alike": 10}),
        ((), "22222", {"twos": 10, "full-house": 0, "small-straight": 0, "yatzy": 50}),
    ],
    ids=["its own row above", "below as anything", "after a crossed yatzy", "no joker yet"],
)
def test_a_joker_goes_where_it_must(
    turns: tuple[str, ...], dice: str, expected: dict[str, int]
) -> None:
    state = after(new("american", ("Anna",)), *turns, dice)
    cells = offered(state)
    assert {row: cells[row] for row in expected} == expected
    assert {*GAME.legal_actions(state)} == {WriteRow(0, row) for row in cells}
    is_joker = bool(turns)
    assert is_joker is (cells.keys() <= {"twos"} or cells.keys().isdisjoint(UPPER))


def test_a_joker_crosses_out_an_upper_row_when_nothing_else_is_open() -> None:
    lower = edition_of("american").lower
    below = [word for row in lower if row != "yatzy" for word in ("12345", row)]
    state = after(new("american", ("Anna",)), *JOKER, *below, "22341", "twos", "22222")
    assert offered(state) == dict.fromkeys(("ones", "threes", "fours", "fives", "sixes"), 0)


def test_every_further_yatzy_gives_a_bonus_if_the_first_one_counted() -> None:
    state = after(new("american", ("Anna",)), *JOKER, "22222", "twos", "33333", "threes")
    assert state.yatzys == (200,)
    assert GAME.scores(state) == (50 + 10 + 15 + 200,)
    crossed = after(new("american", ("Anna",)), "12345", "yatzy", "22222", "twos")
    assert crossed.yatzys == (0,)
    scandinavian = after(new("standard", ("Anna",)), *JOKER, "22222", "chance")
    assert (scandinavian.yatzys, GAME.scores(scandinavian)) == ((0,), (60,))


OVER = tuple(word for row in edition_of("standard").rows for word in ("66655", row))
REFUSED: dict[str, tuple[tuple[str, ...], Action, str, str]] = {
    "a row before the first roll": ((), WriteRow(0, "ones"), "YZ-2", "not-now"),
    "a report of another game": (("12345",), ReportStable(), "YZ-4", "not-now"),
    "dice after the end": (OVER, ReportDice(tuple("12345")), "YZ-16", "not-now"),
    "another seat": (("12345",), WriteRow(1, "ones"), "YZ-1", "not-your-turn"),
    "a seat that is not there": (("12345",), WriteRow(2, "ones"), "YZ-1", "no-such-seat"),
    "four dice": ((), ReportDice(tuple("1234")), "YZ-2", "five-dice"),
    "a face that no die has": ((), ReportDice(tuple("12347")), "YZ-2", "five-dice"),
    "dice that stay before the first roll": (
        (),
        ReportDice(tuple("123"), tuple("45")),
        "YZ-2",
        "five-dice",
    ),
    "six dice with those that stay": (
        ("12345",),
        ReportDice(tuple("1234"), tuple("45")),
        "YZ-2",
        "five-dice",
    ),
    "nothing thrown": (("12345",), ReportDice((), tuple("12345")), "YZ-3", "none-thrown"),
    "dice that did not lie there": (
        ("12345",),
        ReportDice(tuple("123"), tuple("55")),
        "YZ-3",
        "others-stayed",
    ),
    "a fourth roll": (
        ("12345", "1/2345", "2/2345"),
        ReportDice(("6",), tuple("2345")),
        "YZ-3",
        "no-roll-left",
    ),
    "no such row": (("12345",), WriteRow(0, "poker"), "YZ-4", "no-such-row"),
    "a row of the other sheet": (("12345",), WriteRow(0, "upper-sum"), "YZ-4", "no-such-row"),
    "a row that is written": (
        ("12345", "ones", "12345", "ones", "12345"),
        WriteRow(0, "ones"),
        "YZ-4",
        "row-taken",
    ),
}
JOKER_REFUSED: dict[str, tuple[tuple[str, ...], Action, str, str]] = {
    "a joker elsewhere": (
        (*JOKER, "12345", "ones", "22222"),
        WriteRow(0, "chance"),
        "YZ-15",
        "joker-above",
    ),
    "a joker in another upper row": (
        (*JOKER, "12345", "ones", "22341", "twos", "12345", "twos", "22222"),
        WriteRow(0, "threes"),
        "YZ-15",
        "joker-below",
    ),
}


@pytest.mark.parametrize(
    ("edition", "played", "action", "rule", "reason"),
    [
        *[("standard", *each) for each in REFUSED.values()],
        *[("american", *each) for each in JOKER_REFUSED.values()],
    ],
    ids=[*REFUSED, *JOKER_REFUSED],
)
def test_what_may_not_be_is_refused_with_its_rule(
    edition: str, played: tuple[str, ...], action: Action, rule: str, reason: str
) -> None:
    names = ("Anna",) if played is OVER else NAMES
    ruling = GAME.judge(after(new(edition, names), *played), action)
    assert isinstance(ruling, Refused)
    assert (ruling.rule, ruling.reason) == (rule, reason)
    for code in languages():
        assert language(code).refusal(GAME.name, ruling)


def test_every_refusal_was_provoked() -> None:
    every = {**REFUSED, **JOKER_REFUSED}
    assert {reason for *_, reason in every.values()} == {each.reason for each in GAME.refusals}


def test_the_table_shows_the_sheets_with_what_can_be_taken() -> None:
    state = after(new("american"), "11123", "ones", "55566")
    table, dice, left = GAME.shown(state, None)
    assert isinstance(table, ScoreTable)
    cells = dict(zip(table.rows, table.cells, strict=True))
    assert cells["ones"] == (Cell(3), choice_of(WriteRow(1, "ones"), 0))
    assert cells["full-house"] == (Cell(), choice_of(WriteRow(1, "full-house"), 25))
    assert cells["upper-sum"] == (Cell(3), Cell(0))
    assert table.rows[6:8] == ("upper-sum", "bonus")
    assert table.rows[-1] == "yatzy-bonus"
    assert dice == DiceShown(label="dice", kind="pips", faces=tuple("55566"))
    assert left == Counter(label="rolls-left", count=2)
    plain = GAME.shown(new(), None)[0]
    assert isinstance(plain, ScoreTable)
    assert plain.rows[-1] == "yatzy"


WHOLE_GAME = """
    11352 114/11 ones       22346 252/22 twos        33456 313/33 threes     44412 5/4441 fours
    55562 55/555 fives      66612 1/6661 sixes       66123 one-pair          55442 two-pairs
    66645 three-alike       12355 352/55 5/5553 four-alike                   12345 small-straight
    12346 5/2346 large-straight                      66655 full-house        66655 66/666 chance
    11111 yatzy
"""


def test_a_whole_game() -> None:
    state = after(new("standard", ("Anna",)), *WHOLE_GAME.split())
    assert [*written(state).values()] == [4, 8, 12, 12, 25, 18, 12, 18, 18, 20, 15, 20, 28, 30, 50]
    assert GAME.scores(state) == (290 + 50,)
    assert GAME.outcome(state) is not None


def test_the_game_ends_with_full_sheets_and_equal_points_share_it() -> None:
    state = new()
    for row in state.rules.edition.rows:
        state = after(state, "33344", row, "33344", row)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0, 1), (82, 82))
    assert GAME.awaiting(state) is None
    assert list(GAME.legal_actions(state)) == []


@pytest.mark.parametrize(
    ("numbers", "problem"),
    [
        ({"lower": ["chance", "chance"]}, "every row stands once"),
        ({"lower": ["chance"], "joker": True}, "without a row for yatzy"),
        ({"lower": ["poker"]}, "Invalid enum value"),
        ({"rolls": 0}, "Expected `int` >= 1"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused(
    numbers: dict[str, object], problem: str
) -> None:
    with pytest.raises(EditionError, match=problem):
        new(**numbers)


@pytest.mark.parametrize(("edition", "least"), [("standard", 200), ("american", 205)])
def test_sensible_players_play_well(edition: str, least: int) -> None:
    """Alone they reach 221 and 231 on average; anybody who takes what comes has half of it."""
    setup = GAME.setup(("Anna",), parse_options(GAME, {"edition": edition}))
    games = [play_out(GAME, setup, Random(seed)) for seed in range(40)]
    assert sum(played.outcome.scores[0] for played in games) / len(games) > least


def test_simulated_players_say_which_dice_they_left() -> None:
    """So that hands can do it: those that stay lie there, and all others are thrown."""
    setup = GAME.setup(NAMES, parse_options(GAME, {}))
    state, rerolls = fold(GAME, setup), 0
    for action in play_out(GAME, setup, Random(3)).actions:
        if isinstance(action, ReportDice) and state.dice:
            thrown = without(state.dice, action.stayed)
            assert thrown is not None
            assert len(thrown) == len(action.faces) > 0
            rerolls += 1
        state = fold(GAME, GAME.judge(state, action).events, state)
    assert rerolls > 30


def test_a_turn_is_told_in_every_language() -> None:
    told = {code: told_in(code) for code in languages()}
    assert told["en"] == [
        "Fill every row of your sheet: most points win.",
        "Anna rolled 6, 6, 6, 6 and 6. 2 more rolls are possible.",
        "Anna writes “Yatzy”: 50 points.",
        "Anna rolled 2, 2, 2, 2 and 1. 2 more rolls are possible.",
        "Anna rolled 2. One more roll is possible.",
        "Anna writes “twos”: 10 points. Another Yatzy: +100!",
    ]
    assert told["fr"][-1] == "Anna remplit « deux » : 10 points. Encore un Yatzy : +100 !"


def told_in(code: str) -> list[str | None]:
    events = list(GAME.setup(("Anna",), parse_options(GAME, {"edition": "american"})))
    state = fold(GAME, events)
    for word in (*JOKER, "22221", "2/2222", "twos"):
        ruling = GAME.judge(state, action_of(state, word))
        events += ruling.events
        state = fold(GAME, ruling.events, state)
    return [language(code).event(GAME.name, event, ("Anna",)) for event in events]
