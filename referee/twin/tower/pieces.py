"""The pieces of a tower as things with a size and a mass, each made a little differently."""

from __future__ import annotations

from enum import StrEnum

import msgspec
import numpy as np


class Shape(StrEnum):
    """How a piece touches its neighbours."""

    BOX = "box"
    CYLINDER = "cylinder"


class PieceSpec(msgspec.Struct, frozen=True):
    """What the maker of the pieces aims at, and how far off a single piece may be."""

    kind: str
    shape: Shape
    half_width_m: float
    height_m: float
    mass_g: float
    mass_sd_g: float


class Piece(msgspec.Struct, frozen=True):
    """One piece as it came out of the box."""

    spec: PieceSpec
    mass_g: float

    @property
    def kind(self) -> str:
        """Which kind of piece the players see."""
        return self.spec.kind


PIECES: dict[str, PieceSpec] = {
    each.kind: each
    for each in (
        PieceSpec("die", Shape.BOX, 0.008, 0.016, 5.0, 0.08),
        PieceSpec("token", Shape.CYLINDER, 0.011, 0.003, 1.6, 0.05),
        PieceSpec("cylinder", Shape.CYLINDER, 0.008, 0.020, 2.8, 0.06),
        PieceSpec("castle", Shape.BOX, 0.013, 0.024, 11.5, 0.15),
    )
}

# A beanstalk is mostly dice; the castle comes once, so it is rare.
_TOWER_KINDS = ("die", "die", "die", "token", "cylinder")
_PLACED_KINDS = ("die", "token", "cylinder", "castle")


def draw_piece(kind: str, rng: np.random.Generator) -> Piece:
    """A piece of that kind within its tolerance; three deviations off are thrown away."""
    spec = PIECES[kind]
    deviation = float(np.clip(rng.normal(), -3, 3))
    return Piece(spec, spec.mass_g + deviation * spec.mass_sd_g)


def draw_tower(rng: np.random.Generator, count: int) -> list[Piece]:
    """Pieces for a tower, from the bottom up; a castle may only crown it."""
    kinds = [str(kind) for kind in rng.choice(_TOWER_KINDS, count)]
    if rng.random() < 0.1:
        kinds[-1] = "castle"
    return [draw_piece(kind, rng) for kind in kinds]


def draw_placed(rng: np.random.Generator) -> Piece:
    """The piece that a player puts down next."""
    return draw_piece(str(rng.choice(_PLACED_KINDS)), rng)
