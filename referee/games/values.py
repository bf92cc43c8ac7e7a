"""What games are made of: actions, events, options, rulings, outcomes. All frozen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

import msgspec

from referee.errors import Word


def kebab(name: str) -> str:
    """Turn a class name into its name in JSON: `DiceRolled` becomes `dice-rolled`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Action(
    msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=kebab, forbid_unknown_fields=True
):
    """Something a seat wants to do, or something the table saw (see `reports`)."""


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=kebab):
    """A fact of the game. The log, the announcements and the statistics are made of events."""

    version: ClassVar[int] = 1


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agree on before a game; each game has its own subclass."""


class Accepted(msgspec.Struct, frozen=True, gc=False):
    """The action is legal; these events are what it means."""

    events: tuple[Event, ...]


class Refused(msgspec.Struct, frozen=True):
    """The action is illegal, by which rule, and which sentence of the language files says why."""

    rule: str
    reason: str
    details: Mapping[str, Word] = {}
    events: ClassVar[tuple[Event, ...]] = ()
    """Nothing happens."""


Ruling = Accepted | Refused


class Refusal(msgspec.Struct, frozen=True):
    """One way in which a game says no. Calling it fills in the details of the case.

    Every game lists its refusals, so that a test can ask for a sentence in every language.
    """

    rule: str
    reason: str

    def __call__(self, rule: str | None = None, **details: Word) -> Refused:
        """Refuse, by this rule or a more fitting one."""
        return Refused(rule or self.rule, self.reason, details)


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended: why, who won (several share a victory), and everybody's score."""

    termination: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
