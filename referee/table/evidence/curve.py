"""The curve of a moment as compact JSON, its times counted from the moment itself."""

from __future__ import annotations

import msgspec

from referee.table.evidence.rings import CurveRing, Numbers

_MILLISECONDS = 3
_GRAM_DECIMALS = 2
_G_DECIMALS = 3


class Curve(msgspec.Struct, frozen=True):
    """Grams on the plate, and its acceleration (1 g at rest), each with its times in seconds.

    Zero is the moment; before it times are negative.
    """

    weight_s: list[float]
    weight_g: list[float]
    acceleration_s: list[float]
    acceleration_g: list[float]


def curve_of(ring: CurveRing, moment_s: float, before_s: float, after_s: float) -> Curve:
    """What the ring holds around the moment."""
    from_s, to_s = moment_s - before_s, moment_s + after_s
    weight_s, weight_g = ring.weights.between(from_s, to_s)
    acceleration_s, acceleration_g = ring.accelerations.between(from_s, to_s)
    return Curve(
        _rounded(weight_s - moment_s, _MILLISECONDS),
        _rounded(weight_g, _GRAM_DECIMALS),
        _rounded(acceleration_s - moment_s, _MILLISECONDS),
        _rounded(acceleration_g, _G_DECIMALS),
    )


def curve_json(curve: Curve) -> bytes:
    """The curve for the log and for the screen."""
    return msgspec.json.encode(curve)


def read_curve(content: bytes) -> Curve:
    """The curve in what `curve_json` wrote."""
    return msgspec.json.decode(content, type=Curve)


def _rounded(values: Numbers, decimals: int) -> list[float]:
    rounded: list[float] = values.round(decimals).tolist()
    return rounded
