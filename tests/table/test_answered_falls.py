"""What people say of a fall is kept with what was felt, if the operator lets the table learn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from referee.app.learned_faces import LearnedFaces
from referee.cli import app
from referee.simulation.force_profiles.scenes import ForceScene
from referee.store.evidence import Evidence
from referee.table.evidence.recorder import EvidenceRecorder
from referee.table.orders import AnswerOrder, FellOrder
from referee.touch.profile import TouchProfile
from tests.simulation.force_games import ForceSession, force_table
from tests.simulation.lockstep_games import Plan
from tests.table.game_under_way import umpire_of

# So every touch is asked about, whatever the trees make of it.
ALWAYS_ASKED = TouchProfile(fall_score=20.0, doubt_score=-20.0)


@contextmanager
def session(folder: Path, *, is_on: bool = True) -> Iterator[ForceSession]:
    """A table that learns, in the middle of a game."""
    learned = LearnedFaces({}, None)
    learned.is_on = is_on
    with force_table(
        800_000,
        touch_profile=ALWAYS_ASKED,
        evidence=EvidenceRecorder(),
        learner=learned,
        folder=folder,
    ) as playing:
        playing.begin(Plan("magic-beanstalk", 2, 1))
        playing.let_pass_s(3.0)
        yield playing
    learned.close()


def umpire_state(playing: ForceSession) -> str:
    return umpire_of(playing.table).umpire_state.name


def answer(playing: ForceSession, value: str) -> None:
    question = umpire_of(playing.table).umpire_state.question
    assert question is not None
    assert playing.table.order(AnswerOrder(question.number, value)).is_accepted


def touched(playing: ForceSession) -> None:
    """Somebody touches the tower, and is asked whether it fell."""
    playing.players.plate.play((ForceScene.TOUCH, 0.0))
    playing.let_pass_s(4.0)
    assert umpire_state(playing) == "fallasked"


def kept(playing: ForceSession) -> Evidence:
    (found,) = playing.table.store.evidence.all()
    return found


def answered(playing: ForceSession) -> tuple[Path, dict[str, str]]:
    """The trace, and what was said of it."""
    shelf, name = playing.table.store.evidence, kept(playing).name
    said = json.loads(shelf.read(name, "answer.json"))
    assert said["evidence"] == name
    assert shelf.read(name, "trace.csv").startswith(b"t_s,grams,ax,ay,az")
    return shelf.path(name, "trace.csv"), said


def watched(trace: Path, profile: Path) -> list[dict[str, object]]:
    """What `referee watch` tells of a trace."""
    result = CliRunner().invoke(app, ["watch", str(trace), "--profile", str(profile), "--json"])
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("seconds", [0.5, 12.0])
def test_a_fall_that_was_none_can_be_felt_again(tmp_path: Path, seconds: float) -> None:
    """Whether it is answered before its evidence is complete or long after."""
    with session(tmp_path) as playing:
        touched(playing)
        playing.let_pass_s(seconds)
        answer(playing, "not-fallen")
        playing.let_pass_s(12.0)
        trace, said = answered(playing)
        assert said["answer"] == "not-fallen"
        assert {"curve.json", "times.json"} < {each.file for each in kept(playing).files}
        profile = tmp_path / "touch.json"
        profile.write_bytes(msgspec.json.encode(ALWAYS_ASKED))
        *told, summary = watched(trace, profile)
        kinds = [each["kind"] for each in told if each["felt"] == "verdict"]
        assert kinds == ["restless"]
        assert summary["duration_s"] == pytest.approx(10, abs=0.2)


def test_what_fell_is_kept_with_the_answer_too(tmp_path: Path) -> None:
    with session(tmp_path) as playing:
        touched(playing)
        answer(playing, "fell")
        playing.let_pass_s(12.0)
        assert answered(playing)[1]["answer"] == "fell"


def test_a_fall_that_was_called_by_hand_and_denied(tmp_path: Path) -> None:
    with session(tmp_path) as playing:
        assert playing.table.order(FellOrder()).is_accepted
        answer(playing, "not-fallen")
        playing.let_pass_s(12.0)
        assert answered(playing)[1]["answer"] == "not-fallen"


def test_nothing_is_kept_while_the_table_does_not_learn(tmp_path: Path) -> None:
    with session(tmp_path, is_on=False) as playing:
        touched(playing)
        answer(playing, "not-fallen")
        playing.let_pass_s(12.0)
        assert {each.file for each in kept(playing).files} == {"curve.json", "times.json"}


def test_an_answer_is_kept_also_if_the_game_is_left_at_once(tmp_path: Path) -> None:
    with session(tmp_path) as playing:
        touched(playing)
        answer(playing, "not-fallen")
        playing.table.leave_game()
        assert answered(playing)[1]["answer"] == "not-fallen"
