"""A game of Magic Beanstalk with a log, whose dice somebody can be asked about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from referee.clock import ManualClock
from referee.games.magic_beanstalk import actions as a
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.store import open_store
from referee.table.answered_faces import AnsweredDie
from referee.table.archive import StoreArchive
from referee.table.facts import Device, TrayRead
from referee.table.history import Acted
from referee.table.orders import Act, AnswerOrder
from referee.table.umpire import Umpire
from referee.vision.readings import Certainty, DieFinding, ReadDie, Reading
from tests.table.umpire_stage import DIE_PX, die

SHY = Certainty.DOUBTFUL


class Learner:
    """Writes down what it is told."""

    is_on = True

    def __init__(self) -> None:
        self.learned: list[tuple[str, str, tuple[AnsweredDie, ...]]] = []
        self.back: set[str] = set()

    def answered(self, kind: str, roll: str, dice: Sequence[AnsweredDie]) -> None:
        self.learned.append((kind, roll, tuple(dice)))

    def taken_back(self, rolls: Collection[str]) -> None:
        self.back.update(rolls)


class AskedStage:
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


def roll_with_doubt(stage: AskedStage, answer: str, *doubt: DieFinding) -> None:
    sure = [die("trunk", place) for place in range(1, stage.due)]
    stage.see(die("eye", 0, certainty=SHY, likely=("eye",), findings=doubt), *sure)
    stage.answer(answer)
