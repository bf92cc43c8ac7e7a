"""The sentences that wait to be said: how urgent each topic is, how long its news stay fresh.

Few wait, and within each topic in their order.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

import msgspec

from referee.language import Language
from referee.table.sentences import Told, Topic


class Urgency(IntEnum):
    """The higher cuts off the lower."""

    CALM = 0
    PROMPT = 1
    """Said at its time: the words of a countdown."""
    URGENT = 2
    """Everybody stops: the tower may have fallen."""


class TopicRule(msgspec.Struct, frozen=True):
    """How sentences on one topic are treated."""

    urgency: Urgency
    shelf_life_s: float
    is_news: bool
    """Whether a newer sentence takes the place of one that waits."""


# Shelf lives in seconds, chosen by hand: with less a busy voice drops what people need to know,
# with more they hear what is no longer so. A word of the countdown that is late is worse than none.
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
"""Said at their time or not at all, and never a second time."""

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
    def on(cls, topic: Topic, text: str, language: str, at_s: float) -> Announcement:
        """A sentence on this topic, treated as the topic's rule says."""
        rule = TOPIC_RULES[topic]
        return cls(
            text=text,
            language=language,
            topic=topic,
            at_s=at_s,
            urgency=rule.urgency,
            shelf_life_s=rule.shelf_life_s,
            is_news=rule.is_news,
        )

    @classmethod
    def of(cls, told: Told, words: Language) -> Announcement:
        """What the umpire told everybody, in this language."""
        return cls.on(told.topic, told.speech.text(words), words.code, told.at_s)

    @property
    def is_timed(self) -> bool:
        """Whether it has a time of its own, like a word of the countdown."""
        return self.topic in TIMED_TOPICS

    def is_stale(self, now_s: float) -> bool:
        """Whether its shelf life is over."""
        return now_s - self.at_s > self.shelf_life_s


MOST_WAITING = 16
"""Chosen by hand: a minute of talk, longer than any shelf life."""


class Waiting(NamedTuple):
    """An announcement in its place: first by its time, then by when it was put here."""

    at_s: float
    number: int
    announcement: Announcement
    is_repeated: bool = False


class AnnouncementQueue:
    """Keeps what waits; knows the rules of replacing, forgetting and choosing, and no voice."""

    def __init__(self) -> None:
        self._entries: list[Waiting] = []
        self._number = 0

    @property
    def entries(self) -> tuple[Waiting, ...]:
        """What waits, in order."""
        return tuple(self._entries)

    def put(self, announcement: Announcement) -> None:
        """Add one; news takes the place of older news on its topic."""
        if announcement.is_news:
            self._entries = [
                each
                for each in self._entries
                if each.announcement.topic is not announcement.topic
                or not each.announcement.is_news
            ]
        self._number += 1
        self._insert(Waiting(announcement.at_s, self._number, announcement))

    def put_back(self, entry: Waiting) -> None:
        """Return a sentence that was cut off, if it is one to be said again and nothing newer."""
        topic = entry.announcement.topic
        has_newer = entry.announcement.is_news and any(
            each.announcement.topic is topic for each in self._entries
        )
        # Once is enough: two urgent sentences must not keep a third in a circle.
        if topic in REPEATED_TOPICS and not entry.is_repeated and not has_newer:
            self._insert(entry._replace(is_repeated=True))

    def keep_language(self, language: str) -> None:
        """Drop everything in another language."""
        self._entries = [each for each in self._entries if each.announcement.language == language]

    def drop_stale(self, now_s: float) -> None:
        """Drop what is past its shelf life."""
        self._entries = [each for each in self._entries if not each.announcement.is_stale(now_s)]

    def due(self, now_s: float) -> Waiting | None:
        """What should be said now: the most urgent, of those the first; None if all can wait."""
        ready = [each for each in self._entries if each.at_s <= now_s]
        return max(ready, key=_urgency_then_age, default=None)

    def take(self, entry: Waiting) -> None:
        """Remove what is about to be said, and what it overtook on its own topic."""
        topic = entry.announcement.topic
        self._entries = [
            each
            for each in self._entries
            if each.announcement.topic is not topic or each[:2] > entry[:2]
        ]

    def _insert(self, entry: Waiting) -> None:
        insort(self._entries, entry, key=lambda each: each[:2])
        if len(self._entries) > MOST_WAITING:
            self._entries.remove(min(self._entries, key=_urgency_then_oldest))


def _urgency_then_age(entry: Waiting) -> tuple[int, float, int]:
    return entry.announcement.urgency, -entry.at_s, -entry.number


def _urgency_then_oldest(entry: Waiting) -> tuple[int, float, int]:
    return entry.announcement.urgency, entry.at_s, entry.number
