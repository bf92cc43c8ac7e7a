"""Taught faces as bytes, to be kept in one file: JSON with the ink maps as small pictures."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from referee.errors import InputError
from referee.vision.faces.gallery import INK_PX, TaughtFaces
from referee.vision.faces.ink import Plane

VERSION = 1
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
    version: int = VERSION


def _packed(ink: Plane) -> bytes:
    grey = np.clip(np.rint(ink * _SPAN + _MIDDLE), 0, 255).astype(np.uint8)
    return np.asarray(cv2.imencode(".png", grey)[1], np.uint8).tobytes()


def _unpacked(data: bytes) -> Plane:
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
    if file.version > VERSION:
        raise FacesFileError("These faces were taught by a newer referee: update this one.")
    if len(file.faces) < 2 or not 0 < file.threshold < 1:
        raise FacesFileError("The taught faces are damaged: teach them again.")
    inks = {face.name: _unpacked(face.ink_png) for face in file.faces}
    counts = {face.name: face.pictures for face in file.faces}
    return TaughtFaces(file.name, inks, file.threshold, counts)
