"""One training picture out of a photograph or a drawn scene: turned, scaled, recoloured."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from scripts.train_dice.photographs import Photograph
from scripts.train_dice.targets import NOMINAL_PX, Target

CROP_PX = 192
# In any picture the size of a die is guessed; in a tray it is known, and may be a little smaller.
ANY_SIZE = (1.0, 0.35, 0.28)
TRAY_SIZE = (30 / 36, 0.15, 0.15)
Sizes = tuple[float, float, float]
"""How large dice are on average, and how much that varies in photographs and in scenes."""

# The other pieces show what lies around: keys, cables, labels.
_AT_A_DIE = 0.72


def crop_photograph(
    photograph: Photograph, rng: np.random.Generator, sizes: Sizes = ANY_SIZE
) -> tuple[np.ndarray, list[Target]]:
    """A random piece around a random die, or around anything."""
    mean, spread, _ = sizes
    zoom = mean * NOMINAL_PX / photograph.die_px * float(np.exp(rng.uniform(-spread, spread)))
    if photograph.collection == "playing-cards":
        zoom = float(np.exp(rng.uniform(-1.2, 0.2)))
    height, width = photograph.picture.shape[:2]
    centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    if photograph.dice and rng.random() < _AT_A_DIE:
        die = photograph.dice[rng.integers(len(photograph.dice))]
        centre = np.array([die.x, die.y]) + rng.uniform(-70, 70, 2) / zoom
    matrix = _transform(rng, centre, zoom)
    picture = _warp(photograph.picture, matrix, rng)
    stretch = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    targets = []
    for die in photograph.dice:
        x, y = matrix @ np.array([die.x, die.y, 1.0])
        targets.append(
            Target(die.value, x, y, die.width * stretch, visible=_inside(x, y), is_measured=False)
        )
    return recolour(picture, rng), targets


def _transform(rng: np.random.Generator, centre: np.ndarray, zoom: float) -> np.ndarray:
    """A turn, a flip, a slight squash along any direction, and the zoom."""
    turn, squash_turn = rng.uniform(0, 2 * np.pi, 2)
    squash = 1.0 if rng.random() < 0.5 else float(rng.uniform(0.8, 1.0))
    flip = 1.0 if rng.random() < 0.5 else -1.0
    matrix = rotation(squash_turn) @ np.diag([1.0, squash]) @ rotation(-squash_turn)
    matrix = zoom / np.sqrt(squash) * (rotation(turn) @ np.diag([1.0, flip]) @ matrix)
    shift = np.array([CROP_PX / 2, CROP_PX / 2]) - matrix @ centre
    return np.hstack([matrix, shift[:, None]])


def rotation(turn: float) -> np.ndarray:
    """The matrix that turns points by an angle."""
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def _warp(picture: np.ndarray, matrix: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    stretch = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    if stretch < 0.6:
        # Shrink evenly first: a plain warp would drop pixels and alias pips away.
        picture = cv2.resize(picture, None, fx=stretch, fy=stretch, interpolation=cv2.INTER_AREA)
        matrix = np.hstack([matrix[:, :2] / stretch, matrix[:, 2:]])
    # A plain colour around it: reflections would show dice that have no label.
    colour = rng.integers(0, 256, 3).tolist()
    return cv2.warpAffine(
        picture, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderValue=colour
    )


def _inside(x: float, y: float) -> float:
    """Whether a centre is well inside the picture; dice cut by the border are not learned."""
    margin = 0.3 * NOMINAL_PX
    is_inside = margin < x < CROP_PX - margin and margin < y < CROP_PX - margin
    return 1.0 if is_inside else 0.0


def crop_scene(
    picture: np.ndarray, targets: list[Target], rng: np.random.Generator, sizes: Sizes = ANY_SIZE
) -> tuple[np.ndarray, list[Target]]:
    """A random piece of a drawn scene in one of eight positions, slightly scaled."""
    size = picture.shape[0]
    mean, _, spread = sizes
    zoom = mean * float(np.exp(rng.uniform(-spread, spread)))
    turn, flip = rng.uniform(0, 2 * np.pi), 1.0 if rng.random() < 0.5 else -1.0
    matrix = zoom * (rotation(turn) @ np.diag([1.0, flip]))
    centre = np.array([size / 2, size / 2]) + rng.uniform(-0.13, 0.13, 2) * size
    shift = np.array([CROP_PX / 2, CROP_PX / 2]) - matrix @ centre
    matrix = np.hstack([matrix, shift[:, None]])
    cropped = _warp(picture, matrix, rng)
    moved = []
    for target in targets:
        x, y = matrix @ np.array([target.x, target.y, 1.0])
        angle = None if target.angle_rad is None else turn + flip * target.angle_rad
        visible = min(target.visible, _inside(x, y))
        moved.append(
            replace(target, x=x, y=y, width=target.width * zoom, angle_rad=angle, visible=visible)
        )
    return recolour(cropped, rng, strength=0.5), moved


def recolour(picture: np.ndarray, rng: np.random.Generator, strength: float = 1.0) -> np.ndarray:
    """Another light, another camera."""
    image: np.ndarray = picture.astype(np.float32) / 255
    if rng.random() < 0.35 * strength:
        image = image[:, :, rng.permutation(3)]
    if rng.random() < 0.12 * strength:
        image = 1 - image
    if rng.random() < 0.15 * strength:
        grey = image.mean(axis=2, keepdims=True)
        image = grey + (image - grey) * float(rng.uniform(0, 0.6))
    gain = np.exp(rng.normal(0, 0.10, 3) * strength + rng.normal(0, 0.20) * strength)
    image = np.clip(image, 0, 1) ** float(np.exp(rng.normal(0, 0.25 * strength)))
    image = image * gain.astype(np.float32) + float(rng.normal(0, 0.04 * strength))
    if rng.random() < 0.35 * strength:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.4)))
    if rng.random() < 0.25 * strength:
        image = _light_falloff(image, rng)
    image = image + rng.normal(0, rng.uniform(0, 0.03), image.shape).astype(np.float32)
    coded = np.clip(image * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        quality = int(rng.integers(40, 95))
        _, code = cv2.imencode(".jpg", coded, [cv2.IMWRITE_JPEG_QUALITY, quality])
        coded = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return coded


def _light_falloff(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A light that is stronger on one side, or a shadow's soft edge."""
    size_px = image.shape[0]
    rows, columns = np.mgrid[0:size_px, 0:size_px].astype(np.float32) / size_px - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    slope = columns * np.cos(turn) + rows * np.sin(turn)
    if rng.random() < 0.5:
        slope = np.tanh((slope + rng.uniform(-0.3, 0.3)) * rng.uniform(4, 30)) / 2
    lit: np.ndarray = image * (1 + rng.uniform(0.1, 0.6) * slope[:, :, None]).astype(np.float32)
    return lit
