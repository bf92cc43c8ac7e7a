"""Scenes of one world laid over each other, so that trees learn more hands than the world has.

A plate adds up what presses on it. So a scene, with all masses a little larger or smaller, and one
to four hands of other scenes on top, slower, faster, stronger, weaker, or pulling, is a scene of
the same world; so is one in which a piece was put down or lifted before. What falls is told as
before.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec
import numpy as np
import numpy.typing as npt

from referee.simulation.tower_trace import SceneOutcome, TowerTrace
from referee.touch.pieces import PieceMass, pieces_felt
from scripts.bench.touch_score import Reading, sensed
from scripts.touch_worlds.rows import Row
from scripts.touch_worlds.worlds import WORLDS

Array = npt.NDArray[np.float64]

_SCALED, _HAND_SCALED = (-0.9, 0.7), (-1.2, 0.9)
_HAND_PACE, _MOVE_PACE = (-1.4, 0.5), (-0.4, 0.4)
"""Logarithms of factors, of masses and of lengths."""
_PULLS = 0.25
_HANDS_AT_FALLS, _HANDS = (0, 1, 1, 2, 3), (0, 1, 2, 3, 4)
_BESIDE_S, _BEFORE_FALL_S, _EVENT_S = 0.35, (-0.1, 0.9), 1.2
_KEPT = 60
_STILL_STEPS = 50


@dataclass(slots=True)
class Mixer:
    """Keeps what hands did in the last scenes of a world, and lays it over others."""

    world: str
    hands: deque[Array] = field(default_factory=lambda: deque(maxlen=_KEPT))
    moves: deque[tuple[Array, SceneOutcome]] = field(default_factory=lambda: deque(maxlen=_KEPT))

    def keep(self, scene: str, trace: TowerTrace) -> None:
        """Remember this scene if a hand or a table moved in it and nothing fell."""
        world, outcome = WORLDS[self.world], trace.outcome
        if outcome.is_fall or scene not in world.harmless:
            return
        load_g = trace.force_g.astype(np.float64)
        excess_g = load_g - load_g[:_STILL_STEPS].mean()
        if outcome.placed or outcome.taken_g or scene in world.lifts:
            self.moves.append((excess_g, outcome))
        else:
            self.hands.append(excess_g)

    def mixed(self, trace: TowerTrace, rng: np.random.Generator) -> TowerTrace:
        """The scene with others on top."""
        outcome, scale = trace.outcome, _factor(rng, _SCALED)
        usual = tuple(outcome.felt) or pieces_felt()
        pieces = [PieceMass(p.kind, p.mass_g * scale, p.spread_g * scale) for p in usual]
        load_g = trace.force_g.astype(np.float64)
        before_g = load_g[:_STILL_STEPS].mean()
        load_g = before_g + scale * (load_g - before_g)
        if self.moves and rng.random() < (0.1 if outcome.placed else 0.45):
            load_g += self._move(trace, pieces, scale, rng)
        if self.hands:
            for _ in range(int(rng.choice(_HANDS_AT_FALLS if outcome.is_fall else _HANDS))):
                load_g += self._hand(len(load_g), trace.step_s, rng)
        return msgspec.structs.replace(
            trace,
            force_g=load_g.astype(np.float32),
            outcome=msgspec.structs.replace(outcome, felt=pieces),
        )

    def _hand(self, count: int, step_s: float, rng: np.random.Generator) -> Array:
        hand_g = _paced(self.hands[int(rng.integers(len(self.hands)))], _factor(rng, _HAND_PACE))
        strength = _factor(rng, _HAND_SCALED) * (-1 if rng.random() < _PULLS else 1)
        return _shifted(strength * hand_g, int(rng.normal(0, _BESIDE_S) / step_s), count)

    def _move(
        self, trace: TowerTrace, pieces: list[PieceMass], scale: float, rng: np.random.Generator
    ) -> Array:
        """A piece that came or went before, often the one that falls afterwards."""
        move_g, moved = self.moves[int(rng.integers(len(self.moves)))]
        outcome, pace = trace.outcome, _factor(rng, _MOVE_PACE)
        mass_g = pieces[int(rng.integers(len(pieces)))].mass_g * (1 + 0.015 * rng.normal())
        if outcome.lost_g and outcome.fell == 1 and rng.random() < 0.6:
            mass_g = scale * outcome.lost_g
        began_s = 1.0 if moved.placed_at_s is None else moved.placed_at_s
        at_s = _EVENT_S if outcome.fell_at_s is None else outcome.fell_at_s
        shift = int((at_s - rng.uniform(*_BEFORE_FALL_S) - pace * began_s) / trace.step_s)
        moved_g = moved.placed_g or moved.taken_g or float(np.abs(move_g).max()) + 0.1
        return _shifted(mass_g / moved_g * _paced(move_g, pace), shift, len(trace.force_g))


def _factor(rng: np.random.Generator, logarithms: tuple[float, float]) -> float:
    return math.exp(float(rng.uniform(*logarithms)))


def _paced(values: Array, pace: float) -> Array:
    marks = np.linspace(0, len(values) - 1, max(2, int(len(values) * pace)))
    return np.interp(marks, np.arange(len(values)), values)


def _shifted(values: Array, shift: int, count: int) -> Array:
    """Later by so many steps; afterwards it stays as it ended."""
    places = np.clip(np.arange(count) - shift, 0, len(values) - 1)
    moved: Array = values[places]
    return moved


@dataclass(frozen=True, slots=True)
class MixedRow:
    """A table at which mixed scenes are weighed."""

    name: str
    rate_hz: float
    noise_g: tuple[float, float]
    stream: int

    def readings(self, mixer: Mixer, trace: TowerTrace) -> tuple[TowerTrace, Iterator[Reading]]:
        """A mixed scene, and what the cell tells of it."""
        label = sum(trace.outcome.scene.encode())
        rng = np.random.default_rng([trace.outcome.seed, label, self.stream])
        mixed = mixer.mixed(trace, rng)
        wild_s = 4.0 if rng.random() < 0.1 else None
        row = Row(self.name, noise_g=self.noise_g, rate_hz=self.rate_hz, wild_every_s=wild_s)
        return mixed, sensed(mixed, row.fitting, row.draw_cell(rng), rng)
