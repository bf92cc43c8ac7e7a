"""Scenes played: what fell, when, what the cell carried, and what cheap sensors say of it.

What happened comes from the physics, not from the intention: a nudge that brings the tower down is
a fall, and a push that does not is none. The sensors are those of
`referee.simulation.plate.sensors`, which weighs step by step; here a scene is weighed at once.
"""

from __future__ import annotations

import msgspec
import numpy as np
import numpy.typing as npt

from referee.simulation.plate.bodies import STEP_S, Array
from referee.simulation.plate.pieces import GRAVITY
from referee.simulation.plate.sensors import AccelerometerSpec, CellSpec, TiltSpec, Tones
from referee.simulation.tower_trace import SceneOutcome, TowerTrace
from scripts.tower_scenes.model import CellSpring, Lift, Nudge, Rest
from scripts.tower_scenes.scenes import EVENT_S, TowerScene, TowerSetting, draw_setting

_PASSES = 4
_PAD_S = 1.2


def perfect(spec: CellSpec) -> CellSpec:
    """The same converter behind a cell without faults."""
    return msgspec.structs.replace(
        spec, corner_per_m=(0.0, 0.0), creep=0.0, drift_g_per_s=0.0, hysteresis=0.0
    )


def padded(values: Array, step_s: float, pad_s: float = _PAD_S) -> Array:
    """What came to rest stays at rest for a while."""
    count = int(pad_s / step_s)
    tail = values[-max(1, int(0.1 / step_s)) :].mean(axis=0, keepdims=True)
    return np.concatenate([values, np.repeat(tail, count, axis=0)])


def weigh(
    force_g: Array, moment_g_m: Array, step_s: float, spec: CellSpec, rng: np.random.Generator
) -> tuple[Array, npt.NDArray[np.int64]]:
    """Sample times in seconds and raw counts for a load given every `step_s`."""
    corner = moment_g_m @ np.array(spec.corner_per_m)
    smooth = force_g + corner
    for _ in range(_PASSES):
        smooth = _averaged(smooth, step_s, 1 / spec.rate_hz)
    ticks_s = np.arange(len(force_g)) * step_s
    times_s = np.arange(rng.uniform(0, 1 / spec.rate_hz), ticks_s[-1], 1 / spec.rate_hz)
    grams = _imperfect(np.interp(times_s, ticks_s, smooth), spec)
    grams += spec.drift_g_per_s * times_s + rng.normal(0, spec.noise_g, len(times_s))
    grams += _outliers(len(times_s), spec, rng)
    if spec.has_tones:
        grams += Tones(spec, rng).at(times_s)
    counts = np.rint(grams * spec.counts_per_gram).astype(np.int64) + spec.offset_counts
    return times_s, np.clip(counts, -(2**23), 2**23 - 1)


def _averaged(values: Array, step_s: float, width_s: float) -> Array:
    """The mean over the last `width_s`; what was before the start was like the start."""
    ticks_s = np.arange(len(values)) * step_s
    middles = (values[1:] + values[:-1]) / 2 * step_s
    total = np.concatenate([[0.0], np.cumsum(middles)])
    earlier_s = ticks_s - width_s
    before = np.where(earlier_s < 0, earlier_s * values[0], np.interp(earlier_s, ticks_s, total))
    averaged: Array = (total - before) / width_s
    return averaged


def _imperfect(grams: Array, spec: CellSpec) -> Array:
    """Creep (a part of the load arrives late) and hysteresis (a play that the load drags along)."""
    late = dragged = float(grams[0])
    share = 1 - np.exp(-1 / spec.rate_hz / spec.creep_s)
    told = np.empty_like(grams)
    for index, load in enumerate(grams):
        late += share * (load - late)
        play = spec.hysteresis * abs(load)
        dragged = min(max(dragged, load - play), load + play)
        told[index] = load - spec.creep * (load - late) + (dragged - load)
    return told


def _outliers(count: int, spec: CellSpec, rng: np.random.Generator) -> Array:
    """Now and then a converter of this kind tells one wild number."""
    if not spec.outliers_per_s:
        return np.zeros(count)
    hit = rng.random(count) < spec.outliers_per_s / spec.rate_hz
    wild: Array = hit * rng.uniform(-200, 200, count)
    return wild


def accelerate(
    acceleration_g: Array, step_s: float, spec: AccelerometerSpec, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Sample times and accelerations (x, y, z in g) of the plate."""
    ticks_s = np.arange(len(acceleration_g)) * step_s
    times_s = np.arange(rng.uniform(0, 1 / spec.rate_hz), ticks_s[-1], 1 / spec.rate_hz)
    smooth = [_averaged(acceleration_g[:, axis], step_s, 1 / spec.rate_hz) for axis in range(3)]
    told = np.stack([np.interp(times_s, ticks_s, each) for each in smooth], axis=1)
    told += rng.normal(0, spec.noise_g, told.shape)
    counts = np.rint(np.clip(told, -spec.range_g, spec.range_g) * spec.counts_per_g)
    return times_s, counts / spec.counts_per_g


def shake(acceleration_g: Array, step_s: float, spec: TiltSpec) -> list[tuple[float, int]]:
    """Times at which the tilt switch changed, and its level then."""
    stride = max(1, round(1 / spec.rate_hz / step_s))
    still = np.array([0.0, 0.0, 1.0])
    shaken = np.linalg.norm(acceleration_g[::stride] - still, axis=1) > spec.shake_g
    changes = np.nonzero(np.diff(shaken.astype(np.int8), prepend=0))[0]
    return [(float(index * stride * step_s), int(shaken[index])) for index in changes]


_LONGEST_S = 6.0
_QUIET_S = 0.3
# Peak to peak, of the solver's own chatter; chosen by hand: stricter, and many mixed towers are
# drawn again and again; looser, and the chatter hides the event.
_QUIET_G = 0.3
_RESTLESS_G = 0.5
_MOMENT_STEPS = 5
# The first contacts ring; nobody looks until that is over.
_PREROLL_S = 0.3
_TRIES = 20


def play_scene(scene: TowerScene, seed: int, cell: CellSpring | None = None) -> TowerTrace:
    """Build the tower of that seed, let the scene happen, and watch until all is at rest."""
    rng = np.random.default_rng([list(TowerScene).index(scene), seed])
    for screened in range(_TRIES):
        setting = draw_setting(scene, rng, cell)
        trace = _run(setting, scene, seed, screened)
        if trace is not None:
            return trace
    raise RuntimeError(f"no tower of seed {seed} stands still before the scene")


class _Recorder:
    """Keeps what the sensors will be made from, and when the first piece came down."""

    def __init__(self) -> None:
        self.force_g: list[float] = []
        self.velocity: list[Array] = []
        self.moment: list[Array] = []
        self.fell_at_s: float | None = None

    def note(self, setting: TowerSetting) -> None:
        if len(self.force_g) % _MOMENT_STEPS == 0:
            self.moment.append(setting.tower.load_moment_g_m())
            if self.fell_at_s is None and setting.fallen().any():
                self.fell_at_s = len(self.force_g) * STEP_S
        self.force_g.append(setting.tower.force_g)
        self.velocity.append(setting.tower.plate_velocity)

    def is_quiet(self, span_s: float, limit_g: float) -> bool:
        recent = self.force_g[-int(span_s / STEP_S) :]
        return max(recent) - min(recent) < limit_g


def _run(setting: TowerSetting, scene: TowerScene, seed: int, screened: int) -> TowerTrace | None:
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
        for motion in setting.motions:
            motion(tower, now_s)
        tower.step()
        recorder.note(setting)
        now_s += STEP_S
        if now_s > EVENT_S + 0.8 and _is_over(setting, now_s, recorder):
            break
    return _trace(setting, recorder, scene, seed, screened)


def _is_over(setting: TowerSetting, now_s: float, recorder: _Recorder) -> bool:
    for motion in setting.motions:
        if (
            isinstance(motion, Nudge)
            and not motion.is_done
            and now_s < motion.start_s + motion.push_s
        ):
            return False
        if isinstance(motion, Lift) and not motion.is_gone:
            return False
        if isinstance(motion, Rest) and now_s < motion.start_s + motion.hold_s:
            return False
    return recorder.is_quiet(_QUIET_S, _QUIET_G)


def _trace(
    setting: TowerSetting, recorder: _Recorder, scene: TowerScene, seed: int, screened: int
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
        outcome=_outcome(setting, recorder, scene, seed, screened),
        step_s=STEP_S,
        force_g=force_g.astype(np.float32),
        acceleration_g=acceleration.astype(np.float32),
        moment_g_m=spread.astype(np.float32),
    )


def _outcome(
    setting: TowerSetting,
    recorder: _Recorder,
    scene: TowerScene,
    seed: int,
    screened: int,
) -> SceneOutcome:
    tower = setting.tower
    drops, fallen = setting.drops_m(), setting.fallen()
    placed = [each.index for each in setting.placements]
    is_off = fallen & (tower.positions_m[:, 2] < -0.004)
    force_g = np.array(recorder.force_g)
    stirred = np.nonzero(np.abs(force_g - np.median(force_g[-100:])) > 5.0)[0]
    return SceneOutcome(
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
        plate_hz=tower.cell.plate_hz,
    )
