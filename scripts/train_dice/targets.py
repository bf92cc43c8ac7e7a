"""What the network should say: heat maps of centres, and what it says about each die there.

Channels: six pip values, "a top face here", leaning, offset x and y (in cells), cos 4θ and sin 4θ,
the logarithm of the width against the nominal one, and lying on another die.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

STRIDE = 4
NOMINAL_PX = 36.0
VALUES = 6
FACE, LEANING, OFFSET_X, OFFSET_Y, COS, SIN, SIZE, STACKED = range(VALUES, VALUES + 8)
CHANNELS = VALUES + 8
# Each cell beside the centre's own also says where the centre is, so that their mean is steadier.
_BESIDE = ((1.0, 0, 0), *((0.3, a, b) for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))))
_ACROSS = tuple((0.15, a, b) for a in (-1, 1) for b in (-1, 1))
_ODD_COUNTS = 3.0
# How much the place of a die counts: nothing but its place leads to what a symbol shows, and
# labels of photographs are rough.
_SYMBOL_COUNTS, _PIPS_COUNT, _ROUGH_COUNTS = 1.6, 0.8, 0.3
_SIGMA_WIDTHS = 0.10
_LEAST_VISIBLE = 0.6


@dataclass(frozen=True, slots=True)
class Target:
    """One die in a training picture; `value` 0 is a symbol, None is a value nobody can tell."""

    value: int | None
    x: float
    y: float
    width: float
    angle_rad: float | None = None
    is_leaning: bool = False
    visible: float = 1.0
    is_stacked: bool = False
    is_measured: bool = True


def heat_maps(targets: list[Target], size_px: int) -> tuple[np.ndarray, np.ndarray]:
    """Targets, and their weights, for a square picture: (channels, cells, cells) each.

    The weight of a heat map is 0 where nothing is to be learned; what is said about a die is
    learned at its centre cell and those around it.
    """
    cells = size_px // STRIDE
    wanted = np.zeros((CHANNELS, cells, cells), np.float32)
    weight = np.zeros((CHANNELS, cells, cells), np.float32)
    weight[: FACE + 1] = 1.0
    rows, columns = np.mgrid[0:cells, 0:cells].astype(np.float32)
    for target in targets:
        _mark(target, wanted, weight, rows, columns)
    return wanted, weight


def _mark(
    target: Target,
    wanted: np.ndarray,
    weight: np.ndarray,
    rows: np.ndarray,
    columns: np.ndarray,
) -> None:
    cells = wanted.shape[1]
    x, y = target.x / STRIDE - 0.5, target.y / STRIDE - 0.5
    column, row = int(np.floor(x + 0.5)), int(np.floor(y + 0.5))
    distance2 = (columns - x) ** 2 + (rows - y) ** 2
    reach = 0.45 * target.width / STRIDE
    if target.visible < _LEAST_VISIBLE or not (0 <= column < cells and 0 <= row < cells):
        weight[: FACE + 1][:, distance2 < reach**2] = 0.0
        return
    sigma = _SIGMA_WIDTHS * target.width / STRIDE
    bell = np.exp(-distance2 / (2 * sigma * sigma))
    bell[row, column] = 1.0
    np.maximum(wanted[FACE], bell, out=wanted[FACE])
    if target.value is None:
        weight[:VALUES][:, distance2 < reach**2] = 0.0
    elif target.value > 0:
        np.maximum(wanted[target.value - 1], bell, out=wanted[target.value - 1])
    for share, right, below in (*_BESIDE, *_ACROSS):
        at, to = row + below, column + right
        if 0 <= at < cells and 0 <= to < cells:
            _tell(target, wanted[:, at, to], weight[:, at, to], (x - to, y - at), share)


def _tell(
    target: Target,
    wanted: np.ndarray,
    weight: np.ndarray,
    offset: tuple[float, float],
    share: float,
) -> None:
    """What is to be said at a cell, and how much it counts."""
    told = {
        LEANING: float(target.is_leaning),
        OFFSET_X: offset[0],
        OFFSET_Y: offset[1],
        SIZE: float(np.log(target.width / NOMINAL_PX)),
        STACKED: float(target.is_stacked),
    }
    if target.angle_rad is not None:
        told[COS] = float(np.cos(4 * target.angle_rad))
        told[SIN] = float(np.sin(4 * target.angle_rad))
    for channel, number in told.items():
        wanted[channel] = number
        weight[channel] = share * _counts(channel, target)


def _counts(channel: int, target: Target) -> float:
    if channel in {LEANING, STACKED}:
        # Odd dice are rare; told apart they shall be all the same.
        return _ODD_COUNTS if target.is_leaning or target.is_stacked else 1.0
    if not target.is_measured:
        return _ROUGH_COUNTS
    return _SYMBOL_COUNTS if target.value == 0 else _PIPS_COUNT
