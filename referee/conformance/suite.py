"""The conformance suite: what every game promises, whoever wrote it, and wherever it lies.

It names no game. `plugin` has it collected for the games that were asked for; a test module may
import its tests and hand `parametrize` others.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import cycle, pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.conformance.cases import Case, Record, any_action, cases_of, opening, play, spoiled
from referee.errors import Word
from referee.events import Codec
from referee.games.awaiting import AwaitChoice, AwaitDice, Awaiting, offers_choices
from referee.games.base import CONTRACT, Accepted, Action, AnyGame, Refused, Ruling, fold
from referee.games.parsing import action_name, format_value, parse_action
from referee.games.playout import play_out, seat_names
from referee.games.registry import find_game
from referee.games.reports import REPORTS
from referee.games.rulebook import rulebook
from referee.games.showing import AnyShown, ScoreTable, Track
from referee.language import Language, language, languages

_MESSAGE = re.compile(r"^([a-z][\w-]*) *=", re.MULTILINE)
_SHOWN = msgspec.json.Decoder(tuple[AnyShown, ...])

_COUNTED = {"seat", "count", "value", "field", "space", "proposal", "total", "values"}
"""Fields of whole numbers that name no other seat; any other field of them may."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """For the games that the command line names."""
    parametrize(metafunc, metafunc.config.getoption("referee_game"))


def parametrize(metafunc: pytest.Metafunc, names: Iterable[str]) -> None:
    """Run a test for each of these games, or for each of their cases."""
    found = [find_game(name) for name in names]
    if "case" in metafunc.fixturenames:
        cases = [case for game in found for case in cases_of(game.name)]
        metafunc.parametrize("case", cases, ids=str)
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", found, ids=lambda game: game.name)


def test_the_game_fits_this_referee(game: AnyGame) -> None:
    """Its contract, the folder with its words, and who can play."""
    assert game.contract == CONTRACT
    assert (game.folder / "words" / "en.ftl").is_file()
    assert 1 <= game.min_players <= game.max_players
    assert len(seat_names(game.max_players)) == game.max_players, "so many cannot sit at a table"
    assert cases_of(game.name)


def test_every_refusal_and_choice_has_a_sentence(game: AnyGame) -> None:
    """And every refusal has a reason of its own, and a rule with a text."""
    reasons = [refusal.reason for refusal in game.refusals]
    assert len(reasons) == len(set(reasons))
    known = rulebook(game, "en").rules
    assert {refusal.rule for refusal in game.refusals} <= {*known}, "rules/en.md lacks a rule"
    choices = [action_name(kind) for kind in game.actions if kind not in REPORTS]
    wanted = [f"{game.name}-refuse-{reason}" for reason in reasons]
    wanted += [f"{game.name}-action-{choice}" for choice in choices]
    assert [name for name in wanted if not language("en").has(name)] == []


def test_every_language_of_the_game_has_the_same_messages(game: AnyGame) -> None:
    """What one of them lacks would be said in English."""
    files = (game.folder / "words").glob("*.ftl")
    named = {path.stem: set(_MESSAGE.findall(path.read_text(encoding="utf-8"))) for path in files}
    assert {
        code: names ^ named["en"] for code, names in named.items() if names != named["en"]
    } == {}


def test_what_names_another_seat_needs_its_yes_or_a_reason(game: AnyGame) -> None:
    """No seat speaks for another: `needs_agreement` guards it, or `needs_no_yes` says why not."""
    touching = {kind for kind in game.actions if kind not in REPORTS and touches_others(kind)}
    assert touching == {*game.needs_agreement, *game.needs_no_yes}, (
        "a whole number may be another seat: annotate it as a Place, or say in needs_no_yes why not"
    )
    assert all(game.needs_no_yes.values())


def touches_others(kind: type[Action]) -> bool:
    """Whether an action of a seat can carry the number of another."""
    hints = typing.get_type_hints(kind)
    return any(_holds_a_seat(hints[field]) for field in {*kind.__struct_fields__} - _COUNTED)


def _holds_a_seat(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return any(map(_holds_a_seat, typing.get_type_hints(hint).values()))
    return hint is int or any(map(_holds_a_seat, typing.get_args(hint)))


class _StrictLanguage(Language):
    """Stops at a sentence that is missing or wrong; a table goes on with bare names."""

    def say(self, message: str, **words: Word) -> str:
        """The sentence of this name, or what is wrong with it."""
        return self.say_exactly(message, words)


@cache
def _strict(code: str) -> Language:
    return _StrictLanguage(code)


def languages_of(game: AnyGame) -> list[Language]:
    """English, and every other language that the game brings words for."""
    spoken = {path.stem for path in (game.folder / "words").glob("*.ftl")}
    return [_strict(code) for code in languages() if code in spoken]


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
        if isinstance(wanted, AwaitDice) and wanted.at_least is not None:
            assert 1 <= wanted.at_least <= wanted.count <= len(game.rolled(step.before))


def what_is_shown_can_be_drawn(record: Record) -> None:
    """It survives JSON, names seats that are there, has words, and offers only what is legal."""
    game, words = record.game, language("en")
    for state, viewer in zip(record.states, cycle(record.viewers), strict=False):
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
            if offers_choices(wanted):
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


_PROMISES = (
    invariants_hold_and_folding_the_events_gives_the_state,
    seats_and_scores_are_told,
    listed_actions_are_accepted_and_others_refused,
    stale_actions_are_refused_or_still_legal,
    everything_survives_json,
    what_is_shown_can_be_drawn,
    everything_can_be_said,
)
_OF_SECRETS = (
    nothing_hidden_is_seen_before_its_time,
    hidden_values_make_no_difference,
)
"""These need a game that is set up with secrets which can be recognised."""


def test_a_played_game_keeps_every_promise(case: Case) -> None:
    """One random game is played, and all promises are looked for in its record."""
    game, record = case.game, play(case)
    secret = play(case, **game.leak_test_options) if game.leak_test_options else record
    kept = [_kept(promise, record) for promise in _PROMISES]
    kept += [_kept(promise, secret) for promise in _OF_SECRETS]
    if broken := [error for error in kept if error is not None]:
        raise ExceptionGroup(f"{case}: {len(broken)} broken", broken)


def _kept(promise: Callable[[Record], None], record: Record) -> Exception | None:
    try:
        promise(record)
    except Exception as error:  # noqa: BLE001 - whatever is wrong is told with what it breaks
        error.add_note(f"Broken: {promise.__name__.replace('_', ' ')}")
        return error
    return None


def test_simulated_games_end_and_can_be_repeated(case: Case) -> None:
    """The game's own players finish it, and the same chance plays the same game."""
    game = case.game
    first = play_out(game, case.setup(4), Random(4))
    assert first == play_out(game, case.setup(4), Random(4))
    assert game.outcome(fold(game, first.events)) == first.outcome


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_action_at_any_time_gets_a_ruling(game: AnyGame, data: st.DataObject) -> None:
    """Illegal, senseless, out of order: a ruling and a sentence, never an exception."""
    case = data.draw(st.sampled_from(cases_of(game.name)))
    state = data.draw(st.sampled_from(opening(case).states))
    for action in data.draw(st.lists(any_action(case), min_size=1, max_size=12)):
        ruling = checked_ruling(game, state, action)
        if isinstance(ruling, Refused):
            assert all(words.refusal(game.name, ruling) for words in languages_of(game))
        else:
            state = fold(game, ruling.events, state)
            assert list(game.faults(state)) == []
