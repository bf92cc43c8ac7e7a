"""What every registered game promises, whoever wrote it: the contract of `games/base.py`."""

from __future__ import annotations

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
from referee.games.registry import games
from referee.games.reports import REPORTS
from referee.games.simulation import play_out, seat_names
from referee.language import language
from tests.games.conformance import (
    Case,
    all_cases,
    any_action,
    random_play,
    refuse_or_accept,
    spoiled,
)

CASES = all_cases()
GAMES = list(games().values())
each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_case
@pytest.mark.parametrize("seed", range(3))
def test_random_play_keeps_every_invariant(case: Case, seed: int) -> None:
    game = case.game
    setup = case.setup(seed)
    events = list(setup)
    state = fold(game, setup)
    for step in random_play(game, setup, seed):
        state = step.before
        for event in step.events:
            state = game.evolve(state, event)
            assert list(game.faults(state)) == [], f"after {event}"
        events += step.events
    assert fold(game, events) == state
    outcome = game.outcome(state)
    assert outcome is not None
    assert bool(outcome.winners) is not game.is_companion
    assert len(outcome.scores) == case.players
    assert list(game.legal_actions(state)) == []


@pytest.mark.slow
@each_case
def test_random_play_keeps_every_invariant_for_long(case: Case) -> None:
    for seed in range(100, 300):
        setup = case.setup(seed)
        for step in random_play(case.game, setup, seed):
            assert list(case.game.faults(step.after)) == []


@each_case
def test_listed_actions_are_accepted_and_others_refused(case: Case) -> None:
    game = case.game
    rng = Random(str(case))
    unlisted = (*REPORTS, *game.open_actions)
    for number, step in enumerate(random_play(game, case.setup(7), 7)):
        if number % 3:
            continue
        legal = list(game.legal_actions(step.before))
        for action in rng.sample(legal, min(len(legal), 12)):
            assert isinstance(game.judge(step.before, action), Accepted), f"{action} is listed"
            wrong = spoiled(action, rng)
            if wrong not in legal and not isinstance(wrong, unlisted):
                assert isinstance(refuse_or_accept(game, step.before, wrong), Refused), str(wrong)


@each_case
def test_stale_actions_are_refused_or_still_legal(case: Case) -> None:
    """An action that was meant for an earlier moment never breaks anything."""
    game = case.game
    before = None
    for number, step in enumerate(random_play(game, case.setup(8), 8)):
        if before is not None and number % 5 == 0:
            ruling = refuse_or_accept(game, step.after, before)
            if isinstance(ruling, Accepted):
                assert list(game.faults(fold(game, ruling.events, step.after))) == []
        before = step.action


@each_case
def test_actions_events_and_awaitings_survive_json(case: Case) -> None:
    game = case.game
    codec = Codec(game.events)
    awaiting = msgspec.json.Decoder(Awaiting)
    for event in case.setup(9):
        assert codec.decode(action_name(type(event)), event.version, codec.encode(event)) == event
    for step in random_play(game, case.setup(9), 9):
        assert parse_action(game, format_value(step.action)) == step.action
        for event in step.events:
            data = codec.encode(event)
            assert codec.decode(action_name(type(event)), event.version, data) == event
        wanted = game.awaiting(step.before)
        assert wanted is not None
        assert awaiting.decode(msgspec.json.encode(wanted)) == wanted
        if isinstance(wanted, AwaitChoice):
            assert wanted.seats


@each_case
def test_nothing_hidden_is_seen_before_its_time(case: Case) -> None:
    game = case.game
    viewers = [None, *range(case.players)]
    setup = case.setup(10, **game.revealing)
    for step in random_play(game, setup, 10):
        hidden = set(game.secrets(step.after))
        for viewer in viewers:
            assert_hidden(hidden, format_value(game.view(step.after, viewer)))
            for event in step.events:
                assert_hidden(hidden, format_value(game.disclose(event, viewer)))


@each_case
def test_hidden_values_make_no_difference_before_their_time(case: Case) -> None:
    """The same actions over another shuffle: same rulings, same views, until it is revealed."""
    game = case.game
    setup, other_setup = case.setup(13, **game.revealing), case.setup(14, **game.revealing)
    other = fold(game, other_setup)
    viewers = [None, *range(case.players)]
    for viewer in viewers:
        ours = [game.disclose(event, viewer) for event in setup]
        assert ours == [game.disclose(event, viewer) for event in other_setup]
    for step in random_play(game, setup, 13):
        ruling = game.judge(other, step.action)
        assert isinstance(ruling, Accepted)
        other = fold(game, ruling.events, other)
        if not any(game.secrets(step.after)):
            break
        for viewer in viewers:
            assert game.view(step.after, viewer) == game.view(other, viewer)


def assert_hidden(hidden: set[str], text: str) -> None:
    leaked = [value for value in hidden if value in text]
    assert not leaked, f"{leaked} in {text}"


@each_case
@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_choice_and_event_can_be_said(case: Case, code: str) -> None:
    game = case.game
    words = language(code)
    names = seat_names(case.players)
    for step in random_play(game, case.setup(11), 11):
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
    for seed in range(3):
        first = play_out(game, case.setup(seed), Random(seed))
        again = play_out(game, case.setup(seed), Random(seed))
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
