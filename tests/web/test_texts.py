"""Texts in all languages: remembered, but never mixed up."""

from __future__ import annotations

from referee.games.magic_beanstalk.events import TurnSkipped
from referee.language import language
from referee.table.sentences import EventSentence, Sentence, Term
from referee.web.texts import in_all_languages, message_text, text_of


def test_a_remembered_sentence_is_the_same_as_a_new_one() -> None:
    for count in (1, 2, 1, 2):
        sentence = Sentence("umpire-await-dice", {"player": "Anna", "count": count})
        assert text_of(sentence) == in_all_languages(sentence.text)
    for name in ("Anna", "Ben", "Anna"):
        event = EventSentence("magic-beanstalk", TurnSkipped(0), (name,))
        assert text_of(event) == in_all_languages(event.text)
        assert name in text_of(event)["fr"]


def test_numbers_that_are_equal_but_not_the_same_are_told_apart() -> None:
    """`1`, `1.0` and `True` are one key of a dictionary."""
    told = [text_of(Sentence("web-wait", {"seconds": grams})) for grams in (1, 1.0, 12, 12.5)]
    shown = [text["en"] for text in told]
    assert shown == [
        Sentence("web-wait", {"seconds": grams}).text(language("en"))
        for grams in (1, 1.0, 12, 12.5)
    ]


def test_words_that_cannot_be_looked_up_are_said_all_the_same() -> None:
    inner = Sentence(
        "umpire-gone-part", {"count": 2, "piece": Term("magic-beanstalk", "piece", "die")}
    )
    outer = Sentence("umpire-gone", {"pieces": (inner,)})
    assert text_of(outer) == in_all_languages(outer.text)


def test_a_message_without_a_sentence_shows_its_name() -> None:
    assert message_text("no-such-message")["fr"] == "no-such-message"
