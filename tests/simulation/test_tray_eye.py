"""The eye in front of the simulated tray: finds it, notices hands and rolls, reads every die."""

from __future__ import annotations

import numpy as np
import pytest

from referee.clock import ManualClock
from referee.simulation.happenings import AtRest, HandOut
from referee.simulation.tray.physics import DIE_MM
from referee.simulation.tray.world import TrayWorld
from referee.vision.motion.tray_watch import TrayObservation, TrayPhase, TrayWatch
from referee.vision.tray.view import TrayView, view_tray
from tests.simulation.tray_trials import ReadScore, read_throws

FRAME_S = 1 / 30


class Watched:
    """A tray that is watched frame by frame."""

    def __init__(self, seed: int) -> None:
        self.clock = ManualClock()
        self.world = TrayWorld(np.random.default_rng(seed), self.clock)
        self.view = seen(self.world)
        corners = self.view.ground_plane.to_picture(self.world.sheet.inner_corners_mm)
        region = [(float(x), float(y)) for x, y in corners]
        self.watch = TrayWatch(self.view.die_px(DIE_MM), region)
        self.run(1.0)

    def run(self, seconds: float) -> list[TrayObservation]:
        moments = []
        for _ in range(round(seconds / FRAME_S)):
            self.clock.advance_s(FRAME_S)
            now_s = self.clock.monotonic_s()
            moments.append(self.watch.see(now_s, self.world.frame_at(now_s)))
        return moments

    def until_rest(self) -> list[TrayObservation]:
        return self.run(self.world.busy_until_s - self.world.now_s + 1.5)


def seen(world: TrayWorld) -> TrayView:
    view = view_tray(world.frame_at(world.now_s), world.sheet)
    assert view is not None
    return view


def phases(moments: list[TrayObservation]) -> list[TrayPhase]:
    return [moment.phase for moment in moments if moment.has_changed]


def total(kind: str, throws: int, seed: int, most: int = 6) -> tuple[ReadScore, ReadScore]:
    single, voted = ReadScore(), ReadScore()
    for thrown in read_throws(kind, throws, seed=seed, most=most):
        single, voted = single.plus(thrown.single), voted.plus(thrown.voted)
    return single, voted


def test_markers_show_where_the_tray_is() -> None:
    world = TrayWorld(np.random.default_rng(1), ManualClock())
    for lens in (None, world.lens):
        view = view_tray(world.frame_at(0.0), world.sheet, lens)
        assert view is not None
        assert len(view.markers_px) == 4
        assert view.die_px(DIE_MM) > 36
        assert view.error_px < 0.5


def test_a_roll_is_seen_from_the_hand_to_the_rest() -> None:
    watched = Watched(3)
    for count in (1, 2, 3):
        watched.world.roll("beanstalk", count)
        moments = watched.until_rest()
        seen_phases = phases(moments)
        assert TrayPhase.HAND in seen_phases
        assert seen_phases[-1] is TrayPhase.AT_REST
        over_s = max(
            each.t_s for each in watched.world.history if isinstance(each, AtRest | HandOut)
        )
        assert 0 < moments[-1].since_s - over_s < 0.55
        watched.world.clear()
        assert phases(watched.until_rest())[-1] is TrayPhase.AT_REST


def test_a_hand_that_touches_nothing_is_a_hand_too() -> None:
    watched = Watched(4)
    watched.world.hand_over(1.0)
    moments = watched.until_rest()
    assert phases(moments) == [TrayPhase.HAND, TrayPhase.AT_REST]


@pytest.mark.parametrize("kind", ["beanstalk", "pips", "friend"])
def test_a_few_throws_are_read_without_a_mistake(kind: str) -> None:
    single, voted = total(kind, 4, seed=6, most=3)
    for score in (single, voted):
        assert score.throws == 4
        assert score.right == score.dice > 4
        assert score.wrong == score.missing == score.extra == 0


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "throws"), [("beanstalk", 300), ("pips", 200), ("friend", 100)])
def test_many_throws_are_read_with_few_questions(kind: str, throws: int) -> None:
    _, voted = total(kind, throws, seed=2)
    assert voted.wrong == 0
    assert voted.right > 0.99 * voted.dice
    assert voted.doubtful_throws < 0.02 * throws
