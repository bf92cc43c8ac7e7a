"""A set learns further at the table: bounded, beside what was taught, and never for the worse."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.app.face_sets import load_faces
from referee.games.boxes import shipped_sets
from referee.vision.faces.embedding import CUT_PX
from referee.vision.faces.files import FacesFileError
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.faces.learned import (
    MOST_LEARNED,
    LearnedCut,
    TaughtTrial,
    bounded,
    extended,
    learned_from_bytes,
    learned_to_bytes,
)
from referee.vision.pictures import Picture


def coded(cut: Picture) -> bytes:
    return np.asarray(cv2.imencode(".png", cut)[1]).tobytes()


def plain(level: int) -> Picture:
    return np.full((CUT_PX, CUT_PX, 3), level, np.uint8)


def a_set() -> TaughtFaces:
    return TaughtFaces("ours", {"moon": (plain(20),), "star": (plain(200),)})


def a_cut(face: str, roll: str = "roll-1", level: int = 90) -> LearnedCut:
    return LearnedCut(face, roll, coded(plain(level)))


@pytest.fixture(scope="module")
def beanstalk() -> TaughtFaces:
    return load_faces(shipped_sets()["magic-beanstalk"].gallery)


def seen_elsewhere(cut: Picture) -> LearnedCut:
    """A cut-out in another light, turned a little and not as sharp."""
    turn = cv2.getRotationMatrix2D((39.5, 39.5), 6.0, 0.96)
    seen = cv2.warpAffine(cut, turn, (CUT_PX, CUT_PX), borderMode=cv2.BORDER_REPLICATE)
    dark = np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.7) * 0.7, np.uint8)
    return LearnedCut("", "roll-1", coded(dark))


def test_taught_cuts_stand_first_and_stay_as_they_are() -> None:
    more = extended(a_set(), [a_cut("star"), a_cut("moon"), a_cut("star", level=91)])
    assert more.counts == {"moon": 2, "star": 3}
    assert more.faces == a_set().faces
    assert (more.cuts["star"][0] == plain(200)).all()
    assert (more.cuts["star"][1] == plain(90)).all()


def test_only_the_newest_of_each_face_are_kept() -> None:
    many = [a_cut("star", f"roll-{number}") for number in range(MOST_LEARNED + 2)]
    kept = bounded((a_cut("moon", "first"), *many))
    assert [each.roll for each in kept] == ["first", *(each.roll for each in many[2:])]


def test_what_was_learned_is_read_again_and_ends_with_another_teaching() -> None:
    cuts = (a_cut("star"), a_cut("moon", "roll-2"))
    data = learned_to_bytes(a_set(), cuts)
    assert learned_from_bytes(data, a_set()) == cuts
    again = TaughtFaces("ours", {**a_set().cuts, "moon": (plain(25),)})
    assert learned_from_bytes(data, again) == ()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b'{"kind": "taught-faces"}',
        learned_to_bytes(a_set(), [LearnedCut("star", "roll-1", b"no picture")]),
        learned_to_bytes(a_set(), [LearnedCut("star", "roll-1", b"")]),
        learned_to_bytes(a_set(), [LearnedCut("sun", "roll-1", coded(plain(3)))]),
        learned_to_bytes(a_set(), [a_cut("star")]).replace(b'"version":1', b'"version":7'),
    ],
)
def test_a_damaged_file_says_so_in_one_sentence(data: bytes) -> None:
    with pytest.raises(FacesFileError, match="it is read as it was taught"):
        learned_from_bytes(data, a_set())


def test_right_answers_do_no_harm_and_a_wrong_one_is_noticed(beanstalk: TaughtFaces) -> None:
    trial = TaughtTrial(beanstalk)
    seen = seen_elsewhere(beanstalk.cuts["eye"][0])
    right, wrong = (LearnedCut(face, "roll-1", seen.jpeg) for face in ("eye", "die"))
    assert not trial.is_worse(extended(beanstalk, [right]))
    assert trial.is_worse(extended(beanstalk, [wrong]))
