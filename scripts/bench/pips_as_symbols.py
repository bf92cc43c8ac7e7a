"""Real dice taught as if their pips were symbols: faces that the matching network never saw.

At most ten cut-outs a face, chosen by a seed and cut out where the finder sees a die; labels only
say which value lies where. The values that the finder's networks give are not used. The width of
the dice is found, as at a table without markers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from referee.calibrate.die_finder import AnyFace
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.faces.embedding import FacePlace, cut_face
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.faces.teaching import exact_place
from referee.vision.pictures import Picture
from referee.vision.readings import ReadDie, Reading
from scripts.bench.any_table import TablePhotograph, score_table, table_photographs
from scripts.bench.photographs import (
    COLLECTIONS,
    LabelledPicture,
    PictureScore,
    Score,
    labelled_pictures,
    match,
    score_picture,
    total,
)

_CUTS_A_FACE = 10
_SEED = 20
PI_TRAY = "pi-tray"
_NAME = "pips as symbols"


def pips_as_symbols(data: Path) -> list[Score]:
    """The scores of every collection that is there; those of the Pi's tray last."""
    scores = []
    for name in COLLECTIONS:
        if (data / name / "labels.csv").is_file():
            taught = taught_from(labelled_pictures(data / name, validation=False))
            shown = labelled_pictures(data / name, validation=True)
            scores.append(_score(name, taught, [(each, score_picture) for each in shown]))
    first, second = (
        [each for each in table_photographs(data, half) if each.labelled.collection == PI_TRAY]
        for half in ("choosing", "final")
    )
    if first and second:
        taught = taught_from([each.labelled for each in first])
        pictures = [(each.labelled, _as_table(each)) for each in second]
        scores.append(_score(PI_TRAY, taught, pictures))
    return scores


_ScorePicture = Callable[[LabelledPicture, Reading], PictureScore]


def _as_table(photograph: TablePhotograph) -> _ScorePicture:
    return lambda _, reading: score_table(photograph, reading)


def taught_from(pictures: Sequence[LabelledPicture]) -> TaughtFaces:
    """A set of the values in these photographs."""
    finder, widths = DiceReader(AnyFace()), DiceReader()
    cuts: dict[str, list[Picture]] = defaultdict(list)
    for labelled in pictures:
        picture = labelled.picture()
        dice = finder.read_sizes(picture, widths.widths_px(picture)).dice
        for die, box in match(dice, labelled.boxes):
            cuts[box.value].append(_cut(picture, die))
    rng = np.random.default_rng(_SEED)
    chosen = {value: rng.permutation(len(cuts[value]))[:_CUTS_A_FACE] for value in sorted(cuts)}
    return TaughtFaces(
        _NAME, {value: tuple(cuts[value][at] for at in places) for value, places in chosen.items()}
    )


def _cut(picture: Picture, die: ReadDie) -> Picture:
    (left, top), (right, bottom) = die.corners_px[:2]
    across, down = right - left, bottom - top
    place = FacePlace(
        *die.centre_px, float(np.hypot(across, down)), float(np.arctan2(down, across))
    )
    return cut_face(picture, exact_place(picture, place))


def _score(
    name: str, taught: TaughtFaces, pictures: Sequence[tuple[LabelledPicture, _ScorePicture]]
) -> Score:
    reader, widths = DiceReader(TaughtFaceReader(taught)), DiceReader()
    scores = []
    for labelled, score in pictures:
        picture = labelled.picture()
        scores.append(score(labelled, reader.read_sizes(picture, widths.widths_px(picture))))
    return total(_NAME, name, scores)
