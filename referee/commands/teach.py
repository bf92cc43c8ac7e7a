"""`referee teach`: learns the faces of a die from pictures and says whether they differ enough."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from referee.app.face_sets import ENDING
from referee.errors import InputError
from referee.language import Language
from referee.store.durable import replace_file
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.faces.teaching import (
    Separability,
    TeachingError,
    TeachingVerdict,
    faces_to_bytes,
    teach,
)
from referee.vision.pictures import Picture, load_picture

_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff"})
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


def teach_faces(
    name: str,
    folder: Path,
    console: Console,
    words: Language,
    out: Path | None = None,
    *,
    as_json: bool = False,
) -> int:
    """Learn the set, keep it in `out` (or here) and report; 1 if two faces are too much alike."""
    check_name(name)
    pictures = read_faces_folder(folder)
    taught, report = teach(name, pictures)
    file = _written(taught, out or Path())
    if as_json:
        console.out(msgspec.json.encode(_as_data(taught, report, file)).decode(), highlight=False)
    else:
        _tell(taught, report, file, console, words)
    return 1 if report.verdict is TeachingVerdict.ALIKE else 0


def check_name(name: str) -> None:
    """Refuse a name that would make a poor file name."""
    if not _NAME.fullmatch(name):
        raise TeachingError(
            f"{name!r} is no name for a set: use small letters, digits and hyphens."
        )


def read_faces_folder(folder: Path) -> dict[str, list[Picture]]:
    """The pictures of each face, out of one subfolder a face."""
    if not folder.is_dir():
        raise TeachingError(
            f"There is no folder {folder}: make one, with a subfolder for each face."
        )
    places = sorted(place for place in folder.iterdir() if place.is_dir())
    if not places:
        raise TeachingError(
            f"{folder} has no subfolders: make one for each face and put its pictures inside."
        )
    return {place.name: _pictures_in(place) for place in places}


def _pictures_in(folder: Path) -> list[Picture]:
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() in _PICTURES)
    return [load_picture(file) for file in files]


def _written(taught: TaughtFaces, folder: Path) -> Path:
    file = folder / f"{taught.name}{ENDING}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(file, faces_to_bytes(taught))
    except OSError as error:
        reason = error.strerror or "no reason given"
        raise InputError(f"{file} cannot be written ({reason}): choose another --out.") from error
    return file


def _tell(
    taught: TaughtFaces, report: Separability, file: Path, console: Console, words: Language
) -> None:
    console.print(_table(taught, report, words))
    first, second = report.closest
    sentence = words.say(
        f"teach-verdict-{report.verdict}",
        name=taught.name,
        faces=len(taught.faces),
        first=first,
        second=second,
    )
    console.print(sentence, highlight=False)
    pictures = sum(taught.counts.values())
    told = words.say("teach-written", pictures=pictures, file=str(file))
    console.print(told, highlight=False)


def _table(taught: TaughtFaces, report: Separability, words: Language) -> Table:
    table = Table(title=words.say("teach-title", name=taught.name))
    table.add_column(words.say("teach-column-shown"))
    table.add_column(words.say("teach-column-pictures"), justify="right")
    for face in (*taught.faces, words.say("teach-column-untaught")):
        table.add_column(face, justify="right")
    for shown in taught.faces:
        row = report.confusion[shown]
        cells = [str(row[face] or "·") for face in (*taught.faces, "")]
        table.add_row(shown, str(taught.counts[shown]), *cells)
    return table


def _as_data(taught: TaughtFaces, report: Separability, file: Path) -> Mapping[str, object]:
    return {
        "name": taught.name,
        "file": str(file),
        "faces": taught.counts,
        "threshold": round(taught.threshold, 4),
        "verdict": report.verdict,
        "right": report.right,
        "closest": report.closest,
        "margin": round(report.margin, 4),
        "confusion": report.confusion,
    }
