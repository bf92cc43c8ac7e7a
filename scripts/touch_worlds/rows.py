"""The tables that touch is judged at: which sensors, how good a cell, which plates."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.simulation.force_profiles.sprung_plate import PlateRange
from referee.simulation.plate.sensors import CellSpec
from referee.simulation.tower_trace import SceneOutcome, TowerTrace
from referee.touch.pieces import pieces_felt
from referee.touch.profile import TouchProfile
from scripts.bench.touch import ACCELEROMETER_ONLY, BOTH, TILT_ONLY, WEIGHT_ONLY
from scripts.bench.touch_score import Fitting, Reading, sensed

STIFF: PlateRange = (60.0, 160.0)
SOFT: PlateRange = (30.0, 60.0)
_CELL_STREAM = 11
# Cheap cells: corners that differ by 0.4 % at 10 cm, creep of 0.02 to 0.1 %, drift of 2 mg a second
# at most; amplifiers whose 1/f noise and hum are a part of their white noise.
_CORNER_PER_M, _CREEP, _DRIFT_G_PER_S = 0.04, (2e-4, 1e-3), 0.002
_FLICKER, _MAINS = (0.0, 0.4), (0.0, 5.0)
_CLOCK = 0.15
"""HX711 run from their own oscillator, within so much of their rate."""


_TAPPING_STREAM, _TAPPING_ERROR = 17, 0.05


def profile_of(outcome: SceneOutcome) -> TouchProfile:
    """What a calibrated table knows: its pieces, and to within 5 % how fast its plate swings."""
    rng = np.random.default_rng([outcome.seed, _TAPPING_STREAM])
    error = float(rng.uniform(1 - _TAPPING_ERROR, 1 + _TAPPING_ERROR))
    pieces = tuple(outcome.felt) or pieces_felt()
    if outcome.plate_hz is None:
        return TouchProfile(pieces=pieces)
    return TouchProfile(pieces=pieces, plate_hz=outcome.plate_hz * error)


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of table; `noise_g` and the plates are ranges, of which each scene draws."""

    name: str
    noise_g: tuple[float, float] = (0.02, 0.1)
    rate_hz: float = 80.0
    wild_every_s: float | None = None
    plate_hz: PlateRange = STIFF
    fitting: Fitting = WEIGHT_ONLY

    def draw_cell(self, rng: np.random.Generator) -> CellSpec:
        """The cell of one table of this kind."""
        low, high = self.noise_g
        noise_g = float(np.exp(rng.uniform(math.log(low), math.log(high))))
        corner = rng.uniform(-_CORNER_PER_M, _CORNER_PER_M, 2)
        return CellSpec(
            rate_hz=self.rate_hz * float(rng.uniform(1 - _CLOCK, 1 + _CLOCK)),
            noise_g=noise_g,
            corner_per_m=(float(corner[0]), float(corner[1])),
            creep=float(rng.uniform(*_CREEP)),
            drift_g_per_s=float(rng.uniform(-_DRIFT_G_PER_S, _DRIFT_G_PER_S)),
            outliers_per_s=1 / self.wild_every_s if self.wild_every_s else 0.0,
            flicker_g=noise_g * float(rng.uniform(*_FLICKER)),
            mains_g=noise_g * float(rng.uniform(*_MAINS)),
            mains_hz=float(rng.choice([50.0, 60.0])),
        )

    def readings(self, trace: TowerTrace) -> Iterator[Reading]:
        """What the sensors of such a table tell of a scene."""
        rng = np.random.default_rng([trace.outcome.seed, _CELL_STREAM])
        return sensed(trace, self.fitting, self.draw_cell(rng), rng)


ROWS = {
    row.name: row
    for row in (
        Row("good parts"),
        Row("with accelerometer", fitting=BOTH),
        Row("10 samples/s", rate_hz=10.0),
        Row("noise 0.3-0.5 g", noise_g=(0.3, 0.5)),
        Row("wild number each 4 s", wild_every_s=4.0),
        Row("plates 30-60 Hz", plate_hz=SOFT),
        Row("accelerometer alone", fitting=ACCELEROMETER_ONLY),
        Row(
            "tilt switch alone",
            fitting=TILT_ONLY,
        ),
    )
}
