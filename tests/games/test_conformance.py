"""Every game of the tree keeps what `referee/conformance` promises of games anywhere."""

from __future__ import annotations

import pytest

from referee.conformance.suite import (
    parametrize,
    test_a_played_game_keeps_every_promise,
    test_any_action_at_any_time_gets_a_ruling,
    test_every_language_of_the_game_has_the_same_messages,
    test_every_refusal_and_choice_has_a_sentence,
    test_simulated_games_end_and_can_be_repeated,
    test_the_game_fits_this_referee,
    test_what_names_another_seat_needs_its_yes_or_a_reason,
)
from referee.games.registry import games

__all__ = [
    "test_a_played_game_keeps_every_promise",
    "test_any_action_at_any_time_gets_a_ruling",
    "test_every_language_of_the_game_has_the_same_messages",
    "test_every_refusal_and_choice_has_a_sentence",
    "test_simulated_games_end_and_can_be_repeated",
    "test_the_game_fits_this_referee",
    "test_what_names_another_seat_needs_its_yes_or_a_reason",
]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    parametrize(metafunc, games())
