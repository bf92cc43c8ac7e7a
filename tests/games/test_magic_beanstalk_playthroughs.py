"""Recorded games are judged again, line by line, and must end as they did when recorded.

After a change of the rules that is meant to change them, record them anew and read the difference:

    REWRITE_PLAYTHROUGHS=1 pytest tests/games/test_magic_beanstalk_playthroughs.py

The example of the booklet is written by hand; of it only the view at its end is recorded.
"""

import os
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.games.base import Accepted
from referee.games.game_file import GameFromFile, SetupLine
from referee.games.magic_beanstalk import GAME
from referee.games.magic_beanstalk.state import State
from referee.games.parsing import format_value, parse_options
from referee.games.playout import play_out, seat_names

FOLDER = Path(__file__).parent / "playthroughs"
REWRITE = os.environ.get("REWRITE_PLAYTHROUGHS") == "1"

RECORDED = {
    "base": SetupLine(GAME.name, seat_names(4), {"variant": "base"}, seed=617),
    "expert": SetupLine(
        GAME.name, seat_names(3), {"variant": "expert", "gold": "digital"}, seed=3297
    ),
}
"""Real sacks are counted in the base game; in Bean Expert the referee keeps them sealed."""


def script_of(name: str) -> Path:
    return FOLDER / f"magic-beanstalk-{name}.jsonl"


def view_of(name: str) -> Path:
    return FOLDER / f"magic-beanstalk-{name}.view.json"


def record(setup: SetupLine) -> str:
    """A whole simulated game as a game file."""
    options = GAME.seal(parse_options(GAME, setup.options), Random(setup.seed))
    played = play_out(GAME, GAME.setup(setup.seats, options), Random(setup.seed))
    lines = [format_value(setup), *(format_value(action) for action in played.actions)]
    return "\n".join(lines) + "\n"


def replay(name: str) -> GameFromFile:
    """Judge every line of a game file; all of them are legal."""
    first, *rest = script_of(name).read_text(encoding="utf-8").splitlines()
    scripted = GameFromFile(first)
    for judged in scripted.judge_lines(rest):
        assert isinstance(judged.ruling, Accepted), f"line {judged.line}: {judged.ruling}"
    return scripted


def final_view(scripted: GameFromFile) -> str:
    view = msgspec.json.encode(scripted.game.view(scripted.state, None))
    return msgspec.json.format(view, indent=2).decode() + "\n"


@pytest.fixture(scope="module", autouse=True)
def _recording() -> None:
    """Record everything anew before the first test, if that is wanted."""
    if REWRITE:
        for name, setup in RECORDED.items():
            script_of(name).write_text(record(setup), encoding="utf-8")
        for name in ("example", *RECORDED):
            view_of(name).write_text(final_view(replay(name)), encoding="utf-8")


@pytest.mark.parametrize("name", ["example", *RECORDED])
def test_a_recorded_game_ends_as_it_did(name: str) -> None:
    assert final_view(replay(name)) == view_of(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_game_is_complete(name: str) -> None:
    scripted = replay(name)

    assert scripted.game.outcome(scripted.state) is not None


def test_the_example_of_the_booklet_ends_as_printed() -> None:
    """T-5: Juliette brings the tower down; Pierre has two sacks, Pauline four."""
    state = replay("example").state
    assert isinstance(state, State)

    assert [player.sacks for player in state.players] == [0, 0, 2, 4]
    assert (state.deck, state.pool, state.cylinders, state.round) == (24, 11, 2, 2)


def test_the_recorded_games_show_everything_that_can_happen() -> None:
    """The seeds are chosen so that the two games together have every kind of event."""
    seen = {type(event) for name in RECORDED for event in replay(name).events}

    assert seen == set(GAME.events)
