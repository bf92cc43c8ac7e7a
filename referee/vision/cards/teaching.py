"""Teaching cards from pictures, and whether the taught cards can be told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from referee.errors import InputError
from referee.vision.cards.faces import cut_face
from referee.vision.cards.finding import find_cards
from referee.vision.cards.matching import CardGallery, CardScore
from referee.vision.cards.outline import CardShape, Points, area_of
from referee.vision.cards.variations import variations
from referee.vision.pictures import Picture, as_picture

CARD_BACK = "back"
"""The name under which the back of the cards is taught."""

# How much of a teaching picture the card fills. What fills less is no card, and what fills more is
# a frame printed on it: then the picture is the card.
_LEAST_SHOWN, _MOST_SHOWN = 0.15, 0.75
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

    alike_score: float

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
    _check(name, pictures)
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
    return cut_face(picture, quad)


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


def _check(name: str, pictures: Mapping[str, Sequence[Picture]]) -> None:
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
    alike: tuple[float, tuple[str, str] | None] = (-1.0, None)
    for mine, others in zip(own, other, strict=True):
        rival = max(others, key=lambda score: score.telling, default=None)
        if rival is not None and rival.telling > alike[0]:
            alike = (rival.telling, (mine.card, rival.card))
        best = rival if rival is not None and rival.telling > mine.telling else mine
        taken = best.card if best.telling >= limit else ""
        confusion[mine.card, taken] = confusion.get((mine.card, taken), 0) + 1
    return CardsReport(confusion, alike[1], alike[0])
