"""How well dice are read on other people's tables: no tray, no markers, nothing told about size.

`table_photographs.csv` says of every photograph what it shows (value, centre and width of each top
face as a player would call it; `?` for dice in a hand or cut by the edge, which may be read or not)
and to which half it belongs. Limits were chosen on the *choosing* half; the *final* half tells how
good the reader is. Near-equal photographs are of one group and lie in the same half.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

import msgspec
import numpy as np

from referee.simulation.drawing.dice import DrawnDie
from referee.vision.pictures import Picture, load_picture
from referee.vision.readings import Reading
from scripts.bench.disturbances import DISTURBANCES
from scripts.bench.photographs import (
    LabelledBox,
    LabelledPicture,
    PictureScore,
    ReadDice,
    labelled_pictures,
    match,
    score_picture,
)
from scripts.drawn_scenes.looks import Domain
from scripts.drawn_scenes.scene import DrawnScene, draw_scene

_LABELS = Path(__file__).with_name("table_photographs.csv")
NO_DICE = "cards-real"
_DRAWN_SEED = 700_000
_DRAWN_PX = (24.0, 110.0)
_DRAWN_WIDTHS = 9.0
_LEGIBLE, _VISIBLE = 12.0, 0.9


class TablePhotograph(msgspec.Struct, frozen=True):
    """A photograph of somebody's table: dice that must be read, and dice that may be."""

    labelled: LabelledPicture
    half: str
    optional: tuple[LabelledBox, ...] = ()

    @property
    def die_px(self) -> float:
        """The usual width of a die in it."""
        boxes = (*self.labelled.boxes, *self.optional)
        return float(median(box.size_px for box in boxes)) if boxes else 36.0


def table_photographs(data: Path, half: str | None = None) -> list[TablePhotograph]:
    """The photographs that lie in the folder, of one half or of both."""
    with _LABELS.open(newline="", encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream) if half in {None, row["half"]}]
    every = [_photograph(data, row) for row in rows]
    return [each for each in every if each.labelled.path.is_file()]


def _photograph(data: Path, row: dict[str, str]) -> TablePhotograph:
    words = row["dice"].split()
    path = data / row["collection"] / "images" / row["file"]
    sure = tuple(_box(word) for word in words if not word.endswith("?"))
    optional = tuple(_box(word) for word in words if word.endswith("?"))
    return TablePhotograph(LabelledPicture(row["collection"], path, sure), row["half"], optional)


def _box(word: str) -> LabelledBox:
    """A die from `5@612,430,90`: its value, the middle of its top face, and its width."""
    value, place = word.removesuffix("?").split("@")
    x, y, width = (float(each) for each in place.split(","))
    return LabelledBox(value, x - width / 2, y - width / 2, x + width / 2, y + width / 2)


def score_table(photograph: TablePhotograph, reading: Reading) -> PictureScore:
    """As `score_picture`, but dice that may be read or not count neither way."""
    sure = {id(die) for die, _ in match(reading.dice, photograph.labelled.boxes)}
    rest = [die for die in reading.dice if id(die) not in sure]
    passed = {id(die) for die, _ in match(rest, photograph.optional)}
    dice = tuple(die for die in reading.dice if id(die) not in passed)
    return score_picture(photograph.labelled, msgspec.structs.replace(reading, dice=dice))


class TableScore(msgspec.Struct, frozen=True):
    """How the photographs of one source were read."""

    source: str
    scores: tuple[PictureScore, ...]
    seconds: tuple[float, ...]
    """The processor time of each."""

    @property
    def dice(self) -> int:
        """How many dice there are."""
        return sum(score.dice for score in self.scores)

    @property
    def exact(self) -> int:
        """Pictures in which every die is right and nothing else is shown."""
        return sum(score.is_exact for score in self.scores)

    def total(self, name: str) -> int:
        """The sum of one number of all pictures."""
        return sum(int(getattr(score, name)) for score in self.scores)

    @property
    def failures(self) -> tuple[str, ...]:
        """The names of the pictures that are not exact."""
        return tuple(score.name for score in self.scores if not score.is_exact)


def read_tables(data: Path, read: ReadDice, half: str) -> list[TableScore]:
    """Every source of one half."""
    pictures = table_photographs(data, half)
    sources = dict.fromkeys(each.labelled.collection for each in pictures)
    return [
        _scored(source, [each for each in pictures if each.labelled.collection == source], read)
        for source in sources
    ]


def _scored(source: str, pictures: Sequence[TablePhotograph], read: ReadDice) -> TableScore:
    scores, seconds = [], []
    for each in pictures:
        picture = each.labelled.picture()
        began = time.process_time()
        reading = read(picture)
        seconds.append(time.process_time() - began)
        scores.append(score_table(each, reading))
    return TableScore(source, tuple(scores), tuple(seconds))


class NoDiceScore(msgspec.Struct, frozen=True):
    """How many photographs without dice there are, show some, and show some as certain."""

    pictures: int
    shown: int
    certain: int


def read_without_dice(data: Path, read: ReadDice) -> NoDiceScore:
    """Photographs in which nothing is a die."""
    paths = sorted((data / NO_DICE / "images").glob("*.jpg"))
    readings = [read(load_picture(path)) for path in paths]
    return NoDiceScore(
        len(paths),
        sum(bool(reading.dice) for reading in readings),
        sum(any(die.is_certain for die in reading.dice) for reading in readings),
    )


class DisturbedScore(msgspec.Struct, frozen=True):
    """How dice were read under one disturbance."""

    disturbance: str
    dice: int
    right: int
    doubtful: int
    wrong_certain: int


Disturbed = Callable[[Picture], Picture]


def read_disturbed(data: Path, read: ReadDice, scenes: int) -> Iterator[DisturbedScore]:
    """Photographs of the final halves under each disturbance, then scenes of unseen grounds."""
    shown = [*table_photographs(data, "final"), *_kept_photographs(data)]
    for name, disturb in DISTURBANCES.items():
        rng = np.random.default_rng(len(name))
        scores = [
            score_table(each, read(disturb(each.labelled.picture(), rng, each.die_px)))
            for each in shown
        ]
        yield _disturbed(name, scores)
    yield _disturbed("turned", [_turned_score(each, read) for each in shown])
    yield _disturbed("drawn, unseen grounds", list(_drawn_scores(read, scenes)))


def _disturbed(name: str, scores: Sequence[PictureScore]) -> DisturbedScore:
    return DisturbedScore(
        name,
        sum(score.dice for score in scores),
        sum(score.right for score in scores),
        sum(score.doubtful for score in scores),
        sum(score.wrong_certain for score in scores),
    )


def _kept_photographs(data: Path) -> list[TablePhotograph]:
    """Those of the licensed collections that no network was trained with."""
    names = [name for name in ("mixed-top-down", "webcam") if (data / name).is_dir()]
    return [
        TablePhotograph(labelled, "final")
        for name in names
        for labelled in labelled_pictures(data / name, validation=True)
    ]


def _turned_score(each: TablePhotograph, read: ReadDice) -> PictureScore:
    """Turned by a quarter, and the labels with it."""
    picture = each.labelled.picture()
    height = picture.shape[0]

    def turned(boxes: Sequence[LabelledBox]) -> tuple[LabelledBox, ...]:
        return tuple(
            LabelledBox(b.value, height - b.bottom, b.left, height - b.top, b.right) for b in boxes
        )

    labelled = msgspec.structs.replace(each.labelled, boxes=turned(each.labelled.boxes))
    moved = TablePhotograph(labelled, each.half, turned(each.optional))
    return score_table(moved, read(np.ascontiguousarray(np.rot90(picture, -1))))


def _drawn_scores(read: ReadDice, scenes: int) -> Iterator[PictureScore]:
    for seed in range(_DRAWN_SEED, _DRAWN_SEED + scenes):
        yield score_drawn(seed, read)


def score_drawn(seed: int, read: ReadDice) -> PictureScore:
    """How one drawn scene is read."""
    _, scene = any_table_scene(np.random.default_rng(seed))
    boxes: dict[bool, list[LabelledBox]] = {True: [], False: []}
    for die in scene.dice:
        (left, top), (right, bottom) = die.corners.min(axis=0), die.corners.max(axis=0)
        box = LabelledBox(die.face, float(left), float(top), float(right), float(bottom))
        boxes[is_clear(die)].append(box)
    labelled = LabelledPicture("drawn", Path(str(seed)), tuple(boxes[True]))
    photograph = TablePhotograph(labelled, "final", tuple(boxes[False]))
    return score_table(photograph, read(scene.picture))


def any_table_scene(rng: np.random.Generator) -> tuple[float, DrawnScene]:
    """Dice of some width on an unseen ground, as a camera without a known plane sees them."""
    die_px = float(np.exp(rng.uniform(*np.log(_DRAWN_PX))))
    scene = draw_scene(
        rng,
        Domain.UNSEEN,
        size_px=round(_DRAWN_WIDTHS * die_px),
        die_px=die_px,
        unrectified_share=1.0,
        symbol_share=0.0,
        stacked_share=0.0,
    )
    return die_px, scene


def is_clear(die: DrawnDie) -> bool:
    """Whether a person could call it: in the picture, flat, and its pips can be seen."""
    return die.visible > _VISIBLE and not die.is_leaning and die.contrast > _LEGIBLE
