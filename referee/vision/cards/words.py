"""What is said about a card that was read, and about a set of taught cards."""

from __future__ import annotations

from referee.language import Language
from referee.vision.cards.reading import ReadCard
from referee.vision.cards.teaching import CardsReport


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
