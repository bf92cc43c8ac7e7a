"""Reads the dice of one picture: the network finds them, and a face reader says what they show.

An empty table need not be searched: only the busy part of a picture is looked at.

>>> import numpy as np
>>> DiceReader().read(np.full((120, 160, 3), 200, np.uint8)).findings
(<ReadingFinding.NO_DICE: 'no-dice'>,)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import hypot

import cv2
import msgspec
import numpy as np

from referee.errors import InputError
from referee.vision.dice.centres import (
    NEAREST_FLAT_WIDTHS,
    NEAREST_WIDTHS,
    NOMINAL_PX,
    Centre,
    CentreFinder,
    apart,
    are_apart,
    square_corners,
)
from referee.vision.dice.close_look import CloseLook
from referee.vision.dice.company import ToldDie, believed
from referee.vision.dice.confidence import ROOM_ENOUGH
from referee.vision.dice.die_size import SMALLEST_PX, SizeSearch, scaled
from referee.vision.dice.face_reading import (
    DiePlace,
    FaceReader,
    FoundDie,
    PipFaceReader,
    ToldFace,
)
from referee.vision.dice.low_camera import LowCameraLook, SideLook
from referee.vision.dice.resting import RestingLook
from referee.vision.network import shipped_model
from referee.vision.pictures import Picture, as_picture
from referee.vision.readings import Point, ReadDie, Reading, ReadingFinding

# Chosen by hand on photographs: with higher steps dark dice on dark ground are cut away, with lower
# ones nothing ever is, and reading takes longer.
_SHRINK = 4
# A pixel is busy if its surroundings differ by more than this beyond what the ground does.
_LEAST_STEP = 6.0
_GROUND_STEPS = 2.0
# On a rougher ground dark dice would pass for ground themselves.
_CALM_STEP = 8.0
_MARGIN_PX = round(1.2 * NOMINAL_PX)
# Less than this is not worth cutting away.
_WORTH = 0.85


def busy_part(picture: Picture) -> tuple[int, int, Picture]:
    """Left, top and the part, of a picture in which a die is `NOMINAL_PX` wide."""
    height, width = picture.shape[:2]
    if min(height, width) < 4 * _SHRINK:
        return 0, 0, picture
    # Means of a broken number of pixels would take ten times as long.
    whole = picture[: height - height % _SHRINK, : width - width % _SHRINK]
    small = cv2.resize(whole, None, fx=1 / _SHRINK, fy=1 / _SHRINK, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    steps = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    ground = float(np.median(steps))
    if ground > _CALM_STEP:
        return 0, 0, picture
    busy = steps > _LEAST_STEP + _GROUND_STEPS * ground
    rows, columns = np.nonzero(busy.any(axis=1))[0], np.nonzero(busy.any(axis=0))[0]
    if not len(rows):
        return 0, 0, picture
    top, bottom = _stretch(int(rows[0]), int(rows[-1]), height)
    left, right = _stretch(int(columns[0]), int(columns[-1]), width)
    if (bottom - top) * (right - left) > _WORTH * height * width:
        return 0, 0, picture
    return left, top, np.ascontiguousarray(picture[top:bottom, left:right])


def _stretch(first: int, last: int, limit: int) -> tuple[int, int]:
    low, high = first * _SHRINK - _MARGIN_PX, (last + 1) * _SHRINK + _MARGIN_PX
    return max(0, low), min(limit, high)


# The first look may be faint: the close look has the last word. Chosen by hand:
# higher, and small marbled dice are lost; lower, and the close look has far more to judge.
_FIRST_LEAST, _FIRST_LEAST_IN_TRAY = 0.05, 0.1
# Chosen by hand: below it an affine cut skips pixels, and thin pips vanish.
_SHRINK_FIRST = 0.6
_LARGEST_NETWORK_PX = 12_000_000
# More than so many candidates are texture: chosen by hand, three times the dice of a full tray.
_MOST_CANDIDATES = 75
SMALLEST_WIDTH_PX, LARGEST_WIDTH_PX = 8.0, 2000.0

OnSides = Callable[[Sequence[Point]], Sequence[bool]]


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of a picture, in pixels."""

    left: int
    top: int
    width: int
    height: int


class DiceReader:
    """Reads dice in pictures; keeps the networks, so make one and use it often."""

    def __init__(
        self,
        faces: FaceReader | None = None,
        finder: CentreFinder | None = None,
        close_look: CloseLook | None = None,
    ) -> None:
        self._faces = faces or PipFaceReader()
        self._finder = finder or CentreFinder()
        self._close_look = close_look or CloseLook()
        self.resting_look = RestingLook()
        self._low_camera_look = LowCameraLook(self._close_look)
        self._side_look = SideLook(self.resting_look)
        self._tray_finder = CentreFinder(shipped_model("tray.onnx"))
        self._size_search = SizeSearch(self._tray_finder, self._close_look, self._faces)

    def read(
        self,
        picture: Picture,
        *,
        die_px: float | None = None,
        region: Region | None = None,
        expected: int | None = None,
    ) -> Reading:
        """The dice of a picture; `die_px` is about how wide a die is, if that is known."""
        part, left, top = _part(as_picture(picture), region)
        widths_px = self.widths_px(part) if die_px is None else (die_px,)
        return self.read_sizes(part, widths_px, expected, (left, top))

    def read_sizes(
        self,
        picture: Picture,
        widths_px: Sequence[float],
        expected: int | None = None,
        corner: Point = (0.0, 0.0),
    ) -> Reading:
        """The dice that are about as wide as one of these; `corner` is added to their places."""
        found = self.found_off_tray(picture, widths_px)
        if not self._faces.needs_company:
            found = self._side_look.marked(picture, found)
        width_px = widths_px[0] if widths_px else 0.0
        told = self._told(picture, found, corner)
        if not self._faces.needs_company:
            return _reading([each.die for each in told], width_px, expected)
        dice, are_clear = believed(told, len(found), expected)
        reading = _reading(dice, width_px, expected)
        if not are_clear:
            findings = (ReadingFinding.UNCLEAR, *reading.findings)
            reading = msgspec.structs.replace(reading, findings=findings)
        return self._low_camera_look.doubted(picture, reading, corner)

    def widths_px(self, picture: Picture) -> tuple[float, ...]:
        """How wide its dice are: at most two widths, none if nothing looks like a die."""
        return self._size_search.widths_px(picture)

    def read_flat(
        self,
        picture: Picture,
        *,
        die_px: float,
        look_px: float,
        expected: int | None = None,
        on_sides: OnSides | None = None,
    ) -> Reading:
        """The dice of a rectified picture, in which each is exactly `die_px` wide.

        The network looks at it scaled so that a die is `look_px` wide. `on_sides` tells of centres,
        strongest first, which of them lie where a side of a stronger one would; without it nobody
        knows.
        """
        found = self.found(picture, die_px * NOMINAL_PX / look_px, known_px=die_px)
        exact = [replace(die, is_width_known=True) for die in found]
        if on_sides is not None:
            sides = on_sides([(die.centre.x, die.centre.y) for die in found])
            exact = [
                replace(die, place=DiePlace.ON_A_SIDE if is_on_side else DiePlace.ITS_OWN)
                for die, is_on_side in zip(exact, sides, strict=True)
            ]
        return _reading([each.die for each in self._told(picture, exact)], die_px, expected)

    def found(
        self, picture: Picture, die_px: float, *, known_px: float | None = None
    ) -> list[FoundDie]:
        """Where dice may be, strongest first, each among the others.

        A die is about `die_px` wide, or exactly `known_px`.
        """
        factor = _network_factor(picture, die_px)
        small = scaled(picture, factor)
        left, top, part = busy_part(small)
        if known_px is None:
            pointed = self._finder.find(part, _FIRST_LEAST)
        else:
            pointed = self._tray_finder.find(part, _FIRST_LEAST_IN_TRAY)
        seen = [each.moved(1.0, left, top) for each in pointed[:_MOST_CANDIDATES]]
        # A close look wants all pixels of a die, but would skip some of a much larger one.
        close, times = (small, 1.0) if factor < _SHRINK_FIRST else (picture, 1 / factor)
        if known_px is not None:
            seen = [replace(each, width_px=known_px * factor) for each in seen]
        found = self._looked_at(close, [each.moved(times) for each in seen])
        if known_px is not None:
            found = [replace(each, width_px=known_px * factor * times) for each in found]
        nearest = NEAREST_WIDTHS if known_px is None else NEAREST_FLAT_WIDTHS
        kept = apart(sorted(found, key=self._faces.strength, reverse=True), nearest)
        return _among_others([each.moved(1 / factor / times) for each in kept])

    def found_off_tray(self, picture: Picture, widths_px: Sequence[float]) -> list[FoundDie]:
        """Where dice of any of these widths may be, in a picture whose plane nobody knows."""
        kept: list[FoundDie] = []
        # The pips of a large die pass for small dice, never the other way round.
        for width_px in sorted(widths_px, reverse=True):
            larger = [each.centre for each in kept]
            kept += [
                replace(die, told_px=width_px)
                for die in self.found(picture, width_px)
                if are_apart(die.centre, larger)
            ]
        return kept

    def _looked_at(self, picture: Picture, seen: Sequence[Centre]) -> list[Centre]:
        """What a close look leaves of the candidates; unclear ones are looked at from all sides."""
        faces = self._faces
        first = self._close_look.judge(picture, seen)
        unclear = [each for each in first if faces.is_worth_another_look(each)]
        again = self._close_look.judge_from_all_sides(picture, unclear)
        found = [each for each in first if not faces.is_worth_another_look(each)] + again
        return [each for each in found if faces.strength(each) > faces.least_strength]

    def _told(
        self, picture: Picture, found: Sequence[FoundDie], corner: Point = (0.0, 0.0)
    ) -> list[ToldDie]:
        """What is a die after all, from the top of the picture to its bottom."""
        read = [(each.centre, self._faces.read(picture, each)) for each in found]
        told = [_die(centre, face, corner) for centre, face in read if face is not None]
        return sorted(told, key=_place)


def _die(centre: Centre, told: ToldFace, corner: Point) -> ToldDie:
    left, top = corner
    corners = square_corners(centre.moved(1.0, left, top))
    die = ReadDie(
        face=told.face,
        centre_px=(centre.x + left, centre.y + top),
        corners_px=corners,
        box_px=box_around(corners),
        confidence=told.confidence,
        certainty=told.certainty,
        likely=told.likely,
        findings=told.findings,
    )
    return ToldDie(die, told.is_plain)


def _place(told: ToldDie) -> tuple[float, float]:
    x, y = told.die.centre_px
    return y, x


def _reading(dice: Sequence[ReadDie], width_px: float, expected: int | None) -> Reading:
    small = (ReadingFinding.DICE_TOO_SMALL,) if 0 < width_px < SMALLEST_PX else ()
    return Reading(tuple(dice), width_px, small + count_findings(len(dice), expected))


def _among_others(centres: Sequence[Centre]) -> list[FoundDie]:
    if not centres:
        return []
    usual_px = float(np.median([each.width_px for each in centres]))
    # Half of what is found may be no die; the stronger half tells what a die is like here.
    usual_face = float(np.median([each.face for each in centres[: (len(centres) + 1) // 2]]))
    return [
        FoundDie(centre, usual_px, usual_face, _room(centre, centres[:at]))
        for at, centre in enumerate(centres)
    ]


def _room(centre: Centre, stronger: Sequence[Centre]) -> float:
    """Widths to the nearest of the stronger centres."""
    away = [
        hypot(centre.x - other.x, centre.y - other.y) / ((centre.width_px + other.width_px) / 2)
        for other in stronger
    ]
    return min([*away, ROOM_ENOUGH])


def _part(picture: Picture, region: Region | None) -> tuple[Picture, float, float]:
    if region is None:
        return picture, 0.0, 0.0
    height, width = picture.shape[:2]
    left, top = max(0, region.left), max(0, region.top)
    right, bottom = min(width, region.left + region.width), min(height, region.top + region.height)
    if right - left < SMALLEST_PX or bottom - top < SMALLEST_PX:
        raise InputError(
            f"The region lies outside the picture of {width} × {height} pixels, or is smaller "
            f"than a die: give another one as x,y,w,h."
        )
    return np.ascontiguousarray(picture[top:bottom, left:right]), float(left), float(top)


def _network_factor(picture: Picture, die_px: float) -> float:
    if not SMALLEST_WIDTH_PX <= die_px <= LARGEST_WIDTH_PX:
        raise InputError(f"A die {die_px:g} pixels wide cannot be read: give 16 to 1000.")
    factor = NOMINAL_PX / die_px
    if picture.shape[0] * picture.shape[1] * factor * factor > _LARGEST_NETWORK_PX:
        raise InputError(
            f"Dice only {die_px:g} pixels wide in so large a picture are too much to search: "
            "name the part with the dice as a region x,y,w,h."
        )
    return factor


def count_findings(count: int, expected: int | None) -> tuple[ReadingFinding, ...]:
    """What is odd about the number of dice."""
    none = (ReadingFinding.NO_DICE,) if count == 0 else ()
    wrong = (ReadingFinding.WRONG_COUNT,) if expected is not None and count != expected else ()
    return none + wrong


def box_around(corners: Sequence[Point]) -> tuple[float, float, float, float]:
    """The upright box around a die's corners: left, top, width, height."""
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return min(across), min(down), max(across) - min(across), max(down) - min(down)
