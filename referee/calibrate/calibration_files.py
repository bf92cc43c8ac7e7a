"""Files beside the table profile: how the empty tray looks, and sets of faces to be shared."""

from pathlib import Path

import msgspec

from referee.calibrate.tray_guide import TrayReference, TrayResult
from referee.errors import InputError
from referee.store.durable_files import USUAL, folder_in_parts, replace_file, sync, write_file
from referee.vision.faces.files import faces_to_bytes
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.pictures import encoded_picture

TRAY_FILE = "tray-reference.json"
TRAY_PICTURE = "tray-empty.png"


def read_tray_reference(file: Path) -> TrayReference | None:
    """How the tray lay when it was calibrated; None if it never was, or nobody can read it."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=TrayReference)
    except (OSError, msgspec.MsgspecError):
        return None


def write_tray_reference(file: Path, result: TrayResult) -> None:
    """Keep where the tray lies, and its empty picture beside it."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        picture = file.with_name(TRAY_PICTURE)
        replace_file(picture, encoded_picture(picture, result.empty))
        replace_file(file, msgspec.json.format(msgspec.json.encode(result.reference)))
    except OSError as error:
        raise _unwritable(file, error) from None


def write_face_set(folder: Path, taught: TaughtFaces) -> Path:
    """A folder for the set: the cut-outs of each face, and the file that the table reads.

    A set that does not fit on the disk leaves the one before it as it was.
    """
    place = folder / taught.name
    file = place / f"{taught.name}.faces.json"
    try:
        with folder_in_parts(place) as part:
            for face, shown in taught.cuts.items():
                (part / face).mkdir()
                for number, picture in enumerate(shown, start=1):
                    new = part / face / f"{number}.png"
                    write_file(new, encoded_picture(new, picture), mode=USUAL)
            write_file(part / file.name, faces_to_bytes(taught), mode=USUAL)
            _move_into(place, part, file.name)
    except OSError as error:
        raise _unwritable(place, error) from None
    return file


def _move_into(place: Path, part: Path, last: str) -> None:
    """Only names change from here on; what the table reads comes last."""
    for face in sorted(each for each in part.iterdir() if each.is_dir()):
        (place / face.name).mkdir(parents=True, exist_ok=True)
        for old in (place / face.name).glob("*.png"):
            old.unlink()
        for new in face.iterdir():
            new.replace(place / face.name / new.name)
    (part / last).replace(place / last)
    sync(place)


def _unwritable(path: Path, error: OSError) -> InputError:
    reason = (error.strerror or "unwritable").lower()
    return InputError(f"{path} cannot be written ({reason}): make room, or take another folder.")
