"""The same seed plays the same session, event by event, whatever process it is played in."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.simulation.lockstep import LockstepTable
from tests.simulation.lockstep_games import Plan, begin, close, simulated

FEW_CARDS = {"variant": "expert", "numbers": {"cards": [[1]] * 7, "stability_s": 0.5}}
PLANS = {
    "short-beanstalk": Plan("magic-beanstalk", 2, 700_070, FEW_CARDS, care=0.6),
    "short-spookies": Plan("spookies", 2, 700_150, {"chips_in_play": 3}),
    "beanstalk": Plan("magic-beanstalk", 3, 700_071, {"variant": "expert"}),
    "spookies": Plan("spookies", 3, 700_072),
}
FIRST_ROLL_S, WHOLE_GAME_S = 6.0, 7200.0
# Sets of names have another order than in the process of the tests, which has 0 or any other.
OTHER_SEED = 1


def test_a_fall_and_the_first_roll_are_the_same_in_two_processes(tmp_path: Path) -> None:
    name = "short-beanstalk"
    other = start(tmp_path / "other", OTHER_SEED, name, FIRST_ROLL_S)
    own = tmp_path / "own"
    own.mkdir()
    first = tell_evening(str(own), name, str(FIRST_ROLL_S))
    second = other.communicate()[0].splitlines()
    assert any("dice-rolled" in line for line in first), "nobody has rolled"
    assert other.returncode == 0
    assert first == second


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANS)
def test_a_whole_game_is_the_same_in_two_processes(tmp_path: Path, name: str) -> None:
    first, second = played_twice(tmp_path, name, WHOLE_GAME_S)
    assert any("game-ended" in line for line in first), "the game is not over"
    assert first == second


def played_twice(folder: Path, name: str, most_s: float) -> list[list[str]]:
    """What two processes tell of one session; sets of names have another order in each."""
    playing = [start(folder / str(seed), seed, name, most_s) for seed in (1, 2)]
    told = [process.communicate()[0] for process in playing]
    assert [process.returncode for process in playing] == [0, 0]
    return [each.splitlines() for each in told]


def start(folder: Path, hash_seed: int, *words: object) -> subprocess.Popen[str]:
    folder.mkdir()
    return subprocess.Popen(
        [sys.executable, "-m", __name__, str(folder), *map(str, words)],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        stdout=subprocess.PIPE,
        text=True,
    )


def tell_evening(folder: str, name: str, most_s: str) -> Sequence[str]:
    """What really happened on the plate, and every event in the log."""
    plan = PLANS[name]
    session = simulated(Path(folder), plan.seed, care=plan.care)
    try:
        knock_over_a_tower(session)
        begin(session, plan)
        session.play(most_s=float(most_s))
        game_id = session.table.store.games()[0].id
        log = session.table.store.open_game(game_id)
        return [*map(repr, session.plate.history), *map(repr, log.envelopes())]
    finally:
        close(session)


def knock_over_a_tower(session: LockstepTable) -> None:
    """Many loose pieces at once: whoever asks for them in another order sees another fall."""
    for kind in ("die", "cylinder", "die", "token", "die"):
        session.plate.place(kind, care=1.0)
    session.let_pass_s(6.0)
    session.plate.knock_over()
    session.let_pass_s(1.0)


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in tell_evening(*sys.argv[1:]))
