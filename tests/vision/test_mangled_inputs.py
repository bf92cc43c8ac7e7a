"""Whatever is thrown at the eye: an answer, or one sentence for people. Never a crash.

The usual run throws 1,500 things, the slow one more than 10,000. Each kind has its own seed, so a
failure can be repeated.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from referee.errors import RefereeError
from referee.vision.cards.detection import find_cards
from referee.vision.cards.reader import CardReader
from referee.vision.cards.teaching import TaughtCards, decode_cards, encode_cards, learn_cards
from referee.vision.dice.reader import DiceReader
from referee.vision.pictures import as_picture, load_picture
from referee.vision.tray.finder import TrayFinder, TrayStatus
from referee.vision.tray.lens import Lens
from referee.vision.tray.perspective import Plane, Rectifier
from referee.vision.tray.sheet import STANDARD_SHEET, sheet_picture
from referee.vision.tray.view import fit_view

Rng = np.random.Generator

ENDINGS = (".png", ".jpg", ".webp", ".bmp", ".tiff", ".ppm", ".gif")
DTYPES = (
    "u1",
    "u1",
    "u1",
    "u2",
    ">u2",
    "i2",
    "i4",
    "f2",
    "f4",
    "f8",
    "?",
    "c8",
    "O",
    "M8[s]",
    "V4",
)


def noise(rng: Rng, most_px: int = 90) -> np.ndarray:
    """Noise, stripes, a plain colour, or a part of the printed sheet."""
    height, width = rng.integers(16, most_px, 2)
    kind = rng.integers(4)
    if kind == 0:
        return rng.integers(0, 256, (height, width, 3), np.uint8)
    if kind == 1:
        stripes = (np.arange(width) // rng.integers(1, 9) % 2 * 255).astype(np.uint8)
        return np.broadcast_to(stripes[None, :, None], (height, width, 3))
    if kind == 2:
        return np.full((height, width, 3), rng.integers(256), np.uint8)
    page = printed_sheet()
    top, left = rng.integers(0, page.shape[0] - height), rng.integers(0, page.shape[1] - width)
    return page[top : top + height, left : left + width]


@cache
def printed_sheet() -> np.ndarray:
    return sheet_picture(STANDARD_SHEET, 1.0)


@cache
def taught_cards() -> TaughtCards:
    rng = np.random.default_rng(1)
    return learn_cards("noise", {name: [noise(rng)] for name in "abc"})


@cache
def dice_reader() -> DiceReader:
    return DiceReader()


def some_array(rng: Rng) -> Any:
    """An array as anybody might pass it: any shape, kind, order and content."""
    kind = rng.integers(5)
    if kind == 0:
        return _oddly_laid_out(noise(rng), rng)
    if kind == 1:
        return rng.choice(np.array([None, 7, "roll.png", b"", 1.5, ()], object))
    shape = tuple(int(side) for side in rng.integers(0, 40, rng.integers(0, 5)))
    if kind == 2:
        shape = (*(int(side) for side in rng.integers(1, 50, 2)), int(rng.integers(1, 6)))
    values = np.asarray(rng.choice([0.0, 0.5, 1.0, 255.0, np.nan, np.inf, -1.0, 1e300], shape))
    with np.errstate(all="ignore"), _no_warnings():
        try:
            return values.astype(DTYPES[rng.integers(len(DTYPES))])
        except (TypeError, ValueError):
            return values


def _oddly_laid_out(picture: np.ndarray, rng: Rng) -> np.ndarray:
    layouts: tuple[Callable[[np.ndarray], np.ndarray], ...] = (
        lambda array: array[::-1, ::-1],
        lambda array: array[::2, ::3],
        lambda array: array.transpose(1, 0, 2),
        np.asfortranarray,
        lambda array: array[:, :, ::-1],
        lambda array: array[:, :, :1],
        lambda array: np.concatenate((array, array[:, :, :1]), axis=2),
        lambda array: array.astype(np.float32) / 255,
        lambda array: np.ma.masked_array(array, array > 99),
        lambda array: array.astype(np.uint16) * 257,
    )
    return layouts[rng.integers(len(layouts))](picture)


class _no_warnings:  # noqa: N801 - reads like a function
    """Casting NaN to whole numbers warns; that is the mangling, not the eye."""

    def __enter__(self) -> None:
        import warnings

        self._caught = warnings.catch_warnings()
        self._caught.__enter__()
        warnings.simplefilter("ignore")

    def __exit__(self, *_: object) -> None:
        self._caught.__exit__(None, None, None)


def some_file(rng: Rng) -> bytes:
    """A picture file cut off, with bytes changed, with another start, or no picture at all."""
    ending = ENDINGS[rng.integers(len(ENDINGS))]
    data = bytearray(cv2.imencode(ending, np.ascontiguousarray(noise(rng)))[1].tobytes())
    kind = rng.integers(6)
    if kind == 0:
        return bytes(data[: rng.integers(0, len(data))])
    if kind == 1:
        for at in rng.integers(0, len(data), rng.integers(1, 20)):
            data[at] = rng.integers(256)
    elif kind == 2:
        for at in rng.integers(0, min(40, len(data)), 3):
            data[at] = rng.integers(256)
    elif kind == 3:
        return rng.bytes(int(rng.integers(0, 200)))
    elif kind == 4:
        return bytes(data[:20]) + rng.bytes(int(rng.integers(0, 300)))
    else:
        data += rng.bytes(int(rng.integers(0, 100)))
    return bytes(data)


def some_matrix(rng: Rng) -> np.ndarray:
    kind = rng.integers(4)
    if kind == 0:
        return rng.choice([0.0, 1.0, -1.0, np.nan, np.inf, 1e300, 1e-300], (3, 3))
    if kind == 1:
        return rng.normal(0, 10.0 ** rng.integers(-8, 9), (3, 3))
    if kind == 2:
        return np.outer(rng.normal(size=3), rng.normal(size=3))
    return np.diag([2.0, 2.0, 1.0]) + rng.normal(0, 0.3, (3, 3))


def throw_file(rng: Rng, folder: Path) -> None:
    path = folder / "thrown.bin"
    path.write_bytes(some_file(rng))
    check_picture(load_picture(path))


def throw_array(rng: Rng, folder: Path) -> None:
    check_picture(as_picture(some_array(rng)))


def throw_tray(rng: Rng, folder: Path) -> None:
    lens = Lens.usual(64, 48) if rng.integers(4) == 0 else None
    finder = TrayFinder(lens=lens)
    for at_s in (0.0, float(rng.choice([0.5, 2.0, -1.0, np.nan, np.inf]))):
        thrown = noise(rng) if rng.integers(2) else some_array(rng)
        assert isinstance(finder.see(thrown, at_s), TrayStatus)


def throw_corners(rng: Rng, folder: Path) -> None:
    """Marker corners as they might be measured in a strange picture."""
    scale = 10.0 ** rng.integers(-3, 7)
    found = {
        int(marker): [rng.normal(0, scale, (4, 2)) for _ in range(rng.integers(1, 3))]
        for marker in rng.permutation(4)[: rng.integers(0, 5)]
    }
    if found and rng.integers(3) == 0:
        next(iter(found.values()))[0][0] = np.nan
    view = fit_view(found, STANDARD_SHEET, (640, 480))
    if view is not None:
        check_plane(view.top_plane(16.0))


def throw_plane(rng: Rng, folder: Path) -> None:
    plane = Plane(some_matrix(rng), 260.0, 180.0)
    check_plane(plane)
    scale = float(rng.choice([0.1, 0.3, 1.0, np.nan, -1.0, 0.0, 1e9]))
    picture = Rectifier(plane, scale).rectify(np.ascontiguousarray(noise(rng)))
    check_picture(picture, smallest=1)


def throw_cards(rng: Rng, folder: Path) -> None:
    picture = noise(rng, 160) if rng.integers(3) else some_array(rng)
    empty = None if rng.integers(2) else (noise(rng) if rng.integers(2) else picture)
    for card in CardReader(taught_cards()).read(picture, empty):
        assert 0 <= card.confidence <= 1
        assert np.isfinite(card.corners_px).all()


def throw_card_file(rng: Rng, folder: Path) -> None:
    data = bytearray(encode_cards(taught_cards()))
    for at in rng.integers(0, len(data), rng.integers(1, 8)):
        data[at] = rng.integers(256)
    decode_cards(bytes(data[: rng.integers(0, len(data))]))


def throw_dice(rng: Rng, folder: Path) -> None:
    thrown = noise(rng, 64) if rng.integers(3) else some_array(rng)
    die_px = rng.choice(np.array([None, 36.0, 20.0, 0.0, -1.0, np.nan, np.inf, 1e9], object))
    reading = dice_reader().read(thrown, die_px=die_px)
    assert all(0 <= die.confidence <= 1 for die in reading.dice)


def check_picture(picture: np.ndarray, smallest: int = 16) -> None:
    assert type(picture) is np.ndarray
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert min(picture.shape[:2]) >= smallest


def check_plane(plane: Plane) -> None:
    assert np.isfinite(plane.homography).all()
    middle = np.array([(130.0, 90.0)])
    there = plane.to_picture(middle)
    assert np.isfinite(there).all()
    assert np.isfinite(plane.to_plane(there)).all()


# How many of each are thrown: in the usual run, and in addition in the slow one.
THROWN: dict[Callable[[Rng, Path], None], tuple[int, int]] = {
    throw_file: (500, 2800),
    throw_array: (400, 2800),
    throw_tray: (200, 900),
    throw_corners: (100, 600),
    throw_plane: (150, 900),
    throw_cards: (80, 320),
    throw_card_file: (40, 200),
    throw_dice: (40, 160),
}
each_kind = pytest.mark.parametrize("throw", THROWN, ids=lambda throw: throw.__name__)


def throw_many(throw: Callable[[Rng, Path], None], count: int, seed: int, folder: Path) -> int:
    """How many got an answer; the others got a sentence."""
    answered = 0
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        try:
            throw(rng, folder)
        except RefereeError as error:
            check_sentence(str(error))
        else:
            answered += 1
    return answered


def check_sentence(sentence: str) -> None:
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert 20 < len(sentence) < 400


def test_there_are_enough() -> None:
    assert sum(usual for usual, _ in THROWN.values()) >= 1_500
    assert sum(usual + slow for usual, slow in THROWN.values()) >= 10_000


@each_kind
def test_what_is_thrown_gets_an_answer_or_a_sentence(
    throw: Callable[[Rng, Path], None], tmp_path: Path
) -> None:
    count = THROWN[throw][0]
    answered = throw_many(throw, count, 2025, tmp_path)
    # A kind that is always refused would not test much; damaged cards always are.
    assert answered > 0 or throw is throw_card_file


@pytest.mark.slow
@each_kind
def test_much_more_gets_an_answer_or_a_sentence(
    throw: Callable[[Rng, Path], None], tmp_path: Path
) -> None:
    throw_many(throw, THROWN[throw][1], 7, tmp_path)


def twenty_million() -> np.ndarray:
    """A tray in the middle of a very large picture."""
    picture = np.full((4000, 5000, 3), 120, np.uint8)
    page = cv2.resize(printed_sheet(), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    picture[900 : 900 + page.shape[0], 1200 : 1200 + page.shape[1]] = page
    return picture


def test_twenty_million_pixels_are_no_trouble() -> None:
    picture = twenty_million()
    assert TrayFinder().see(picture, 0.0).view is not None
    assert len(find_cards(picture)) <= 1


def test_a_header_that_promises_too_much_is_refused_before_decoding(tmp_path: Path) -> None:
    path = tmp_path / "huge.bmp"
    path.write_bytes(b"BM" + bytes(12) + struct.pack("<Iii", 40, 60_000, -60_000) + bytes(100))
    with pytest.raises(RefereeError, match="60000 × 60000 pixels: make it smaller"):
        load_picture(path)
