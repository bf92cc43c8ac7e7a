"""Reads the cards on the table: each with its name, a confidence, and what is odd about it."""

from enum import StrEnum

import msgspec
import numpy as np

from referee.language import Language
from referee.vision.cards.detection import find_cards
from referee.vision.cards.outline import CardShape
from referee.vision.cards.recognition import CardScore, cut_card
from referee.vision.cards.teaching import CARD_BACK, CardsReport, TaughtCards
from referee.vision.pictures import Picture, as_picture
from referee.vision.readings import Certainty, Likely, Point
from referee.vision.tray.sheet import Points

_SOFTNESS = 0.04
"""A card whose scores are this far above or below its limits is almost sure."""

_SHOWN_LIKELY = 3


class CardFinding(StrEnum):
    """What is odd about one card; each has a sentence `card-finding-…`."""

    UNTAUGHT = "untaught"
    BACK = "back"
    ALIKE = "alike"


class ReadCard(msgspec.Struct, frozen=True):
    """One card; `card` is "" if it is not known. The first corner is the card's own top left."""

    card: str
    corners_px: tuple[Point, Point, Point, Point]
    confidence: float
    certainty: Certainty
    likely: tuple[Likely, ...] = ()
    findings: tuple[CardFinding, ...] = ()


class CardReader:
    """Reads taught cards in pictures of one table."""

    def __init__(self, taught: TaughtCards, shape: CardShape | None = None) -> None:
        self._taught = taught
        self._shape = shape

    def read(
        self, picture: Picture, empty: Picture | None = None, known: Points | None = None
    ) -> tuple[ReadCard, ...]:
        """Every card on the table, from top to bottom; see `find_cards`."""
        picture = as_picture(picture)
        quads = find_cards(picture, empty, self._shape, known)
        return tuple(self.read_quad(picture, quad) for quad in quads)

    def read_quad(self, picture: Picture, quad: Points) -> ReadCard:
        """The card with these corners, a short side first."""
        scores = self._taught.gallery.scores(cut_card(picture, quad))
        best = scores[0]
        second = scores[1].telling if len(scores) > 1 else 0.0
        # Two cards that could both be it are alike, however far apart their scores are today.
        is_alike = best.telling - second < self._taught.least_margin or self._is_known(*scores[1:2])
        if not self._is_known(best):
            return self._unknown(quad, scores)
        corners = np.roll(quad, 2, axis=0) if best.is_turned else quad
        odd = {CardFinding.BACK: best.card == CARD_BACK, CardFinding.ALIKE: is_alike}
        return ReadCard(
            best.card,
            _points(corners),
            self._confidence(best, second),
            Certainty.DOUBTFUL if is_alike else Certainty.CERTAIN,
            _likely(scores),
            tuple(finding for finding, is_so in odd.items() if is_so),
        )

    def _is_known(self, *scores: CardScore) -> bool:
        taught = self._taught
        return any(
            score.telling >= taught.least_telling and score.whole >= taught.least_whole
            for score in scores
        )

    def _unknown(self, quad: Points, scores: list[CardScore]) -> ReadCard:
        findings = (CardFinding.UNTAUGHT,)
        return ReadCard("", _points(quad), 0.0, Certainty.UNKNOWN, _likely(scores), findings)

    def _confidence(self, best: CardScore, second: float) -> float:
        spare = min(
            best.telling - self._taught.least_telling,
            best.telling - second - self._taught.least_margin / 2,
        )
        return float(1 / (1 + np.exp(-spare / _SOFTNESS)))


def _likely(scores: list[CardScore]) -> tuple[Likely, ...]:
    best = scores[:_SHOWN_LIKELY]
    strength = np.exp([score.telling / _SOFTNESS for score in best])
    shares = strength / strength.sum()
    return tuple(
        Likely(score.card, float(share)) for score, share in zip(best, shares, strict=True)
    )


def _points(quad: Points) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


def card_sentences(card: ReadCard, language: Language) -> list[str]:
    """What is odd about the card; nothing if it was read with certainty."""
    second = card.likely[1].face if len(card.likely) > 1 else card.card
    words = {"card": card.card, "second": second}
    return [language.say(f"card-finding-{finding}", **words) for finding in card.findings]


def report_sentences(report: CardsReport, language: Language) -> list[str]:
    """Whether the taught cards can be told apart, and which two look most alike."""
    verdict = "card-taught-good" if report.is_separable else "card-taught-confused"
    sentences = [language.say(verdict, percent=round(100 * report.right_share))]
    if report.alike:
        first, second = report.alike
        sentences.append(language.say("card-taught-alike", first=first, second=second))
    return sentences
