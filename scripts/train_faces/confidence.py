"""Fits how sure a match is, on symbols that the network was not trained with.

Sets of six are taught as at a table and read on drawn dice of the unseen domain: their own faces,
and strangers' faces. Prints the weights of `referee.vision.faces.gallery` and what they give.
"""

from __future__ import annotations

import logging
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from referee.simulation.drawing.materials import Rng, plain_material
from referee.vision.artwork.canvas import FaceSet
from referee.vision.faces import embedding, gallery
from referee.vision.faces.embedding import FaceEmbedding, cut_face, view_of
from referee.vision.faces.gallery import LARGEST_LEAD, TaughtFaces
from referee.vision.faces.top_face import top_face
from referee.vision.pictures import Picture
from scripts.drawn_scenes.looks import Domain
from scripts.drawn_scenes.materials import random_colour
from scripts.drawn_scenes.scene import DrawnScene, draw_scene
from scripts.face_pictures import DIE_PX, PICTURE_PX, face_picture
from scripts.train_faces.cuts import as_artwork, symbol_fill
from scripts.train_faces.symbols import Masks, likeness, load_training
from scripts.train_faces.views import is_for_choosing

_log = logging.getLogger("confidence")
_PICTURES_A_FACE = 5
_LEAST_CONTRAST, _LEAST_VISIBLE = 16.0, 0.9
Numbers = npt.NDArray[np.float64]


def choosing_sets(symbols: Masks, count: int) -> Iterator[FaceSet]:
    """Sets of six symbols that were not trained with; two of each are near neighbours."""
    numbers = np.array([n for n in range(len(symbols)) if is_for_choosing(n, len(symbols))])
    masks = symbols[numbers]
    alike = likeness(masks, masks)
    np.fill_diagonal(alike, -1)
    alike[alike > 0.8] = -1
    rng = np.random.default_rng(3)
    for at in range(count):
        first = int(rng.integers(len(numbers)))
        chosen = [first, int(alike[first].argmax())]
        chosen += rng.choice(
            np.setdiff1d(np.arange(len(numbers)), chosen), 4, replace=False
        ).tolist()
        faces = {str(n): as_artwork(masks[n], symbol_fill(int(numbers[n]))) for n in chosen}
        yield FaceSet(f"choosing-{at}", faces)


def taught(rng: Rng, faces: FaceSet) -> TaughtFaces:
    """As taught at a table: five pictures a face of one die, cut out nearly at their place."""
    body, ink = ((235.0, 235.0, 240.0), (30.0, 30.0, 30.0))
    if rng.random() < 0.5:
        body, ink = random_colour(rng, Domain.UNSEEN), (240.0, 240.0, 240.0)
    material = plain_material(body, ink)
    cuts = {}
    for face in faces.faces:
        shown = [face_picture(rng, faces, face, material) for _ in range(_PICTURES_A_FACE)]
        cuts[face] = tuple(_cut(picture) for picture in shown)
    return TaughtFaces(faces.name, cuts)


def _cut(picture: Picture) -> Picture:
    middle = (PICTURE_PX - 1) / 2
    found = top_face(picture, (middle, middle), DIE_PX)
    return cut_face(picture, found.centre_px, found.die_px, found.angle_rad)


def scene_of(seed: int, faces: FaceSet) -> DrawnScene:
    """Dice of a set in a picture of the unseen domain."""
    rng = np.random.default_rng([seed, 5])
    die_px = float(rng.uniform(30, 60))
    return draw_scene(rng, Domain.UNSEEN, size_px=round(7 * die_px), die_px=die_px, faces=faces)


def read(rng: Rng, scene: DrawnScene) -> Iterator[tuple[str, list[Picture]]]:
    """The views of every legible die, placed as a finder would."""
    for die in scene.dice:
        is_flat = not die.is_leaning and not die.is_stacked and die.visible > _LEAST_VISIBLE
        if is_flat and die.contrast > _LEAST_CONTRAST:
            place = die.centre + rng.normal(0, 0.03 * die.die_px, 2)
            turn = die.angle_rad + rng.normal(0, 0.05) + np.pi / 2 * rng.integers(4)
            width = die.die_px * (1 + rng.normal(0, 0.03))
            fitted = top_face(scene.picture, tuple(place), width, turn)
            yield (
                die.face,
                [
                    view_of(scene.picture, tuple(place), width, turn),
                    view_of(scene.picture, fitted.centre_px, fitted.die_px, fitted.angle_rad),
                ],
            )


def fit(features: Numbers, right: Numbers) -> Numbers:
    """The weights of a logistic curve."""
    rows = np.column_stack((np.ones(len(features)), features))
    weights = np.zeros(rows.shape[1])
    for _ in range(60):
        told = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (right - told) - 1e-3 * weights
        bend = (rows * (told * (1 - told))[:, None]).T @ rows + 1e-3 * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def main() -> None:
    """Read sets and strangers, fit, and print."""
    parser = ArgumentParser(description=main.__doc__)
    parser.add_argument("--symbols", type=Path, required=True)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--sets", type=int, default=40)
    parser.add_argument("--scenes", type=int, default=6)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if arguments.model:
        network = FaceEmbedding(arguments.model.read_bytes())
        gallery.shipped_embedding = embedding.shipped_embedding = lambda: network
    symbols = np.concatenate(list(load_training(arguments.symbols).values()))
    sets = list(choosing_sets(symbols, arguments.sets))
    rows = []
    for at, faces in enumerate(sets):
        rng = np.random.default_rng([at, 9])
        known = taught(rng, faces)
        for number in range(arguments.scenes):
            is_own = number % 3 != 2
            shown = faces if is_own else sets[(at + 1 + number) % len(sets)]
            for face, views in read(rng, scene_of(1000 * at + number, shown)):
                match = known.match(views)
                best = match.likely[0].face
                rows.append((match.score, match.margin, is_own and best == face, is_own))
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    _tell(np.array(rows, float))


def _tell(told: Numbers) -> None:
    """Score, lead, whether the best face is right, whether it is of the set at all."""
    own = told[told[:, 3] > 0]
    strangers = len(told) - len(own)
    _log.info("%d own, best right %.4f; %d strangers", len(own), own[:, 2].mean(), strangers)
    features = np.column_stack((told[:, 0], np.minimum(told[:, 1], LARGEST_LEAD)))
    weights = fit(features, told[:, 2])
    _log.info("weights %s", np.round(weights, 2))
    chance = 1 / (1 + np.exp(-(weights[0] + features @ weights[1:])))
    for level in (0.3, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99):
        over = chance >= level
        right = (over & (told[:, 2] > 0)).sum() / len(own)
        wrong = (over & (told[:, 3] > 0) & (told[:, 2] == 0)).sum()
        taken = (over & (told[:, 3] == 0)).sum()
        _log.info("from %.2f: %.4f right, %d wrong, %d strangers", level, right, wrong, taken)


if __name__ == "__main__":
    main()
