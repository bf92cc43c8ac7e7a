"""Whole games on a plate whose loads are forces put together, with hands that are never still."""

from __future__ import annotations

import sys

import msgspec
import pytest

from tests.simulation.force_games import ForceFigures, play_all_on_forces, play_on_forces
from tests.simulation.lockstep_games import Plan

GAMES = [
    Plan("magic-beanstalk", 2 + number % 3, 800_000 + number, {"variant": variant})
    for number, variant in enumerate(["expert", "base"] * 30)
]
SHORT = {"variant": "expert", "numbers": {"cards": [[1, 2]] * 7, "stability_s": 0.5}}
MOST_FALSE_CALLS, MOST_QUESTIONS = 3, 60
MOST_MISSED = 0.08
"""None should be missed. But a piece that slides off as it is put down leaves the weight as it was,
with less of a hit than many a hand; of 433 falls 26 were missed, 17 of them so (docs/table.md)."""


def plays_by_its_plan(figures: ForceFigures, games: int) -> None:
    """Games end, hands are restless as often as they should be, and each fall has its outcome."""
    assert figures.games == games
    assert 3 * figures.restless >= figures.placements - 2 * games
    outcomes = figures.called + figures.asked + figures.missed
    assert outcomes.total() == figures.falls


def test_a_short_game_with_restless_hands() -> None:
    figures = play_on_forces(Plan("magic-beanstalk", 2, 800_104, SHORT))

    plays_by_its_plan(figures, 1)
    assert figures.placements > 10
    assert figures.falls > 0
    assert figures.called.total() + figures.asked.total() > 0


@pytest.mark.slow
def test_sixty_games_with_restless_hands(capsys: pytest.CaptureFixture[str]) -> None:
    figures = play_all_on_forces(GAMES)

    with capsys.disabled():
        sys.stdout.write(f"\n{msgspec.json.encode(figures).decode()}\n")
    plays_by_its_plan(figures, len(GAMES))
    assert figures.missed.total() <= MOST_MISSED * figures.falls
    assert figures.false_calls.total() <= MOST_FALSE_CALLS
    assert figures.touch_questions <= MOST_QUESTIONS
