"""Texts for people in all languages at once; the page picks one."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Protocol

from referee.games.base import Action, Event
from referee.language import FALLBACK, Language, language, languages
from referee.table.sentences import EventSentence, Sentence, Word

Text = Mapping[str, str]
"""One text in every language of the table, by the language's code."""


class Speaks(Protocol):
    """Anything that can be put into words."""

    def text(self, words: Language) -> str:
        """The words in this language."""
        ...


def in_all_languages(say: Callable[[Language], str]) -> Text:
    """What this says in every language."""
    return {code: say(language(code)) for code in languages()}


def text_of(speech: Speaks) -> Text:
    """A sentence of the umpire; what was just said is remembered."""
    try:
        match speech:
            case Sentence():
                return _sentence_text(speech.message, tuple(speech.words.items()))
            case EventSentence():
                return _event_text(speech.game, speech.event, speech.names, speech.card_names)
    except TypeError:
        # Some words hold tables of other words, and cannot be looked up.
        pass
    return in_all_languages(speech.text)


# A sentence is told, stands in the state, and is the text of an event: the same one each time.
# Fluent takes its time for each; so many are those of a whole game.
@lru_cache(maxsize=1024)
def _sentence_text(message: str, words: tuple[tuple[str, Word], ...]) -> Text:
    return in_all_languages(Sentence(message, dict(words)).text)


@lru_cache(maxsize=1024)
def _event_text(game: str, event: Event, names: tuple[str, ...], card_names: str) -> Text:
    return in_all_languages(EventSentence(game, event, names, card_names).text)


def message_text(message: str, **words: str | float) -> Text:
    """A message of the language files; its bare name if there is no such message."""
    if words:
        return in_all_languages(lambda each: each.say(message, **words))
    return _plain_text(message)


# The same few labels are asked for at every change of the table.
@lru_cache(maxsize=4096)
def _plain_text(message: str) -> Text:
    if not language(FALLBACK).has(message):
        return untranslated(message)
    return in_all_languages(lambda each: each.say(message))


def untranslated(sentence: str) -> Text:
    """A sentence that exists in one language only."""
    return dict.fromkeys(languages(), sentence)


@lru_cache(maxsize=4096)
def action_text(game: str, action: Action, names: tuple[str, ...], card_names: str = "a") -> Text:
    """What somebody does, in a few words."""
    return in_all_languages(lambda words: words.with_names(card_names).report(game, action, names))


def event_text(
    game: str, event: Event, names: tuple[str, ...], card_names: str = "a"
) -> Text | None:
    """What happened; None for what needs no words."""
    text = text_of(EventSentence(game, event, names, card_names))
    return text if text[FALLBACK] else None
