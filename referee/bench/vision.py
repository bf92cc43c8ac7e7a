"""The vision benchmark: how well dice are read in photographs that no reader was trained on.

Beside the usual blob recipe in the same run. *Exact* is a picture of which every die was found and
read right and nothing else was seen; *die* is a die found and read right among all dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from referee.bench.photographs import LabelledBox, LabelledPicture, labelled_pictures
from referee.errors import InputError
from referee.vision.pictures import Picture
from referee.vision.readings import ReadDie, Reading

COLLECTIONS = ("mixed-top-down", "webcam")
_MARGIN = 0.15
"""A label's box may be tight around the pips, so a centre may lie a little outside."""

Read = Callable[[Picture], Reading]


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
    data: Path, readers: Iterable[tuple[str, Read]], *, validation: bool | None = True
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


def _read_collection(folder: Path, name: str, read: Read, validation: bool | None) -> Score:
    pictures = labelled_pictures(folder, validation=validation)
    scores = [score_picture(labelled, read(labelled.picture())) for labelled in pictures]
    return total(name, folder.name, scores)
