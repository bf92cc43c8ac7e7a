"""Two worlds of drawn dice that share no material, light, ground, clutter or camera angle.

What is learned from the one is measured on the other, so that the figures are honest.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from referee.simulation.drawing.materials import Rng
from referee.simulation.drawing.surfaces import SceneLight

Band = tuple[float, float]


class Domain(StrEnum):
    """Where a drawn picture takes its looks from."""

    TRAINING = "training"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Looks:
    """The bands that one domain may choose from. Hues and angles in degrees."""

    hues_deg: tuple[Band, ...]
    bodies: tuple[str, ...]
    grounds: tuple[str, ...]
    clutter: tuple[str, ...]
    camera_deg: tuple[Band, ...]
    light_up_deg: tuple[Band, ...]
    light_around_deg: tuple[Band, ...]
    warmth: tuple[Band, ...]


LOOKS: dict[Domain, Looks] = {
    Domain.TRAINING: Looks(
        hues_deg=((0, 20), (44, 160), (196, 274), (312, 360)),
        bodies=("plain", "plain", "marbled", "marbled", "translucent", "speckled", "wood"),
        grounds=("plain", "plain", "felt", "wood", "paper", "check", "board", "noise"),
        clutter=(
            "magnet",
            "coin",
            "card",
            "pen",
            "cable",
            "polyhedron",
            "button",
            "dots",
            "wall",
            "tray",
            "keys",
            "label",
        ),
        camera_deg=((0, 12), (17, 27), (32, 41)),
        light_up_deg=((40, 58), (66, 90)),
        light_around_deg=((0, 70), (110, 250), (290, 360)),
        warmth=((-1.0, -0.5), (-0.3, 0.55)),
    ),
    Domain.UNSEEN: Looks(
        hues_deg=((20, 44), (160, 196), (274, 312)),
        bodies=("solid", "solid", "veined", "layered", "granite", "brushed"),
        grounds=("cork", "tile", "stripes", "leather", "hexes"),
        clutter=("washer", "clip", "gem", "ruler", "match", "bead"),
        camera_deg=((12, 17), (27, 32), (41, 45)),
        light_up_deg=((32, 40), (58, 66)),
        light_around_deg=((70, 110), (250, 290)),
        warmth=((-0.5, -0.3), (0.55, 1.0)),
    ),
}


def within(rng: np.random.Generator, bands: tuple[Band, ...], limits: Band | None = None) -> float:
    """A number from the bands, each band as likely as it is wide; only inside `limits` if given."""
    if limits is not None:
        cut = tuple((max(a, limits[0]), min(b, limits[1])) for a, b in bands)
        bands = tuple(band for band in cut if band[0] < band[1]) or (limits,)
    widths = np.array([b - a for a, b in bands])
    if widths.sum() <= 0:
        return float(bands[0][0])
    low, high = bands[int(rng.choice(len(bands), p=widths / widths.sum()))]
    return float(rng.uniform(low, high))


def random_light(rng: Rng, domain: Domain) -> SceneLight:
    """A lamp of the domain: where it hangs, how hard and how warm it is."""
    looks = LOOKS[domain]
    up = np.radians(within(rng, looks.light_up_deg))
    around = np.radians(within(rng, looks.light_around_deg))
    flat = float(np.cos(up))
    warmth = within(rng, looks.warmth) * 0.16
    ambient = float(rng.uniform(0.3, 0.75))
    return SceneLight(
        towards=np.array([flat * np.cos(around), flat * np.sin(around), np.sin(up)]),
        ambient=ambient,
        strength=float(rng.uniform(0.85, 1.15)) - ambient,
        tint=(1.0 - warmth, 1.0, 1.0 + warmth),
        softness=float(np.exp(rng.uniform(-2.6, 0.0))),
        shadow=float(rng.uniform(0.15, 0.75)),
    )
