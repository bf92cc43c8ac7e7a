"""Labelled photographs of dice, and which of them no reader was trained on.

A collection is a folder with `images/` and `labels.csv` (`file,value,xmin,ymin,xmax,ymax`). Which
pictures are for validation follows from their names alone, so that it never changes.
"""

from __future__ import annotations

import csv
import hashlib
from collections import defaultdict
from pathlib import Path

import msgspec

from referee.errors import InputError
from referee.vision.pictures import Picture, load_picture

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
