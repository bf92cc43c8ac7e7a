"""The sense of touch at the live plate: what it tells is what really happened."""

from collections.abc import Sequence

import numpy as np
import pytest

from referee.clock import ManualClock
from referee.devices.scale.contract import AccelerationSample, Observation, WeightSample
from referee.simulation.happenings import PiecesFell
from referee.simulation.plate.world import PlateWorld
from referee.simulation.scale.lockstep_scale import LockstepScale
from referee.touch.messages import ACCELERATION_COUNTS_PER_G
from referee.touch.sense import TouchSense
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict


class FeltTable:
    """A live plate, its scale and the sense of touch."""

    def __init__(self, seed: int) -> None:
        self.clock = ManualClock()
        self.world = PlateWorld(np.random.default_rng(seed))
        self.scale = LockstepScale(self.world, self.clock)
        self.scale.open()
        self.touch = TouchSense()
        self.calibration = self.world.calibration
        self.pass_s(1.0)

    def pass_s(self, seconds: float, *, tick_s: float = 0.05) -> list[TouchVerdict]:
        """The verdicts while so much time passes."""
        verdicts = []
        for _ in range(round(seconds / tick_s)):
            self.clock.advance_s(tick_s)
            for each in self.scale.read():
                verdicts += [felt for felt in self._feel(each) if isinstance(felt, TouchVerdict)]
        return verdicts

    def _feel(self, seen: Observation) -> Sequence[Suspicion | TouchVerdict]:
        if isinstance(seen, WeightSample):
            return self.touch.weight(seen.at_s, self.calibration.grams(seen.counts))
        if isinstance(seen, AccelerationSample):
            axes = (each / ACCELERATION_COUNTS_PER_G for each in (seen.x, seen.y, seen.z))
            return self.touch.acceleration(seen.at_s, *axes)
        return ()

    def until_rest(self) -> list[TouchVerdict]:
        """The verdicts until all is over and judged."""
        verdicts = self.pass_s(0.05)
        for _ in range(600):
            if not self.world.is_busy:
                return verdicts + self.pass_s(1.2)
            verdicts += self.pass_s(0.05)
        raise AssertionError("the plate never came to rest")

    @property
    def falls(self) -> int:
        return sum(isinstance(each, PiecesFell) for each in self.world.history)


def test_every_kind_of_piece_is_felt_as_itself() -> None:
    table = FeltTable(500_010)
    for kind in ("die", "token", "die", "cylinder", "die", "token", "castle"):
        table.world.place(kind, care=0.98)
        (verdict,) = table.until_rest()

        assert verdict.kind is TouchKind.PLACED
        assert verdict.pieces[0].kinds == (kind,)
    table.world.lift_top()
    (verdict,) = table.until_rest()

    assert verdict.kind is TouchKind.LIFTED
    assert verdict.pieces[0].kinds == ("castle",)
    assert not table.falls


def test_hands_bumps_and_falls_are_told_apart() -> None:
    table = FeltTable(500_011)
    table.world.clear(1)
    for kind in ("token", "die", "die", "cylinder", "die"):
        table.world.place(kind, care=1.0)
    table.until_rest()
    table.world.lean(0.6, 0.9)
    leaned = table.until_rest()
    table.world.bump_table(0.15)
    bumped = table.until_rest()
    table.world.knock_over()
    fell = table.until_rest()

    assert [verdict.kind for verdict in leaned] == [TouchKind.HAND]
    assert [verdict.kind for verdict in bumped] == [TouchKind.BUMPED]
    assert TouchKind.FELL in {verdict.kind for verdict in fell}
    assert table.falls == 1


@pytest.mark.slow
def test_ten_minutes_of_rest_and_harmless_bumps_feel_like_no_fall() -> None:
    table = FeltTable(500_012)
    for kind in ["die", "token"] * 11 + ["die", "cylinder", "castle"]:
        table.world.place(kind, care=1.0)
    table.until_rest()
    quiet = table.pass_s(60, tick_s=0.5)
    bumped = []
    for _ in range(18):
        table.world.bump_table(0.06)
        bumped += table.pass_s(30, tick_s=0.5)

    assert len(table.world.standing) == 25
    assert not quiet
    assert {verdict.kind for verdict in bumped} <= {TouchKind.BUMPED}
    assert not table.falls


@pytest.mark.slow
def test_sixty_placements_are_felt_as_what_they_were() -> None:
    table = FeltTable(500_013)
    rng = np.random.default_rng(500_013)
    right = 0
    table.world.clear(1)
    table.until_rest()
    for _ in range(60):
        falls = table.falls
        kind = str(rng.choice([kind for kind in _KINDS if table.world.left_in_box(kind)]))
        table.world.place(kind, care=0.95)
        verdicts = table.until_rest()
        right += _is_right(verdicts, kind, has_fallen=table.falls > falls)
        if table.falls > falls or len(table.world.standing) > 18:
            table.world.clear(1)
            table.until_rest()

    assert right >= 59


_KINDS = ("die", "die", "die", "token", "token", "cylinder", "castle")


def _is_right(verdicts: list[TouchVerdict], kind: str, *, has_fallen: bool) -> bool:
    if has_fallen:
        return any(verdict.kind is TouchKind.FELL for verdict in verdicts)
    placed = [verdict for verdict in verdicts if verdict.kind is not TouchKind.BUMPED]
    return [verdict.kind for verdict in placed] == [TouchKind.PLACED] and placed[0].pieces[
        0
    ].kinds == (kind,)
