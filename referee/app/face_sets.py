"""The sets of die faces a table can read: files that were taught, and those that come along."""

from collections.abc import Mapping
from pathlib import Path

from referee.errors import InputError
from referee.vision.artwork.sets import FACE_SETS
from referee.vision.dice.face_reading import FaceReader, PipFaceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.faces.teaching import (
    FacesFileError,
    faces_from_bytes,
)

ENDING = ".faces.json"
TAUGHT = Path(__file__).parent / "taught"
"""The sets that come along, learned beforehand: learning takes a Raspberry Pi half a minute."""


def load_faces(path: Path) -> TaughtFaces:
    """Taught faces out of a file that `referee teach` wrote."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise FacesFileError(
            f"{path} cannot be read: teach the set first with `referee teach NAME FOLDER`."
        ) from error
    return faces_from_bytes(data)


def find_faces(name: str) -> TaughtFaces:
    """A set by file name, by name beside us, or one that comes with the referee."""
    for path in (Path(name), Path(f"{name}{ENDING}")):
        if path.is_file():
            return load_faces(path)
    if name in shipped_sets():
        return load_faces(TAUGHT / f"{name}{ENDING}")
    known = ", ".join(sorted(FACE_SETS))
    raise InputError(
        f"There is no set {name!r}: use {known}, or teach it with `referee teach {name} FOLDER`."
    )


def dice_readers(sets: Mapping[str, str]) -> dict[str, FaceReader]:
    """A reader for every kind of dice: pips, and each taught set by the kind it is for."""
    taught = {kind: TaughtFaceReader(find_faces(name)) for kind, name in sets.items()}
    return {"pips": PipFaceReader(), **taught}


def shipped_sets() -> tuple[str, ...]:
    """The taught sets that come with the referee."""
    return tuple(sorted(name for name in FACE_SETS if name != "pips"))
