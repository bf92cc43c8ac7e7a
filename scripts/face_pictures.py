"""Writes the drawn pictures from which the shipped face sets are taught, the same for every seed.

    python -m scripts.face_pictures calibration/dice --seed 7

makes `calibration/dice/<set>/<face>/1.png` to `5.png`: one die of the set, seen nearly from above,
somehow turned, under changing light.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from referee.games.boxes import shipped_sets
from referee.simulation.drawing.dice import draw_dice
from referee.simulation.drawing.materials import Colour, Material, Rng, colour_of, plain_material
from referee.simulation.drawing.solids import PlacedDie, turned
from referee.simulation.drawing.surfaces import lamp
from referee.vision.artwork.canvas import FaceSet
from referee.vision.artwork.sets import face_set
from referee.vision.faces.files import faces_to_bytes
from referee.vision.faces.teaching import learn_faces
from referee.vision.pictures import Picture, write_picture
from scripts.drawn_scenes.lens import SceneView, top_plane_camera

PICTURE_PX = 96
DIE_PX = 58.0
PICTURES_A_FACE = 5
DEFAULT_SEED = 7
_GROUND: Colour = (150, 150, 145)


def face_picture(rng: Rng, faces: FaceSet, face: str, material: Material) -> Picture:
    """One die with this face up on a plain ground."""
    others = [name for name in faces.net if name != face]
    sides = (face, *(others[int(n)] for n in rng.integers(0, len(others), 5)))
    die = PlacedDie(
        centre=np.array([*rng.uniform(-0.08, 0.08, 2), 0.5]),
        rotation=turned(float(rng.uniform(0, 2 * np.pi))),
        faces=sides,
        material=material,
        artworks=faces.faces,
    )
    view = SceneView(float(np.radians(rng.uniform(0, 12))), float(rng.uniform(0, 2 * np.pi)), 25.0)
    camera = top_plane_camera(view, DIE_PX * float(rng.uniform(0.92, 1.08)), PICTURE_PX)
    light = lamp(float(rng.uniform(50, 85)), float(rng.uniform(0, 360)), ambient=0.5)
    ground = np.full((PICTURE_PX, PICTURE_PX, 3), _GROUND, np.float32)
    ground *= np.float32(rng.uniform(0.6, 1.2))
    picture, _ = draw_dice(ground.astype(np.uint8), (die,), camera, light, rng)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.6), np.uint8)
    # Coarser colours make the files a third as large.
    return soft & np.uint8(0xFC)


def face_pictures(name: str, seed: int = DEFAULT_SEED) -> dict[str, list[Picture]]:
    """Five pictures of every face of a set that comes with a game."""
    die = shipped_sets()[name]
    rng, faces = np.random.default_rng(seed), face_set(die)
    material = plain_material(colour_of(die.body), colour_of(die.ink))
    return {
        face: [face_picture(rng, faces, face, material) for _ in range(PICTURES_A_FACE)]
        for face in faces.faces
    }


def write_face_pictures(folder: Path, seed: int = DEFAULT_SEED) -> None:
    """One folder for each set, one in it for each face."""
    for name in shipped_sets():
        for face, pictures in face_pictures(name, seed).items():
            place = folder / name / face
            place.mkdir(parents=True, exist_ok=True)
            for number, picture in enumerate(pictures, start=1):
                write_picture(place / f"{number}.png", picture)


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Draws the pictures of the shipped face sets.")
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED)
    parser.add_argument("--teach", action="store_true", help="learn the shipped sets anew")
    chosen = parser.parse_args(arguments)
    if chosen.folder is not None:
        write_face_pictures(chosen.folder, chosen.seed)
    if chosen.teach:
        teach_shipped_sets()


def teach_shipped_sets() -> None:
    """Learn the sets that come along anew, after the artwork or the learning changed."""
    for name, die in shipped_sets().items():
        die.gallery.write_bytes(faces_to_bytes(learn_faces(name, face_pictures(name))))


if __name__ == "__main__":
    main()
