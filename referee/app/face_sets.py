"""The sets of die faces a table can read: files that were taught, and those of the games."""

from collections.abc import Mapping
from pathlib import Path

from referee.errors import InputError
from referee.games.boxes import every_die, shipped_sets
from referee.games.dice import TAUGHT_ENDING
from referee.vision.dice.face_reading import FaceReader, PipFaceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.faces.files import FacesFileError, faces_from_bytes
from referee.vision.faces.gallery import TaughtFaces


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
    """A set by file name, by name beside us, or one that comes with a game, learned already."""
    for path in (Path(name), Path(f"{name}{TAUGHT_ENDING}")):
        if path.is_file():
            return load_faces(path)
    shipped = shipped_sets()
    if name in shipped:
        return load_faces(shipped[name].gallery)
    known = ", ".join(sorted(("pips", *shipped)))
    raise InputError(
        f"There is no set {name!r}: use {known}, or teach it with `referee teach {name} FOLDER`."
    )


def sets_of_table(named: Mapping[str, str]) -> dict[str, str]:
    """The set for each kind of special dice: as the profile names it, else the game's own."""
    return {**{kind: die.set for kind, die in every_die().items()}, **named}


def dice_readers(named: Mapping[str, str]) -> dict[str, FaceReader]:
    """A reader for every kind of dice: pips, and each taught set by the kind it is for."""
    # Dice that a game brings without having taught them keep no table from starting.
    shipped = {kind: die.set for kind, die in every_die().items() if die.gallery.is_file()}
    sets = {**shipped, **named}
    taught = {kind: TaughtFaceReader(find_faces(name)) for kind, name in sets.items()}
    return {"pips": PipFaceReader(), **taught}
