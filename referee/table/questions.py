"""Questions to the people at the table: one at a time, each answer one touch."""

from __future__ import annotations

from dataclasses import dataclass

from referee.table.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer: what it is called in an order, and on the screen."""

    value: str
    label: Sentence


@dataclass(frozen=True, slots=True)
class Question:
    """What the umpire wants to know; `number` tells it from the questions before it.

    `picture_jpeg` shows what it is about. Without an answer by `until_s` the umpire goes on with
    `otherwise`; None: it waits.
    """

    number: int
    topic: str
    sentence: Sentence
    options: tuple[Option, ...]
    picture_jpeg: bytes = b""
    until_s: float | None = None
    otherwise: str = ""

    def allows(self, value: str) -> bool:
        """Whether this is one of the answers."""
        return any(option.value == value for option in self.options)
