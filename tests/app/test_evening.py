"""Whole games at a simulated table: the referee sees frames and bytes, and is always right."""

from __future__ import annotations

import sys

import msgspec
import pytest

from tests.app.evenings import Figures, Plan, play, play_all, total

# Few dice, a short formula and few chips make games short; every rule is still there.
SHORT_BEANSTALK = {"variant": "expert", "numbers": {"cards": [[1]] * 7, "stability_s": 0.5}}
SHORT_SPOOKIES = {"chips_in_play": 3}

BEANSTALKS = [
    Plan("magic-beanstalk", 2 + number % 3, 700_000 + number, {"variant": variant})
    for number, variant in enumerate(["expert", "base"] * 13)
][:25]
SPOOKIES = [Plan("spookies", 2 + number % 3, 700_100 + number) for number in range(10)]

MOST_ASKED = 0.02


def was_always_right(figures: Figures) -> None:
    assert figures.unfinished == 0
    assert figures.disagreements == []
    assert figures.refused == []


def test_a_short_game_of_magic_beanstalk() -> None:
    figures = play(Plan("magic-beanstalk", 2, 700_050, SHORT_BEANSTALK))

    was_always_right(figures)
    assert figures.games == 1
    assert figures.pieces > 3
    # One question in so short a game would be more than its share.
    assert sum(figures.questions.values()) <= 1


def test_a_short_game_of_spookies() -> None:
    figures = play(Plan("spookies", 2, 700_150, SHORT_SPOOKIES))

    was_always_right(figures)
    assert figures.games == 1
    assert figures.rolls > 1
    assert sum(figures.questions.values()) <= 1


@pytest.mark.slow
def test_a_long_evening_of_whole_games(capsys: pytest.CaptureFixture[str]) -> None:
    plans = [*BEANSTALKS, *SPOOKIES]
    parts = play_all(plans)
    figures = total(parts)

    with capsys.disabled():
        sys.stdout.write(f"\n{told(total(parts[: len(BEANSTALKS)]))}\n{told(figures)}\n")
    assert figures.games == len(plans)
    was_always_right(figures)
    assert figures.falls == figures.true_falls
    assert figures.asked_share < MOST_ASKED
    # Two games at a time: each has a core of its own only on a quiet machine.
    assert figures.stream_s > figures.wall_s / 4


def told(figures: Figures) -> str:
    return msgspec.json.encode(figures).decode()
