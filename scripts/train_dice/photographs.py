"""Photographs as training material: where the top faces are, and how wide, roughly.

What a label's box is tight around differs by collection, so widths are estimates: they only choose
a zoom and teach the size channel.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scripts.bench.photographs import LabelledBox, LabelledPicture, labelled_pictures

WHOLE_DIE, PIPS, NO_DICE = "whole die", "pips", "no dice"
BOXES = {"mixed-top-down": WHOLE_DIE, "webcam": PIPS, "playing-cards": NO_DICE}
# A die at a random turn fills a box 4/π times its width, and shows a little of a side face.
_WHOLE_BOX_WIDTHS = 1.3
# Rows of pips, a quarter of the width from the edge, fill this much of it at a random turn.
_ROWS_BOX_WIDTHS = 0.81
_USUAL_PX = 52.0


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """The value of a die, its centre and the width of its top face in pixels."""

    value: int
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Photograph:
    """A picture and its dice. `die_px` is the usual width of a die in it."""

    collection: str
    picture: np.ndarray
    dice: tuple[LabelledDie, ...]
    die_px: float


def load_photographs(data: Path, *, validation: bool) -> list[Photograph]:
    """All photographs of one side of the split, from every collection that is there."""
    return [
        _photograph(labelled)
        for collection in BOXES
        if (data / collection).is_dir()
        for labelled in labelled_pictures(data / collection, validation=validation)
    ]


def _photograph(labelled: LabelledPicture) -> Photograph:
    kind = BOXES[labelled.collection]
    boxes = () if kind == NO_DICE else labelled.boxes
    widths = [width for box in boxes if (width := _width(kind, box)) is not None]
    usual = float(np.median(widths)) if widths else _USUAL_PX
    dice = tuple(
        LabelledDie(int(box.value), *box.centre, _own_width(kind, box) or usual) for box in boxes
    )
    return Photograph(labelled.collection, labelled.picture(), dice, usual)


def _own_width(kind: str, box: LabelledBox) -> float | None:
    """Dice of one photograph differ in size only where whole dice are labelled."""
    return _width(kind, box) if kind == WHOLE_DIE else None


def _width(kind: str, box: LabelledBox) -> float | None:
    if kind == WHOLE_DIE:
        return box.size_px / _WHOLE_BOX_WIDTHS
    if box.value == "1":
        return None
    if box.value in {"2", "3"}:
        return _diagonal_width(box.right - box.left, box.bottom - box.top)
    return box.size_px / _ROWS_BOX_WIDTHS


def _diagonal_width(width: float, height: float) -> float:
    """Two or three pips on a diagonal 0.71 long, each 0.2 wide, at an unknown turn."""
    guess = (width + height) / 2 * 1.4
    for _ in range(4):
        pip = 0.2 * guess
        guess = float(np.hypot(max(width - pip, 1), max(height - pip, 1))) / 0.71
    return guess
