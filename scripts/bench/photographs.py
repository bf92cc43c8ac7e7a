"""How well dice are read in labelled photographs that no reader was trained on.

Beside it stands the recipe that most dice readers copy: blobs, grouped by distance.
"""

from __future__ import annotations

import csv
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np

from referee.errors import InputError
from referee.vision.pictures import Picture, load_picture
from referee.vision.readings import Certainty, ReadDie, Reading

_VALIDATION_SHARE = 0.25
_EDGES = ("xmin", "ymin", "xmax", "ymax")


class LabelledBox(msgspec.Struct, frozen=True):
    """A die: its pip value and the box drawn around it, in pixels."""

    value: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def size_px(self) -> float:
        """The mean of width and height."""
        return (self.right - self.left + self.bottom - self.top) / 2


class LabelledPicture(msgspec.Struct, frozen=True):
    """A photograph of a collection with its dice."""

    collection: str
    path: Path
    boxes: tuple[LabelledBox, ...]

    def picture(self) -> Picture:
        """The pixels."""
        return load_picture(self.path)


def is_for_validation(name: str) -> bool:
    """Whether a picture of this name is kept out of training.

    >>> is_for_validation("dice_1.jpg"), is_for_validation("dice_10.jpg")
    (False, True)
    """
    return hashlib.sha256(name.encode()).digest()[0] < _VALIDATION_SHARE * 256


def labelled_pictures(folder: Path, *, validation: bool | None = None) -> list[LabelledPicture]:
    """The pictures of a collection by name; `validation` chooses one side of the split."""
    labels = folder / "labels.csv"
    if not labels.is_file():
        raise InputError(f"{folder} has no labels.csv: name a folder of labelled photographs.")
    boxes: dict[str, list[LabelledBox]] = defaultdict(list)
    with labels.open(newline="", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            boxes[row["file"]].append(_box(row))
    return [
        LabelledPicture(folder.name, folder / "images" / name, tuple(boxes[name]))
        for name in sorted(boxes)
        if validation is None or is_for_validation(name) == validation
    ]


def _box(row: dict[str, str]) -> LabelledBox:
    # Playing cards have a rank instead of a value.
    left, top, right, bottom = (float(row[edge]) for edge in _EDGES)
    return LabelledBox(row.get("value", ""), left, top, right, bottom)


# The constants that are copied along with the recipe.
_BLUR_PX = 7
_LEAST_INERTIA = 0.6
_REACH_PX = 40.0


class BlobReader:
    """Reads dice the usual way; it is always certain."""

    def __init__(self, reach_px: float = _REACH_PX) -> None:
        parameters = cv2.SimpleBlobDetector.Params()
        parameters.filterByInertia = True
        parameters.minInertiaRatio = _LEAST_INERTIA
        self._detector = cv2.SimpleBlobDetector.create(parameters)
        self._reach_px = reach_px

    def read(self, picture: Picture) -> Reading:
        """The dice of a picture."""
        blurred = cv2.medianBlur(picture, _BLUR_PX)
        pips = np.array([point.pt for point in self._detector.detect(blurred)]).reshape(-1, 2)
        return Reading(tuple(_die(group) for group in self._groups(pips)), self._reach_px)

    def _groups(self, pips: np.ndarray) -> list[np.ndarray]:
        """Pips that hang together through neighbours (DBSCAN without a least size)."""
        left = set(range(len(pips)))
        groups = []
        while left:
            group, edge = [], [left.pop()]
            while edge:
                pip = edge.pop()
                group.append(pip)
                away = np.hypot(*(pips - pips[pip]).T)
                near = {at for at in left if away[at] <= self._reach_px}
                left -= near
                edge.extend(near)
            groups.append(pips[group])
        return groups


def _die(pips: np.ndarray) -> ReadDie:
    left, top = (float(each) for each in pips.min(axis=0))
    right, bottom = (float(each) for each in pips.max(axis=0))
    middle = ((left + right) / 2, (top + bottom) / 2)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    box = (left, top, right - left, bottom - top)
    return ReadDie(str(len(pips)), middle, corners, box, 1.0, Certainty.CERTAIN)


COLLECTIONS = ("mixed-top-down", "webcam")
_MARGIN = 0.15
"""A label's box may be tight around the pips, so a centre may lie a little outside."""

ReadDice = Callable[[Picture], Reading]


class PictureScore(msgspec.Struct, frozen=True):
    """How one picture was read."""

    name: str
    dice: int
    right: int
    extra: int
    doubtful: int
    """Dice of which the reader was not certain, and extra ones."""
    wrong_certain: int
    """Wrong values and extra dice that were shown as certain."""

    @property
    def is_exact(self) -> bool:
        """Whether all dice are right and there is nothing else."""
        return self.right == self.dice and not self.extra


class Score(msgspec.Struct, frozen=True):
    """How a collection was read by one reader."""

    reader: str
    collection: str
    pictures: int
    dice: int
    exact_percent: float
    die_percent: float
    extra: int
    doubtful_percent: float
    wrong_certain: int
    wrong_certain_percent: float


def score_picture(labelled: LabelledPicture, reading: Reading) -> PictureScore:
    """Compare a reading with the labels; every label is matched with the nearest free centre."""
    pairs = match(reading.dice, labelled.boxes)
    right = [die for die, box in pairs if die.face == box.value]
    wrong = [die for die, box in pairs if die.face != box.value]
    matched = {id(die) for die, _ in pairs}
    extra = [die for die in reading.dice if id(die) not in matched]
    return PictureScore(
        name=labelled.path.name,
        dice=len(labelled.boxes),
        right=len(right),
        extra=len(extra),
        doubtful=sum(not die.is_certain for die in reading.dice),
        wrong_certain=sum(die.is_certain for die in [*wrong, *extra]),
    )


def match(
    dice: Sequence[ReadDie], boxes: Sequence[LabelledBox]
) -> list[tuple[ReadDie, LabelledBox]]:
    """Pairs of a read and a labelled die, the nearest ones first."""
    near = sorted(
        (_away(die, box), at, to)
        for at, die in enumerate(dice)
        for to, box in enumerate(boxes)
        if _is_within(die, box)
    )
    free_dice, free_boxes = set(range(len(dice))), set(range(len(boxes)))
    pairs = []
    for _, at, to in near:
        if at in free_dice and to in free_boxes:
            free_dice.remove(at)
            free_boxes.remove(to)
            pairs.append((dice[at], boxes[to]))
    return pairs


def _away(die: ReadDie, box: LabelledBox) -> float:
    across, down = die.centre_px[0] - box.centre[0], die.centre_px[1] - box.centre[1]
    return across * across + down * down


def _is_within(die: ReadDie, box: LabelledBox) -> bool:
    margin = max(_MARGIN * box.size_px, 6.0)
    x, y = die.centre_px
    is_across = box.left - margin <= x <= box.right + margin
    return is_across and box.top - margin <= y <= box.bottom + margin


def total(reader: str, collection: str, scores: Sequence[PictureScore]) -> Score:
    """The figures of a collection."""
    dice = sum(score.dice for score in scores)
    wrong_certain = sum(score.wrong_certain for score in scores)
    return Score(
        reader=reader,
        collection=collection,
        pictures=len(scores),
        dice=dice,
        exact_percent=_percent(sum(score.is_exact for score in scores), len(scores)),
        die_percent=_percent(sum(score.right for score in scores), dice),
        extra=sum(score.extra for score in scores),
        doubtful_percent=_percent(sum(score.doubtful for score in scores), dice),
        wrong_certain=wrong_certain,
        wrong_certain_percent=_percent(wrong_certain, dice),
    )


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


def read_collections(
    data: Path, readers: Iterable[tuple[str, ReadDice]], *, validation: bool | None = True
) -> list[Score]:
    """Every reader on every collection that is in the folder."""
    there = [data / name for name in COLLECTIONS if (data / name / "labels.csv").is_file()]
    if not there:
        raise InputError(
            f"{data} has none of the collections {', '.join(COLLECTIONS)}: "
            "name a folder of labelled photographs with --data."
        )
    return [
        _read_collection(folder, name, read, validation)
        for folder in there
        for name, read in readers
    ]


def _read_collection(folder: Path, name: str, read: ReadDice, validation: bool | None) -> Score:
    pictures = labelled_pictures(folder, validation=validation)
    scores = [score_picture(labelled, read(labelled.picture())) for labelled in pictures]
    return total(name, folder.name, scores)
