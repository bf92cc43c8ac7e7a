"""Random pictures of dice with everything known about them, to learn from and to measure with.

>>> scene = draw_scene(np.random.default_rng(7), Domain.TRAINING)
>>> scene.picture.shape
(224, 224, 3)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.twin.dice.clutter import scatter_clutter
from referee.twin.dice.domain import LOOKS, Domain, within
from referee.twin.dice.drawing import DrawnDie, draw_dice, with_contrast
from referee.twin.dice.grounds import random_ground
from referee.twin.dice.layout import Spot, random_layout
from referee.twin.dice.lens import View, photographed, slightly_wrong, top_plane_camera
from referee.twin.dice.light import random_light
from referee.twin.dice.materials import Material, random_material
from referee.twin.dice.noise import Rng
from referee.twin.dice.solid import PlacedDie, turned
from referee.vision.artwork.canvas import PIP_FACES, FaceSet
from referee.vision.artwork.symbols import random_faces

__all__ = ["Domain", "DrawnDie", "DrawnScene", "draw_scene"]

Picture = npt.NDArray[np.uint8]

_OPPOSITE = {"1": "6", "2": "5", "3": "4", "4": "3", "5": "2", "6": "1"}


@dataclass(frozen=True, slots=True)
class DrawnScene:
    """A picture and the dice in it; every die has at least a corner in the picture."""

    picture: Picture
    dice: tuple[DrawnDie, ...]


def _pip_net(rng: Rng) -> tuple[str, ...]:
    top = PIP_FACES[int(rng.integers(6))]
    others = [face for face in PIP_FACES if face not in {top, _OPPOSITE[top]}]
    east = others[int(rng.integers(4))]
    north = next(face for face in others if face not in {east, _OPPOSITE[east]})
    if rng.random() < 0.5:
        north = _OPPOSITE[north]
    return (top, east, north, _OPPOSITE[east], _OPPOSITE[north], _OPPOSITE[top])


def _symbol_net(rng: Rng, faces: FaceSet) -> tuple[str, ...]:
    return tuple(faces.net[int(side)] for side in rng.permutation(len(faces.net)))


def _standing(spot: Spot) -> tuple[float, npt.NDArray[np.float64]]:
    """How high the middle of a die is, so that its lowest corner touches what it stands on."""
    rotation = turned(spot.turn_rad, spot.tilt_rad, spot.towards_rad)
    reach = 0.5 * float(np.abs(rotation[2]).sum()) * spot.size
    return spot.base + reach, rotation


def place_die(rng: Rng, spot: Spot, material: Material, faces: FaceSet | None) -> PlacedDie:
    """A die thrown to a spot; pips if no faces are given."""
    height, rotation = _standing(spot)
    return PlacedDie(
        centre=np.array([spot.x, spot.y, height]),
        rotation=rotation,
        faces=_pip_net(rng) if faces is None else _symbol_net(rng, faces),
        material=material,
        size=spot.size,
        turns=tuple(int(turn) for turn in rng.integers(0, 4, 6)),
        artworks=None if faces is None else faces.faces,
        is_cocked=spot.is_cocked,
        is_stacked=spot.is_stacked,
    )


def _materials(rng: Rng, domain: Domain, count: int) -> list[Material]:
    """Dice come as one set or as a mixture."""
    kinds = 1 if rng.random() < 0.3 else int(rng.integers(1, min(7, count + 2)))
    return [random_material(rng, domain) for _ in range(kinds)]


def _thrown(
    rng: Rng, spots: list[Spot], materials: list[Material], faces: FaceSet | None
) -> list[PlacedDie]:
    return [
        place_die(rng, spot, materials[int(rng.integers(len(materials)))], faces) for spot in spots
    ]


def random_view(
    rng: Rng, domain: Domain, angle_deg: tuple[float, float], *, unrectified: bool
) -> View:
    """Where the camera hangs: at an angle of the domain inside the limits."""
    angle = float(np.radians(within(rng, LOOKS[domain].camera_deg, angle_deg)))
    around, away = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(12, 45))
    return View(angle, around, away, squash=float(np.cos(angle)) if unrectified else 1.0)


def draw_scene(
    rng: Rng,
    domain: Domain,
    *,
    size_px: int = 224,
    die_px: float = 36.0,
    faces: FaceSet | None = None,
    angle_deg: tuple[float, float] = (0, 45),
    unrectified_share: float = 0.0,
    symbol_share: float = 0.3,
    stacked_share: float = 0.1,
) -> DrawnScene:
    """A random scene, rectified to the plane of the top faces.

    Without `faces`, `symbol_share` of the scenes show symbols that exist nowhere else and the
    others pip dice. `unrectified_share` of the scenes keep the foreshortening of the camera; in
    `stacked_share` one die lies on another.
    """
    view = random_view(rng, domain, angle_deg, unrectified=bool(rng.random() < unrectified_share))
    drawn_px = die_px * float(rng.uniform(0.88, 1.12))
    camera = top_plane_camera(view, drawn_px, size_px)
    camera = slightly_wrong(rng, camera, size_px, float(rng.uniform(0, 0.012)))
    ground = random_ground(rng, domain, (size_px, size_px), drawn_px)
    scatter_clutter(rng, domain, ground, drawn_px)
    spots = random_layout(rng, size_px / drawn_px / 2, stacked_share=stacked_share)
    materials = _materials(rng, domain, len(spots))
    if faces is None and rng.random() < symbol_share:
        faces = random_faces(rng, size_px=64)
    dice = _thrown(rng, spots, materials, faces)
    picture, drawn = draw_dice(ground, dice, camera, random_light(rng, domain), rng)
    picture = photographed(rng, picture, domain, die_px=drawn_px, view=view)
    seen = (
        with_contrast(picture, die, truth)
        for die, truth in zip(dice, drawn, strict=True)
        if truth.visible > 0
    )
    return DrawnScene(picture, tuple(seen))
