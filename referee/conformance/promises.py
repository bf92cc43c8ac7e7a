"""What a recorded game shows of the promises of `games/base.py`: one function a promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from referee.conformance.any_action import spoiled
from referee.conformance.cases import Record
from referee.events import Codec
from referee.games.awaiting import AwaitChoice, Awaiting
from referee.games.base import Accepted, Action, AnyGame, Refused, Ruling, fold
from referee.games.parsing import action_name, format_value, parse_action
from referee.games.reports import REPORTS
from referee.games.showing import AnyShown, ScoreTable, Track
from referee.language import Language, language, languages

_SHOWN = msgspec.json.Decoder(tuple[AnyShown, ...])


def languages_of(game: AnyGame) -> Iterator[Language]:
    """English, and every other language that the game brings words for."""
    for code in languages():
        if code == "en" or (game.folder / "words" / f"{code}.ftl").is_file():
            yield language(code)


def checked_ruling(game: AnyGame, state: Any, action: Action) -> Ruling:
    """Judge, and check what is promised of every ruling."""
    ruling = game.judge(state, action)
    assert isinstance(ruling, Accepted | Refused)
    if isinstance(ruling, Refused):
        assert ruling.reason in {refusal.reason for refusal in game.refusals}
        assert ruling.rule
    else:
        assert ruling.events
    return ruling


def invariants_hold_and_folding_the_events_gives_the_state(record: Record) -> None:
    """After every single event; and the game ends with an outcome and nothing left to do."""
    game, state = record.game, fold(record.game, record.setup)
    for step in record.steps:
        for event in step.events:
            state = game.evolve(state, event)
            assert list(game.faults(state)) == [], f"after {event}"
        assert state == step.after
    assert fold(game, record.events) == state
    assert list(game.legal_actions(state)) == []


def seats_and_scores_are_told(record: Record) -> None:
    """The same names all the time, a score or a secret for each, and at the end the outcome's."""
    game = record.game
    for state in record.states:
        assert game.seats(state) == record.case.names
        assert len(game.scores(state)) == record.case.players
    outcome = game.outcome(state)
    assert outcome is not None, "the game is over, but it has no outcome"
    assert bool(outcome.winners) is not game.is_companion
    assert set(outcome.winners) <= set(range(record.case.players))
    assert game.scores(state) == outcome.scores


def listed_actions_are_accepted_and_others_refused(record: Record) -> None:
    """What is listed can be done; with one value spoiled it cannot, unless that is listed too."""
    game, rng = record.game, Random(str(record.case))
    unlisted = (*REPORTS, *game.open_actions)
    for step in record.steps[::3]:
        legal = list(game.legal_actions(step.before))
        for action in rng.sample(legal, min(len(legal), 12)):
            assert isinstance(game.judge(step.before, action), Accepted), f"{action} is listed"
            wrong = spoiled(action, rng)
            if wrong not in legal and not isinstance(wrong, unlisted):
                ruling = checked_ruling(game, step.before, wrong)
                assert isinstance(ruling, Refused), f"{wrong} is not listed"


def stale_actions_are_refused_or_still_legal(record: Record) -> None:
    """An action that was meant for an earlier moment never breaks anything."""
    game = record.game
    for earlier, step in list(pairwise(record.steps))[::5]:
        ruling = checked_ruling(game, step.after, earlier.action)
        if isinstance(ruling, Accepted):
            assert list(game.faults(fold(game, ruling.events, step.after))) == []


def everything_survives_json(record: Record) -> None:
    """Events, actions and what the table waits for are the same when they are read again."""
    game, codec = record.game, Codec(record.game.events)
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


def what_is_shown_can_be_drawn(record: Record) -> None:
    """It survives JSON, names seats that are there, has words, and offers only what is legal."""
    game, words = record.game, language("en")
    for state in record.states:
        for viewer in record.viewers:
            shown = game.shown(state, viewer)
            assert _SHOWN.decode(msgspec.json.encode(shown)) == shown
            for each in shown:
                assert set(_seats_in(each)) <= set(range(record.case.players)), each
                assert words.has(f"{game.name}-show-{each.label}"), each
                if isinstance(each, ScoreTable):
                    _check_score_table(record, state, each)


def _seats_in(shown: AnyShown) -> Iterator[int]:
    markers = shown.markers if isinstance(shown, Track) else ()
    yield from (each.seat for each in (shown, *markers) if each.seat is not None)


def _check_score_table(record: Record, state: Any, table: ScoreTable) -> None:
    columns = len(table.columns) or record.case.players
    assert [len(row) for row in table.cells] == [columns] * len(table.rows)
    for cell in (cell for row in table.cells for cell in row if cell.choice is not None):
        action = parse_action(record.game, msgspec.json.encode(cell.choice))
        assert isinstance(record.game.judge(state, action), Accepted), f"{action} is on show"


def everything_can_be_said(record: Record) -> None:
    """Questions, choices and events, in every language that the game speaks."""
    game, names = record.game, record.case.names
    for words in languages_of(game):
        for step in record.steps:
            wanted = game.awaiting(step.before)
            if isinstance(wanted, AwaitChoice):
                assert words.prompt(game.name, wanted.prompt, player=names[0])
                for action in list(game.legal_actions(step.before))[:8]:
                    assert words.action(game.name, action, names)
            for event in step.events:
                words.event(game.name, event, names)


def nothing_hidden_is_seen_before_its_time(record: Record) -> None:
    """Neither in a view, nor on the table, nor in an event."""
    game = record.game
    for step in record.steps:
        hidden = set(game.secrets(step.after))
        if not hidden:
            continue
        for viewer in record.viewers:
            seen = [game.disclose(event, viewer) for event in step.events]
            text = msgspec.json.encode((_sight(game, step.after, viewer), seen)).decode()
            assert [value for value in hidden if value in text] == [], f"in {text}"


def hidden_values_make_no_difference(record: Record) -> None:
    """The same actions over another shuffle: same rulings, same views, until it is revealed."""
    game = record.game
    other_setup = record.case.setup(2, **game.leak_test_options)
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
            assert _sight(game, step.after, viewer) == _sight(game, other, viewer)


def _sight(game: AnyGame, state: Any, viewer: int | None) -> tuple[object, ...]:
    """All that a seat, or everybody, sees of a state."""
    return game.view(state, viewer), game.shown(state, viewer), game.scores(state)


Promise = Callable[[Record], None]
PROMISES: tuple[Promise, ...] = (
    invariants_hold_and_folding_the_events_gives_the_state,
    seats_and_scores_are_told,
    listed_actions_are_accepted_and_others_refused,
    stale_actions_are_refused_or_still_legal,
    everything_survives_json,
    what_is_shown_can_be_drawn,
    everything_can_be_said,
)
OF_SECRETS: tuple[Promise, ...] = (
    nothing_hidden_is_seen_before_its_time,
    hidden_values_make_no_difference,
)
"""These need a game that is set up with secrets which can be recognised."""
