"""Taught faces: learnt from a few pictures of each, tried whether they can be told apart, kept.

Learning finds what the pictures of a face have in common. For the report each picture is read by
what the other pictures taught. Kept they are as bytes: JSON with the ink maps as small pictures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from referee.errors import InputError
from referee.vision.artwork.canvas import pip_faces
from referee.vision.artwork.symbols import random_symbol
from referee.vision.faces.gallery import (
    GRID_PX,
    INK_PX,
    InkMap,
    Rows,
    TaughtFaces,
    standing,
    unit_rows,
)
from referee.vision.faces.top_face import possible_faces
from referee.vision.pictures import Picture

FEWEST_PICTURES = 3
FEWEST_FACES = 2
# The threshold of a set: so many of some drawn strangers stay below it, within limits that were
# chosen on drawn dice of other seeds than those of docs/dice-faces.md. Higher, and worn or dim dice
# are refused; lower, and dice of another game are read.
_STRANGERS = 240
_STRANGERS_REFUSED = 0.97
_LOWEST_THRESHOLD = 0.68
_HIGHEST_THRESHOLD = 0.86
_SEED = 20_240
# How strongly a second and a third colour of an untaught face join in.
_MARBLING = np.array([1.0, 0.7, 0.4], np.float32)


class TeachingError(InputError):
    """These pictures cannot teach the faces of a die."""


def _space(face: Picture) -> npt.NDArray[np.float32]:
    """The colours of a face as three independent planes, the strongest first."""
    soft = cv2.GaussianBlur(face, (0, 0), 1.0)
    rows = np.asarray(soft.reshape(-1, 3).T, np.float32)
    slow = (rows @ _slow().T) @ _slow()
    rows = np.asarray((rows - slow) * _window().ravel(), np.float32)
    _, size, space = np.linalg.svd(rows, full_matrices=False)
    noise = 4.0 * rows.shape[1]
    return np.asarray((size / np.sqrt(size**2 + noise))[:, None] * space, np.float32)


@cache
def _window() -> InkMap:
    """1 over the face, 0 at its rim."""
    at = np.abs((np.arange(INK_PX) + 0.5) / INK_PX - 0.5)
    ramp = np.clip((0.47 - at) / 0.05, 0, 1)
    return np.asarray(ramp[:, None] * ramp[None, :], np.float32)


@cache
def _slow() -> Rows:
    at = (np.arange(INK_PX) + 0.5) / INK_PX - 0.5
    x, y = np.meshgrid(at, at)
    fields = [np.ones_like(x), x, y, x * x, y * y, x * y]
    fields += [np.clip(edge - 0.25, 0, None) ** 2 for edge in (x, -x, y, -y)]
    columns = np.stack([field.ravel() for field in fields], axis=1)
    return np.asarray(np.linalg.qr(columns)[0].T, np.float32)


def _turned(space: Rows, turn: int) -> Rows:
    planes = space.reshape(3, INK_PX, INK_PX)
    return np.ascontiguousarray(np.rot90(planes, turn, (1, 2))).reshape(3, -1)


def _agreement(first: Rows, second: Rows) -> float:
    return float(np.linalg.norm(first @ second.T, 2))


def _aligned(spaces: Sequence[Rows]) -> list[Rows]:
    """All pictures of a face, turned like the one that the others are most alike."""
    turned = [[_turned(space, turn) for turn in range(4)] for space in spaces]
    alike = np.array(
        [[[_agreement(one, turn) for turn in other] for other in turned] for one in spaces]
    )
    model = int(alike.max(2).sum(1).argmax())
    turns = alike[model].argmax(1)
    return [turned[number][int(turn)] for number, turn in enumerate(turns)]


def common_ink(faces: Sequence[Picture]) -> InkMap:
    """The ink map that the colours of all these rectified faces can show best."""
    aligned = _aligned([_space(face) for face in faces])
    _, _, common = np.linalg.svd(np.vstack(aligned), full_matrices=False)
    ink = common[0].reshape(INK_PX, INK_PX)
    # Ink is the smaller part, so its side of the scale has the longer tail; only for the eye.
    sign = 1.0 if float((ink**3).sum()) >= 0 else -1.0
    return np.asarray(ink * (sign / max(float(np.abs(ink).max()), 1e-6)), np.float32)


@cache
def _strangers() -> npt.NDArray[np.float32]:
    """The colours of faces that nobody taught: symbols and pips, with some light and marbling."""
    rng = np.random.default_rng(_SEED)
    masks = [random_symbol(rng, size_px=GRID_PX) for _ in range(_STRANGERS)]
    small = (GRID_PX, GRID_PX)
    masks += [np.asarray(cv2.resize(m, small), np.float32) for m in pip_faces().faces.values()]
    soft = [np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.8), np.float32) for mask in masks]
    return np.stack([_with_marbling(rng, row) for row in unit_rows(np.stack(soft))])


def _with_marbling(rng: np.random.Generator, row: Rows) -> Rows:
    rough = rng.standard_normal((2, 7, 7)).astype(np.float32)
    clouds = [
        cv2.resize(field, (GRID_PX, GRID_PX), interpolation=cv2.INTER_CUBIC) for field in rough
    ]
    space = np.vstack((row[None], unit_rows(np.stack(clouds).astype(np.float32))))
    return np.asarray(np.linalg.qr(space.T)[0].T * _MARBLING[:, None], np.float32)


def chosen_threshold(taught: TaughtFaces) -> float:
    """A standing that all but a few untaught faces stay below."""
    scores = [standing(taught.scores_of(stranger)[0]) for stranger in _strangers()]
    level = float(np.quantile(scores, _STRANGERS_REFUSED))
    return min(_HIGHEST_THRESHOLD, max(_LOWEST_THRESHOLD, level))


def check_pictures(pictures: Mapping[str, Sequence[Picture]]) -> None:
    """Refuses what cannot be learned from."""
    if len(pictures) < FEWEST_FACES:
        raise TeachingError(
            "A die needs at least two different faces: give one subfolder of pictures a face."
        )
    for face, shown in pictures.items():
        if len(shown) < FEWEST_PICTURES:
            raise TeachingError(
                f"The face {face!r} has {len(shown)} pictures: take at least"
                f" {FEWEST_PICTURES}, better 5, each with the die turned a little."
            )


def learn_faces(name: str, pictures: Mapping[str, Sequence[Picture]]) -> TaughtFaces:
    """Taught faces from pictures of each face, one die a picture, seen from above."""
    check_pictures(pictures)
    return learn_rectified(name, rectified(pictures))


def rectified(pictures: Mapping[str, Sequence[Picture]]) -> dict[str, list[Picture]]:
    """The faces in the pictures, cut out edge to edge."""
    return {face: _agreeing(face, shown) for face, shown in pictures.items()}


def _agreeing(name: str, pictures: Sequence[Picture]) -> list[Picture]:
    """Of the squares found in each picture, the one that is most like what all have in common."""
    possible = [[top.face for top in possible_faces(picture)] for picture in pictures]
    common = common_ink([faces[0] for faces in possible])
    judge = TaughtFaces(name, {name: common}, _HIGHEST_THRESHOLD, {name: len(pictures)})
    return [max(faces, key=lambda face: float(judge.scores(face)[0][0])) for faces in possible]


def learn_rectified(name: str, faces: Mapping[str, Sequence[Picture]]) -> TaughtFaces:
    """Taught faces from faces that are rectified already (64 × 64 pixels, edge to edge)."""
    inks = {face: common_ink(shown) for face, shown in faces.items()}
    counts = {face: len(shown) for face, shown in faces.items()}
    taught = TaughtFaces(name, inks, _HIGHEST_THRESHOLD, counts)
    return TaughtFaces(name, inks, chosen_threshold(taught), counts)


# Faces whose pictures are further apart than this are safe. Chosen by hand below the shipped sets
# (0.43 and 0.21 apart): higher, and those would be warned of; lower, and look-alikes would pass.
_SAFE_MARGIN = 0.15
_NARROW_MARGIN = 0.06


class TeachingVerdict(StrEnum):
    """How safely the faces are told apart; each has a sentence `eye-teach-…`."""

    CLEAR = "clear"
    NARROW = "narrow"
    ALIKE = "alike"


@dataclass(frozen=True, slots=True)
class Separability:
    """A confusion table over the taught pictures, and the two faces that look most alike.

    `confusion[shown][taken_for]` counts pictures; "" stands for "untaught". `margin` is how far the
    closest of all pictures was from being taken for another face.
    """

    faces: tuple[str, ...]
    confusion: Mapping[str, Mapping[str, int]]
    closest: tuple[str, str]
    margin: float

    @property
    def right(self) -> float:
        """The share of pictures that were read rightly."""
        total = sum(sum(row.values()) for row in self.confusion.values())
        return sum(self.confusion[face].get(face, 0) for face in self.faces) / max(total, 1)

    @property
    def verdict(self) -> TeachingVerdict:
        """Whether a game may begin with these faces."""
        if self.right < 1 or self.margin < _NARROW_MARGIN:
            return TeachingVerdict.ALIKE
        return TeachingVerdict.CLEAR if self.margin >= _SAFE_MARGIN else TeachingVerdict.NARROW


def teach(name: str, pictures: Mapping[str, Sequence[Picture]]) -> tuple[TaughtFaces, Separability]:
    """The taught faces and how well they can be told apart."""
    check_pictures(pictures)
    faces = rectified(pictures)
    taught = learn_rectified(name, faces)
    return taught, separability(taught, faces)


def separability(taught: TaughtFaces, faces: Mapping[str, Sequence[Picture]]) -> Separability:
    """Reads every rectified picture with a set that was learned without it."""
    confusion = {shown: dict.fromkeys((*taught.faces, ""), 0) for shown in taught.faces}
    closest, margin = (taught.faces[0], taught.faces[1]), np.inf
    for shown in taught.faces:
        for number, picture in enumerate(faces[shown]):
            others = [face for at, face in enumerate(faces[shown]) if at != number]
            judge = TaughtFaces(
                name=taught.name,
                inks={**taught.inks, shown: common_ink(others)},
                threshold=taught.threshold,
                counts=taught.counts,
            )
            scores, turns = judge.scores(picture)
            confusion[shown][judge.judged(scores, turns).face or ""] += 1
            own = taught.faces.index(shown)
            rival = max((at for at in range(len(scores)) if at != own), key=lambda n: scores[n])
            if scores[own] - scores[rival] < margin:
                margin = float(scores[own] - scores[rival])
                closest = (shown, taught.faces[rival])
    return Separability(taught.faces, confusion, closest, margin)


FACES_FILE_VERSION = 1
_MIDDLE, _SPAN = 128, 127


class FacesFileError(InputError):
    """This is no file of taught faces."""


class _Face(msgspec.Struct, frozen=True):
    name: str
    pictures: int
    ink_png: bytes


class _FacesFile(msgspec.Struct, frozen=True, tag="taught-faces", tag_field="kind"):
    name: str
    threshold: float
    faces: list[_Face]
    version: int = FACES_FILE_VERSION


def _packed(ink: InkMap) -> bytes:
    grey = np.clip(np.rint(ink * _SPAN + _MIDDLE), 0, 255).astype(np.uint8)
    return np.asarray(cv2.imencode(".png", grey)[1], np.uint8).tobytes()


def _unpacked(data: bytes) -> InkMap:
    grey = None
    if data:
        grey = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if grey is None or grey.shape != (INK_PX, INK_PX):
        raise FacesFileError("The taught faces are damaged: teach them again.")
    return np.asarray((grey.astype(np.float32) - _MIDDLE) / _SPAN, np.float32)


def faces_to_bytes(taught: TaughtFaces) -> bytes:
    """What `faces_from_bytes` reads again."""
    faces = [_Face(name, taught.counts[name], _packed(ink)) for name, ink in taught.inks.items()]
    return msgspec.json.encode(_FacesFile(taught.name, round(taught.threshold, 4), faces))


def faces_from_bytes(data: bytes) -> TaughtFaces:
    """Taught faces out of a file; a `FacesFileError` says what to do about a wrong one."""
    try:
        file = msgspec.json.decode(data, type=_FacesFile)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise FacesFileError(
            "This is no file of taught faces: make one with `referee teach`."
        ) from error
    if file.version > FACES_FILE_VERSION:
        raise FacesFileError("These faces were taught by a newer referee: update this one.")
    if len(file.faces) < 2 or not 0 < file.threshold < 1:
        raise FacesFileError("The taught faces are damaged: teach them again.")
    inks = {face.name: _unpacked(face.ink_png) for face in file.faces}
    counts = {face.name: face.pictures for face in file.faces}
    return TaughtFaces(file.name, inks, file.threshold, counts)
