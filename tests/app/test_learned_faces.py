"""Answers teach a set in use at once; whatever happens to the file, the taught set is read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from referee.app.learned_faces import LearnedFaces
from referee.store.address import parse_address
from referee.store.durable_files import NotSavedError
from referee.table.answered_faces import AnsweredDie
from referee.vision.dice.face_reading import PipFaceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.faces.learned import MOST_LEARNED, TaughtTrial
from tests.vision.test_learned_faces import a_set, coded, plain

FILE = "beanstalk.learned.json"


@pytest.fixture(autouse=True)
def quick_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """A set gets worse by anything as dark as the moon that is called a star."""

    def is_worse(_trial: TaughtTrial, learned: TaughtFaces) -> bool:
        return any(cut.mean() < 30 for cut in learned.cuts["star"])

    monkeypatch.setattr(TaughtTrial, "is_worse", is_worse)


class Dice:
    """A reader of a table, and what it has learned."""

    def __init__(self, folder: Path) -> None:
        self.reader = TaughtFaceReader(a_set())
        self.learned = LearnedFaces({"pips": PipFaceReader(), "beanstalk": self.reader}, folder)
        self.learned.is_on = True

    def answer(self, face: str, roll: str = "roll-1", *, level: int = 90) -> None:
        answered = AnsweredDie(face, coded(plain(level)) if level else b"")
        self.learned.answered("beanstalk", roll, [answered])

    @property
    def counts(self) -> dict[str, int]:
        """What the reader knows, when all that was told has been done."""
        self.learned.close()
        return self.reader.taught.counts


@contextmanager
def dice_of(folder: Path) -> Iterator[Dice]:
    dice = Dice(folder)
    with closing(dice.learned):
        yield dice


def counts_anew(folder: Path) -> dict[str, int]:
    """What the next start of the table knows."""
    with dice_of(folder) as dice:
        return dice.counts


def test_an_answer_is_read_by_at_once_and_after_the_next_start(tmp_path: Path) -> None:
    with dice_of(tmp_path) as dice:
        dice.answer("star")
        assert dice.counts == {"moon": 1, "star": 2}
        assert dice.learned.count == 1
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    assert counts_anew(tmp_path) == {"moon": 1, "star": 2}


def test_nothing_is_learned_before_it_is_switched_on(tmp_path: Path) -> None:
    with dice_of(tmp_path) as dice:
        dice.learned.is_on = False
        dice.answer("star")
        assert dice.counts == {"moon": 1, "star": 1}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("face", "level"),
    [("sun", 90), ("star", 0), ("star", 20)],
    ids=["no face of the set", "no picture", "it would be worse"],
)
def test_what_cannot_be_learned_is_refused(tmp_path: Path, face: str, level: int) -> None:
    with dice_of(tmp_path) as dice:
        dice.answer(face, level=level)
        assert dice.counts == {"moon": 1, "star": 1}


def test_other_dice_teach_nothing(tmp_path: Path) -> None:
    with dice_of(tmp_path) as dice:
        for kind in ("pips", "unknown"):
            dice.learned.answered(kind, "roll-1", [AnsweredDie("star", coded(plain(90)))])
        assert dice.counts == {"moon": 1, "star": 1}


def test_learned_cut_outs_are_bounded(tmp_path: Path) -> None:
    with dice_of(tmp_path) as dice:
        for number in range(MOST_LEARNED + 3):
            dice.answer("star", f"roll-{number}")
        assert dice.counts["star"] == 1 + MOST_LEARNED


def test_a_correction_takes_back_what_its_roll_taught(tmp_path: Path) -> None:
    with dice_of(tmp_path) as dice:
        dice.answer("star", "roll-1")
        dice.answer("moon", "roll-2")
        dice.learned.taken_back({"roll-1"})
        assert dice.counts == {"moon": 2, "star": 1}
    assert counts_anew(tmp_path) == {"moon": 2, "star": 1}


def test_what_was_learned_is_forgotten(tmp_path: Path) -> None:
    with dice_of(tmp_path) as dice:
        dice.answer("star")
        dice.learned.forget()
        assert dice.learned.count == 0
        assert dice.counts == {"moon": 1, "star": 1}
    assert counts_anew(tmp_path) == {"moon": 1, "star": 1}


@pytest.mark.parametrize("content", [b"", b"{", b"\xff"])
def test_a_damaged_file_is_one_sentence_and_the_taught_set_is_read(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_bytes(content)
    with dice_of(tmp_path) as dice:
        (said,) = [each.getMessage() for each in caplog.records]
        assert "it is read as it was taught" in said
        dice.answer("star")
        assert dice.counts == {"moon": 1, "star": 2}, "and the next answer begins a new file"


def test_a_full_disk_teaches_nothing_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object, **__: object) -> None:
        raise NotSavedError("The disk is full: make room.", message="web-disk-full")

    with dice_of(tmp_path) as dice:
        dice.answer("star", "roll-1")
        dice.learned.forget()
        dice.answer("moon", "roll-2")
        dice.learned._worker.submit(lambda: None).result()
        monkeypatch.setattr("referee.app.learned_faces.write_private", full)
        dice.answer("star", "roll-3")
        dice.learned.taken_back({"roll-2"})
        assert dice.counts == {"moon": 1, "star": 1}, "what is wrong is not read by any longer"
    assert [each.levelno for each in caplog.records] == [logging.WARNING] * 2


def test_it_lies_beside_the_log_or_beside_the_evidence(tmp_path: Path) -> None:
    log = parse_address(f"sqlite:///{tmp_path}/house.sqlite")
    server = parse_address("postgresql://user@host/referee", tmp_path / "evidence")
    assert log.learned == tmp_path / "house-learned"
    assert server.learned == tmp_path / "learned"
    assert parse_address("postgresql://user@host/referee").learned is None
