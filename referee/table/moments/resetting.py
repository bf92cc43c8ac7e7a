"""After a fall the table is put in order; the scale says when exactly the right pieces stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.games.awaiting import AwaitReset
from referee.games.reports import ReportReset
from referee.table.facts import Device, PlateLevel
from referee.table.moments.base import Desk, Moment
from referee.table.prompts import prompt
from referee.table.records import By
from referee.table.sentences import Topic
from referee.touch.verdicts import Suspicion, TouchVerdict


@dataclass(frozen=True, slots=True)
class Resetting(Moment):
    """Hands are all over the plate; what they do counts only once it is quiet and right."""

    waiting: AwaitReset
    right_since_s: float | None = None

    needs = Device.SCALE

    def begin(self, desk: Desk) -> Moment:
        """Say what has to stand on the plate."""
        if self.right_since_s is None:
            desk.tell(Topic.PROMPT, prompt(desk.game, self.waiting, desk.names))
        return self

    def suspected(self, desk: Desk, suspicion: Suspicion) -> Moment:
        """Hands are at work."""
        return replace(self, right_since_s=None) if self.right_since_s is not None else self

    def touched(self, desk: Desk, verdict: TouchVerdict) -> Moment:
        """Hands are at work."""
        return self

    def weighed(self, desk: Desk, level: PlateLevel) -> Moment:
        """Right for long enough: go on."""
        if not desk.weights.fits(level.grams, self.waiting.expected):
            return self if self.right_since_s is None else Resetting(self.waiting)
        if self.right_since_s is None:
            return replace(self, right_since_s=level.at_s)
        if level.at_s - self.right_since_s < desk.settings.quiet_s:
            return self
        desk.trust_plate(self.waiting.expected, level)
        return self._finish(desk, By.SCALE)

    def done(self, desk: Desk) -> Moment:
        """Somebody says that all is in order."""
        return self._finish(desk, By.PERSON)

    def _finish(self, desk: Desk, by: By) -> Moment:
        desk.ledger.balance()
        return desk.act(ReportReset(), by)
