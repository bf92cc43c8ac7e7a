"""Readings are compared with labels die by die; nothing that was seen in vain is forgiven."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.errors import InputError
from referee.vision.readings import Certainty, ReadDie, Reading
from scripts.bench.photographs import (
    BlobReader,
    LabelledBox,
    LabelledPicture,
    labelled_pictures,
    read_collections,
    score_picture,
    total,
)


def _die(face: str, x: float, y: float, certainty: Certainty = Certainty.CERTAIN) -> ReadDie:
    corners = ((x - 5, y - 5), (x + 5, y - 5), (x + 5, y + 5), (x - 5, y + 5))
    return ReadDie(face, (x, y), corners, (x - 5, y - 5, 10, 10), 0.9, certainty)


LABELLED = LabelledPicture(
    "mixed-top-down",
    Path("a.jpg"),
    (LabelledBox("3", 0, 0, 20, 20), LabelledBox("5", 40, 0, 60, 20)),
)


def test_all_right_is_exact() -> None:
    score = score_picture(LABELLED, Reading((_die("3", 10, 10), _die("5", 50, 10)), 20.0))
    assert score.is_exact
    assert (score.right, score.extra, score.wrong_certain) == (2, 0, 0)


def test_an_extra_die_is_not_exact_and_counts_as_wrong_if_it_is_certain() -> None:
    dice = (_die("3", 10, 10), _die("5", 50, 10), _die("1", 200, 200))
    score = score_picture(LABELLED, Reading(dice, 20.0))
    assert (score.is_exact, score.extra, score.wrong_certain) == (False, 1, 1)


def test_a_wrong_value_that_is_doubted_is_not_wrong_as_certain() -> None:
    dice = (_die("4", 10, 10, Certainty.DOUBTFUL), _die("5", 50, 10))
    score = score_picture(LABELLED, Reading(dice, 20.0))
    assert (score.right, score.doubtful, score.wrong_certain) == (1, 1, 0)


def test_a_label_is_matched_only_once() -> None:
    score = score_picture(LABELLED, Reading((_die("3", 9, 9), _die("3", 11, 11)), 20.0))
    assert (score.right, score.extra) == (1, 1)


def test_totals_are_percentages_of_pictures_and_of_dice() -> None:
    good = score_picture(LABELLED, Reading((_die("3", 10, 10), _die("5", 50, 10)), 20.0))
    none = score_picture(LABELLED, Reading((), 20.0))
    score = total("ours", "mixed-top-down", [good, none])
    assert (score.exact_percent, score.die_percent) == (50.0, 50.0)


def test_the_blob_recipe_counts_round_pips() -> None:
    picture = np.full((200, 200, 3), 235, np.uint8)
    for x, y in ((80, 80), (100, 100), (120, 120)):
        cv2.circle(picture, (x, y), 6, (20, 20, 20), -1, cv2.LINE_AA)
    assert [die.face for die in BlobReader().read(picture).dice] == ["3"]


def test_a_collection_is_split_by_name_and_read_from_its_labels(tmp_path: Path) -> None:
    folder = tmp_path / "webcam"
    (folder / "images").mkdir(parents=True)
    cv2.imwrite(str(folder / "images" / "dice_10.jpg"), np.full((60, 60, 3), 200, np.uint8))
    rows = "file,value,xmin,ymin,xmax,ymax\ndice_1.jpg,1,1,1,9,9\ndice_10.jpg,2,10,10,30,30\n"
    (folder / "labels.csv").write_text(rows)
    kept = labelled_pictures(folder, validation=True)
    assert [each.path.name for each in kept] == ["dice_10.jpg"]
    scores = read_collections(tmp_path, [("nothing", lambda picture: Reading((), 1.0))])
    assert [(score.reader, score.dice, score.die_percent) for score in scores] == [
        ("nothing", 1, 0.0)
    ]


def test_a_folder_without_photographs_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--data"):
        read_collections(tmp_path, [])
