"""Reads the dice in a tray whose plane is known: seen straight from above, at their true size.

The plane is the one of the dice's top faces, so these are squares of one size however slanted the
camera hangs. A strip around the tray is looked at too, because dice jump out. The printed markers
are painted over first: black and white squares pass for dice too easily. Only a marker that can
still be seen is painted over; if a die came to lie on it, the die stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import msgspec
import numpy as np

from referee.vision.dice.low_camera import doubtful
from referee.vision.dice.reader import DiceReader, box_around, count_findings
from referee.vision.dice.resting import OnSides, Resting, foot_shifts, on_sides_of
from referee.vision.pictures import Picture, as_picture
from referee.vision.readings import Certainty, DieFinding, Point, ReadDie, Reading, ReadingFinding
from referee.vision.tray.perspective import Plane, Rectifier
from referee.vision.tray.sheet import Points, marker_cells
from referee.vision.tray.view import TrayView

_VIEW_PX = 36
# How well what is seen must agree with what was printed; a die on a quarter of it spoils that.
# Chosen by hand: higher, and a blurred marker is read as a die; lower, and a die on a marker is
# painted over.
_AGREES = 0.75
# Just outside a marker is the paper, and just outside its measured corners its last black pixels.
_PAPER, _EDGE = 1.12, 1.05


class MarkerCover:
    """Knows where the markers of a tray were seen, in pixels of its pictures."""

    def __init__(self, markers_px: Mapping[int, Points]) -> None:
        self._markers_px = {
            marker: np.asarray(corners, np.float64) for marker, corners in markers_px.items()
        }

    def paint(self, flat: Picture, picture: Picture, rectifier: Rectifier) -> None:
        """Paint over the markers in a rectified picture, as far as the original shows them."""
        for marker, corners in self._markers_px.items():
            if _shows(picture, corners, marker):
                paper = _paper_around(picture, corners)
                outline = np.rint(rectifier.from_picture(_grown(corners, _EDGE)))
                if np.abs(outline).max() < np.iinfo(np.int16).max:
                    cv2.fillConvexPoly(flat, outline.astype(np.int32), paper)


def _shows(picture: Picture, corners: Points, marker: int) -> bool:
    """Whether the marker lies bare there."""
    whole = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * _VIEW_PX - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), whole)
    if not np.isfinite(matrix).all():
        return False
    upright = cv2.warpPerspective(picture, matrix, (_VIEW_PX, _VIEW_PX))
    seen = np.asarray(cv2.cvtColor(upright, cv2.COLOR_BGR2GRAY), np.uint8)
    return _agreement(seen, _printed(marker)) > _AGREES


def _agreement(seen: Picture, printed: Picture) -> float:
    result = cv2.matchTemplate(seen, printed, cv2.TM_CCOEFF_NORMED)
    return float(np.nan_to_num(result[0, 0]))


@cache
def _printed(marker: int) -> Picture:
    size = (_VIEW_PX, _VIEW_PX)
    return np.asarray(
        cv2.resize(marker_cells(marker), size, interpolation=cv2.INTER_NEAREST), np.uint8
    )


def _paper_around(picture: Picture, corners: Points) -> tuple[float, float, float]:
    height, width = picture.shape[:2]
    around = _grown(corners, _PAPER)
    between = (around + np.roll(around, 1, axis=0)) / 2
    places = np.rint(np.vstack((around, between))).astype(int)
    columns, rows = np.clip(places[:, 0], 0, width - 1), np.clip(places[:, 1], 0, height - 1)
    blue, green, red = np.median(picture[rows, columns], axis=0)
    return float(blue), float(green), float(red)


def _grown(corners: Points, times: float) -> Points:
    middle = corners.mean(axis=0)
    return np.asarray(middle + times * (corners - middle), np.float64)


# Chosen by hand: a wider strip costs time and sees what lies around the tray, a narrower one cuts
# dice in half that jumped out.
_STRIP_DICE = 0.8
# More pixels than this on a die tell nothing more about its face: cuts have `FACE_PX`.
_FINEST_PX = 64.0
_WORTH_MORE_PX = 50.0
_FLAT_PX = 36.0
# At a known size the first look finds dice with fewer pixels than it was trained with (36), and
# half the pixels are half the time. Chosen by hand: with fewer still, pips run into each other.
_LOOK_PX = 26.0
_RESTING_FINDINGS = {Resting.LEANING: DieFinding.COCKED, Resting.STACKED: DieFinding.STACKED}


@dataclass(frozen=True, slots=True)
class _Strip:
    """The tray and the strip around it as one plane; `inset_mm` is where the tray begins."""

    rectifier: Rectifier
    inset_mm: float
    inner: Plane


class TrayReader:
    """Reads picture after picture of one tray; make a new one when the tray was moved."""

    def __init__(
        self,
        reader: DiceReader,
        top_plane: Plane,
        die_mm: float,
        ground: Plane | None = None,
        cover: MarkerCover | None = None,
    ) -> None:
        self._reader = reader
        self._die_mm = die_mm
        self._ground = ground
        self._cover = cover
        self._strip = _with_strip(top_plane, die_mm)

    @classmethod
    def of_view(cls, reader: DiceReader, view: TrayView, die_mm: float) -> TrayReader:
        """A reader for the tray as it was seen, which knows its markers and where the camera is."""
        cover = MarkerCover(view.markers_px)
        return cls(reader, view.top_plane(die_mm), die_mm, view.ground_plane, cover)

    @property
    def die_px(self) -> float:
        """How wide a die is in the rectified picture."""
        return self._strip.rectifier.px_per_mm * self._die_mm

    def read(self, picture: Picture, *, expected: int | None = None) -> Reading:
        """The dice of a picture, in its own pixels."""
        seen = as_picture(picture)
        flat = self._strip.rectifier.rectify(seen)
        if self._cover is not None:
            self._cover.paint(flat, seen, self._strip.rectifier)
        reading = self._reader.read_flat(
            flat,
            die_px=self.die_px,
            look_px=_LOOK_PX,
            on_sides=None if self._ground is None else self._on_sides_of_stronger,
        )
        doubted = self._with_doubtful_sides(self._with_resting(flat, reading.dice))
        dice = self._placed(doubted)
        others = tuple(each for each in reading.findings if each is not ReadingFinding.NO_DICE)
        findings = others + count_findings(len(dice), expected)
        return Reading(dice, self._die_in_picture_px(), findings)

    def _with_resting(self, flat: Picture, dice: Sequence[ReadDie]) -> list[ReadDie]:
        """Without sides that passed for dice, and with what is found about how the others rest."""
        if self._ground is None or not dice:
            return list(dice)
        centres = [die.centre_px for die in dice]
        shifts = foot_shifts(self._strip.inner, self._ground, self._in_tray_mm(centres))
        feet = [(float(x), float(y)) for x, y in shifts * self._strip.rectifier.px_per_mm]
        restings = self._reader.resting_look.restings(flat, centres, self.die_px, feet)
        return [
            _odd(die, _RESTING_FINDINGS.get(resting))
            for die, resting in zip(dice, restings, strict=True)
            if resting is not Resting.SIDE
        ]

    def _with_doubtful_sides(self, dice: Sequence[ReadDie]) -> list[ReadDie]:
        """What may be the side of another die is doubtful, however sure it looks."""
        on_sides = self._on_sides([die.centre_px for die in dice])
        return [
            doubtful(die) if die.is_certain and sides.any() else die
            for die, sides in zip(dice, on_sides, strict=True)
        ]

    def _on_sides_of_stronger(self, centres_px: Sequence[Point]) -> list[bool]:
        on_sides = self._on_sides(centres_px)
        return [bool(sides[:at].any()) for at, sides in enumerate(on_sides)]

    def _on_sides(self, centres_px: Sequence[Point]) -> OnSides:
        """For each centre, on which of the others' sides it may lie."""
        if self._ground is None or not centres_px:
            return np.zeros((len(centres_px), 0), np.bool_)
        centres = self._in_tray_mm(centres_px)
        shifts = foot_shifts(self._strip.inner, self._ground, centres)
        return on_sides_of(centres, shifts, self._die_mm)

    def _in_tray_mm(self, points_px: Sequence[Point]) -> Points:
        flat = np.asarray(points_px, np.float64).reshape(-1, 2)
        return (flat + 0.5) / self._strip.rectifier.px_per_mm - self._strip.inset_mm

    def _die_in_picture_px(self) -> float:
        return self._strip.inner.px_per_mm() * self._die_mm

    def _placed(self, dice: Sequence[ReadDie]) -> tuple[ReadDie, ...]:
        """The same dice in pixels of the original picture, with a finding if they lie outside."""
        if not dice:
            return ()
        points = np.array([(die.centre_px, *die.corners_px) for die in dice])
        in_picture = self._strip.rectifier.to_picture(points).reshape(-1, 5, 2)
        outside = self._are_outside([die.centre_px for die in dice])
        return tuple(
            _moved(doubtful(die, DieFinding.OUTSIDE) if is_outside else die, places)
            for die, places, is_outside in zip(dice, in_picture.tolist(), outside, strict=True)
        )

    def _are_outside(self, centres_px: Sequence[Point]) -> list[bool]:
        inner = self._strip.inner
        return [
            not (0 <= x <= inner.width_mm and 0 <= y <= inner.height_mm)
            for x, y in self._in_tray_mm(centres_px).tolist()
        ]


def _moved(die: ReadDie, places_px: Sequence[Sequence[float]]) -> ReadDie:
    """The die with its centre and its corners at these places."""
    centre, first, second, third, fourth = ((x, y) for x, y in places_px)
    corners = (first, second, third, fourth)
    return msgspec.structs.replace(
        die, centre_px=centre, corners_px=corners, box_px=box_around(corners)
    )


def _odd(die: ReadDie, finding: DieFinding | None) -> ReadDie:
    """A die that does not lie flat is asked about, however well it can be read."""
    if finding is None:
        return die
    certainty = Certainty.DOUBTFUL if die.is_certain else die.certainty
    return msgspec.structs.replace(die, certainty=certainty, findings=(*die.findings, finding))


def _with_strip(inner: Plane, die_mm: float) -> _Strip:
    inset = _STRIP_DICE * die_mm
    shift = np.array([(1.0, 0.0, -inset), (0.0, 1.0, -inset), (0.0, 0.0, 1.0)])
    outer = Plane(
        inner.homography @ shift,
        inner.width_mm + 2 * inset,
        inner.height_mm + 2 * inset,
        inner.lens,
    )
    native_px = inner.px_per_mm() * die_mm
    # Scaling twice costs time, and a few more pixels tell nothing more.
    wanted_px = _FLAT_PX if native_px < _WORTH_MORE_PX else min(native_px, _FINEST_PX)
    return _Strip(Rectifier(outer, wanted_px / die_mm), inset, inner)
