"""Ten Thousand: what dice give, setting aside and throwing on, banking, refusals, whole games."""

from __future__ import annotations

from random import Random

import pytest

from referee.errors import EditionError
from referee.games.awaiting import AwaitDice
from referee.games.base import Accepted, Action, Refused, fold
from referee.games.parsing import parse_options
from referee.games.playout import play_out
from referee.games.reports import ReportDice, ReportStable
from referee.games.rerolls import FACES, without
from referee.games.showing import AnyShown, Counter, DiceShown, Sign
from referee.games.ten_thousand import GAME
from referee.games.ten_thousand.edition import best_points, scoring_parts
from referee.games.ten_thousand.rules import Bank, State
from referee.language import language, languages

NAMES = ("Anna", "Ben")


def new(names: tuple[str, ...] = NAMES, /, **numbers: object) -> State:
    return fold(GAME, GAME.setup(names, parse_options(GAME, {"numbers": numbers})))


def after(state: State, *words: str) -> State:
    """What happens in turn: `123456` is rolled, `2345/11` leaves two ones, or `bank`."""
    for word in words:
        ruling = GAME.judge(state, action_of(state, word))
        assert isinstance(ruling, Accepted), (word, ruling)
        state = fold(GAME, ruling.events, state)
        assert list(GAME.faults(state)) == []
    return state


def action_of(state: State, word: str) -> Action:
    thrown, _, stayed = word.partition("/")
    return Bank(state.active) if word == "bank" else ReportDice(tuple(thrown), tuple(stayed))


def waits_for(count: int, seat: int = 0) -> AwaitDice:
    return AwaitDice(seat, count, "pips", FACES, keeps=True, at_least=1)


BEST = {
    "1": 100,
    "5": 50,
    "2": 0,
    "11": 200,
    "1556": 200,
    "111": 1000,
    "222": 200,
    "333": 300,
    "555": 500,
    "666": 600,
    "2222": 400,
    "22222": 800,
    "222222": 1600,
    "1111": 2000,
    "11111": 4000,
    "111111": 8000,
    "555566": 1000,
    "111555": 1500,
    "222333": 500,
    "115556": 700,
    "123456": 1500,
    "112233": 1500,
    "445566": 1500,
    "334444": 800,
    "223346": 0,
}


@pytest.mark.parametrize(("dice", "points"), BEST.items())
def test_what_dice_give_at_most(dice: str, points: int) -> None:
    assert best_points(new().rules.edition, tuple(dice)) == points


@pytest.mark.parametrize(
    ("numbers", "dice", "points"),
    [
        ({"more_alike": "add"}, "2222", 400),
        ({"more_alike": "add"}, "22222", 600),
        ({"more_alike": "add"}, "111111", 4000),
        ({"three_pairs": 0}, "112233", 200),
        ({"three_pairs": 0}, "223344", 0),
        ({"straight": 0}, "123456", 150),
        ({"straight": 2000}, "123456", 2000),
        ({"one": 10, "five": 5}, "115", 25),
        ({"three_ones": 300, "one": 200}, "111", 600),
        ({"three_alike": 10}, "444", 40),
    ],
)
def test_what_dice_give_in_another_house(
    numbers: dict[str, object], dice: str, points: int
) -> None:
    assert best_points(new(**numbers).rules.edition, tuple(dice)) == points


def test_every_die_of_a_part_scores() -> None:
    parts = scoring_parts(new().rules.edition, tuple("112225"))
    shown = {"".join(part): points for part, points in parts.items()}
    assert shown == {
        "1": 100,
        "5": 50,
        "11": 200,
        "15": 150,
        "115": 250,
        "222": 200,
        "1222": 300,
        "2225": 250,
        "11222": 400,
        "12225": 350,
        "112225": 450,
    }


def test_a_turn_begins_with_all_six() -> None:
    state = new()
    assert GAME.awaiting(state) == AwaitDice(0, 6, "pips", FACES)
    assert list(GAME.legal_actions(state)) == []


@pytest.mark.parametrize(
    ("rolls", "most"),
    [
        (("122346",), 5),
        (("222346",), 3),
        (("222446", "236/222"), None),
        (("122346", "23466/1"), None),
        (("122346", "12346/1"), 4),
        (("222446", "551/222"), 6),
        (("123456",), 6),
    ],
)
def test_how_many_dice_may_be_thrown(rolls: tuple[str, ...], most: int | None) -> None:
    """All but the fewest that can be set aside; all six when all score; none when the turn is."""
    state = after(new(), *rolls)
    expected = AwaitDice(1, 6, "pips", FACES) if most is None else waits_for(most)
    assert GAME.awaiting(state) == expected


def test_throwing_sets_the_others_aside_with_their_points() -> None:
    state = after(new(), "115234")
    assert (state.points, state.total) == (0, 250)
    state = after(state, "2256/11")
    assert (state.aside, state.points, state.thrown, state.total) == (
        ("1", "1"),
        200,
        ("2", "2", "5", "6"),
        250,
    )
    assert GAME.rolled(state) == tuple("112256")
    state = after(state, "551/115")
    assert (state.points, state.total) == (250, 450)


def test_dice_of_different_throws_make_no_group() -> None:
    state = after(new(), "122346", "13346/1", "1346/11")
    assert state.total == 300


def test_nothing_that_scores_loses_the_turn_but_not_what_was_banked() -> None:
    state = after(new(), "111234", "bank", "223346")
    assert (state.active, state.points, GAME.rolled(state)) == (0, 0, ())
    state = after(state, "511234", "22336/1")
    assert (GAME.scores(state), state.active) == ((1000, 0), 1)


def test_banking_counts_the_last_throw_in_the_best_way() -> None:
    state = after(new(), "115234", "1116/51", "bank")
    assert (GAME.scores(state), state.active) == ((1150, 0), 1)


def test_the_first_points_are_enough_or_not_banked() -> None:
    state = after(new(), "112346")
    assert list(GAME.legal_actions(state)) == []
    state = after(state, "2111/11", "bank", "122346")
    assert GAME.scores(state) == (1200, 0)
    assert list(GAME.legal_actions(state)) == []
    state = after(state, "22346/1", "122346")
    assert list(GAME.legal_actions(state)) == [Bank(0)]
    assert GAME.scores(after(state, "bank")) == (1300, 0)


def test_where_nothing_is_asked_of_the_first_points_everything_is_banked() -> None:
    assert GAME.scores(after(new(entry=0), "522346", "bank")) == (50, 0)


def test_all_six_that_score_are_thrown_again_and_the_points_stay() -> None:
    state = after(new(), "111234", "255/111")
    assert not state.is_hot
    state = after(new(), "111234", "555/111")
    assert (state.is_hot, state.total) == (True, 1500)
    assert list(GAME.legal_actions(state)) == [Bank(0)]
    state = after(state, "122346")
    assert (state.aside, state.points, state.total) == ((), 1500, 1600)
    assert GAME.scores(after(state, "bank")) == (1600, 0)


def test_hot_dice_need_not_be_taken_whole() -> None:
    state = after(new(), "111234", "555/111", "23/1115")
    assert GAME.scores(state) == (0, 0)
    state = after(new(), "111234", "555/111", "15/1115")
    assert (state.points, state.total) == (1050, 1200)


def test_a_house_may_ask_to_throw_all_six_again() -> None:
    state = after(new(hot_dice="must"), "123456")
    assert list(GAME.legal_actions(state)) == []
    assert GAME.awaiting(state) == waits_for(6)
    assert list(GAME.legal_actions(after(state, "122346"))) == [Bank(0)]


def test_the_goal_leaves_one_turn_to_everybody_else() -> None:
    state = after(new(("Anna", "Ben", "Cy"), goal=1000), "223346", "111234", "bank")
    assert (state.finisher, state.phase, state.active) == (1, "rolling", 2)
    state = after(state, "111155", "bank", "223346")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((2,), (0, 1000, 2100))
    assert GAME.awaiting(state) is None


def test_equal_points_share_the_victory() -> None:
    state = after(new(goal=1000), "111234", "bank", "111234", "bank")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.termination) == ((0, 1), "goal")


OVER = ("111234", "bank", "223346")
REFUSED: dict[str, tuple[tuple[str, ...], Action, str, str]] = {
    "banking before the first roll": ((), Bank(0), "TT-2", "not-now"),
    "a report of another game": (("122346",), ReportStable(), "TT-7", "not-now"),
    "anything after the end": (OVER, ReportDice(tuple("122346")), "TT-11", "not-now"),
    "another seat": (("111234",), Bank(1), "TT-1", "not-your-turn"),
    "a seat that is not there": (("111234",), Bank(2), "TT-1", "no-such-seat"),
    "five dice": ((), ReportDice(tuple("12234")), "TT-2", "six-dice"),
    "a face that no die has": ((), ReportDice(tuple("122340")), "TT-2", "six-dice"),
    "dice that stay before the first roll": (
        (),
        ReportDice(tuple("12345"), ("1",)),
        "TT-2",
        "six-dice",
    ),
    "seven dice with those that stay": (
        ("112346",),
        ReportDice(tuple("12345"), tuple("11")),
        "TT-2",
        "six-dice",
    ),
    "nothing thrown": (("112346",), ReportDice((), tuple("112346")), "TT-7", "none-thrown"),
    "dice that did not lie there": (
        ("112346",),
        ReportDice(tuple("123"), tuple("111")),
        "TT-7",
        "others-stayed",
    ),
    "a die set aside before is thrown": (
        ("112346", "5234/11"),
        ReportDice(tuple("12345"), ("5",)),
        "TT-7",
        "aside-stays",
    ),
    "nothing new is set aside": (
        ("112346", "1234/11"),
        ReportDice(tuple("1234"), tuple("11")),
        "TT-7",
        "set-aside-first",
    ),
    "all six again although not all score": (
        ("112346",),
        ReportDice(tuple("123456")),
        "TT-7",
        "set-aside-first",
    ),
    "a lone two is set aside": (
        ("122346",),
        ReportDice(tuple("1234"), tuple("12")),
        "TT-7",
        "does-not-score",
    ),
    "too few points to begin": (("112346",), Bank(0), "TT-9", "too-few-points"),
    "hot dice where they must be thrown": (("123456",), Bank(0), "TT-10", "hot-dice"),
}


@pytest.mark.parametrize(("played", "action", "rule", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_may_not_be_is_refused_with_its_rule(
    played: tuple[str, ...], action: Action, rule: str, reason: str
) -> None:
    ruling = GAME.judge(after(new(goal=1000, hot_dice="must"), *played), action)
    assert isinstance(ruling, Refused)
    assert (ruling.rule, ruling.reason) == (rule, reason)
    for code in languages():
        assert language(code).refusal(GAME.name, ruling)


def test_every_refusal_was_provoked() -> None:
    assert {reason for *_, reason in REFUSED.values()} == {each.reason for each in GAME.refusals}


def test_the_table_shows_what_is_at_stake() -> None:
    state = after(new(), "115234", "2256/11")
    assert GAME.shown(state, None) == (
        DiceShown(label="thrown", kind="pips", faces=tuple("2256")),
        DiceShown(label="aside", kind="pips", faces=tuple("11")),
        Counter(label="turn-total", count=250),
        Counter(label="worth", count=50),
        Counter(label="goal", count=10000),
        Counter(label="entry", count=250, goal=500),
    )


def test_the_table_says_when_all_score_and_when_the_end_is_near() -> None:
    state = after(new(goal=1000), "111234", "bank", "123456")
    signs: list[AnyShown] = [Sign(label="hot-dice"), Sign(label="last-round")]
    assert [*GAME.shown(state, None)][-2:] == signs
    assert GAME.shown(after(new(), "111234", "bank", "223346", "122346"), None)[-1].label == "goal"


@pytest.mark.parametrize(
    "numbers", [{"goal": 0}, {"entry": -1}, {"more_alike": "triple"}, {"hot_dice": "no"}, {"x": 1}]
)
def test_a_house_that_cannot_be_played_is_refused(numbers: dict[str, object]) -> None:
    with pytest.raises(EditionError, match=next(iter(numbers))):
        new(**numbers)


def test_a_whole_game() -> None:
    """Two turns are lost, all six score once, and Ben has a last turn after Anna's 2100."""
    state = after(new(goal=2000), "122346", "33346/1", "15/1333", "6/13335", "223346")
    assert (GAME.scores(state), state.active) == ((0, 0), 0)
    state = after(
        state, "122346", "33356/1", "55/1333", "122346", "bank", "444416", "61/4444", "bank"
    )
    assert GAME.scores(state) == (600, 900)
    state = after(state, "115234", "bank", "551234", "66234/5")
    assert (GAME.scores(state), state.active) == ((850, 900), 0)
    state = after(state, "111234", "115/111", "bank")
    assert (GAME.scores(state), state.finisher) == ((2100, 900), 0)
    state = after(state, "112346", "2346/11")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (2100, 900))


def test_sensible_players_finish_in_time_and_are_not_too_bold() -> None:
    setup = GAME.setup(NAMES, parse_options(GAME, {}))
    games = [play_out(GAME, setup, Random(seed)) for seed in range(30)]
    banked = sum(isinstance(action, Bank) for played in games for action in played.actions)
    lost = sum(type(event).__name__ == "TurnLost" for played in games for event in played.events)
    assert 0.15 < lost / (lost + banked) < 0.4
    assert banked / len(games) < 60


def test_simulated_players_say_which_dice_they_left() -> None:
    """So that hands can do it: those that stay lie there, and all others are thrown."""
    setup = GAME.setup(NAMES, parse_options(GAME, {}))
    state, stays = fold(GAME, setup), []
    for action in play_out(GAME, setup, Random(3)).actions:
        if isinstance(action, ReportDice) and state.thrown:
            thrown = without(GAME.rolled(state), action.stayed)
            assert thrown is not None
            assert len(thrown) == len(action.faces) > 0
            stays.append(len(action.stayed))
        state = fold(GAME, GAME.judge(state, action).events, state)
    assert {0, 1, 2, 3} <= {*stays}


def test_whoever_is_behind_in_the_last_round_throws_on() -> None:
    state = after(new(goal=1000), "111234", "bank", "555123")
    action = GAME.simulated(state, Random(1)).act(state)
    assert isinstance(action, ReportDice)
    ahead = after(state, "1114/55")
    assert GAME.simulated(ahead, Random(1)).act(ahead) == Bank(1)


def test_a_game_is_told_in_every_language() -> None:
    told = {code: told_in(code) for code in languages()}
    assert told["en"] == [
        "Whoever reaches the goal begins the last round.",
        "Anna rolled 1, 1, 2, 3, 4 and 6: 200 points.",
        "Anna rolled 2, 3, 4 and 6: nothing scores!",
        "Anna loses 200 points.",
        "Ben rolled 1, 1, 1, 2, 3 and 4: 1,000 points.",
        "Ben banks 1,000 points. The goal is reached with 1,000: everybody else has one more turn!",
        "Anna rolled 2, 2, 3, 3, 4 and 6: nothing scores!",
        "Anna has no points in this turn.",
    ]
    assert told["fr"][3] == "Anna perd 200 points."


def told_in(code: str) -> list[str | None]:
    events = list(GAME.setup(NAMES, parse_options(GAME, {"numbers": {"goal": 1000}})))
    state = fold(GAME, events)
    for word in ("112346", "2346/11", "111234", "bank", "223346"):
        ruling = GAME.judge(state, action_of(state, word))
        events += ruling.events
        state = fold(GAME, ruling.events, state)
    return [language(code).event(GAME.name, event, NAMES) for event in events]
