"""Pig: every rule, every refusal, whole games, in every language."""

from __future__ import annotations

from random import Random

import pytest

from referee.errors import InputError
from referee.games.awaiting import AwaitChoice, AwaitDice
from referee.games.base import Accepted, Action, Refused, fold
from referee.games.parsing import parse_options
from referee.games.pig import GAME
from referee.games.pig.rules import FACES, Hold, Roll, State
from referee.games.playout import play_out, seat_names
from referee.games.reports import ReportDice, ReportStable
from referee.games.showing import Counter, DiceShown
from referee.language import language, languages

NAMES = ("Anna", "Ben")


def new(names: tuple[str, ...] = NAMES, **options: int) -> State:
    return fold(GAME, GAME.setup(names, parse_options(GAME, options)))


def after(state: State, *words: str) -> State:
    """Faces, or what the active seat chooses."""
    for word in words:
        ruling = GAME.judge(state, action_of(state, word))
        assert isinstance(ruling, Accepted), (word, ruling)
        state = fold(GAME, ruling.events, state)
        assert list(GAME.faults(state)) == []
    return state


def action_of(state: State, word: str) -> Action:
    choices: dict[str, Action] = {"roll": Roll(state.active), "hold": Hold(state.active)}
    return choices.get(word) or ReportDice((word,))


def test_the_first_seat_begins_with_a_roll_that_is_no_choice() -> None:
    state = new()
    assert GAME.awaiting(state) == AwaitDice(0, 1, "pips", FACES)
    assert list(GAME.legal_actions(state)) == []
    assert GAME.scores(state) == (0, 0)


def test_every_roll_but_a_one_adds_to_the_turn_and_leaves_the_choice() -> None:
    state = after(new(), "4", "roll", "6", "roll", "2")
    assert state.turn_total == 12
    assert GAME.scores(state) == (0, 0)
    assert GAME.awaiting(state) == AwaitChoice((0,), "deciding")
    assert list(GAME.legal_actions(state)) == [Roll(0), Hold(0)]


def test_a_one_loses_the_turn_but_not_what_was_held() -> None:
    state = after(new(), "4", "hold", "1", "6", "roll", "1")
    assert GAME.scores(state) == (4, 0)
    assert (state.active, state.turn_total) == (1, 0)


def test_the_turn_goes_round() -> None:
    state = after(new(("Anna", "Ben", "Carl")), "2", "hold", "1", "3", "hold")
    assert GAME.scores(state) == (2, 0, 3)
    assert state.active == 0


def test_whoever_holds_the_goal_wins_at_once() -> None:
    state = after(new(goal=10), "6", "roll", "4")
    assert GAME.outcome(state) is None
    state = after(state, "hold")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (10, 0))
    assert GAME.awaiting(state) is None


def test_points_that_are_not_held_do_not_win() -> None:
    state = after(new(goal=10), "6", "roll", "6", "roll", "1")
    assert GAME.outcome(state) is None
    assert GAME.scores(state) == (0, 0)


def test_the_table_shows_the_goal_the_points_at_stake_and_the_die() -> None:
    state = after(new(goal=50), "4", "roll", "5")
    assert GAME.shown(state, None) == (
        Counter(label="goal", count=50),
        Counter(label="turn-total", count=9),
        DiceShown(label="die", kind="pips", faces=("5",)),
    )
    assert GAME.rolled(state) == ("5",)
    assert GAME.rolled(after(state, "roll")) == ()


OVER = ("6", "roll", "4", "hold")
REFUSED: dict[str, tuple[tuple[str, ...], Action, str, str]] = {
    "a choice before the first roll": ((), Hold(0), "PIG-2", "not-now"),
    "a roll before it is announced": (("4",), ReportDice(("4",)), "PIG-4", "not-now"),
    "anything after the end": (OVER, Roll(0), "PIG-5", "not-now"),
    "a report of another game": ((), ReportStable(), "PIG-2", "not-now"),
    "another seat": (("4",), Roll(1), "PIG-1", "not-your-turn"),
    "a seat that is not there": (("4",), Hold(2), "PIG-1", "no-such-seat"),
    "no die": ((), ReportDice(()), "PIG-2", "one-die"),
    "two dice": ((), ReportDice(("4", "5")), "PIG-2", "one-die"),
    "a face that no die has": ((), ReportDice(("7",)), "PIG-2", "one-die"),
}


@pytest.mark.parametrize(("played", "action", "rule", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_may_not_be_is_refused_with_its_rule(
    played: tuple[str, ...], action: Action, rule: str, reason: str
) -> None:
    ruling = GAME.judge(after(new(goal=10), *played), action)
    assert isinstance(ruling, Refused)
    assert (ruling.rule, ruling.reason) == (rule, reason)
    for code in languages():
        assert language(code).refusal(GAME.name, ruling)
        text = (GAME.folder / "rules" / f"{code}.md").read_text(encoding="utf-8")
        assert f"\n## {rule} " in text


def test_every_refusal_was_provoked() -> None:
    assert {reason for *_, reason in REFUSED.values()} == {each.reason for each in GAME.refusals}


@pytest.mark.parametrize("goal", [9, 1001])
def test_the_goal_has_bounds(goal: int) -> None:
    with pytest.raises(InputError, match="The option goal of Pig cannot be used"):
        parse_options(GAME, {"goal": goal})


def test_sensible_players_finish_in_time_and_know_when_to_stop() -> None:
    games = [play_out(GAME, GAME.setup(NAMES, parse_options(GAME, {})), Random(1))]
    games += [
        play_out(GAME, GAME.setup(seat_names(8), parse_options(GAME, {"goal": goal})), Random(2))
        for goal in (10, 1000)
    ]
    for played in games:
        turns = sum(isinstance(action, Hold) for action in played.actions)
        assert 0 < turns < 500
        assert len(played.outcome.winners) == 1


def test_a_game_is_told_in_every_language() -> None:
    told = {code: told_in(code) for code in languages()}
    assert told["en"] == [
        "The first to hold 10 points wins.",
        "Anna rolled a one: the points of this turn are lost!",
        "Ben rolled 6: 6 points so far.",
        "Ben rolled 4: 10 points so far.",
        "Ben keeps 10 points. The goal is reached with 10!",
    ]
    assert told["fr"] == [
        "Qui garde le premier 10 points gagne.",
        "Anna a fait un 1 : les points de ce tour sont perdus !",
        "Ben a fait 6 : 6 points pour l’instant.",
        "Ben a fait 4 : 10 points pour l’instant.",
        "Ben garde 10 points. L’objectif est atteint avec 10 !",
    ]


def told_in(code: str) -> list[str]:
    events = list(GAME.setup(NAMES, parse_options(GAME, {"goal": 10})))
    state = fold(GAME, events)
    for word in ("1", *OVER):
        ruling = GAME.judge(state, action_of(state, word))
        assert isinstance(ruling, Accepted)
        events += ruling.events
        state = fold(GAME, ruling.events, state)
    told = [language(code).event(GAME.name, event, NAMES) for event in events]
    return [sentence for sentence in told if sentence]
