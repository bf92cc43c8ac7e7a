"""The sentences that wait to be said: few, fresh, and within each topic in their order."""

from __future__ import annotations

from bisect import insort
from typing import NamedTuple

from referee.table.announcing.topics import REPEATED_TOPICS, Announcement

MOST_WAITING = 16


class Waiting(NamedTuple):
    """An announcement in its place: first by its moment, then by when it was put here."""

    at_s: float
    number: int
    announcement: Announcement
    is_repeated: bool = False


class AnnouncingQueue:
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
