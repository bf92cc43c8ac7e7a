"""Sentences that know no language yet: the umpire speaks in names, screen and voice in words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Union

from referee.games.base import Event, Refused
from referee.language import Language


@dataclass(frozen=True, slots=True)
class Term:
    """A thing of a game, such as its `face` `eye`, to be named in the listener's language."""

    game: str
    kind: str
    name: str

    def text(self, words: Language) -> str:
        """Its name in this language."""
        return words.term(self.game, self.kind, self.name)


@dataclass(frozen=True, slots=True)
class PlainMessage:
    """Another message of the language files, without words of its own."""

    name: str

    def text(self, words: Language) -> str:
        """The message in this language."""
        return words.say(self.name)


Word = Union[str, int, float, Term, PlainMessage, "Sentence", tuple["Word", ...]]
"""Several words in a tuple are listed: `a, b and c`."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message of the language files with the words that fill it."""

    message: str
    words: Mapping[str, Word] = field(default_factory=dict)

    def text(self, words: Language) -> str:
        """The sentence in this language."""
        return words.say(
            self.message, **{key: _spoken(word, words) for key, word in self.words.items()}
        )


def _spoken(word: Word, words: Language) -> str | int | float:
    if isinstance(word, tuple):
        return words.listing([str(_spoken(each, words)) for each in word])
    return word.text(words) if isinstance(word, Term | PlainMessage | Sentence) else word


@dataclass(frozen=True, slots=True)
class EventSentence:
    """What happened in the game, as everybody may hear it."""

    game: str
    event: Event
    names: tuple[str, ...]
    card_names: str = "a"

    def text(self, words: Language) -> str:
        """The sentence in this language; empty for events that need no words."""
        words = words.with_names(self.card_names)
        return words.event(self.game, self.event, self.names) or ""


@dataclass(frozen=True, slots=True)
class RefusalSentence:
    """Why the referee said no."""

    game: str
    refused: Refused
    card_names: str = "a"

    def text(self, words: Language) -> str:
        """The sentence in this language."""
        return words.with_names(self.card_names).refusal(self.game, self.refused)


Speech = Sentence | EventSentence | RefusalSentence


def rule_of(speech: Speech) -> str | None:
    """The id of the rule by which a game says no; None for everything else."""
    return speech.refused.rule if isinstance(speech, RefusalSentence) else None


class Topic(StrEnum):
    """What a sentence is about; newer news replaces what is not yet spoken of the same topic."""

    EVENT = "event"
    PROMPT = "prompt"
    COUNTDOWN = "countdown"
    QUESTION = "question"
    HINT = "hint"
    REFUSAL = "refusal"
    ALARM = "alarm"
    TROUBLE = "trouble"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence for everybody at the table, and when it was said on the table's clock."""

    at_s: float
    topic: Topic
    speech: Speech
