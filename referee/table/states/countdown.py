"""The stability countdown: the formula is spoken word by word while the tower has to stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.games.awaiting import AwaitStability
from referee.games.reports import ReportStable
from referee.table.facts import Device
from referee.table.history import By
from referee.table.prompts import prompt
from referee.table.sentences import Sentence, Topic
from referee.table.states.base import OfOneSeat, UmpireApi, UmpireState
from referee.table.states.standing_tower import Disturbance, PlayState, disturbed
from referee.touch.verdicts import TouchVerdict

FORMULA_WORDS = 4


@dataclass(frozen=True, slots=True)
class Counting(OfOneSeat, PlayState):
    """The countdown; `said` words of the formula are out. Without `began_s` it is still to start.

    Whatever shakes the table lets it start again.
    """

    name = "counting"

    waiting: AwaitStability
    began_s: float | None = None
    said: int = 0

    needs = Device.SCALE

    def duration_s(self, desk: UmpireApi) -> float:
        """How long the tower has to stand."""
        own_s = desk.settings.countdown_s
        return self.waiting.duration_s if own_s is None else own_s

    def begin(self, desk: UmpireApi) -> UmpireState:
        """Hands off; a breath later the formula begins."""
        if self.began_s is not None:
            return self
        # Said at its moment or not at all: after the first word it would be late.
        desk.tell(Topic.COUNTDOWN, prompt(desk.game, self.waiting, desk.names))
        return replace(self, began_s=desk.now_s + desk.settings.lead_in_s)

    def again(self) -> UmpireState:
        """From the first word."""
        return Counting(self.waiting)

    def thawed(self, desk: UmpireApi) -> UmpireState:
        """Seconds that nobody watched do not count: start again."""
        if self.began_s is None:
            return self
        desk.tell(Topic.HINT, Sentence("umpire-count-unwatched"))
        return self.again()

    def tick(self, desk: UmpireApi) -> UmpireState:
        """The next word, or the end."""
        if self.began_s is None:
            return self
        since_s = desk.now_s - self.began_s
        if since_s >= self.duration_s(desk):
            return desk.act(ReportStable(), By.TABLE)
        due = int(since_s / self.duration_s(desk) * FORMULA_WORDS) + 1 if since_s >= 0 else 0
        return self if due <= self.said else self._say(desk, due)

    def _say(self, desk: UmpireApi, word: int) -> UmpireState:
        desk.tell(Topic.COUNTDOWN, Sentence(f"umpire-formula-{word}"))
        return replace(self, said=word)

    def touched(self, desk: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Somebody bumped the table or touched the tower: start again."""
        then = disturbed(self, desk, verdict, Disturbance.NOT_DUE)
        if then is not self:
            return then
        desk.tell(Topic.HINT, Sentence("umpire-count-again"))
        return self.again()

    def done(self, desk: UmpireApi) -> UmpireState:
        """Somebody wants to begin now."""
        return self
