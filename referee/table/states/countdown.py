"""The stability countdown: the formula is spoken word by word while the tower has to stand."""

from dataclasses import dataclass, replace

from referee.games.awaiting import AwaitStability
from referee.games.reports import ReportStable
from referee.table.facts import Device
from referee.table.history import By
from referee.table.prompts import own_words
from referee.table.sentences import Sentence, Topic
from referee.table.states.base import OfOneSeat, UmpireApi, UmpireState, tell_prompt
from referee.table.states.falls import HANDS_OFF, building_odds
from referee.table.states.standing_tower import Disturbance, PlayState, disturbed
from referee.table.updates import COUNTDOWN_WORDS
from referee.touch.verdicts import TouchVerdict

_LEAD_IN_S = 1.0
"""Hands leave the tower before the formula begins. Chosen by hand: with less they still shake it
and the formula starts again, with more everybody waits for nothing."""


@dataclass(frozen=True, slots=True)
class CountingDown(OfOneSeat, PlayState):
    """The countdown; `said` words of the formula are out. Without `began_s` it is still to start.

    Whatever shakes the table lets it start again.
    """

    name = "counting"

    waiting: AwaitStability
    began_s: float | None = None
    said: int = 0

    needs = Device.SCALE

    def duration_s(self, umpire: UmpireApi) -> float:
        """How long the tower has to stand."""
        own_s = umpire.countdown_s
        return self.waiting.duration_s if own_s is None else own_s

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Hands off; a breath later the formula begins."""
        if self.began_s is not None:
            return self
        # Said at its time or not at all: after the first word it would be late.
        tell_prompt(umpire, self.waiting, Topic.COUNTDOWN)
        return replace(self, began_s=umpire.now_s + _LEAD_IN_S)

    def again(self) -> UmpireState:
        """From the first word."""
        return CountingDown(self.waiting)

    def thawed(self, umpire: UmpireApi) -> UmpireState:
        """Seconds that nobody watched do not count: start again."""
        if self.began_s is None:
            return self
        umpire.tell(Topic.HINT, Sentence("umpire-count-unwatched"))
        return self.again()

    def tick(self, umpire: UmpireApi) -> UmpireState:
        """The next word, or the end."""
        if self.began_s is None:
            return self
        since_s = umpire.now_s - self.began_s
        if since_s >= self.duration_s(umpire):
            return umpire.act(ReportStable(), By.TABLE)
        due = int(since_s / self.duration_s(umpire) * COUNTDOWN_WORDS) + 1 if since_s >= 0 else 0
        return self if due <= self.said else self._say(umpire, due)

    def _say(self, umpire: UmpireApi, word: int) -> UmpireState:
        umpire.tell(Topic.COUNTDOWN, Sentence(own_words(umpire.game, f"formula-{word}")))
        return replace(self, said=word)

    def fall_odds(self, umpire: UmpireApi, verdict: TouchVerdict) -> float:
        """Before the first word the last piece was just laid; then no hand belongs there."""
        is_before = self.began_s is None or verdict.began_s < self.began_s
        return building_odds(umpire, verdict) if is_before else HANDS_OFF

    def touched(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Somebody bumped the table or touched the tower: start again."""
        then = disturbed(self, umpire, verdict, Disturbance.NOT_DUE)
        if then is not self:
            return then
        umpire.tell(Topic.HINT, Sentence("umpire-count-again"))
        return self.again()

    def done(self, umpire: UmpireApi) -> UmpireState:
        """Somebody wants to begin now."""
        return self
