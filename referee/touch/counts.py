"""Raw counts of the load cell, and the grams they stand for.

Only counts cross the line and only counts are recorded; grams are made here, from values that a
calibration measured. So an old recording can be weighed anew with a better calibration.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Annotated, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from referee.errors import InputError
from referee.touch.messages import MAX_COUNTS, MIN_COUNTS

Counts = NDArray[np.integer] | NDArray[np.float64]
Grams = NDArray[np.float64]


class ScaleCalibration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one load cell needs to be read in grams.

    `counts_per_gram` is negative if the cell is mounted upside down. `capacity_g` is what the cell
    may carry; beyond it the reading is still a number, but no longer a weight.

    >>> cell = ScaleCalibration(counts_per_gram=2000, tare_counts=50_000)
    >>> cell.grams(60_000)
    5.0
    """

    counts_per_gram: float
    tare_counts: float = 0.0
    capacity_g: Annotated[float, msgspec.Meta(gt=0)] | None = None
    noise_counts: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    """How much a quiet reading wavers, root mean square."""

    def __post_init__(self) -> None:
        values = (self.counts_per_gram, self.tare_counts, self.noise_counts)
        if not all(math.isfinite(value) for value in values) or self.counts_per_gram == 0:
            raise InputError(
                f"A scale cannot have {self.counts_per_gram:g} counts per gram with a tare of "
                f"{self.tare_counts:g} counts: please calibrate it again."
            )

    @overload
    def grams(self, counts: float) -> float: ...
    @overload
    def grams(self, counts: Counts) -> Grams: ...
    def grams(self, counts: float | Counts) -> float | Grams:
        """The weight on the plate, for one reading or a whole array."""
        if isinstance(counts, np.ndarray):
            return (counts.astype(np.float64) - self.tare_counts) / self.counts_per_gram
        return (counts - self.tare_counts) / self.counts_per_gram

    @overload
    def counts(self, grams: float) -> int: ...
    @overload
    def counts(self, grams: Grams) -> NDArray[np.int64]: ...
    def counts(self, grams: float | Grams) -> int | NDArray[np.int64]:
        """What the converter would say to this weight: whole numbers of 24 bits."""
        raw = np.asarray(grams * self.counts_per_gram + self.tare_counts)
        whole = np.clip(np.rint(raw), MIN_COUNTS, MAX_COUNTS).astype(np.int64)
        return whole if whole.ndim else int(whole)

    @property
    def noise_g(self) -> float:
        """How much a quiet reading wavers, in grams."""
        return self.noise_counts / abs(self.counts_per_gram)

    def with_tare(self, tare_counts: float) -> ScaleCalibration:
        """The same cell with another empty reading."""
        return msgspec.structs.replace(self, tare_counts=float(tare_counts))


@overload
def is_saturated(counts: float) -> bool: ...


@overload
def is_saturated(counts: Counts) -> NDArray[np.bool_]: ...


def is_saturated(counts: float | Counts) -> bool | NDArray[np.bool_]:
    """Whether the converter is at an end of its range, so that the true value may lie beyond."""
    return (counts <= MIN_COUNTS) | (counts >= MAX_COUNTS)


def calibration_from_weights(
    readings: Iterable[tuple[float, float]], capacity_g: float | None = None
) -> ScaleCalibration:
    """The line through readings of known weights, as pairs of grams and counts.

    >>> round(calibration_from_weights([(0, 1000), (100, 201_000)]).counts_per_gram, 3)
    2000.0
    """
    pairs = np.array(list(readings), dtype=float).reshape(-1, 2)
    if len(np.unique(pairs[:, 0])) < 2:
        raise InputError(
            "A scale is calibrated with two different weights at least: read the empty plate and "
            "a known weight."
        )
    slope, tare = np.polynomial.Polynomial.fit(pairs[:, 0], pairs[:, 1], 1).convert().coef[::-1]
    return ScaleCalibration(
        counts_per_gram=float(slope), tare_counts=float(tare), capacity_g=capacity_g
    )
