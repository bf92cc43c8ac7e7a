"""Files beside the table profile: how the empty tray looks, and sets of faces to be shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from referee.calibrate.tray import TrayResult
from referee.calibrate.tray_look import TrayReference
from referee.errors import InputError
from referee.vision.faces.coding import faces_to_bytes
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.pictures import Picture, write_picture

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
        file.write_bytes(msgspec.json.format(msgspec.json.encode(result.reference)))
        write_picture(file.with_name(TRAY_PICTURE), result.empty)
    except OSError as error:
        raise _unwritable(file, error) from None


def write_face_set(
    folder: Path, taught: TaughtFaces, pictures: Mapping[str, Sequence[Picture]]
) -> Path:
    """A folder for the set: the pictures of each face, and the file that the table reads."""
    place = folder / taught.name
    try:
        for face, shown in pictures.items():
            (place / face).mkdir(parents=True, exist_ok=True)
            for old in (place / face).glob("*.png"):
                old.unlink()
            for number, picture in enumerate(shown, start=1):
                write_picture(place / face / f"{number}.png", picture)
        file = place / f"{taught.name}.faces.json"
        file.write_bytes(faces_to_bytes(taught))
    except OSError as error:
        raise _unwritable(place, error) from None
    return file


def _unwritable(path: Path, error: OSError) -> InputError:
    reason = (error.strerror or "unwritable").lower()
    return InputError(f"{path} cannot be written ({reason}): make room, or take another folder.")
