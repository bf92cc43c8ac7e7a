"""A tower in PyBullet: blocks that are loose or lie still, and what they press on the plate.

The load follows from the momentum of the loose blocks; what lies still is part of the plate. The
plate itself is rigid here, so blocks do not feel it ring. PyBullet is needed only to play.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

from referee.errors import InputError
from referee.simulation.force_profiles.sprung_plate import Array
from referee.simulation.plate.pieces import GRAVITY
from referee.touch.pieces import PieceMass

STEP_S = 0.001
_LONGER = 100.0  # Bullet keeps a margin around each shape that would swallow pieces of 10 mm
WIDE_M, NARROW_M, TABLE_M = 0.11, 0.03, -0.05
_FELL_M = 0.006
_STILL_M_S, _STILL_STEPS = 0.012, 120
_FRICTION, _RESTITUTION = (0.25, 0.6), (0.0, 0.5)


@dataclass(slots=True)
class Block:
    """A piece of the tower, and what has become of it."""

    kind: str
    mass_g: float
    half_m: tuple[float, float]  # across and upwards
    is_round: bool
    start_m: Array
    body: int = -1
    is_loose: bool = False
    is_held: bool = False
    is_gone: bool = False
    speed_m_s: float = 0.0
    still: int = 0
    fell_s: float | None = None
    hit_s: float | None = None


# What hands do: called every step with the time, it pushes.
Motion = Callable[[float], None]


@dataclass(slots=True)
class BulletTower:
    """The engine with its blocks; `hand_g` is what hands press on the blocks in this step."""

    rng: np.random.Generator
    engine: Any
    client: int
    half_m: float
    blocks: list[Block] = field(default_factory=list)
    motions: list[Motion] = field(default_factory=list)
    placings_s: list[float] = field(default_factory=list)
    placed: list[Block] = field(default_factory=list)
    hand_g: float = 0.0
    friction: float = 0.4
    restitution: float = 0.2

    @property
    def top(self) -> Block:
        """The highest block."""
        return self.blocks[-1]

    def likely(self, low: float, high: float) -> float:
        """A number in between, small ones as likely as large ones by their ratio."""
        return math.exp(float(self.rng.uniform(math.log(low), math.log(high))))

    def build(self, block: Block, place_m: Array, turn: Sequence[float], *, is_loose: bool) -> None:
        """Put the block into the engine anew, loose or as a part of the plate."""
        if block.body >= 0:
            self.engine.removeBody(block.body, self.client)
        across, up = (each * _LONGER for each in block.half_m)
        size = (
            {"radius": across, "height": 2 * up}
            if block.is_round
            else {"halfExtents": [across, across, up]}
        )
        shape = self.engine.GEOM_CYLINDER if block.is_round else self.engine.GEOM_BOX
        block.body = self._body(
            self.engine.createCollisionShape(shape, physicsClientId=self.client, **size),
            block.mass_g if is_loose else 0.0,
            place_m,
            turn,
        )
        block.is_loose, block.still, block.speed_m_s = is_loose, 0, 0.0

    def _body(self, shape: int, mass_g: float, place_m: Array, turn: Sequence[float]) -> int:
        body: int = self.engine.createMultiBody(
            mass_g, shape, -1, (place_m * _LONGER).tolist(), turn, physicsClientId=self.client
        )
        self.engine.changeDynamics(
            body,
            -1,
            lateralFriction=self.friction,
            restitution=self.restitution,
            rollingFriction=2e-4 * _LONGER,
            linearDamping=0.0,
            physicsClientId=self.client,
        )
        return body

    def floors(self) -> None:
        """The plate, a rim around a wide one, and the table below it."""
        half_m, thin_m = self.half_m, 0.003
        boxes = [((half_m, half_m, thin_m), (0.0, 0.0, -thin_m))]
        boxes.append(((0.5, 0.5, thin_m), (0.0, 0.0, TABLE_M - thin_m)))
        if half_m == WIDE_M:
            for side in (half_m, -half_m):
                boxes.append(((thin_m, half_m, 0.012), (side, 0.0, 0.012)))
                boxes.append(((half_m, thin_m, 0.012), (0.0, side, 0.012)))
        for halves_m, place_m in boxes:
            shape = self.engine.createCollisionShape(
                self.engine.GEOM_BOX,
                halfExtents=[each * _LONGER for each in halves_m],
                physicsClientId=self.client,
            )
            self._body(shape, 0.0, np.array(place_m), (0, 0, 0, 1))

    def pose(self, block: Block) -> tuple[Array, Sequence[float]]:
        """Where a block is, and how it is turned."""
        place, turn = self.engine.getBasePositionAndOrientation(block.body, self.client)
        return np.array(place) / _LONGER, turn

    def speed(self, block: Block) -> Array:
        """How fast a block moves."""
        velocity: Array = np.array(self.engine.getBaseVelocity(block.body, self.client)[0])
        return velocity / _LONGER

    def loosen(self, blocks: Sequence[Block]) -> None:
        """Let these blocks move."""
        for block in blocks:
            if not block.is_loose:
                self.build(block, *self.pose(block), is_loose=True)
        self.engine.performCollisionDetection(self.client)

    def push(self, block: Block, newton: Array) -> None:
        """A force on a loose block, or through one that stands on the plate."""
        self.hand_g -= float(newton[2]) / GRAVITY * 1000
        if block.is_loose:
            force = (newton * 1000 * _LONGER).tolist()
            place = self.engine.getBasePositionAndOrientation(block.body, self.client)[0]
            self.engine.applyExternalForce(
                block.body, -1, force, place, self.engine.WORLD_FRAME, self.client
            )

    def step(self, now_s: float) -> float:
        """Let `STEP_S` pass; what pressed on the plate meanwhile, in grams."""
        self.hand_g = 0.0
        for motion in self.motions:
            motion(now_s)
        self.engine.stepSimulation(self.client)
        return self.hand_g + sum(self._felt_g(block, now_s) for block in self.blocks)

    def _felt_g(self, block: Block, now_s: float) -> float:
        if block.is_gone:
            return 0.0
        if not block.is_loose:
            return block.mass_g
        place_m, turn = self.pose(block)
        before_m_s, block.speed_m_s = block.speed_m_s, float(self.speed(block)[2])
        gained_m_s = block.speed_m_s - before_m_s
        self._watch(block, place_m, gained_m_s, now_s)
        block.still = block.still + 1 if np.abs(self.speed(block)).max() < _STILL_M_S else 0
        if place_m[2] < TABLE_M / 3:
            block.is_gone = place_m[2] < TABLE_M / 2
            return 0.0
        if block.still > _STILL_STEPS and not block.is_held:
            self.build(block, place_m, turn, is_loose=False)
        return block.mass_g * (1 + gained_m_s / (GRAVITY * STEP_S))

    def _watch(self, block: Block, place_m: Array, gained_m_s: float, now_s: float) -> None:
        if block.is_held or block.start_m[2] - place_m[2] < _FELL_M:
            return
        block.fell_s = now_s if block.fell_s is None else block.fell_s
        if gained_m_s > 0.05 and block.hit_s is None:
            block.hit_s = now_s


def new_block(tower: BulletTower, kinds: Sequence[PieceMass]) -> Block:
    """A block of one of these kinds, within its tolerance."""
    usual = kinds[int(tower.rng.integers(len(kinds)))]
    mass_g = usual.mass_g + usual.spread_g * float(np.clip(tower.rng.normal(), -3, 3))
    half = (usual.mass_g / 1e3) ** (1 / 3) / 20
    flat = 0.6 if usual.kind.endswith("1") else 1.0
    return Block(usual.kind, mass_g, (half / math.sqrt(flat), half * flat), flat < 1, np.zeros(3))


def empty_tower(rng: np.random.Generator, half_m: float) -> tuple[BulletTower, list[PieceMass]]:
    """A tower that stands on a plate of that size, and the kinds of its blocks."""
    try:
        engine = import_module("pybullet")
    except ImportError:
        raise InputError(
            "The world of PyBullet is not installed: run make bench-environment first."
        ) from None
    client = engine.connect(engine.DIRECT)
    engine.setGravity(0, 0, -GRAVITY * _LONGER, physicsClientId=client)
    engine.setPhysicsEngineParameter(
        fixedTimeStep=STEP_S, numSolverIterations=40, physicsClientId=client
    )
    tower = BulletTower(rng, engine, client, half_m)
    tower.friction, tower.restitution = (
        float(rng.uniform(*_FRICTION)),
        float(rng.uniform(*_RESTITUTION)),
    )
    masses_g = np.exp(np.sort(rng.uniform(0, math.log(25), 4))) * (1 + 0.1 * np.arange(4))
    kinds = [PieceMass(f"block-{n}", float(m), 0.015 * float(m)) for n, m in enumerate(masses_g)]
    tower.floors()
    top_m = 0.0
    for _ in range(int(rng.integers(3, 10))):
        block = new_block(tower, kinds)
        x, y = rng.normal(0, 0.0007, 2)
        block.start_m = np.array([x, y, top_m + block.half_m[1]])
        tower.build(block, block.start_m, (0, 0, 0, 1), is_loose=False)
        tower.blocks.append(block)
        top_m += 2 * block.half_m[1]
    return tower, kinds
