"""One side of a die as a small picture: body, ink, engraving, and how it shines under the lamp."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from referee.simulation.drawing.materials import Field, Material, Rng, soft_noise
from referee.simulation.drawing.solids import Matrix, PlacedDie
from referee.vision.artwork.canvas import PIP_FACES, InkMask, pip_mask


@dataclass(frozen=True, slots=True)
class SceneLight:
    """One lamp and the light of the room. `towards` is a unit vector from the table to the lamp."""

    towards: Matrix
    ambient: float
    strength: float
    softness: float
    shadow: float
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)


def lamp(
    up_deg: float,
    around_deg: float,
    *,
    ambient: float = 0.45,
    strength: float = 0.6,
    softness: float = 0.35,
    shadow: float = 0.5,
) -> SceneLight:
    """A lamp so many degrees above the horizon, seen in this direction from the table."""
    up, around = np.radians(up_deg), np.radians(around_deg)
    towards = np.array(
        [np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)], np.float64
    )
    return SceneLight(towards, ambient, strength, softness=softness, shadow=shadow)


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


Texture = npt.NDArray[np.uint8]

_BODY_CROP_PX = 48
_SIZES_PX = (48, 64, 96, 128, 192)


class TextureMaker(Protocol):
    """Draws one side of a die straight on, with the light it gets where it is."""

    def __call__(
        self, die: PlacedDie, side: int, *, size_px: int, light: SceneLight, eye: Matrix, rng: Rng
    ) -> Texture:
        """The side as a square picture of `size_px`."""
        ...


def texture_size_px(die_px: float) -> int:
    """How fine a side must be drawn for dice of this width."""
    return next((size for size in _SIZES_PX if size >= 1.25 * die_px), _SIZES_PX[-1])


@lru_cache(maxsize=1024)
def _cached_pips(face: str, size_px: int, inset_pct: int, radius_pml: int) -> InkMask:
    return pip_mask(face, size_px=size_px, inset=inset_pct / 100, radius=radius_pml / 1000)


def _ink(die: PlacedDie, side: int, size_px: int) -> InkMask:
    face, material = die.faces[side], die.material
    artwork = (die.artworks or {}).get(face)
    if artwork is None and face in PIP_FACES:
        percent, permil = round(material.pip_inset * 100), round(material.pip_radius * 200) * 5
        artwork = _cached_pips(face, size_px, percent, permil)
    if artwork is None:
        return np.zeros((size_px, size_px), np.float32)
    if artwork.shape[0] != size_px:
        how = cv2.INTER_AREA if artwork.shape[0] > size_px else cv2.INTER_LINEAR
        artwork = np.asarray(cv2.resize(artwork, (size_px, size_px), interpolation=how), np.float32)
    return np.ascontiguousarray(np.rot90(artwork, die.turns[side] % 4))


def _body(material: Material, size_px: int, rng: Rng) -> Field:
    room = material.body.shape[0] - _BODY_CROP_PX
    x, y = (int(at) for at in rng.integers(0, room + 1, 2))
    crop = material.body[y : y + _BODY_CROP_PX, x : x + _BODY_CROP_PX]
    if size_px == _BODY_CROP_PX:
        return crop
    return np.asarray(cv2.resize(crop, (size_px, size_px)), np.float32)


def _engraved(ink: InkMask, depth: float, towards: Matrix) -> Field:
    """A hole is dark at the rim near the lamp and bright at the far one."""
    across = np.array([[-1, 0, 1], [-1, 0, 1], [-1, 0, 1]], np.float32) / 6
    kernel = across * np.float32(-depth * towards[0]) + across.T * np.float32(-depth * towards[1])
    return np.asarray(cv2.filter2D(ink, -1, kernel), np.float32)


def _in_corner(axes: Matrix, die: PlacedDie, size_px: int) -> Field:
    """Little light reaches the foot of a die."""
    at = (np.arange(size_px, dtype=np.float32) + 0.5) / size_px - 0.5
    middle = die.centre[2] + 0.5 * die.size * axes[2, 2]
    across = die.size * at * np.float32(axes[0, 2])
    down = die.size * at * np.float32(axes[1, 2])
    height = np.float32(middle) + across[None, :] + down[:, None]
    return np.asarray(np.clip(0.62 + height * np.float32(0.54 / die.size), 0.62, 1), np.float32)


def _lit(die: PlacedDie, side: int, size_px: int, light: SceneLight) -> Field:
    axes = die.side_axes(side)
    normals = face_normals(size_px, die.material.roundness, die.material.bulge)
    both = np.column_stack(
        (axes @ light.towards * light.strength, axes[:, 2] * 0.2 * light.ambient)
    )
    lamp, sky = cv2.split(cv2.transform(normals, both.T.astype(np.float32)))
    lit = np.maximum(lamp, 0) + sky + np.float32(0.8 * light.ambient)
    if die.top_side != side:
        lit *= _in_corner(axes, die, size_px)
    return np.asarray(lit, np.float32)


def _shine(
    axes: Matrix, die: PlacedDie, size_px: int, light: SceneLight, eye: Matrix
) -> Field | None:
    sight = eye - die.centre
    half = light.towards + sight / np.linalg.norm(sight)
    half /= np.linalg.norm(half)
    normals = face_normals(size_px, die.material.roundness, die.material.bulge + 0.1)
    aligned = float((axes @ half)[2])
    if aligned < 0.2:
        return None
    towards = cv2.transform(normals, (axes @ half).astype(np.float32)[None])
    # A broad shine spreads the same light over more of the face.
    broad = min(1.0, die.material.shininess / 25)
    strength = 255 * die.material.gloss * light.strength * broad
    spot = cv2.pow(np.maximum(towards, 0), die.material.shininess)
    return np.asarray(spot, np.float32) * np.float32(strength)


def top_ink(die: PlacedDie, size_px: int) -> InkMask:
    """What is printed on the top face, as printed: not turned."""
    side = die.top_side
    return np.rot90(_ink(die, side, size_px), -die.turns[side] % 4)


def quick_texture(
    die: PlacedDie,
    side: int,
    *,
    size_px: int,
    light: SceneLight,
    eye: Matrix,  # noqa: ARG001 - one signature
    rng: Rng,  # noqa: ARG001 - one signature
) -> Texture:
    """The same for a die in motion: printed once, each side evenly lit, no shine."""
    axes = die.side_axes(side)
    lit = max(0.0, float(axes[2] @ light.towards)) * light.strength
    lit += (0.8 + 0.2 * float(axes[2, 2])) * light.ambient
    if die.top_side != side:
        lit *= float(np.clip(0.62 + 0.54 / die.size * die.centre[2], 0.62, 1.0))
    printed = _printed(_Print(die, side, size_px))
    return np.asarray(cv2.convertScaleAbs(printed, alpha=lit), np.uint8)


class _Print:
    """A side as it is printed; equal to every other with the same face, turn, size and material."""

    def __init__(self, die: PlacedDie, side: int, size_px: int) -> None:
        self.die, self.side, self.size_px = die, side, size_px
        self._key = (id(die.material), die.faces[side], die.turns[side] % 4, size_px)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Print) and self._key == other._key


@lru_cache(maxsize=512)
def _printed(of: _Print) -> Texture:
    material = of.die.material
    body = np.asarray(cv2.resize(material.body, (of.size_px, of.size_px)), np.float32)
    cover = _ink(of.die, of.side, of.size_px) * np.float32(material.ink_strength)
    colour = body + cover[..., None] * (np.asarray(material.ink, np.float32) - body)
    return np.asarray(cv2.convertScaleAbs(colour), np.uint8)


def side_texture(
    die: PlacedDie, side: int, *, size_px: int, light: SceneLight, eye: Matrix, rng: Rng
) -> Texture:
    """How a side looks straight on, with the light it gets where it is."""
    axes, material = die.side_axes(side), die.material
    ink = _ink(die, side, size_px)
    body = _body(material, size_px, rng)
    cover = ink * np.float32(material.ink_strength)
    if material.ink_wear:
        worn = np.clip(soft_noise(rng, ink.shape, (9, 9)) * np.float32(0.8), 0, 1)
        cover = cover * (1 - worn * np.float32(material.ink_wear))
    colour = body + cover[..., None] * (np.asarray(material.ink, np.float32) - body)
    lit = _lit(die, side, size_px, light)
    if material.engraving:
        lit += _engraved(ink, material.engraving, axes @ light.towards)
    colour *= cv2.transform(lit, np.array(light.tint, np.float32)[:, None])
    shine = _shine(axes, die, size_px, light, eye) if material.gloss > 0.02 else None
    if shine is not None:
        colour += shine[..., None]
    return np.asarray(cv2.convertScaleAbs(np.maximum(colour, 0)), np.uint8)
