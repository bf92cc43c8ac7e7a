"""Random pictures of dice with everything known about them, to learn from and to measure with.

Dice come to lie alone, in rows, blocks and heaps, leaning, on top of another.

>>> scene = draw_scene(np.random.default_rng(7), Domain.TRAINING)
>>> scene.picture.shape
(224, 224, 3)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.simulation.drawing.dice import DrawnDie, draw_dice, with_contrast
from referee.simulation.drawing.materials import Material, Rng
from referee.simulation.drawing.solids import Matrix, PlacedDie, pip_net, turned
from referee.vision.artwork.canvas import PIP_FACES, FaceSet
from referee.vision.artwork.symbols import random_faces
from referee.vision.pictures import Picture
from scripts.drawn_scenes.clutter import scatter_clutter
from scripts.drawn_scenes.grounds import random_ground
from scripts.drawn_scenes.lens import SceneView, photographed, slightly_wrong, top_plane_camera
from scripts.drawn_scenes.looks import LOOKS, Domain, random_light, within
from scripts.drawn_scenes.materials import random_material


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for one die: the middle of its foot, its turn, and how it leans or what it is on."""

    x: float
    y: float
    turn_rad: float
    size: float = 1.0
    base: float = 0.0
    tilt_rad: float = 0.0
    towards_rad: float = 0.0

    @property
    def is_leaning(self) -> bool:
        """Whether the die leans."""
        return self.tilt_rad > 0

    @property
    def is_stacked(self) -> bool:
        """Whether the die lies on another."""
        return self.base > 0


def _overlaps(
    start: Matrix, way: Matrix, turn: float, size: float, taken: list[Spot]
) -> tuple[Matrix, Matrix]:
    """For each die on the table, the stretch of the way on which a new one would overlap it."""
    there = np.array([(spot.x, spot.y, spot.turn_rad, spot.size) for spot in taken])
    offset = start - there[:, :2]
    spread = np.abs(np.cos(turn - there[:, 2])) + np.abs(np.sin(turn - there[:, 2]))
    own, other = size / 2, there[:, 3] / 2
    low, high = np.full(len(taken), -np.inf), np.full(len(taken), np.inf)
    for axis, reach in (
        (np.full(len(taken), turn), own + other * spread),
        (np.full(len(taken), turn + np.pi / 2), own + other * spread),
        (there[:, 2], other + own * spread),
        (there[:, 2] + np.pi / 2, other + own * spread),
    ):
        cos, sin = np.cos(axis), np.sin(axis)
        at = offset[:, 0] * cos + offset[:, 1] * sin
        speed = way[0] * cos + way[1] * sin
        speed = np.where(np.abs(speed) < 1e-9, 1e-9, speed)
        first, second = (-reach - at) / speed, (reach - at) / speed
        low = np.maximum(low, np.minimum(first, second))
        high = np.minimum(high, np.maximum(first, second))
    return low, high


def touching(rng: Rng, taken: list[Spot], size: float, *, gap: float) -> Spot:
    """A new die pushed against those that lie there, from a random side."""
    turn = float(rng.uniform(0, 2 * np.pi))
    if rng.random() < 0.45:
        turn = taken[int(rng.integers(len(taken)))].turn_rad + float(rng.normal(0, 0.04))
    anchor = taken[int(rng.integers(len(taken)))]
    around = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(around), np.sin(around)])
    start = np.array([anchor.x, anchor.y]) + rng.normal(0, 0.3, 2)
    low, high = _overlaps(start, way, turn, size, taken)
    hit = (high > low) & (high > 0)
    stop = float(high[hit].max()) if hit.any() else 0.0
    x, y = start + way * (stop + gap)
    return Spot(float(x), float(y), turn, size)


def is_free(spot: Spot, taken: list[Spot], *, gap: float = 0.0) -> bool:
    """Whether a die fits there."""
    if not taken:
        return True
    start, way = np.array([spot.x, spot.y]), np.array([1.0, 0.0])
    low, high = _overlaps(start, way, spot.turn_rad, spot.size + gap, taken)
    return not bool(np.any((low < 0) & (high > 0)))


def _sizes(rng: Rng, count: int) -> Matrix:
    if rng.random() < 0.65:
        return np.ones(count)
    return rng.uniform(0.8, 1.2, count)


def _loose(rng: Rng, count: int, half: float) -> list[Spot]:
    spots: list[Spot] = []
    for size in _sizes(rng, count):
        for _ in range(6):
            x, y = rng.uniform(-half, half, 2)
            spot = Spot(float(x), float(y), float(rng.uniform(0, 2 * np.pi)), float(size))
            if is_free(spot, spots, gap=0.05):
                spots.append(spot)
                break
    return spots


def _block(rng: Rng, count: int, half: float) -> list[Spot]:
    rows = int(rng.integers(1, 6))
    columns = max(1, -(-count // rows))
    turn, pitch = rng.uniform(0, 2 * np.pi), 1 + rng.uniform(0, 0.06)
    middle = rng.uniform(-half / 2, half / 2, 2)
    cos, sin = np.cos(turn), np.sin(turn)
    spots = []
    for number in range(count):
        across = (number % columns - (columns - 1) / 2) * pitch
        down = (number // columns - (rows - 1) / 2) * pitch
        x = middle[0] + cos * across - sin * down
        y = middle[1] + sin * across + cos * down
        quarter = float(rng.integers(4)) * np.pi / 2
        spots.append(Spot(float(x), float(y), float(turn + quarter + rng.normal(0, 0.01))))
    return spots


def _heap(rng: Rng, count: int, half: float) -> list[Spot]:
    sizes = _sizes(rng, count)
    x, y = rng.uniform(-half * 0.6, half * 0.6, 2)
    spots = [Spot(float(x), float(y), float(rng.uniform(0, 2 * np.pi)), float(sizes[0]))]
    for size in sizes[1:]:
        gap = float(rng.exponential(0.03)) + 0.005
        spots.append(touching(rng, spots, float(size), gap=gap))
    return spots


def _leaning(rng: Rng, spot: Spot, beside: Spot) -> Spot:
    towards = float(np.arctan2(beside.y - spot.y, beside.x - spot.x))
    tilt = float(np.radians(rng.uniform(8, 35)))
    # A die that leans stands on an edge, so its edge is square to the way it leans.
    square = towards + float(rng.normal(0, 0.15))
    return Spot(spot.x, spot.y, square, spot.size, 0.0, tilt, towards)


def _on_top(rng: Rng, below: Spot) -> Spot:
    shift = rng.uniform(-0.4, 0.4, 2)
    turn = float(rng.uniform(0, 2 * np.pi))
    return Spot(below.x + float(shift[0]), below.y + float(shift[1]), turn, below.size, below.size)


def _with_oddities(rng: Rng, spots: list[Spot], stacked_share: float) -> list[Spot]:
    if len(spots) > 1 and rng.random() < 0.22:
        spots[-1] = _leaning(rng, spots[-1], spots[int(rng.integers(len(spots) - 1))])
    if rng.random() < stacked_share:
        below = spots[int(rng.integers(len(spots)))]
        if not below.is_leaning:
            spots.append(_on_top(rng, below))
    return spots


def random_layout(rng: Rng, half: float, *, stacked_share: float = 0.1) -> list[Spot]:
    """Up to 25 dice around the middle of a picture that reaches `half` die widths each way.

    In `stacked_share` of the layouts one die lies on another.
    """
    if rng.random() < 0.03:
        return []
    kind = rng.random()
    few = int(rng.integers(1, 8))
    many = int(rng.integers(2, 26))
    if kind < 0.4:
        spots = _loose(rng, few if rng.random() < 0.7 else many, half)
    elif kind < 0.5:
        spots = _block(rng, many, half)
    elif kind < 0.8:
        spots = _heap(rng, max(2, few), half)
    else:
        spots = _heap(rng, many, half)
    seen = [spot for spot in spots if max(abs(spot.x), abs(spot.y)) < half + 1.2]
    return _with_oddities(rng, seen, stacked_share) if seen else seen


@dataclass(frozen=True, slots=True)
class DrawnScene:
    """A picture and the dice in it; every die has at least a corner in the picture."""

    picture: Picture
    dice: tuple[DrawnDie, ...]


def _pip_net(rng: Rng) -> tuple[str, ...]:
    top = PIP_FACES[int(rng.integers(6))]
    others = [face for face in PIP_FACES if face not in {top, str(7 - int(top))}]
    east = others[int(rng.integers(4))]
    north = next(face for face in others if face not in {east, str(7 - int(east))})
    return pip_net(top, east, north if rng.random() >= 0.5 else str(7 - int(north)))


def _symbol_net(rng: Rng, faces: FaceSet) -> tuple[str, ...]:
    return tuple(faces.net[int(side)] for side in rng.permutation(len(faces.net)))


def _standing(spot: Spot) -> tuple[float, Matrix]:
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
        is_leaning=spot.is_leaning,
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
) -> SceneView:
    """Where the camera hangs: at an angle of the domain inside the limits."""
    angle = float(np.radians(within(rng, LOOKS[domain].camera_deg, angle_deg)))
    around, away = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(12, 45))
    return SceneView(angle, around, away, squash=float(np.cos(angle)) if unrectified else 1.0)


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
        with_contrast(picture, die, each)
        for die, each in zip(dice, drawn, strict=True)
        if each.visible > 0
    )
    return DrawnScene(picture, tuple(seen))
