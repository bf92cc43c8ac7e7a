"""What every registered game promises, whoever wrote it: the contract of `games/base.py`."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.events import Codec
from referee.games.awaiting import AwaitChoice, Awaiting
from referee.games.base import Accepted, Refused, fold
from referee.games.parsing import action_name, format_value, parse_action
from referee.games.playout import play_out, seat_names
from referee.games.registry import games
from referee.games.reports import REPORTS
from referee.language import language
from tests.games.conformance import (
    Case,
    Record,
    all_cases,
    any_action,
    play,
    random_play,
    refuse_or_accept,
    spoiled,
)

CASES = all_cases()
GAMES = list(games().values())
each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_case
def test_a_recorded_game_keeps_the_contract(case: Case) -> None:
    record = play(case, 1)
    assert_invariants(record)
    assert_listed_actions_are_accepted_and_others_refused(record)
    assert_stale_actions_are_refused_or_still_legal(record)
    assert_everything_survives_json(record)
    assert_everything_can_be_said(record)


@each_case
def test_a_recorded_game_keeps_its_secrets(case: Case) -> None:
    record = play(case, 2, **case.game.leak_test_options)
    assert_nothing_hidden_is_seen_before_its_time(record)
    assert_hidden_values_make_no_difference(record)


def assert_invariants(record: Record) -> None:
    game = record.case.game
    state = fold(game, record.setup)
    for step in record.steps:
        for event in step.events:
            state = game.evolve(state, event)
            assert list(game.faults(state)) == [], f"after {event}"
    assert fold(game, record.events) == state
    outcome = game.outcome(state)
    assert outcome is not None
    assert bool(outcome.winners) is not game.is_companion
    assert len(outcome.scores) == record.case.players
    assert list(game.legal_actions(state)) == []


def assert_listed_actions_are_accepted_and_others_refused(record: Record) -> None:
    game = record.case.game
    rng = Random(str(record.case))
    unlisted = (*REPORTS, *game.open_actions)
    for step in record.steps[::3]:
        legal = list(game.legal_actions(step.before))
        for action in rng.sample(legal, min(len(legal), 12)):
            assert isinstance(game.judge(step.before, action), Accepted), f"{action} is listed"
            wrong = spoiled(action, rng)
            if wrong not in legal and not isinstance(wrong, unlisted):
                assert isinstance(refuse_or_accept(game, step.before, wrong), Refused), str(wrong)


def assert_stale_actions_are_refused_or_still_legal(record: Record) -> None:
    """An action that was meant for an earlier moment never breaks anything."""
    game = record.case.game
    for earlier, step in list(pairwise(record.steps))[::5]:
        ruling = refuse_or_accept(game, step.after, earlier.action)
        if isinstance(ruling, Accepted):
            assert list(game.faults(fold(game, ruling.events, step.after))) == []


def assert_everything_survives_json(record: Record) -> None:
    game = record.case.game
    codec = Codec(game.events)
    awaiting = msgspec.json.Decoder(Awaiting)
    for event in record.events:
        assert codec.decode(action_name(type(event)), event.version, codec.encode(event)) == event
    for step in record.steps:
        assert parse_action(game, format_value(step.action)) == step.action
        wanted = game.awaiting(step.before)
        assert wanted is not None
        assert awaiting.decode(msgspec.json.encode(wanted)) == wanted
        if isinstance(wanted, AwaitChoice):
            assert wanted.seats


def assert_nothing_hidden_is_seen_before_its_time(record: Record) -> None:
    game = record.case.game
    for step in record.steps:
        hidden = set(game.secrets(step.after))
        for viewer in record.viewers:
            assert_hidden(hidden, format_value(game.view(step.after, viewer)))
            for event in step.events:
                assert_hidden(hidden, format_value(game.disclose(event, viewer)))


def assert_hidden_values_make_no_difference(record: Record) -> None:
    """The same actions over another shuffle: same rulings, same views, until it is revealed."""
    game = record.case.game
    other_setup = record.case.setup(3, **game.leak_test_options)
    other = fold(game, other_setup)
    for viewer in record.viewers:
        ours = [game.disclose(event, viewer) for event in record.setup]
        assert ours == [game.disclose(event, viewer) for event in other_setup]
    for step in record.steps:
        ruling = game.judge(other, step.action)
        assert isinstance(ruling, Accepted)
        other = fold(game, ruling.events, other)
        if not any(game.secrets(step.after)):
            break
        for viewer in record.viewers:
            assert game.view(step.after, viewer) == game.view(other, viewer)


def assert_hidden(hidden: set[str], text: str) -> None:
    leaked = [value for value in hidden if value in text]
    assert not leaked, f"{leaked} in {text}"


def assert_everything_can_be_said(record: Record) -> None:
    game = record.case.game
    names = seat_names(record.case.players)
    for words, step in product(map(language, ("en", "fr")), record.steps):
        wanted = game.awaiting(step.before)
        if isinstance(wanted, AwaitChoice):
            assert words.prompt(game.name, wanted.prompt, player=names[0])
            for action in list(game.legal_actions(step.before))[:8]:
                assert words.action(game.name, action, names)
        for event in step.events:
            words.event(game.name, event, names)


@each_case
def test_simulated_games_end_and_can_be_repeated(case: Case) -> None:
    game = case.game
    first = play_out(game, case.setup(4), Random(4))
    again = play_out(game, case.setup(4), Random(4))
    assert first == again
    assert game.outcome(fold(game, first.events)) == first.outcome


@each_game
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_action_at_any_moment_gets_a_ruling(game: Any, data: st.DataObject) -> None:
    """Illegal, senseless, out of order: a ruling and a sentence, never an exception."""
    case = data.draw(st.sampled_from([case for case in CASES if case.game is game]))
    stop = data.draw(st.integers(0, 60))
    state = fold(game, case.setup(12))
    for number, step in enumerate(random_play(game, case.setup(12), 12)):
        if number == stop:
            break
        state = step.after
    for action in data.draw(st.lists(any_action(game), min_size=1, max_size=12)):
        ruling = refuse_or_accept(game, state, action)
        if isinstance(ruling, Refused):
            for code in ("en", "fr"):
                assert language(code).refusal(game.name, ruling)
        else:
            state = fold(game, ruling.events, state)
            assert list(game.faults(state)) == []
