"""A taught set as a file that can be sent to whoever owns the same game: JSON with its cut-outs.

Older files hold one ink map a face instead; they are read as drawings of the face.
"""

import cv2
import msgspec
import numpy as np

from referee.errors import InputError
from referee.vision.faces.embedding import CUT_PX, CUT_WIDTHS
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.pictures import Picture

FACES_FILE_VERSION = 2
_JPEG_QUALITY = 95
_INK_PX = 64
_BODY, _AIR = 235, 120


class FacesFileError(InputError):
    """This is no file of taught faces."""


class _Face(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    cuts: list[bytes] = []
    ink_png: bytes = b""


class _FacesFile(msgspec.Struct, frozen=True, tag="taught-faces", tag_field="kind"):
    name: str
    faces: list[_Face]
    version: int = 1


def faces_to_bytes(taught: TaughtFaces) -> bytes:
    """What `faces_from_bytes` reads again."""
    faces = [_Face(face, [_coded(cut) for cut in cuts]) for face, cuts in taught.cuts.items()]
    return msgspec.json.encode(_FacesFile(taught.name, faces, FACES_FILE_VERSION))


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
    if len(file.faces) < 2:
        raise _damaged()
    return TaughtFaces(file.name, {face.name: _cuts_of(face) for face in file.faces})


def _coded(cut: Picture) -> bytes:
    code = cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1]
    return np.asarray(code, np.uint8).tobytes()


def _cuts_of(face: _Face) -> tuple[Picture, ...]:
    if face.ink_png:
        return (_drawn(_decoded(face.ink_png, (_INK_PX, _INK_PX, 3))),)
    if not face.cuts:
        raise _damaged()
    return tuple(_decoded(code, (CUT_PX, CUT_PX, 3)) for code in face.cuts)


def _decoded(code: bytes, shape: tuple[int, int, int]) -> Picture:
    picture = cv2.imdecode(np.frombuffer(code, np.uint8), cv2.IMREAD_COLOR) if code else None
    if picture is None or picture.shape != shape:
        raise _damaged()
    return np.asarray(picture, np.uint8)


def _drawn(ink: Picture) -> Picture:
    """An ink map of an older file as dark ink on a light die."""
    die_px = round(CUT_PX / CUT_WIDTHS)
    small = cv2.resize(ink.astype(np.float32), (die_px, die_px), interpolation=cv2.INTER_AREA)
    dark = np.clip(_BODY - (small - small.min()), 0, 255)
    cut = np.full((CUT_PX, CUT_PX, 3), _AIR, np.uint8)
    at = (CUT_PX - die_px) // 2
    cut[at : at + die_px, at : at + die_px] = dark.astype(np.uint8)
    return cut


def _damaged() -> FacesFileError:
    return FacesFileError("The taught faces are damaged: teach them again.")
