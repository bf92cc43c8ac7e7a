"""How taught symbols are read the whole way, and how strangers are taken.

The shipped sets, and ten sets of symbols of artists with whose work no network was trained
(`kept_out_faces.png`, a row each, from `@mdi/svg`, Apache-2.0, chosen by
`scripts.train_faces.symbols`). Each is taught from five pictures a face, then read in drawn scenes
of the unseen domain.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import msgspec
import numpy as np

from referee.games.boxes import shipped_sets
from referee.simulation.drawing.dice import DrawnDie
from referee.simulation.drawing.materials import plain_material
from referee.vision.artwork.canvas import FaceSet
from referee.vision.artwork.sets import face_set
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.faces.teaching import learn_faces
from referee.vision.pictures import load_picture
from referee.vision.readings import DieFinding, ReadDie, Reading
from scripts.drawn_scenes.looks import Domain
from scripts.drawn_scenes.scene import DrawnScene, draw_scene
from scripts.face_pictures import PICTURES_A_FACE, face_picture, face_pictures

_SHEET = Path(__file__).with_name("kept_out_faces.png")
_FACES_A_SET, _MASK_PX, _ARTWORK_PX = 6, 64, 96
_FILLS = (0.6, 0.8)
_FIRST_SEED, _A_SET = 700_000, 2_000
_DIE_PX, _CAMERA_DEG, _SCENE_WIDTHS = (30.0, 60.0), (0.0, 45.0), 7.2
# What is nearly hidden, leans or has no contrast, nobody could read.
_LEAST_VISIBLE, _LEAST_CONTRAST = 0.9, 16.0
_SAME_DIE_WIDTHS = 0.4


class SymbolScore(msgspec.Struct, frozen=True):
    """How the dice of a taught set were read, and how strangers were taken."""

    set_name: str
    dice: int
    found: int
    right: int
    certain: int
    """Of all dice that can be read: right and certain."""
    wrong_certain: int
    extra_certain: int
    """Certain readings where no top face lies: sides, and the ground."""
    strangers: int
    refused: int
    """Dice with untaught faces that were not taken for a taught one."""


def symbol_scores(
    dice: int, strangers: int, only: str | None = None, first_seed: int = _FIRST_SEED
) -> Iterator[SymbolScore]:
    """The score of every set; strangers show the faces of the next one."""
    sets = list(all_sets())
    for at, faces in enumerate(sets):
        if only in {None, faces.name}:
            others = sets[(at + 1) % len(sets)]
            yield _score(faces, others, dice, strangers, first_seed + _A_SET * at)


def all_sets() -> Iterator[FaceSet]:
    """The shipped sets, then those that were kept out of training."""
    for die in shipped_sets().values():
        yield face_set(die)
    sheet = load_picture(_SHEET)[..., 0].astype(np.float32) / 255
    for row in range(sheet.shape[0] // _MASK_PX):
        rng = np.random.default_rng([_FIRST_SEED, row])
        faces = {}
        for column in range(_FACES_A_SET):
            mask = sheet[row * _MASK_PX :, column * _MASK_PX :][:_MASK_PX, :_MASK_PX]
            faces[f"symbol-{column + 1}"] = _printed(mask, float(rng.uniform(*_FILLS)))
        yield FaceSet(f"kept-out-{row + 1}", faces)


def _printed(mask: np.ndarray, fill: float) -> np.ndarray:
    size = round(_ARTWORK_PX * fill)
    art = np.zeros((_ARTWORK_PX, _ARTWORK_PX), np.float32)
    at = (_ARTWORK_PX - size) // 2
    small = cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA)
    art[at : at + size, at : at + size] = small
    return art


def taught_set(faces: FaceSet) -> TaughtFaces:
    """A set taught from five pictures a face."""
    if faces.name in shipped_sets():
        return learn_faces(faces.name, face_pictures(faces.name))
    rng, material = np.random.default_rng(7), plain_material()
    return learn_faces(
        faces.name,
        {
            face: [face_picture(rng, faces, face, material) for _ in range(PICTURES_A_FACE)]
            for face in faces.faces
        },
    )


def _score(faces: FaceSet, others: FaceSet, dice: int, strangers: int, seed: int) -> SymbolScore:
    reader = DiceReader(TaughtFaceReader(taught_set(faces)))
    own = _until(reader, faces, dice, seed)
    strange = _until(reader, others, strangers, seed + _A_SET // 2)
    found = [(die, read) for die, read in own.dice if read is not None]
    certain = [(die.face, read.face) for die, read in found if read.is_certain]
    taken = [read for _, read in strange.dice if read is not None]
    return SymbolScore(
        set_name=faces.name,
        dice=len(own.dice),
        found=len(found),
        right=sum(read.face == die.face for die, read in found),
        certain=sum(shown == told for shown, told in certain),
        wrong_certain=sum(shown != told for shown, told in certain),
        extra_certain=own.extra_certain,
        strangers=len(taken),
        refused=sum(DieFinding.UNTAUGHT in read.findings for read in taken),
    )


class _Read(msgspec.Struct):
    dice: list[tuple[DrawnDie, ReadDie | None]] = []
    extra_certain: int = 0


def _until(reader: DiceReader, faces: FaceSet, dice: int, seed: int) -> _Read:
    """Scenes of a set, until so many legible dice were shown."""
    read = _Read()
    while len(read.dice) < dice:
        scene, die_px = drawn_scene(np.random.default_rng(seed), faces)
        seed += 1
        legible = [die for die in scene.dice if is_legible(die)]
        if legible:
            reading = reader.read(scene.picture, die_px=die_px)
            read.dice += [(die, _nearest(die, reading)) for die in legible]
            read.extra_certain += sum(_is_extra(each, scene) for each in reading.dice)
    return read


def drawn_scene(rng: np.random.Generator, faces: FaceSet) -> tuple[DrawnScene, float]:
    """Dice of a set, and how wide they are."""
    die_px, angle_deg = float(rng.uniform(*_DIE_PX)), float(rng.uniform(*_CAMERA_DEG))
    scene = draw_scene(
        rng,
        Domain.UNSEEN,
        size_px=round(_SCENE_WIDTHS * die_px),
        die_px=die_px,
        faces=faces,
        angle_deg=(angle_deg, angle_deg),
    )
    return scene, die_px


def is_legible(die: DrawnDie) -> bool:
    """Whether people could read it."""
    is_flat = not die.is_leaning and not die.is_stacked
    return is_flat and die.visible > _LEAST_VISIBLE and die.contrast > _LEAST_CONTRAST


def _away(die: DrawnDie, read: ReadDie) -> float:
    return float(np.hypot(*(np.array(read.centre_px) - die.centre))) / die.die_px


def _nearest(die: DrawnDie, reading: Reading) -> ReadDie | None:
    near = [read for read in reading.dice if _away(die, read) < _SAME_DIE_WIDTHS]
    return min(near, key=lambda read: _away(die, read), default=None)


def _is_extra(read: ReadDie, scene: DrawnScene) -> bool:
    return read.is_certain and all(_away(die, read) >= _SAME_DIE_WIDTHS for die in scene.dice)
