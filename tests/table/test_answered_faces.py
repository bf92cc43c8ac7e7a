"""What people answer about dice in doubt reaches whoever learns, and is taken back when wrong."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.table.answered_faces import AnsweredDie
from referee.table.orders import ChangeReadingOrder, UndoOrder
from referee.table.recorded_games import RecordedGames
from referee.table.senses.eye_reading import doubtful_faces
from referee.vision.faces.embedding import CUT_PX
from referee.vision.readings import DieFinding
from tests.table.answered_stage import AskedStage, roll_with_doubt
from tests.table.umpire_stage import die
from tests.vision.read_dice import UNKNOWN, a_die, a_reading


@pytest.fixture
def stage(tmp_path: Path) -> AskedStage:
    return AskedStage(tmp_path)


def test_an_answer_reaches_the_learner_with_its_roll_and_the_log(
    stage: AskedStage,
) -> None:
    roll_with_doubt(stage, "treasure")
    ((kind, roll, dice),) = stage.learner.learned
    assert (kind, dice) == ("beanstalk", (AnsweredDie("treasure", b"eyecut"),))
    assert stage.acted.evidence == (roll,)
    assert stage.acted.asked == ("treasure",)


def test_certain_dice_teach_nothing(stage: AskedStage) -> None:
    stage.see(*(die("trunk", place) for place in range(stage.due)))
    assert stage.learner.learned == []
    assert stage.acted.asked == ()


@pytest.mark.parametrize(
    ("finding", "is_learned"), [(DieFinding.COCKED, False), (DieFinding.UNTAUGHT, True)]
)
def test_a_die_that_leans_is_asked_about_and_teaches_nothing(
    stage: AskedStage, finding: DieFinding, is_learned: bool
) -> None:
    roll_with_doubt(stage, "eye", finding)
    ((_, _, (told,)),) = stage.learner.learned
    assert bool(told.face_jpeg) is is_learned


def test_a_corrected_reading_is_taken_back(stage: AskedStage) -> None:
    roll_with_doubt(stage, "treasure")
    action = stage.umpire.history.actions[-1]
    faces = ("die", *action.action.faces[1:])  # type: ignore[attr-defined]
    assert stage.umpire.order(ChangeReadingOrder(action.seq, faces)).is_accepted
    assert stage.learner.back == set(action.evidence)


def test_an_undone_roll_is_taken_back_and_others_stay(stage: AskedStage) -> None:
    roll_with_doubt(stage, "treasure")
    assert stage.umpire.order(UndoOrder()).is_accepted
    assert stage.learner.back == {stage.learner.learned[0][1]}


def test_a_die_in_doubt_is_cut_out_upright_and_square() -> None:
    picture = np.full((200, 200, 3), 120, np.uint8)
    doubted = a_die("", 90, 80, 0.2, UNKNOWN, turn=0.4)
    corners = np.array(doubted.corners_px)
    cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), (250, 250, 250))
    nothing, cut = doubtful_faces(picture, a_reading(a_die("eye", 30, 30), doubted))
    assert nothing == b""
    seen = cv2.imdecode(np.frombuffer(cut, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert seen is not None
    assert seen.shape == (CUT_PX, CUT_PX)
    assert seen[18:62, 18:62].min() > 220, "the face lies in the middle"
    edges = (seen[:11], seen[-11:], seen[:, :11], seen[:, -11:])
    assert max(int(edge.max()) for edge in edges) < 150, "and around it is air"


def test_what_was_asked_is_counted_in_the_recorded_game(stage: AskedStage) -> None:
    roll_with_doubt(stage, "treasure")
    recorded = RecordedGames(stage.store)
    counts = recorded.look(stage.store.stored_game(1)).faces
    assert counts.asked == {"treasure": 1}
    assert counts.read["treasure"] == 1
    assert counts.read.total() == stage.due
