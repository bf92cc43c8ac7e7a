"""Faces taught from a few pictures: named on dice never seen before, strangers refused."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from referee.games.boxes import shipped_sets
from referee.vision.artwork.canvas import pip_mask
from referee.vision.artwork.sets import face_set
from referee.vision.artwork.symbols import random_symbol
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.faces.teaching import (
    FacesFileError,
    Separability,
    TeachingError,
    TeachingVerdict,
    faces_from_bytes,
    faces_to_bytes,
    learn_faces,
    teach,
)
from referee.vision.pictures import Picture
from scripts.face_pictures import face_pictures
from tests.simulation.face_trials import try_faces

SETS = ("magic-beanstalk", "spookies-friend")
DAMAGED_FACES = (
    b'{"kind":"taught-faces","name":"x","threshold":0.7,"faces":'
    b'[{"name":"a","pictures":3,"ink_png":"AAAA"},{"name":"b","pictures":3,"ink_png":""}]}'
)


@cache
def lesson(name: str) -> tuple[TaughtFaces, Separability]:
    return teach(name, face_pictures(name))


def printed(mask: np.ndarray, body: tuple[int, int, int], ink: tuple[int, int, int]) -> Picture:
    """A rectified face in two colours, with a little noise."""
    small = mask[:: mask.shape[0] // 64, :: mask.shape[1] // 64][..., None]
    noise = np.random.default_rng(0).normal(0, 2, (64, 64, 3))
    return np.clip(np.array(body) + small * (np.array(ink) - body) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    "colours", [((240, 240, 240), (20, 20, 20)), ((20, 20, 90), (90, 220, 90))]
)
def test_colour_and_polarity_do_not_matter(colours: tuple[tuple[int, int, int], ...]) -> None:
    taught = lesson("magic-beanstalk")[0]
    for face, mask in face_set(shipped_sets()["magic-beanstalk"]).faces.items():
        for turns in range(4):
            match = taught.match(printed(np.rot90(mask, turns), *colours))
            assert match.face == face
            assert match.confidence > 0.9
            assert match.likely[0].face == face
            assert match.margin > 0.2


def test_strangers_are_refused() -> None:
    taught = lesson("magic-beanstalk")[0]
    rng = np.random.default_rng(5)
    masks = [random_symbol(rng, size_px=64) for _ in range(60)]
    masks += [pip_mask(face, size_px=64) for face in "123456"]
    matches = [taught.match(printed(mask, (200, 210, 220), (30, 30, 120))) for mask in masks]
    refused = [match for match in matches if match.face is None]
    assert len(refused) >= 0.95 * len(matches)
    assert all(match.confidence < 0.5 for match in refused)


def test_an_empty_face_is_no_taught_face() -> None:
    taught = lesson("spookies-friend")[0]
    assert taught.match(np.full((64, 64, 3), 128, np.uint8)).face is None


@pytest.mark.parametrize("name", SETS)
def test_unseen_dice_are_named(name: str) -> None:
    """A small part of what docs/dice-faces.md reports."""
    trial = try_faces(lesson(name)[0], face_set(shipped_sets()[name]), dice=40, seed=3)
    assert trial.right >= 0.97
    assert trial.wrong == 0
    assert trial.strangers_refused >= 0.85


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("die_px", [36.0, 56.0])
def test_many_unseen_dice_are_named(name: str, die_px: float) -> None:
    trial = try_faces(
        lesson(name)[0], face_set(shipped_sets()[name]), dice=300, seed=21, die_px=die_px
    )
    # A little below what docs/dice-faces.md reports: 300 dice leave a per cent of chance.
    assert trial.right >= 0.98
    assert trial.wrong <= 0.005
    assert trial.strangers_refused >= 0.93


@pytest.mark.parametrize("name", SETS)
def test_the_shipped_sets_are_told_apart(name: str) -> None:
    taught, report = lesson(name)
    assert report.right == 1
    assert report.verdict is TeachingVerdict.CLEAR
    assert set(report.faces) == set(face_set(shipped_sets()[name]).faces)
    assert set(taught.counts.values()) == {5}


def test_two_faces_that_look_alike_are_reported() -> None:
    shown = face_pictures("magic-beanstalk")
    pictures = {"eye": shown["eye"], "trunk": shown["trunk"], "twin": shown["trunk"][::-1]}
    _, report = teach("alike", pictures)
    assert report.verdict is TeachingVerdict.ALIKE
    assert set(report.closest) == {"trunk", "twin"}


def test_what_was_taught_survives_a_file() -> None:
    taught = lesson("magic-beanstalk")[0]
    again = faces_from_bytes(faces_to_bytes(taught))
    assert again.name == taught.name
    assert again.faces == taught.faces
    assert again.counts == taught.counts
    assert again.threshold == pytest.approx(taught.threshold, abs=1e-4)
    face = printed(
        face_set(shipped_sets()["magic-beanstalk"]).faces["eye"], (240, 240, 240), (20, 20, 20)
    )
    assert again.match(face).face == "eye"
    assert again.match(face).score == pytest.approx(taught.match(face).score, abs=0.02)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b'{"kind":"something-else"}',
        b'{"kind":"taught-faces","name":"x","threshold":0.7,"faces":[]}',
        b'{"kind":"taught-faces","name":"x","threshold":0.7,"version":9,"faces":[]}',
        b'{"kind":"taught-faces","name":"x","threshold":0.7,"faces":[{"name":"a","pictures":3}]}',
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
