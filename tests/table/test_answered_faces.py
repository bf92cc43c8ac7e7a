"""What people answer about dice in doubt reaches whoever learns, and is taken back when wrong."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.clock import ManualClock
from referee.games.magic_beanstalk import actions as a
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.store import open_store
from referee.table.answered_faces import AnsweredDie
from referee.table.archive import StoreArchive
from referee.table.facts import Device, TrayRead
from referee.table.history import Acted
from referee.table.orders import Act, AnswerOrder, ChangeReadingOrder, UndoOrder
from referee.table.senses.eye_reading import doubtful_faces
from referee.table.umpire import Umpire
from referee.vision.faces.embedding import CUT_PX
from referee.vision.readings import Certainty, DieFinding, ReadDie, Reading
from tests.table.umpire_stage import DIE_PX, die
from tests.vision.read_dice import UNKNOWN, a_die, a_reading

SHY = Certainty.DOUBTFUL


class Learner:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.learned: list[tuple[str, str, tuple[AnsweredDie, ...]]] = []
        self.back: set[str] = set()

    def answered(self, kind: str, roll: str, dice: Sequence[AnsweredDie]) -> None:
        self.learned.append((kind, roll, tuple(dice)))

    def taken_back(self, rolls: Collection[str]) -> None:
        self.back.update(rolls)


class Stage:
    """A game with a log and pictures, and somebody who learns."""

    def __init__(self, folder: Path) -> None:
        self.clock = ManualClock()
        self.store = open_store(f"sqlite:///{folder}/log.sqlite", clock=self.clock)
        game = find_game("magic-beanstalk")
        names = ("Anna", "Ben", "Carl")
        log = self.store.begin_game(game.name, names, options={})
        self.learner = Learner()
        archive = StoreArchive(self.store, log, self.clock)
        self.umpire = Umpire(
            game, archive, self.clock, devices=[Device.CAMERA], learner=self.learner
        )
        self.umpire.begin(game.setup(names, parse_options(game, {})))
        self.clock.advance_s(2.0)
        self.umpire.tick()
        for seat, value in enumerate((2, 3, 4)):
            assert self.umpire.order(Act(a.PickCard(seat, value))).is_accepted
        announced = next(
            each
            for each in game.legal_actions(self.umpire.state)
            if isinstance(each, a.AnnounceDice)
        )
        self.due = announced.count
        assert self.umpire.order(Act(announced)).is_accepted

    def see(self, *dice: ReadDie) -> None:
        reading = Reading(dice, DIE_PX)
        pictures = tuple(b"" if each.is_certain else each.face.encode() + b"cut" for each in dice)
        self.umpire.take(
            TrayRead(1.0, 0.6, 1, "beanstalk", reading, pictures, b"tray", faces_jpeg=pictures)
        )

    def answer(self, face: str) -> None:
        question = self.umpire.umpire_state.question
        assert question is not None
        assert question.topic == "face"
        assert self.umpire.order(AnswerOrder(question.number, face)).is_accepted

    @property
    def acted(self) -> Acted:
        with self.store.log(1) as log:
            codec = self.umpire.history.codec
            events = [codec.event_in(each) for each in log.envelopes()]
        return [each for each in events if isinstance(each, Acted)][-1]


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def roll_with_doubt(stage: Stage, answer: str, *doubt: DieFinding) -> None:
    sure = [die("trunk", place) for place in range(1, stage.due)]
    stage.see(die("eye", 0, certainty=SHY, likely=("eye",), findings=doubt), *sure)
    stage.answer(answer)


def test_an_answer_reaches_the_learner_with_its_roll_and_the_log_tells_it(stage: Stage) -> None:
    roll_with_doubt(stage, "treasure")
    ((kind, roll, dice),) = stage.learner.learned
    assert (kind, dice) == ("beanstalk", (AnsweredDie("treasure", b"eyecut"),))
    assert stage.acted.evidence == (roll,)
    assert stage.acted.asked == ("treasure",)


def test_certain_dice_teach_nothing(stage: Stage) -> None:
    stage.see(*(die("trunk", place) for place in range(stage.due)))
    assert stage.learner.learned == []
    assert stage.acted.asked == ()


@pytest.mark.parametrize(
    ("finding", "is_learned"), [(DieFinding.COCKED, False), (DieFinding.UNTAUGHT, True)]
)
def test_a_die_that_leans_is_asked_about_and_teaches_nothing(
    stage: Stage, finding: DieFinding, is_learned: bool
) -> None:
    roll_with_doubt(stage, "eye", finding)
    ((_, _, (told,)),) = stage.learner.learned
    assert bool(told.face_jpeg) is is_learned


def test_a_corrected_reading_is_taken_back(stage: Stage) -> None:
    roll_with_doubt(stage, "treasure")
    action = stage.umpire.history.actions[-1]
    faces = ("die", *action.action.faces[1:])  # type: ignore[attr-defined]
    assert stage.umpire.order(ChangeReadingOrder(action.seq, faces)).is_accepted
    assert stage.learner.back == set(action.evidence)


def test_an_undone_roll_is_taken_back_and_others_stay(stage: Stage) -> None:
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
