"""The lamp over the table, and how a rounded face shines under it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from referee.twin.dice.domain import LOOKS, Domain, within
from referee.twin.dice.noise import Field, Rng

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp and the light of the room. `towards` is a unit vector from the table to the lamp."""

    towards: Vector
    ambient: float = 0.45
    strength: float = 0.6
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    softness: float = 0.35
    shadow: float = 0.5


def lamp(up_deg: float, around_deg: float, **settings: float) -> Light:
    """A lamp so many degrees above the horizon, seen in this direction from the table."""
    up, around = np.radians(up_deg), np.radians(around_deg)
    towards = np.array(
        [np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)], np.float64
    )
    return Light(towards, **settings)  # type: ignore[arg-type]


def random_light(rng: Rng, domain: Domain) -> Light:
    """A lamp of the domain: where it hangs, how hard and how warm it is."""
    looks = LOOKS[domain]
    up = np.radians(within(rng, looks.light_up_deg))
    around = np.radians(within(rng, looks.light_around_deg))
    flat = float(np.cos(up))
    warmth = within(rng, looks.warmth) * 0.16
    ambient = float(rng.uniform(0.3, 0.75))
    return Light(
        towards=np.array([flat * np.cos(around), flat * np.sin(around), np.sin(up)]),
        ambient=ambient,
        strength=float(rng.uniform(0.85, 1.15)) - ambient,
        tint=(1.0 - warmth, 1.0, 1.0 + warmth),
        softness=float(np.exp(rng.uniform(-2.6, 0.0))),
        shadow=float(rng.uniform(0.15, 0.75)),
    )


@lru_cache(maxsize=256)
def _normals(size_px: int, roundness_pct: int, bulge_pct: int) -> Field:
    """Which way each point of a face looks: to the outside, and round the corner at its edges."""
    at = ((np.arange(size_px, dtype=np.float32) + 0.5) / size_px - 0.5).astype(np.float32)
    flat = 0.5 - roundness_pct / 100
    bend = np.sign(at) * np.clip((np.abs(at) - flat) / (0.5 - flat), 0, 1) ** 2
    bend = bend + at * (bulge_pct / 100)
    across, down = np.meshgrid(bend, bend)
    field = np.dstack((across, down, np.ones_like(across)))
    return np.asarray(field / np.linalg.norm(field, axis=2, keepdims=True), np.float32)


def face_normals(size_px: int, roundness: float, bulge: float) -> Field:
    """Unit normals of a rounded face in its own axes (across, down, outwards)."""
    return _normals(size_px, max(1, round(roundness * 50)) * 2, round(bulge * 25) * 4)
