"""Moments in which only people can help: choices, cards, counting, and the end."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games.awaiting import AwaitCards, AwaitChoice, AwaitTally
from referee.table.moments.base import Desk, Moment
from referee.table.moments.playing import Playing
from referee.table.moments.waiting import OfOneSeat
from referee.table.prompts import prompt
from referee.table.sentences import Sentence, Topic, Word


@dataclass(frozen=True, slots=True)
class Choosing(Playing):
    """One or several seats decide."""

    waiting: AwaitChoice

    @property
    def seat(self) -> int | None:
        """Who decides, if it is one."""
        return self.waiting.seats[0] if len(self.waiting.seats) == 1 else None

    def begin(self, desk: Desk) -> Moment:
        """Ask for the choice."""
        desk.tell(Topic.PROMPT, prompt(desk.game, self.waiting, desk.names))
        return self


@dataclass(frozen=True, slots=True)
class Laying(OfOneSeat, Playing):
    """Cards are laid open; somebody tells which."""

    waiting: AwaitCards

    def begin(self, desk: Desk) -> Moment:
        """Ask for the cards."""
        desk.tell(Topic.PROMPT, prompt(desk.game, self.waiting, desk.names))
        return self


@dataclass(frozen=True, slots=True)
class Tallying(Moment):
    """Everybody counts; the tower no longer matters."""

    waiting: AwaitTally

    @property
    def seat(self) -> int | None:
        """Who counts next."""
        return self.waiting.seats[0]

    def begin(self, desk: Desk) -> Moment:
        """Ask for the count."""
        desk.tell(Topic.PROMPT, prompt(desk.game, self.waiting, desk.names))
        return self


@dataclass(frozen=True, slots=True)
class Over(Moment):
    """The game is over."""

    def begin(self, desk: Desk) -> Moment:
        """Say who won."""
        end = None if desk.state is None else desk.game.outcome(desk.state)
        if end is not None:
            winners = tuple(desk.names[seat] for seat in end.winners)
            words: dict[str, Word] = {
                "count": len(winners),
                "names": winners,
                "score": max(end.scores, default=0),
            }
            desk.tell(Topic.EVENT, Sentence("play-winner", words))
        return self
