"""How urgent each topic is at the table, and how long its news stay fresh."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

import msgspec

from referee.language import Language
from referee.table.sentences import Told, Topic


class Urgency(IntEnum):
    """The higher cuts off the lower."""

    CALM = 0
    PROMPT = 1
    """Said at its moment: the words of a countdown."""
    URGENT = 2
    """Everybody stops: the tower may have fallen."""


class TopicRule(msgspec.Struct, frozen=True):
    """How sentences on one topic are treated, unless the announcement says otherwise."""

    urgency: Urgency
    shelf_life_s: float
    is_news: bool
    """Whether a newer sentence takes the place of one that waits."""


TOPIC_RULES: Mapping[Topic, TopicRule] = {
    # One throw may lead to several events, and each of them counts.
    Topic.EVENT: TopicRule(Urgency.CALM, 10.0, is_news=False),
    Topic.PROMPT: TopicRule(Urgency.CALM, 15.0, is_news=True),
    Topic.COUNTDOWN: TopicRule(Urgency.PROMPT, 0.3, is_news=False),
    Topic.QUESTION: TopicRule(Urgency.CALM, 30.0, is_news=True),
    Topic.HINT: TopicRule(Urgency.CALM, 6.0, is_news=True),
    Topic.REFUSAL: TopicRule(Urgency.CALM, 8.0, is_news=True),
    Topic.ALARM: TopicRule(Urgency.URGENT, 5.0, is_news=True),
    Topic.TROUBLE: TopicRule(Urgency.CALM, 30.0, is_news=True),
    Topic.CORRECTION: TopicRule(Urgency.CALM, 15.0, is_news=True),
}

TIMED_TOPICS = frozenset({Topic.COUNTDOWN})
"""Said at their moment or not at all, and never a second time."""

REPEATED_TOPICS = frozenset({Topic.QUESTION, Topic.TROUBLE})
"""Somebody has to do something about it, so a sentence that was cut off is said again."""


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence to be said from `at_s` on, and no later than its shelf life after that."""

    text: str
    language: str
    topic: Topic
    at_s: float
    urgency: Urgency
    shelf_life_s: float
    is_news: bool

    @classmethod
    def on(
        cls,
        topic: Topic,
        text: str,
        language: str,
        at_s: float,
        *,
        urgency: Urgency | None = None,
        is_news: bool | None = None,
    ) -> Announcement:
        """A sentence on this topic, treated as the topic's rule says."""
        rule = TOPIC_RULES[topic]
        return cls(
            text=text,
            language=language,
            topic=topic,
            at_s=at_s,
            urgency=rule.urgency if urgency is None else urgency,
            shelf_life_s=rule.shelf_life_s,
            is_news=rule.is_news if is_news is None else is_news,
        )

    @classmethod
    def of(cls, told: Told, words: Language) -> Announcement:
        """What the umpire told everybody, in this language."""
        return cls.on(told.topic, told.speech.text(words), words.code, told.at_s)

    @property
    def is_timed(self) -> bool:
        """Whether it has a moment, like a word of the countdown."""
        return self.topic in TIMED_TOPICS

    def is_stale(self, now_s: float) -> bool:
        """Whether its shelf life is over."""
        return now_s - self.at_s > self.shelf_life_s
