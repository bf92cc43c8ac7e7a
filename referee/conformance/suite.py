"""The conformance suite: what every game promises, whoever wrote it, and wherever it lies.

It names no game. `plugin` has it collected for the games that were asked for; a test module may
import its tests and hand `parametrize` others.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.conformance.any_action import any_action
from referee.conformance.cases import Case, Record, cases_of, opening, play
from referee.conformance.promises import (
    OF_SECRETS,
    PROMISES,
    Promise,
    checked_ruling,
    languages_of,
)
from referee.games.base import CONTRACT, Action, AnyGame, Refused, fold
from referee.games.parsing import action_name
from referee.games.playout import play_out
from referee.games.registry import find_game
from referee.games.reports import REPORTS

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

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
    """Its contract, its name, the folder with its words, and who can play."""
    assert game.contract == CONTRACT
    assert _NAME.fullmatch(game.name)
    assert (game.folder / "words" / "en.ftl").is_file()
    assert 1 <= game.min_players <= game.max_players
    assert cases_of(game.name)


def test_every_refusal_and_choice_has_a_sentence(game: AnyGame) -> None:
    """And every refusal has a rule, and a reason of its own."""
    reasons = [refusal.reason for refusal in game.refusals]
    assert len(reasons) == len(set(reasons))
    assert all(refusal.rule for refusal in game.refusals)
    choices = [action_name(kind) for kind in game.actions if kind not in REPORTS]
    wanted = [f"{game.name}-refuse-{reason}" for reason in reasons]
    wanted += [f"{game.name}-action-{choice}" for choice in choices]
    for words in languages_of(game):
        assert [name for name in wanted if not words.has(name)] == [], words.code


def test_what_names_another_seat_needs_its_yes_or_a_reason(game: AnyGame) -> None:
    """No seat speaks for another: `needs_agreement` guards it, or `needs_no_yes` says why not."""
    touching = {kind for kind in game.actions if kind not in REPORTS and touches_others(kind)}
    assert touching == {*game.needs_agreement, *game.needs_no_yes}
    assert all(game.needs_no_yes.values())


def touches_others(kind: type[Action]) -> bool:
    """Whether an action of a seat can carry the number of another."""
    hints = typing.get_type_hints(kind)
    return any(_holds_a_seat(hints[field]) for field in {*kind.__struct_fields__} - _COUNTED)


def _holds_a_seat(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return any(map(_holds_a_seat, typing.get_type_hints(hint).values()))
    return hint is int or any(map(_holds_a_seat, typing.get_args(hint)))


def test_a_played_game_keeps_every_promise(case: Case) -> None:
    """One random game is played, and all promises are looked for in its record."""
    game, record = case.game, play(case)
    secret = play(case, **game.leak_test_options) if game.leak_test_options else record
    kept = [_kept(promise, record) for promise in PROMISES]
    kept += [_kept(promise, secret) for promise in OF_SECRETS]
    if broken := [error for error in kept if error is not None]:
        raise ExceptionGroup(f"{case}: {len(broken)} broken", broken)


def _kept(promise: Promise, record: Record) -> Exception | None:
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
def test_any_action_at_any_moment_gets_a_ruling(game: AnyGame, data: st.DataObject) -> None:
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
