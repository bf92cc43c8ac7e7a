"""`kill -9` at random moments of a table at play: it goes on where it last told anybody."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from referee.clock import SystemClock
from referee.events import Envelope
from referee.games.base import AnyGame
from referee.games.parsing import parse_options
from referee.games.playout import seat_names
from referee.games.registry import find_game, games
from referee.store.store import open_store
from referee.table.history import History
from referee.table.orders import Act
from referee.table.table import Table
from tests.table import survival
from tests.table.game_under_way import game_id_of, umpire_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kills", [40, pytest.param(200, marks=pytest.mark.slow)])
def test_nothing_that_was_told_is_lost_and_the_game_goes_on(tmp_path: Path, kills: int) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.table.survival", tmp_path, str(kills), "1"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )

    assert (ran.stderr, ran.returncode) == ("", 0)
    report = json.loads(ran.stdout)
    assert report["kills"] == kills
    # The moments were worth something: every game, corrections, openings, within a commit.
    assert set(report["games"]) == set(games())
    assert report["acknowledged"] > 3 * kills
    assert report["corrections"] > kills / 2
    assert report["before_any"] > kills / 40
    assert report["beyond"] > kills / 40
    assert report["played_on"] > kills


Played = tuple[AnyGame, list[Envelope], History]


class TestTheWitnessHasEyes:
    """What would be found if something were wrong."""

    @pytest.fixture
    def played(self, tmp_path: Path) -> Played:
        """Some orders of a game: its log, the last seq, and the fingerprint."""
        with open_store(f"sqlite:///{tmp_path}/log.sqlite", clock=SystemClock()) as store:
            table = Table(store, SystemClock())
            game = find_game("magic-beanstalk")
            table.begin_game(game.name, seat_names(3), parse_options(game, {}))
            umpire = umpire_of(table)
            for order in islice(survival.orders(umpire, Random(4)), 20):
                if isinstance(order, Act):
                    table.order(order)
            found = list(store.open_game(game_id_of(table)).envelopes())
            table.close()
        return umpire.game, found, umpire.history

    def test_a_whole_game_passes(self, played: Played) -> None:
        game, envelopes, history = played
        told = survival.fingerprint(history)

        assert survival.check_told(game, envelopes, history.seq, told) is False
        survival.check_whole(history)

    def test_a_lost_event_is_found(self, played: Played) -> None:
        game, envelopes, history = played

        with pytest.raises(AssertionError, match="acknowledged and is gone"):
            survival.check_told(game, envelopes[:-1], history.seq, b"")

    def test_another_state_is_found(self, played: Played) -> None:
        game, envelopes, history = played
        earlier = history.actions[-1].seq - 1
        told = survival.fingerprint(history)

        with pytest.raises(AssertionError, match="another state"):
            survival.check_told(game, envelopes, earlier, told)

    def test_two_actions_that_nobody_was_told_of_are_found(self, played: Played) -> None:
        game, envelopes, history = played
        earlier = history.actions[-2].seq - 1
        known = History(game)
        known.replay(envelopes[: earlier + 1])
        told = survival.fingerprint(known)

        with pytest.raises(AssertionError, match="more than one"):
            survival.check_told(game, envelopes, earlier, told)

    def test_half_an_action_is_found(self, played: Played) -> None:
        game, envelopes, _ = played
        half = History(game)
        last = max(number for number, each in enumerate(envelopes) if each.type == "table-acted")
        half.replay(envelopes[: last + 1])

        with pytest.raises(AssertionError, match="half an action"):
            survival.check_whole(half)
