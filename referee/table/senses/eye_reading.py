"""What is made of the frames of one rest: the reading they agree on, and small pictures of it.

Two frames that agree are enough if every die is certain and the number is the expected one.
Otherwise a few more are read: a wrong question costs the players more than a blink of time.

The pictures are kept as evidence, so they show what the referee looks at and nothing around it:
what lies outside the outline of the tray is black, and most of it cut off.
"""

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np

from referee.vision.faces.embedding import CUT_PX, CUT_WIDTHS
from referee.vision.motion.voting import vote
from referee.vision.pictures import Picture
from referee.vision.readings import Box, Point, ReadDie, Reading, ReadingFinding

# How many frames are read: at least, while the number is odd, and while dice are in doubt. Chosen
# by hand: at 30 frames a second all of them are there before the tray is settled; with fewer a
# flicker of the light may be taken for a face, with more a slow camera makes the players wait.
_LEAST_FRAMES, _ODD_NUMBER_FRAMES, _DOUBTFUL_FRAMES = 2, 4, 6


class RestVotes:
    """Collects the readings of dice that lie still."""

    def __init__(self) -> None:
        self._readings: list[Reading] = []

    def __len__(self) -> int:
        return len(self._readings)

    @property
    def has_dice(self) -> bool:
        """Whether any frame showed a die."""
        return any(reading.dice for reading in self._readings)

    def clear(self) -> None:
        """Something moved: what was read is no longer true."""
        self._readings.clear()

    def add(self, reading: Reading) -> None:
        """One more frame was read."""
        self._readings.append(reading)

    def is_enough(self, expected: int | None) -> bool:
        """Whether no more frames need to be read."""
        number = len(self._readings)
        if number < _LEAST_FRAMES:
            return False
        if number >= _DOUBTFUL_FRAMES:
            return True
        together = vote(self._readings)
        if not (all(die.is_certain for die in together.dice) and _agree(self._readings)):
            return False
        # An empty tray is as sure as a full one, and seen more often.
        is_odd = expected is not None and len(together.dice) not in {0, expected}
        return not is_odd or number >= _ODD_NUMBER_FRAMES

    def together(self, expected: int | None) -> Reading:
        """What the frames say together, with a word if the number is not the expected one."""
        reading = vote(self._readings)
        if expected is None or len(reading.dice) == expected:
            return reading
        findings = (*reading.findings, ReadingFinding.WRONG_COUNT)
        return msgspec.structs.replace(reading, findings=findings)


def _agree(readings: Sequence[Reading]) -> bool:
    return len({len(reading.dice) for reading in readings}) == 1


# Chosen by hand, for people who look at them: a die with its edges and a little of the tray, large
# enough for a phone; more pixels and a better quality only make the log grow.
_CUT_DICE = 1.6
_LEAST_CUT_PX = 96
_QUALITY = 85
TRAY_WIDTH_PX = 640

Outline = Sequence[Point]


def die_cutouts(picture: Picture, reading: Reading, outline_px: Outline) -> tuple[bytes, ...]:
    """Each die of the reading with a little of what is around it in the tray, as JPEG."""
    return tuple(
        _cutout(picture, die.centre_px, reading.die_px, outline_px) for die in reading.dice
    )


_FACE_QUALITY = 95
"""As that of taught cut-outs."""
_AIR_PX = (CUT_PX - CUT_PX / CUT_WIDTHS) / 2
_FACE_CORNERS = [(0, 0), (1, 0), (1, 1), (0, 1)]


def doubtful_faces(picture: Picture, reading: Reading) -> tuple[bytes, ...]:
    """The top face of each die in doubt as a set keeps it, as JPEG; nothing for the others."""
    return tuple(
        b"" if die.is_certain else jpeg(_straightened(picture, die), _FACE_QUALITY)
        for die in reading.dice
    )


def _straightened(picture: Picture, die: ReadDie) -> Picture:
    """A square top face with the air around it, however the camera looks at it."""
    inner_px = CUT_PX - 2 * _AIR_PX
    # Coordinates are those of the middles of pixels.
    upright = _AIR_PX - 0.5 + inner_px * np.array(_FACE_CORNERS, np.float64)
    corners = np.asarray(die.corners_px, np.float32)
    matrix = cv2.getPerspectiveTransform(corners, upright.astype(np.float32))
    cut = cv2.warpPerspective(picture, matrix, (CUT_PX, CUT_PX), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def tray_picture(picture: Picture, outline_px: Outline, width_px: int = TRAY_WIDTH_PX) -> Picture:
    """What is within the outline, at most so wide; without an outline all of the picture."""
    if not outline_px:
        return shrunk_to(picture, width_px)
    corners = np.asarray(outline_px, np.float64)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return _part(picture, (left, top, right - left, bottom - top), outline_px, width_px)


def shrunk_to(picture: Picture, width_px: int) -> Picture:
    """The picture at most so wide."""
    height, width = picture.shape[:2]
    if width <= width_px:
        return picture
    size = (width_px, max(1, round(height * width_px / width)))
    # At half the size and smaller, plain neighbours cost a tenth and look nearly the same.
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def jpeg(picture: Picture, quality: int = _QUALITY) -> bytes:
    """The picture as JPEG; nothing if there is no picture."""
    if not picture.size:
        return b""
    is_done, encoded = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, quality))
    return encoded.tobytes() if is_done else b""


def _cutout(picture: Picture, centre_px: Point, die_px: float, outline_px: Outline) -> bytes:
    side = _CUT_DICE * die_px
    box = (centre_px[0] - side / 2, centre_px[1] - side / 2, side, side)
    part = _part(picture, box, outline_px)
    if part.size and max(part.shape[:2]) < _LEAST_CUT_PX:
        scale = _LEAST_CUT_PX / max(part.shape[:2])
        enlarged = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        part = np.asarray(enlarged, np.uint8)
    return jpeg(part)


def _part(
    picture: Picture, box_px: Box, outline_px: Outline, width_px: int | None = None
) -> Picture:
    """What the picture has of the box and the outline, at most so wide."""
    height, width = picture.shape[:2]
    left, top, across, down = box_px
    x, y = max(0, int(left)), max(0, int(top))
    right, bottom = min(width, int(left + across) + 1), min(height, int(top + down) + 1)
    part = picture[y : max(y, bottom), x : max(x, right)]
    if not part.size:
        return part
    # Blackened when it is small already: a large picture would take many times as long.
    small = part if width_px is None else shrunk_to(part, width_px)
    scale = small.shape[1] / part.shape[1]
    within = np.zeros(small.shape[:2], np.uint8)
    corners = (np.asarray(outline_px, np.float64) - (x, y)) * scale
    cv2.fillConvexPoly(within, np.rint(corners).astype(np.int32), 255)
    return np.asarray(cv2.bitwise_and(small, small, mask=within), np.uint8)
