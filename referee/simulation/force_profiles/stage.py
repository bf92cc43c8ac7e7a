"""One scene in the making: a tower, the forces on its plate, and what really happens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from referee.simulation.force_profiles.falling_pieces import PieceWay
from referee.simulation.force_profiles.hands import Hand
from referee.simulation.force_profiles.sprung_plate import Array, SprungPlate
from referee.simulation.plate.pieces import GRAVITY
from referee.simulation.tower_trace import SceneOutcome, TowerTrace
from referee.touch.pieces import PieceMass

STEP_S = 0.001
LENGTH_S = 6.5
_PIECE_G = (1.0, 25.0)  # a wooden cube of 10 mm, to a castle of resin
_SPREAD = 0.015
_G_PER_MM3 = 1.0e-3  # between beech and acrylic
_FLATNESS = (0.35, 1.2)  # a token, to a pawn
_KINDS, _TOWER = (3, 5), (3, 11)
_BESIDE_MIDDLE_M = 0.0015
_SPREADS_M = 0.03
_SHOVED = (0.0, 0.5)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece with its kind, mass and height."""

    kind: str
    mass_g: float
    height_m: float


def draw_box(rng: np.random.Generator) -> list[Piece]:
    """Kinds of pieces whose weights a scale can tell apart."""
    count = int(rng.integers(_KINDS[0], _KINDS[1] + 1))
    marks = np.sort(rng.uniform(0, 1, count)) + 0.2 * np.arange(count)
    low, high = (math.log(each) for each in _PIECE_G)
    masses_g = np.exp(low + marks / (0.8 + 0.2 * count) * (high - low))
    cubes_mm = np.cbrt(masses_g / _G_PER_MM3)
    heights_m = cubes_mm * rng.uniform(*_FLATNESS, count) / 1000
    pairs = enumerate(zip(masses_g.tolist(), heights_m.tolist(), strict=True), start=1)
    return [Piece(f"piece-{number}", mass, height) for number, (mass, height) in pairs]


@dataclass(slots=True)
class Stage:
    """Loads and motions of one scene are added to it, and the truth beside them."""

    rng: np.random.Generator
    box: list[Piece]
    stood: tuple[Piece, ...]
    tower: list[Piece]
    tower_g: float
    hand: Hand
    load_g: Array
    shove_g: Array
    table_g: Array
    moment_g_m: Array
    placed: list[Piece] = field(default_factory=list)
    placings_s: list[float] = field(default_factory=list)
    fallen: list[tuple[Piece, PieceWay, bool]] = field(default_factory=list)
    taken_g: float = 0.0
    due: Piece | None = None
    """The piece that the hand takes next; without one, any out of the box."""

    @property
    def times_s(self) -> Array:
        """The steps of the scene."""
        return self.hand.times_s

    def draw_piece(self) -> Piece:
        """The piece that is due, or one out of the box, within its tolerance."""
        return self.due or _draw_piece(self.box, self.rng)

    def push(self, force_g: Array) -> None:
        """A hand presses; a part of it goes sideways."""
        self.load_g += force_g
        self.shove_g += float(self.rng.uniform(*_SHOVED)) * force_g

    @property
    def most_up_g(self) -> float:
        """Who pulls harder than this has the top piece in the hand."""
        return 0.9 * self.tower[-1].mass_g

    def jerk(self, at_s: float, hardest_g: float, *, up_share: float = 0.7) -> None:
        """A hand jerks at the top piece without taking it."""
        jerk_g = self.hand.jerks(at_s, hardest_g, most_up_g=self.most_up_g, up_share=up_share)
        self.push(jerk_g)

    def shake(self, table_g: Array) -> None:
        """The table moves."""
        self.table_g += table_g

    def place(self, piece: Piece, load_g: Array, at_s: float) -> None:
        """This piece is put on the tower; `load_g` is all that comes of it, with the hand."""
        self.tower.append(piece)
        self.placed.append(piece)
        self.placings_s.append(at_s)
        self.push(load_g)
        self._lies(piece.mass_g, at_s, self.rng.normal(0, _BESIDE_MIDDLE_M, 2))

    def take(self, at_s: float) -> None:
        """The top piece is carried away."""
        piece = self.tower.pop()
        self.taken_g += piece.mass_g
        self._lies(-piece.mass_g, at_s, np.zeros(2))

    def fall(self, piece: Piece, way: PieceWay, *, is_off: bool) -> None:
        """A piece of the tower goes that way instead of standing on."""
        self.fallen.append((piece, way, is_off))
        changed_g = way.load_g(self.times_s) - piece.mass_g
        self.load_g += changed_g
        self.shove_g += float(self.rng.uniform(*_SHOVED)) * changed_g
        where = np.zeros(2) if is_off else self.rng.normal(0, _SPREADS_M, 2)
        self._lies(piece.mass_g, way.now_s if not way.hits_s else way.hits_s[0], where)

    def _lies(self, mass_g: float, from_s: float, where_m: Array) -> None:
        self.moment_g_m += np.outer(mass_g * (self.times_s >= from_s), where_m)

    def trace(self, scene: str, seed: int, plate: SprungPlate) -> TowerTrace:
        """The scene as plate and cell feel it, and what happened."""
        moved, table = (self.tower_g, STEP_S), self.table_g.T
        cell_g, up = plate.carries(self.load_g, table[2], *moved)
        angle = float(self.rng.uniform(0, 2 * math.pi))
        shoves = (math.cos(angle) * self.shove_g, math.sin(angle) * self.shove_g)
        across = [
            plate.is_shoved(each, sway, *moved)
            for each, sway in zip(shoves, table[:2], strict=True)
        ]
        return TowerTrace(
            outcome=self._outcome(scene, seed, plate),
            step_s=STEP_S,
            force_g=cell_g.astype(np.float32),
            acceleration_g=np.stack([*across, up + 1.0], axis=1).astype(np.float32),
            moment_g_m=self.moment_g_m.astype(np.float32),
        )

    def _outcome(self, scene: str, seed: int, plate: SprungPlate) -> SceneOutcome:
        ways = [way for _, way, _ in self.fallen]
        fell_s = [at_s for way in ways if (at_s := way.fell_at_s(self.times_s)) is not None]
        hits_s = sorted(way.hits_s[0] for way in ways if way.hits_s)
        stayed = [(piece.mass_g, way) for piece, way, is_off in self.fallen if not is_off]
        drops = [mass_g * float(way.sank_m(self.times_s)[-1]) for mass_g, way in stayed]
        return SceneOutcome(
            scene=scene,
            seed=seed,
            pieces=[piece.kind for piece in self.stood],
            tower_g=self.tower_g,
            placed=[piece.kind for piece in self.placed],
            placed_g=sum(piece.mass_g for piece in self.placed),
            placed_at_s=min(self.placings_s, default=None),
            fell=len(self.fallen),
            fell_at_s=min(fell_s, default=None),
            last_impact_s=max(
                (hit for way in ways for hit in way.hits_s), default=min(fell_s, default=1.0)
            ),
            lost_g=sum(piece.mass_g for piece, _, is_off in self.fallen if is_off),
            drop_g_s2=-sum(drops) / GRAVITY,
            is_at_rest=True,
            screened=0,
            placings_s=sorted(self.placings_s),
            down_s=hits_s,
            taken_g=self.taken_g,
            plate_hz=plate.hz,
            felt=[PieceMass(each.kind, each.mass_g, _SPREAD * each.mass_g) for each in self.box],
        )


def _draw_piece(box: list[Piece], rng: np.random.Generator) -> Piece:
    usual = box[int(rng.integers(len(box)))]
    mass_g = usual.mass_g * (1 + _SPREAD * float(np.clip(rng.normal(), -3, 3)))
    return Piece(usual.kind, mass_g, usual.height_m)


def empty_stage(rng: np.random.Generator) -> Stage:
    """A tower that stands still, and nobody there yet."""
    box = draw_box(rng)
    tower = [_draw_piece(box, rng) for _ in range(int(rng.integers(*_TOWER)))]
    return stage_of(box, tower, rng)


def stage_of(
    box: list[Piece], tower: Sequence[Piece], rng: np.random.Generator, length_s: float = LENGTH_S
) -> Stage:
    """This tower stands still, and nobody is there yet."""
    times_s: Array = np.arange(int(length_s / STEP_S), dtype=np.float64) * STEP_S
    tower_g = sum(piece.mass_g for piece in tower)
    count = len(times_s)
    return Stage(
        rng=rng,
        box=box,
        stood=tuple(tower),
        tower=list(tower),
        tower_g=tower_g,
        hand=Hand(times_s, rng),
        load_g=np.full(count, tower_g),
        shove_g=np.zeros(count),
        table_g=np.zeros((count, 3)),
        moment_g_m=np.zeros((count, 2)),
    )
