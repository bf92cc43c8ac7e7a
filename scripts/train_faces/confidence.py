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
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.faces.gallery import LARGEST_LEAD, FaceMatch, TaughtFaces
from referee.vision.faces.teaching import learn_faces
from scripts.bench.symbols import drawn_scene, is_legible
from scripts.drawn_scenes.looks import Domain
from scripts.drawn_scenes.materials import random_colour
from scripts.face_pictures import PICTURES_A_FACE, face_picture
from scripts.train_faces.cuts import as_artwork, symbol_fill
from scripts.train_faces.symbols import Masks, likeness, load_training
from scripts.train_faces.views import is_for_choosing

_log = logging.getLogger("confidence")
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
    """As taught at a table: five pictures a face of one die."""
    body, ink = ((235.0, 235.0, 240.0), (30.0, 30.0, 30.0))
    if rng.random() < 0.5:
        body, ink = random_colour(rng, Domain.UNSEEN), (240.0, 240.0, 240.0)
    material = plain_material(body, ink)
    shown = {
        face: [face_picture(rng, faces, face, material) for _ in range(PICTURES_A_FACE)]
        for face in faces.faces
    }
    return learn_faces(faces.name, shown)


def matches(
    known: TaughtFaces, faces: FaceSet, seeds: tuple[int, ...]
) -> Iterator[tuple[str, FaceMatch]]:
    """How every legible die of a scene that the finder sees is taken, where the finder sees it."""
    scene, die_px = drawn_scene(np.random.default_rng(seeds), faces)
    reader = TaughtFaceReader(known)
    found = DiceReader(reader).found_off_tray(scene.picture, [die_px])
    for die in filter(is_legible, scene.dice):
        for each in found:
            aside = np.subtract((each.centre.x, each.centre.y), die.centre)
            if np.hypot(*aside) < 0.4 * die.die_px:
                yield die.face, reader.match(scene.picture, each)
                break


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
    parser.add_argument("--sets", type=int, default=40)
    parser.add_argument("--scenes", type=int, default=15)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    symbols = load_training(arguments.symbols)
    sets = list(choosing_sets(symbols, arguments.sets))
    rows = []
    for at, faces in enumerate(sets):
        known = taught(np.random.default_rng([at, 9]), faces)
        for number in range(arguments.scenes):
            is_own = number % 3 != 2
            shown = faces if is_own else sets[(at + 1 + number) % len(sets)]
            for face, match in matches(known, shown, (31, at, number)):
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
