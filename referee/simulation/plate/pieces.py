"""Pieces, plate and table as things with size and mass; each piece is made a little differently.

The plate rides on a spring (the load cell), the cell stands on a heavy table that gives a little in
all three directions.
"""

import math

import msgspec
import numpy as np

from referee.games.boxes import every_piece
from referee.games.pieces import PieceInfo


class TowerPiece(msgspec.Struct, frozen=True):
    """One piece as it came out of the box."""

    spec: PieceInfo
    mass_g: float

    @property
    def kind(self) -> str:
        """Which kind of piece the players see."""
        return self.spec.kind


def draw_piece(kind: str, rng: np.random.Generator) -> TowerPiece:
    """A piece of that kind within its tolerance; three deviations off are thrown away."""
    spec = every_piece()[kind]
    deviation = float(np.clip(rng.normal(), -3, 3))
    return TowerPiece(spec, spec.mass_g + deviation * spec.spread_g)


GRAVITY = 9.81
# Chosen by hand, and damped more than a bare cell, as if the plate lay on felt: on a softer spring
# stacks of rigid bodies chatter more, and a lighter table throws every tower down that is bumped.
# Touch was fitted with these numbers (`scripts/fit_touch`), so another one wants another fit.
PLATE_KG = 0.12
CELL_N_PER_M = 25e3
CELL_N_S_PER_M = 20.0
TABLE_KG = 15.0
_TABLE_HZ = (9.0, 9.0, 18.0)
_TABLE_DAMPING = 0.06


class PlateSpec(msgspec.Struct, frozen=True):
    """The plate under the tower; a rim keeps fallen pieces on it."""

    width_m: float = 0.12
    has_rim: bool = False


def table_joints() -> str:
    """The springs on which the table stands, for the model's description."""
    lines = []
    for axis, hertz in zip(("1 0 0", "0 1 0", "0 0 1"), _TABLE_HZ, strict=True):
        stiffness = TABLE_KG * (2 * math.pi * hertz) ** 2
        damping = 2 * _TABLE_DAMPING * math.sqrt(stiffness * TABLE_KG)
        lines.append(
            f'<joint type="slide" axis="{axis}" stiffness="{stiffness:.1f}" '
            f'damping="{damping:.2f}"/>'
        )
    return "".join(lines)


def plate_geoms(plate: PlateSpec) -> str:
    """The shapes of a plate, for the model's description."""
    half = plate.width_m / 2
    floor_kg = PLATE_KG - (0.02 if plate.has_rim else 0.0)
    floor = f'<geom type="box" size="{half} {half} .003" pos="0 0 -.003" mass="{floor_kg}"/>'
    if not plate.has_rim:
        return floor
    walls = [(0.002, half, side * half, 0.0) for side in (1, -1)]
    walls += [(half, 0.002, 0.0, side * half) for side in (1, -1)]
    return floor + "".join(
        f'<geom type="box" size="{sx} {sy} .012" pos="{x} {y} .012" mass=".005"/>'
        for sx, sy, x, y in walls
    )
