"""`kill -9` at random moments of running games: nothing that was acknowledged is lost."""

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
from referee.store.store import open_store
from tests.store import kill_nine

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kills", [40, pytest.param(200, marks=pytest.mark.slow)])
def test_nothing_acknowledged_is_lost(tmp_path: Path, kills: int) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.store.kill_nine", tmp_path, str(kills), "1"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )

    assert (ran.stderr, ran.returncode) == ("", 0)
    report = json.loads(ran.stdout)
    assert report["kills"] == kills
    # The moments were worth something: while opening, while playing, and within a commit.
    assert report["logs"] > kills / 40
    assert report["acknowledged"] > 3 * kills
    assert report["before_any"] > kills / 40
    assert report["beyond"] > kills / 40


Played = tuple[AnyGame, list[Envelope], int, bytes]


class TestTheWitnessHasEyes:
    """What would be found if something were wrong."""

    @pytest.fixture
    def played(self, tmp_path: Path) -> Played:
        """Ten actions of a game, the last seq, and the hash of the state."""
        with open_store(f"sqlite:///{tmp_path}/log.sqlite", clock=SystemClock()) as store:
            table = kill_nine.begin(store, Random(3))
            *_, (seq, state) = islice(kill_nine.moves(table, Random(4)), 11)
            found = list(table.log.envelopes())
        return table.game, found, seq, kill_nine.hash_of(state)

    def test_a_whole_game_passes(self, played: Played) -> None:
        game, envelopes, seq, digest = played

        kill_nine.check_actions(game, envelopes)
        assert kill_nine.check_hash(game, envelopes, seq, digest) is False

    def test_half_an_action_is_found(self, played: Played) -> None:
        game, envelopes, _, _ = played

        with pytest.raises(AssertionError, match="half an action"):
            kill_nine.check_actions(game, envelopes[:-1])

    def test_a_lost_event_is_found(self, played: Played) -> None:
        game, envelopes, seq, digest = played

        with pytest.raises(AssertionError, match="acknowledged and is gone"):
            kill_nine.check_hash(game, envelopes[:-1], seq, digest)

    def test_another_state_is_found(self, played: Played) -> None:
        game, envelopes, _, digest = played
        starts = [each.seq for each in envelopes if each.type == "test-acted"]

        with pytest.raises(AssertionError, match="another state"):
            kill_nine.check_hash(game, envelopes, starts[-1] - 1, digest)
