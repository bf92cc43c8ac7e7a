"""Scenes in PyBullet: hands that steer a place, not a force.

Fingers are springs on a path with a tremor, so their force comes of how stiff they are. Whether it
becomes a fall is the engine's affair. The plate is the oscillator of `force_profiles`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import StrEnum

import numpy as np

from referee.simulation.bullet_towers.tower import (
    NARROW_M,
    STEP_S,
    TABLE_M,
    WIDE_M,
    Block,
    BulletTower,
    Motion,
    empty_tower,
    new_block,
)
from referee.simulation.force_profiles.sprung_plate import (
    ALL_PLATES,
    Array,
    PlateRange,
    draw_plate,
)
from referee.simulation.plate.pieces import GRAVITY
from referee.simulation.tower_trace import SceneOutcome, TowerTrace
from referee.touch.pieces import PieceMass

_EVENT_S, _LENGTH_S = 0.9, 4.5
_FINGER_N_PER_M = (60.0, 400.0)  # a fingertip pad, lightly and firmly pressed
_TREMOR_M, _TREMOR_HZ = (2e-5, 2e-4), (8.0, 12.0)


class BulletScene(StrEnum):
    """What somebody sets out to do; whether it becomes a fall is the engine's affair."""

    PLACE = "place"
    PLACE_DROPPED = "place-dropped"
    PLACE_STILL = "place-still-hand"
    OVERHANG = "overhang"
    NUDGE = "nudge"
    TOUCH = "touch"
    TOUCH_STILL = "touch-still"
    LIFT = "lift"
    PUT_BACK = "put-back"
    FALL_ON = "fall-on"
    FALL_OFF = "fall-off"
    FALL_PART = "fall-part"
    HAND_LEAVES = "hand-leaves"
    PLACE_FALL = "place-fall"


LIFTS = frozenset({BulletScene.LIFT, BulletScene.PUT_BACK})
FALLS = frozenset(list(BulletScene)[list(BulletScene).index(BulletScene.FALL_ON) :])


def _path(now_s: float, start_s: float, lasts_s: float) -> float:
    share = min(max((now_s - start_s) / lasts_s, 0.0), 1.0)
    return share**3 * (10 + share * (6 * share - 15))


def _grip(
    tower: BulletTower,
    block: Block,
    target_m: Callable[[float], Array],
    until_s: float,
    go_s: float,
) -> Motion:
    """Fingers hold the block with a spring whose end goes that way, then open within `go_s`."""
    stiff = tower.likely(*_FINGER_N_PER_M)
    damped = 1.4 * math.sqrt(stiff * block.mass_g / 1000)
    size_m, hertz = tower.likely(*_TREMOR_M), float(tower.rng.uniform(*_TREMOR_HZ))
    directions = tower.rng.normal(0, 1, 3)

    def hold(now_s: float) -> None:
        block.is_held = block.is_loose and not block.is_gone and now_s < until_s + go_s
        if not block.is_held:
            return
        open_share = 1 - _path(now_s, until_s, go_s)
        tremor = size_m * math.sin(2 * math.pi * hertz * now_s) * directions
        place_m, _ = tower.pose(block)
        pull = stiff * (target_m(now_s) + tremor - place_m) - damped * tower.speed(block)
        tower.push(block, open_share * pull)

    return hold


def _finger(tower: BulletTower, start_s: float, hold_s: float, edge_s: float) -> Motion:
    """A fingertip comes down on the top, deeper than it gives way, stays and goes."""
    stiff, deep_m = tower.likely(*_FINGER_N_PER_M), tower.likely(5e-5, 2e-3)
    size_m = min(tower.likely(*_TREMOR_M), deep_m / 2)
    hertz = float(tower.rng.uniform(*_TREMOR_HZ))

    def press(now_s: float) -> None:
        there = _path(now_s, start_s, edge_s) - _path(now_s, start_s + hold_s, edge_s)
        into_m = there * (deep_m + size_m * math.sin(2 * math.pi * hertz * now_s))
        tower.push(tower.top, np.array([0.0, 0.0, -stiff * max(0.0, into_m)]))

    return press


def _shove(
    tower: BulletTower, block: Block, newton: float, start_s: float, until: Callable[[float], bool]
) -> Motion:
    angle = float(tower.rng.uniform(0, 2 * math.pi))
    way = np.array([math.cos(angle), math.sin(angle), 0.0])

    def shove(now_s: float) -> None:
        if now_s >= start_s and not until(now_s):
            tower.push(block, newton * (1 + 3 * (now_s - start_s)) * way)

    return shove


def _place(
    tower: BulletTower,
    block: Block,
    at_s: float,
    *,
    hold_s: float,
    aside: float = 0.15,
    drop_m: float = 0.0,
) -> None:
    """The block comes from above and is let go; with `drop_m` it is let fall."""
    below, across_m = tower.top, min(block.half_m[0], tower.top.half_m[0])
    x, y = tower.rng.normal(0, 1, 2)
    offset = aside * across_m * np.array([x, y, 0.0]) / max(1e-9, math.hypot(x, y))
    rest_m = tower.pose(below)[0] + offset + np.array([0, 0, below.half_m[1] + block.half_m[1]])
    block.start_m = rest_m
    high_m = np.array([0.0, 0.0, drop_m or tower.likely(0.004, 0.02)])
    deep_m = np.array([0.0, 0.0, tower.likely(1e-4, 2e-3)])
    tower.placings_s.append(at_s)
    tower.placed.append(block)
    come_s, go_s = tower.likely(0.15, 0.5), tower.likely(0.02, 0.2)

    def target_m(now_s: float) -> Array:
        share = _path(now_s, at_s - come_s * 0.8, come_s)
        return np.asarray(rest_m + high_m - (high_m + deep_m) * share)

    def appear(now_s: float) -> None:
        if block.body < 0 and now_s >= at_s - (0.0 if drop_m else come_s * 0.8):
            tower.build(block, rest_m + high_m, (0, 0, 0, 1), is_loose=True)
            tower.blocks.append(block)

    tower.motions.append(appear)
    if not drop_m:
        tower.motions.append(_grip(tower, block, target_m, at_s + hold_s, go_s))


def _lift(tower: BulletTower, at_s: float, back_s: float | None) -> None:
    """The top block is drawn up and away, or held in the air and put back where it was."""
    block = tower.top
    stood_m, lasts_s = tower.pose(block)[0], tower.likely(0.15, 0.8)
    high_m = np.array([0.0, 0.0, tower.likely(0.02, 0.06)])
    end_s = at_s + lasts_s + (0.0 if back_s is None else back_s + lasts_s)

    def target_m(now_s: float) -> Array:
        down = 0.0 if back_s is None else _path(now_s, at_s + lasts_s + back_s, lasts_s)
        deep_m = np.array([0.0, 0.0, 3e-4 * down])
        return np.asarray(stood_m + high_m * (_path(now_s, at_s, lasts_s) - down) - deep_m)

    def take(now_s: float) -> None:
        if now_s >= at_s and not block.is_loose and now_s < end_s:
            tower.loosen([block])
        if back_s is None and now_s >= end_s:
            block.is_gone = True

    gone_s = end_s + (1e9 if back_s is None else 0.1)
    tower.motions += [take, _grip(tower, block, target_m, gone_s, 0.1)]


def _loosening(tower: BulletTower, number: int, at_s: float, end_s: float = math.inf) -> Motion:
    """The tower from that block on may move; what comes to rest too early is loosened again."""

    def loosen(now_s: float) -> None:
        part = tower.blocks[number:]
        if at_s <= now_s < end_s and all(block.fell_s is None for block in part):
            tower.loosen(part)

    return loosen


def _knock_over(tower: BulletTower, at_s: float, number: int) -> None:
    """Push at a block until something has come down; it and all above it are loose."""
    part = tower.blocks[number:]

    def has_fallen(_now_s: float) -> bool:
        return any(block.fell_s is not None for block in part)

    newton = (
        sum(block.mass_g for block in part) / 1000 * GRAVITY * float(tower.rng.uniform(0.3, 0.9))
    )
    pushed = part[int(tower.rng.integers(len(part)))]
    tower.motions += [
        _loosening(tower, number, at_s),
        _shove(tower, pushed, newton, at_s, has_fallen),
    ]


def _nudge(tower: BulletTower, at_s: float) -> None:
    """Push at the top block, seldom hard enough to throw it down."""
    end_s = at_s + tower.likely(0.05, 0.3)
    newton = 0.15 * tower.top.mass_g / 1000 * GRAVITY
    shove = _shove(tower, tower.top, newton, at_s, lambda now_s: now_s > end_s)
    tower.motions += [_loosening(tower, len(tower.blocks) - 1, at_s, end_s), shove]


def _some(tower: BulletTower, *, most: int = 20) -> int:
    """From which block on it falls: never the lowest."""
    count = len(tower.blocks)
    return max(1, count - 1 - int(tower.rng.integers(0, min(most, count - 1))))


def _begin(scene: BulletScene, tower: BulletTower, kinds: Sequence[PieceMass], at_s: float) -> None:
    """Set up what hands will do."""
    if scene in {BulletScene.PLACE, BulletScene.PLACE_FALL, BulletScene.OVERHANG}:
        aside = float(tower.rng.uniform(0.75, 1.2)) if scene is BulletScene.OVERHANG else 0.15
        block, hold_s = new_block(tower, kinds), tower.likely(0.05, 0.5)
        _place(tower, block, at_s, hold_s=hold_s, aside=aside)
    elif scene is BulletScene.PLACE_DROPPED:
        drop_m = tower.likely(0.002, 0.03)
        _place(tower, new_block(tower, kinds), at_s, hold_s=0.0, drop_m=drop_m)
    elif scene is BulletScene.PLACE_STILL:
        _place(tower, new_block(tower, kinds), at_s, hold_s=tower.likely(0.4, 2.0))
    elif scene in {BulletScene.TOUCH, BulletScene.TOUCH_STILL, BulletScene.HAND_LEAVES}:
        hold_s = tower.likely(0.1, 0.6) if scene is BulletScene.TOUCH else tower.likely(0.5, 1.5)
        tower.motions.append(_finger(tower, at_s, hold_s, tower.likely(0.02, 0.15)))
        at_s += hold_s
    elif scene in LIFTS:
        _lift(tower, at_s, tower.likely(0.3, 1.2) if scene is BulletScene.PUT_BACK else None)
    elif scene is BulletScene.NUDGE:
        _nudge(tower, at_s)
    if scene in FALLS:
        late_s = float(tower.rng.uniform(0.0, 0.4)) if scene is BulletScene.PLACE_FALL else 0.0
        most = 2 if scene is BulletScene.FALL_PART else 20
        _knock_over(tower, at_s + late_s, _some(tower, most=most))


def play_bullet(scene: BulletScene, seed: int, plate_hz: PlateRange = ALL_PLATES) -> TowerTrace:
    """The scene of that seed; another range of plates plays the same event on another plate."""
    number = list(BulletScene).index(scene)
    rng = np.random.default_rng([2, number, seed])
    tower, kinds = empty_tower(rng, NARROW_M if scene is BulletScene.FALL_OFF else WIDE_M)
    try:
        return _played(tower, kinds, scene, seed, plate_hz)
    finally:
        tower.engine.disconnect(tower.client)


def _played(
    tower: BulletTower, kinds: list[PieceMass], scene: BulletScene, seed: int, plate_hz: PlateRange
) -> TowerTrace:
    stood = list(tower.blocks)
    _begin(scene, tower, kinds, _EVENT_S + float(tower.rng.uniform(0, 0.3)))
    steps = np.arange(int(_LENGTH_S / STEP_S)) * STEP_S
    load_g = np.array([tower.step(now_s) for now_s in steps.tolist()])
    stood_g = sum(block.mass_g for block in stood)
    plate = draw_plate(np.random.default_rng([2, seed, 1]), plate_hz)
    level = np.zeros_like(load_g)
    cell_g, up_g = plate.carries(load_g, level, stood_g, STEP_S)
    acceleration = np.stack([level, level, up_g + 1.0], axis=1)
    return TowerTrace(
        outcome=_outcome(
            tower, stood=stood, kinds=kinds, scene=scene, seed=seed, plate_hz=plate.hz
        ),
        step_s=STEP_S,
        force_g=cell_g.astype(np.float32),
        acceleration_g=acceleration.astype(np.float32),
        moment_g_m=np.zeros((len(load_g), 2), np.float32),
    )


def _outcome(
    tower: BulletTower,
    *,
    stood: list[Block],
    kinds: list[PieceMass],
    scene: BulletScene,
    seed: int,
    plate_hz: float,
) -> SceneOutcome:
    fallen = [block for block in tower.blocks if block.fell_s is not None]
    fell_s = [block.fell_s for block in fallen if block.fell_s is not None]
    hits_s = [block.hit_s for block in fallen if block.hit_s is not None]
    off = [block for block in fallen if tower.pose(block)[0][2] < TABLE_M / 3]
    stayed = [block for block in fallen if block not in off]
    sunk = sum(each.mass_g * float((each.start_m - tower.pose(each)[0])[2]) for each in stayed)
    taken = [block for block in tower.blocks if block.is_gone and block not in off]
    return SceneOutcome(
        scene=str(scene),
        seed=seed,
        pieces=[block.kind for block in stood],
        tower_g=sum(block.mass_g for block in stood),
        placed=[block.kind for block in tower.placed],
        placed_g=sum(block.mass_g for block in tower.placed),
        placed_at_s=min(tower.placings_s, default=None),
        fell=len(fallen),
        fell_at_s=min(fell_s, default=None),
        last_impact_s=max(hits_s, default=max(fell_s, default=_EVENT_S)),
        lost_g=sum(block.mass_g for block in off),
        drop_g_s2=-sunk / GRAVITY,
        is_at_rest=not any(block.is_loose for block in tower.blocks),
        screened=0,
        placings_s=tower.placings_s,
        down_s=sorted(hits_s),
        taken_g=sum(block.mass_g for block in taken),
        plate_hz=plate_hz,
        felt=kinds,
    )
