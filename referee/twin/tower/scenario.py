"""Scenes played: what fell, when, and what the cell carried meanwhile.

The truth comes from the physics, not from the intention: a nudge that brings the tower down is a
fall, and a push that does not is none.
"""

from __future__ import annotations

import msgspec
import numpy as np
import numpy.typing as npt

from referee.twin.tower.hand import Lift, Nudge, Rest
from referee.twin.tower.model import GRAVITY, STEP_S
from referee.twin.tower.scenes import EVENT_S, Scene, Setting, draw_setting

_LONGEST_S = 6.0
_QUIET_S = 0.3
_QUIET_G = 0.3
_RESTLESS_G = 0.5
_MOMENT_STEPS = 5
# The first contacts ring; nobody looks until that is over.
_PREROLL_S = 0.3
_TRIES = 20

Samples = npt.NDArray[np.float32]


class TowerTruth(msgspec.Struct, frozen=True):
    """What really happened, in seconds from the start and grams."""

    scene: str
    seed: int
    pieces: list[str]
    tower_g: float
    placed: list[str]
    placed_g: float
    placed_at_s: float | None
    fell: int
    fell_at_s: float | None
    last_impact_s: float
    lost_g: float
    drop_g_s2: float
    is_at_rest: bool
    screened: int

    @property
    def is_fall(self) -> bool:
        """Whether at least one piece came down that no hand took."""
        return self.fell > 0

    @property
    def is_merged(self) -> bool:
        """Whether the fall came during or right after a placement."""
        return self.is_fall and self.placed_at_s is not None


class TowerTrace(msgspec.Struct, frozen=True):
    """A scene as the physics saw it, every `step_s`: cell load, plate acceleration, load moment."""

    truth: TowerTruth
    step_s: float
    force_g: Samples
    acceleration_g: Samples
    moment_g_m: Samples


def play_scene(scene: Scene, seed: int) -> TowerTrace:
    """Build the tower of that seed, let the scene happen, and watch until all is at rest."""
    rng = np.random.default_rng([list(Scene).index(scene), seed])
    for screened in range(_TRIES):
        setting = draw_setting(scene, rng)
        trace = _run(setting, scene, seed, screened)
        if trace is not None:
            return trace
    raise RuntimeError(f"no tower of seed {seed} stands still before the scene")


class _Recorder:
    """Keeps what the sensors will be made from, and when the first piece came down."""

    def __init__(self) -> None:
        self.force_g: list[float] = []
        self.velocity: list[npt.NDArray[np.float64]] = []
        self.moment: list[npt.NDArray[np.float64]] = []
        self.fell_at_s: float | None = None

    def note(self, setting: Setting) -> None:
        if len(self.force_g) % _MOMENT_STEPS == 0:
            self.moment.append(setting.tower.load_moment_g_m())
            if self.fell_at_s is None and setting.fallen().any():
                self.fell_at_s = len(self.force_g) * STEP_S
        self.force_g.append(setting.tower.force_g)
        self.velocity.append(setting.tower.plate_velocity)

    def is_quiet(self, span_s: float, limit_g: float) -> bool:
        recent = self.force_g[-int(span_s / STEP_S) :]
        return max(recent) - min(recent) < limit_g


def _run(setting: Setting, scene: Scene, seed: int, screened: int) -> TowerTrace | None:
    """One scene from start to rest; None if the solver's own chatter drowns the beginning."""
    recorder, tower, now_s = _Recorder(), setting.tower, 0.0
    for _ in range(int(_PREROLL_S / STEP_S)):
        tower.step()
    while now_s < _LONGEST_S:
        if setting.start_m is None and now_s >= EVENT_S - 0.05:
            if not recorder.is_quiet(0.3, _RESTLESS_G):
                return None
            setting.start_m = tower.positions_m[:, 2].copy()
        tower.release()
        for deed in setting.deeds:
            deed(tower, now_s)
        tower.step()
        recorder.note(setting)
        now_s += STEP_S
        if now_s > EVENT_S + 0.8 and _is_over(setting, now_s, recorder):
            break
    return _trace(setting, recorder, scene, seed, screened)


def _is_over(setting: Setting, now_s: float, recorder: _Recorder) -> bool:
    for deed in setting.deeds:
        if isinstance(deed, Nudge) and not deed.is_done and now_s < deed.start_s + deed.push_s:
            return False
        if isinstance(deed, Lift) and not deed.is_gone:
            return False
        if isinstance(deed, Rest) and now_s < deed.start_s + deed.hold_s:
            return False
    return recorder.is_quiet(_QUIET_S, _QUIET_G)


def _trace(
    setting: Setting, recorder: _Recorder, scene: Scene, seed: int, screened: int
) -> TowerTrace:
    force_g = np.array(recorder.force_g)
    velocity = np.array(recorder.velocity)
    acceleration = np.diff(velocity, axis=0, prepend=velocity[:1]) / STEP_S / GRAVITY
    acceleration[:, 2] += 1.0
    steps = np.arange(len(force_g))
    moment = np.array(recorder.moment)
    marks = np.arange(len(moment)) * _MOMENT_STEPS
    spread = np.stack([np.interp(steps, marks, moment[:, axis]) for axis in (0, 1)], axis=1)
    return TowerTrace(
        truth=_truth(setting, recorder, scene, seed, screened),
        step_s=STEP_S,
        force_g=force_g.astype(np.float32),
        acceleration_g=acceleration.astype(np.float32),
        moment_g_m=spread.astype(np.float32),
    )


def _truth(
    setting: Setting,
    recorder: _Recorder,
    scene: Scene,
    seed: int,
    screened: int,
) -> TowerTruth:
    tower = setting.tower
    drops, fallen = setting.drops_m(), setting.fallen()
    placed = [each.index for each in setting.placements]
    is_off = fallen & (tower.positions_m[:, 2] < -0.004)
    force_g = np.array(recorder.force_g)
    stirred = np.nonzero(np.abs(force_g - np.median(force_g[-100:])) > 5.0)[0]
    return TowerTruth(
        scene=str(scene),
        seed=seed,
        pieces=[piece.kind for piece in tower.pieces[: tower.standing]],
        tower_g=float(tower.masses_g[: tower.standing].sum()),
        placed=[tower.pieces[index].kind for index in placed],
        placed_g=float(tower.masses_g[placed].sum()),
        placed_at_s=min((each.start_s for each in setting.placements), default=None),
        fell=int(fallen.sum()),
        fell_at_s=recorder.fell_at_s if fallen.any() else None,
        last_impact_s=float(stirred[-1] * STEP_S) if len(stirred) else EVENT_S,
        lost_g=float(tower.masses_g[is_off].sum()),
        drop_g_s2=float(-(tower.masses_g * drops)[~is_off].sum() / GRAVITY),
        is_at_rest=recorder.is_quiet(_QUIET_S, _QUIET_G),
        screened=screened,
    )
