"""Random games keep every invariant: seats choose anything they may, the table sees anything.

The usual run plays about 200 games of each game, spread over its variants and numbers of players.
`REFEREE_RANDOM_GAMES=20000 pytest -m slow tests/games/test_random_games.py` plays so many of each.
"""

from __future__ import annotations

import os
from itertools import cycle, islice

import pytest

from referee.conformance.cases import cases_of, random_play
from referee.games.registry import games

USUAL = 200
"""Chosen by hand: all games together take nine seconds, and no case is left out."""
MANY = int(os.environ.get("REFEREE_RANDOM_GAMES", "2000"))


def play_games(name: str, first: int, count: int) -> None:
    """Every variant with every number of players in turn, each game with a seed of its own."""
    cases = cycle(cases_of(name))
    for seed, case in enumerate(islice(cases, count), first):
        faults = case.game.faults
        for step in random_play(case.game, case.setup(seed), seed):
            broken = list(faults(step.after))
            assert not broken, f"{case}, seed {seed}, after {step.action}: {broken}"


@pytest.mark.parametrize("name", games())
def test_random_games_keep_every_invariant(name: str) -> None:
    play_games(name, 0, USUAL)


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_many_random_games_keep_every_invariant(name: str) -> None:
    play_games(name, USUAL, MANY)
