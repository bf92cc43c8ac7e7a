"""Bounds of the numbers whose types belong to other rooms, and keys that have another home."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.touch.profile import TouchProfile


class Bounds(NamedTuple):
    """From where to where a number may be, both included."""

    least: float
    most: float


MOVED_KEYS: Mapping[str, str] = {
    "scale.touch.counts_per_gram": "scale.calibration.counts_per_gram",
    "scale.touch.offset_counts": "scale.calibration.tare_counts",
}
"""A table is calibrated in one place; touch is told from there."""

# What the last part of a name says about the number.
_BY_UNIT = {
    "_g_s": Bounds(0, 10),
    "_s": Bounds(0.001, 60),
    "_m": Bounds(0, 1),
    "_score": Bounds(-20, 20),
    "_per_g": Bounds(0, 1),
    "_per_noise": Bounds(0, 100),
    "_g": Bounds(0.001, 1000),
}
_OTHERWISE = Bounds(0, 100)

_COUNTS = Bounds(-1e8, 1e8)
_PIXELS = Bounds(1, 20_000)
_MILLIMETRES = Bounds(1, 2000)


def _touch_bounds(name: str) -> Bounds:
    return next((each for unit, each in _BY_UNIT.items() if name.endswith(unit)), _OTHERWISE)


BOUNDS: Mapping[str, Bounds] = {
    "camera.light.exposure_us": Bounds(1, 1e7),
    "camera.light.gain": Bounds(0, 1e5),
    "camera.light.red_gain": Bounds(0, 100),
    "camera.light.blue_gain": Bounds(0, 100),
    "camera.light.white_balance_k": Bounds(1000, 20_000),
    "camera.light.focus": Bounds(0, 1e5),
    "camera.lens.width_px": _PIXELS,
    "camera.lens.height_px": _PIXELS,
    "camera.lens.focal_px[]": Bounds(1, 1e6),
    "camera.lens.centre_px[]": Bounds(-20_000, 40_000),
    "camera.lens.distortion[]": Bounds(-1e4, 1e4),
    "camera.tray.inner_width_mm": _MILLIMETRES,
    "camera.tray.inner_height_mm": _MILLIMETRES,
    "camera.tray.marker_mm": Bounds(1, 500),
    "camera.tray.marker_places_mm[][]": Bounds(-2000, 4000),
    "scale.calibration.counts_per_gram": _COUNTS,
    "scale.calibration.tare_counts": _COUNTS,
    "scale.calibration.capacity_g": Bounds(1, 100_000),
    "scale.calibration.noise_counts": Bounds(0, 1e7),
    "scale.touch.pieces[].mass_g": Bounds(0.01, 5000),
    "scale.touch.pieces[].spread_g": Bounds(0.001, 500),
    **{
        f"scale.touch.{name}": _touch_bounds(name)
        for name in TouchProfile.__struct_fields__
        if name != "pieces" and f"scale.touch.{name}" not in MOVED_KEYS
    },
}
