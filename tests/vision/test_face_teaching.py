"""Faces taught from a few pictures: named on dice never seen before, strangers refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.games.boxes import shipped_sets
from referee.vision.artwork.canvas import InkMask, pip_mask
from referee.vision.artwork.sets import face_set
from referee.vision.artwork.symbols import random_symbol
from referee.vision.faces.embedding import CUT_PX, CUT_WIDTHS, view_of_cut
from referee.vision.faces.files import FacesFileError, faces_from_bytes, faces_to_bytes
from referee.vision.faces.gallery import FaceMatch, TaughtFaces
from referee.vision.faces.teaching import (
    Separability,
    TeachingError,
    TeachingVerdict,
    learn_faces,
    seen_again,
    teach,
)
from referee.vision.pictures import Picture
from scripts.bench.symbols import SymbolScore, symbol_scores
from scripts.face_pictures import face_pictures

SETS = ("magic-beanstalk", "spookies-friend")
OLDER_SET = Path(__file__).parents[1] / "fixtures" / "version-0.1.0" / "magic-beanstalk.faces.json"
DAMAGED_FACES = (
    b'{"kind":"taught-faces","name":"x","threshold":0.7,"faces":'
    b'[{"name":"a","pictures":3,"ink_png":"AAAA"},{"name":"b","pictures":3,"ink_png":""}]}'
)
NO_PICTURES = (
    b'{"kind":"taught-faces","name":"x","version":2,"faces":[{"name":"a","cuts":["AA=="]},'
    b'{"name":"b","cuts":["AA=="]}]}'
)
LIGHT, DARK = ((240, 240, 240), (20, 20, 20)), ((20, 20, 90), (90, 220, 90))
Colours = tuple[tuple[int, int, int], tuple[int, int, int]]


@cache
def lesson(name: str) -> tuple[TaughtFaces, Separability]:
    return teach(name, face_pictures(name))


def printed(mask: InkMask, colours: Colours) -> Picture:
    """A cut-out of a die in two colours on a grey ground, with a little noise."""
    body, ink = (np.array(colour, np.float32) for colour in colours)
    die_px = round(CUT_PX / CUT_WIDTHS)
    small = cv2.resize(mask, (die_px, die_px), interpolation=cv2.INTER_AREA)[..., None]
    cut = np.full((CUT_PX, CUT_PX, 3), 120, np.float32)
    at = (CUT_PX - die_px) // 2
    cut[at : at + die_px, at : at + die_px] = body + small * (ink - body)
    cut += np.random.default_rng(0).normal(0, 2, cut.shape)
    return np.asarray(np.clip(cut, 0, 255), np.uint8)


def matched(taught: TaughtFaces, mask: InkMask, colours: Colours = LIGHT) -> FaceMatch:
    return taught.match([view_of_cut(printed(mask, colours))])


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_colour_and_polarity_do_not_matter(colours: Colours) -> None:
    taught = lesson("magic-beanstalk")[0]
    for face, mask in face_set(shipped_sets()["magic-beanstalk"]).faces.items():
        for turns in range(4):
            match = matched(taught, np.ascontiguousarray(np.rot90(mask, turns)), colours)
            assert match.face == face
            assert match.confidence > 0.9
            assert match.likely[0].face == face
            assert match.margin > 0.2


def test_strangers_are_refused() -> None:
    taught = lesson("magic-beanstalk")[0]
    rng = np.random.default_rng(5)
    masks = [random_symbol(rng, size_px=64) for _ in range(60)]
    masks += [pip_mask(face, size_px=64) for face in "123456"]
    matches = [matched(taught, mask, ((200, 210, 220), (30, 30, 120))) for mask in masks]
    refused = [match for match in matches if match.face is None]
    assert len(refused) >= 0.95 * len(matches)
    assert all(match.confidence < 0.95 for match in matches)


def test_an_empty_face_is_no_taught_face() -> None:
    assert matched(lesson("spookies-friend")[0], np.zeros((64, 64), np.float32)).face is None


def test_an_empty_face_can_be_taught() -> None:
    empty = np.zeros((64, 64), np.float32)
    masks = {"blank": empty, "three": pip_mask("3"), "six": pip_mask("6")}
    cuts = {face: (printed(mask, LIGHT),) * 3 for face, mask in masks.items()}
    assert matched(TaughtFaces("some", cuts), empty, DARK).face == "blank"


@pytest.mark.parametrize("name", [*SETS, "kept-out-3"])
def test_unseen_dice_are_named(name: str) -> None:
    """A small part of what docs/dice-faces.md reports."""
    score = next(symbol_scores(40, 12, only=name))
    assert score.found >= 0.95 * score.dice
    assert score.right >= 0.93 * score.dice
    assert score.certain >= 0.8 * score.dice
    assert score.wrong_certain == 0
    assert score.extra_certain <= 1
    assert score.refused >= 0.75 * score.strangers


@pytest.mark.slow
def test_many_unseen_dice_are_named() -> None:
    """What docs/dice-faces.md reports, a little below: 500 dice a set leave half a per cent."""
    scores = list(symbol_scores(500, 300))

    def share(part: str, whole: str) -> float:
        return total(scores, part) / total(scores, whole)

    assert len(scores) == 12
    assert share("found", "dice") >= 0.98
    assert share("right", "dice") >= 0.965
    assert share("certain", "dice") >= 0.915
    assert share("wrong_certain", "dice") <= 0.002
    assert share("extra_certain", "dice") <= 0.007
    assert share("refused", "strangers") >= 0.92


def total(scores: list[SymbolScore], part: str) -> int:
    return sum(int(getattr(score, part)) for score in scores)


@pytest.mark.parametrize("name", SETS)
def test_the_shipped_sets_are_told_apart(name: str) -> None:
    taught, report = lesson(name)
    assert report.right == 1
    assert report.verdict is TeachingVerdict.CLEAR
    assert set(report.faces) == set(face_set(shipped_sets()[name]).faces)
    assert set(taught.counts.values()) == {5}
    assert min(report.sure.values()) >= 0.8


def test_two_faces_that_look_alike_are_reported() -> None:
    shown = face_pictures("magic-beanstalk")
    pictures = {"eye": shown["eye"], "trunk": shown["trunk"], "twin": shown["trunk"][::-1]}
    _, report = teach("alike", pictures)
    assert report.verdict is TeachingVerdict.ALIKE
    assert set(report.closest) == {"trunk", "twin"}
    assert report.sure["trunk"] < report.sure["eye"]


def test_a_cut_out_is_tried_without_itself_and_its_copies() -> None:
    taught = lesson("magic-beanstalk")[0]
    without = taught.without("eye", 2)
    assert without.counts["eye"] == taught.counts["eye"] - 1
    assert not any(np.array_equal(cut, taught.cuts["eye"][2]) for cut in without.cuts["eye"])
    assert len({view.tobytes() for view in seen_again(taught.cuts["eye"][2])}) == 5


def test_what_was_taught_survives_a_file() -> None:
    taught = lesson("magic-beanstalk")[0]
    again = faces_from_bytes(faces_to_bytes(taught))
    assert again.name == taught.name
    assert again.counts == taught.counts
    eye = face_set(shipped_sets()["magic-beanstalk"]).faces["eye"]
    assert matched(again, eye).face == "eye"
    assert matched(again, eye).score == pytest.approx(matched(taught, eye).score, abs=0.03)


def test_an_older_file_still_opens() -> None:
    """It holds one ink map a face instead of cut-outs."""
    taught = faces_from_bytes(OLDER_SET.read_bytes())
    for face, mask in face_set(shipped_sets()["magic-beanstalk"]).faces.items():
        assert matched(taught, mask).face == face


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b'{"kind":"something-else"}',
        b'{"kind":"taught-faces","name":"x","threshold":0.7,"faces":[]}',
        b'{"kind":"taught-faces","name":"x","threshold":0.7,"version":9,"faces":[]}',
        b'{"kind":"taught-faces","name":"x","faces":[{"name":"a"},{"name":"b"}]}',
        NO_PICTURES,
        DAMAGED_FACES,
    ],
)
def test_a_wrong_file_is_one_sentence(data: bytes) -> None:
    with pytest.raises(FacesFileError) as caught:
        faces_from_bytes(data)
    assert str(caught.value).endswith(".")


def test_too_few_pictures_are_refused() -> None:
    shown = face_pictures("magic-beanstalk")
    with pytest.raises(TeachingError, match="'trunk' has 2 pictures"):
        learn_faces("x", {"eye": shown["eye"], "trunk": shown["trunk"][:2]})
    with pytest.raises(TeachingError, match="two different faces"):
        learn_faces("x", {"eye": shown["eye"]})
