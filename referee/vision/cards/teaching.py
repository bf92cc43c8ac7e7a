"""Taught cards: learnt from pictures, tried whether they can be told apart, kept in one file.

The file holds the names and the cut-out faces; everything else is worked out anew from them.
"""

import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from referee.errors import InputError
from referee.vision.cards.detection import find_cards
from referee.vision.cards.outline import CardShape, area_of
from referee.vision.cards.recognition import (
    FACE_HEIGHT,
    FACE_WIDTH,
    CardGallery,
    CardScore,
    cut_card,
)
from referee.vision.pictures import Picture, as_picture
from referee.vision.tray.sheet import Points

_CORNERS = np.array(
    [(0, 0), (FACE_WIDTH, 0), (FACE_WIDTH, FACE_HEIGHT), (0, FACE_HEIGHT)], np.float32
)

# Corner shifts as shares of the width, blur, brightness and how it slopes across the card.
_VARIATIONS = (
    (((1, 1), (-1, 1), (-1, -1), (1, -1)), 0.6, 0.7, 0.3),
    (((-1, 0), (0, 1), (1, 0), (0, -1)), 1.0, 1.1, -0.3),
    (((0, -1), (1, 0), (0, 1), (-1, 0)), 1.3, 0.55, 0.0),
    (((-1, -1), (1, -1), (1, 1), (-1, 1)), 0.4, 0.9, -0.4),
)
_OFF = 0.012


def variations(face: Picture) -> list[Picture]:
    """The face as four other pictures of the same card might show it; always the same four."""
    return [_varied(face, np.array(moves), *rest) for moves, *rest in _VARIATIONS]


def _varied(
    face: Picture, moves: npt.NDArray[np.int_], blur_px: float, light: float, slope: float
) -> Picture:
    moved = _CORNERS + (_OFF * FACE_WIDTH * moves).astype(np.float32)
    warp = cv2.getPerspectiveTransform(_CORNERS, moved.astype(np.float32))
    size = (FACE_WIDTH, FACE_HEIGHT)
    seen = cv2.warpPerspective(face, warp, size, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(seen, (0, 0), blur_px).astype(np.float32)
    ramp = light * (1 + slope * np.linspace(-0.5, 0.5, FACE_WIDTH))[None, :, None]
    return np.asarray(np.clip(soft * ramp, 0, 255), np.uint8)


CARD_BACK = "back"
"""The name under which the back of the cards is taught."""

# How much of a teaching picture the card fills. What fills less is no card, and what fills more is
# a frame printed on it: then the picture is the card.
_LEAST_SHOWN, _MOST_SHOWN = 0.15, 0.75
# Limits between a set's own cards and others, chosen by hand on drawn sets (docs/cards.md): nearer
# to the own cards, and blurred ones are unknown; nearer to the others, and strangers are taken for
# them.
_LOOSEST, _STRICTEST = 0.3, 0.9
_MARGIN_SHARE = 0.35
_NEARER = 0.3
_PER_FACE = 5  # the face and its four variations


class CardTeachingError(InputError):
    """Cards cannot be learnt from these pictures, or not be loaded from this file."""


@dataclass(frozen=True, slots=True)
class CardsReport:
    """Each taught picture read without itself: what it was taken for, and which cards are alike."""

    confusion: dict[tuple[str, str], int]
    """How often a card (first) was taken for another or for itself (second); "" is none."""

    alike: tuple[str, str] | None
    """The two cards that look most alike."""

    @property
    def right_share(self) -> float:
        """How many pictures were taken for the card that they show."""
        right = sum(count for (card, taken), count in self.confusion.items() if card == taken)
        return right / max(1, sum(self.confusion.values()))

    @property
    def is_separable(self) -> bool:
        """Whether no card was taken for another."""
        return all(card == taken or not taken for card, taken in self.confusion)


@dataclass(frozen=True, slots=True)
class TaughtCards:
    """A set of taught cards: faces, and how like them a card must be."""

    name: str
    cards: tuple[str, ...]
    faces: tuple[Picture, ...]
    """The pictures, one for each entry of `cards`."""

    least_telling: float
    least_whole: float
    least_margin: float
    report: CardsReport
    gallery: CardGallery = field(repr=False, compare=False)


def learn_cards(
    name: str, pictures: Mapping[str, Sequence[Picture]], shape: CardShape | None = None
) -> TaughtCards:
    """Learns each card from one or more pictures of it, alone on a plain ground or cut out."""
    _check_pictures(name, pictures)
    cards, faces = [], []
    for card, shown in pictures.items():
        for picture in shown:
            cards.append(card)
            faces.append(taught_face(as_picture(picture, name=f"A picture of {card}"), shape))
    return from_faces(name, tuple(cards), tuple(faces))


def taught_face(picture: Picture, shape: CardShape | None = None) -> Picture:
    """The card in a teaching picture; the whole picture if no card is found in it."""
    large = [
        quad
        for quad in find_cards(picture, None, shape)
        if _LEAST_SHOWN <= area_of(quad) / (picture.shape[0] * picture.shape[1]) <= _MOST_SHOWN
    ]
    quad = large[0] if len(large) == 1 else _whole(picture)
    return cut_card(picture, quad)


def from_faces(name: str, cards: tuple[str, ...], faces: tuple[Picture, ...]) -> TaughtCards:
    """The taught set from faces that are cut out already."""
    gallery = _gallery(cards, faces)
    own, other = _tried(gallery, cards, faces)
    least_telling, least_whole = _limit(own, other, "telling"), _limit(own, other, "whole")
    gaps = [mine.telling - next_best for mine, next_best in zip(own, _next(other), strict=True)]
    least_margin = float(np.clip(_MARGIN_SHARE * np.quantile(gaps, 0.1), 0.05, 0.15))
    report = _report(own, other, least_telling)
    return TaughtCards(
        name, cards, faces, least_telling, least_whole, least_margin, report, gallery
    )


def _check_pictures(name: str, pictures: Mapping[str, Sequence[Picture]]) -> None:
    if not name.strip():
        raise CardTeachingError("The cards need a name: give one.")
    if len(pictures) < 2:
        raise CardTeachingError("One card cannot be told from others: show at least two.")
    for card, shown in pictures.items():
        if not card.strip() or not len(shown):
            raise CardTeachingError(f"There is no picture of the card {card!r}: show it once.")


def _whole(picture: Picture) -> Points:
    height, width = picture.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64) - 0.5
    return corners if width <= height else np.roll(corners, -1, axis=0)


def _gallery(cards: Sequence[str], faces: Sequence[Picture]) -> CardGallery:
    """Every face with its variations, which show the gallery what changes from time to time."""
    names = [card for card in cards for _ in range(_PER_FACE)]
    return CardGallery(names, [each for face in faces for each in (face, *variations(face))])


def _tried(
    gallery: CardGallery, cards: tuple[str, ...], faces: tuple[Picture, ...]
) -> tuple[list[CardScore], list[list[CardScore]]]:
    """Each face read without itself: its score as its own card, and those as other cards.

    A card of which there is only one picture is read from two variations of it.
    """
    own, other = [], []
    for index, (card, face) in enumerate(zip(cards, faces, strict=True)):
        first = index * _PER_FACE
        tries = [(face, range(first, first + _PER_FACE))]
        if cards.count(card) == 1:
            varied = variations(face)
            tries = [(varied[at], range(first + 1 + at, first + 2 + at)) for at in (1, 2)]
        for seen, skipped in tries:
            scores = gallery.scores(seen, skipped)
            nothing = CardScore(card, 0.0, 0.0, is_turned=False)
            own.append(next((score for score in scores if score.card == card), nothing))
            other.append([score for score in scores if score.card != card])
    return own, other


def _next(other: list[list[CardScore]]) -> list[float]:
    return [max((score.telling for score in scores), default=0.0) for scores in other]


def _limit(own: list[CardScore], other: list[list[CardScore]], kind: str) -> float:
    """Between what cards score as themselves and what they score as others."""
    low = float(np.quantile([getattr(score, kind) for score in own], 0.05))
    if kind == "whole":  # cards of one layout are alike as a whole; this is against strangers
        return float(np.clip(0.75 * low, _LOOSEST, _STRICTEST))
    high = float(np.quantile([*_next(other), 0.0], 0.95))
    # Nearer to the strangers: at the table cards are less sharp than in teaching pictures.
    between = high + _NEARER * (low - high) if low > high else 0.9 * low
    return float(np.clip(max(between, 0.6 * low), _LOOSEST, _STRICTEST))


def _report(own: list[CardScore], other: list[list[CardScore]], limit: float) -> CardsReport:
    confusion: dict[tuple[str, str], int] = {}
    alike, most = None, -1.0
    for mine, others in zip(own, other, strict=True):
        rival = max(others, key=lambda score: score.telling, default=None)
        if rival is not None and rival.telling > most:
            alike, most = (mine.card, rival.card), rival.telling
        best = rival if rival is not None and rival.telling > mine.telling else mine
        taken = best.card if best.telling >= limit else ""
        confusion[mine.card, taken] = confusion.get((mine.card, taken), 0) + 1
    return CardsReport(confusion, alike)


_VERSION = 1
_LARGEST_BYTES = 100_000_000


class _Names(msgspec.Struct, frozen=True):
    version: int
    name: str
    cards: tuple[str, ...]


def encode_cards(taught: TaughtCards) -> bytes:
    """The taught cards as the bytes of a file."""
    names = msgspec.json.encode(_Names(_VERSION, taught.name, taught.cards))
    packed = io.BytesIO()
    np.savez_compressed(packed, names=np.frombuffer(names, np.uint8), faces=np.array(taught.faces))
    return packed.getvalue()


def decode_cards(data: bytes, file: str = "This") -> TaughtCards:
    """The taught cards in these bytes; a `CardTeachingError` if there are none."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as packed:
            names = msgspec.json.decode(packed["names"].tobytes(), type=_Names)
            faces = packed["faces"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, NotImplementedError):
        raise CardTeachingError(f"{file} is no file of taught cards: teach them again.") from None
    _check_file(names, faces, file)
    return from_faces(names.name, names.cards, tuple(np.ascontiguousarray(face) for face in faces))


def save_cards(path: Path | str, taught: TaughtCards) -> None:
    """Writes the taught cards into one file."""
    try:
        Path(path).write_bytes(encode_cards(taught))
    except OSError as error:
        raise CardTeachingError(
            f"{path} cannot be written ({error.strerror}): choose another place."
        ) from error


def load_cards(path: Path | str) -> TaughtCards:
    """Reads taught cards from a file."""
    try:
        if Path(path).stat().st_size > _LARGEST_BYTES:
            raise CardTeachingError(f"{path} is too large for taught cards: teach them again.")
        data = Path(path).read_bytes()
    except OSError as error:
        raise CardTeachingError(
            f"{path} cannot be opened ({error.strerror}): check its name."
        ) from error
    return decode_cards(data, str(path))


def _check_file(names: _Names, faces: npt.NDArray[np.generic], file: str) -> None:
    if names.version != _VERSION:
        raise CardTeachingError(f"{file} is from another version: teach the cards again.")
    is_whole = faces.dtype == np.uint8 and faces.shape == (
        len(names.cards),
        FACE_HEIGHT,
        FACE_WIDTH,
        3,
    )
    if not is_whole or len(set(names.cards)) < 2:
        raise CardTeachingError(f"{file} is not complete: teach the cards again.")
