"""`referee teach`: learns the faces of a die, or cards, and says whether they differ enough."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from referee.cli import Json, LanguageCode, commands, print_plainly
from referee.errors import InputError
from referee.games.dice import TAUGHT_ENDING
from referee.language import Language, language
from referee.store.durable_files import replace_file
from referee.vision.cards.reader import report_sentences
from referee.vision.cards.teaching import (
    CardsReport,
    CardTeachingError,
    learn_cards,
    save_cards,
)
from referee.vision.faces.files import faces_to_bytes
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.faces.teaching import (
    Separability,
    TeachingError,
    TeachingVerdict,
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
    file = folder / f"{taught.name}{TAUGHT_ENDING}"
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
    table.add_column(words.say("teach-column-sure"), justify="right")
    for shown in taught.faces:
        row = report.confusion[shown]
        cells = [str(row[face] or "·") for face in (*taught.faces, "")]
        sure = f"{report.sure[shown]:.0%}"
        table.add_row(shown, str(taught.counts[shown]), *cells, sure)
    return table


def _as_data(taught: TaughtFaces, report: Separability, file: Path) -> Mapping[str, object]:
    return {
        "name": taught.name,
        "file": str(file),
        "faces": taught.counts,
        "sure": {face: round(share, 3) for face, share in report.sure.items()},
        "verdict": report.verdict,
        "right": report.right,
        "closest": report.closest,
        "margin": round(report.margin, 4),
        "confusion": report.confusion,
    }


CARDS_ENDING = ".cards"


def teach_cards(
    name: str,
    folder: Path,
    console: Console,
    words: Language,
    out: Path | None = None,
    *,
    as_json: bool = False,
) -> int:
    """Learn the set, keep it in `out` (or here) and report; 1 if cards were mistaken."""
    check_name(name)
    taught = learn_cards(name, read_faces_folder(folder))
    place = out or Path()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CardTeachingError(f"{place} cannot be made: choose another --out.") from error
    file = place / f"{name}{CARDS_ENDING}"
    save_cards(file, taught)
    if as_json:
        print_plainly(console, _report_json(name, file, taught.report))
    else:
        for sentence in report_sentences(taught.report, words):
            print_plainly(console, sentence)
        print_plainly(
            console, words.say("teach-written", pictures=len(taught.faces), file=str(file))
        )
    return 0 if taught.report.is_separable else 1


def _report_json(name: str, file: Path, report: CardsReport) -> str:
    confusion = [
        {"card": card, "taken_for": taken, "times": times}
        for (card, taken), times in report.confusion.items()
    ]
    fields = {"name": name, "file": str(file), "right": report.right_share}
    return msgspec.json.encode({**fields, "alike": report.alike, "confusion": confusion}).decode()


@commands.command("teach")
def teach_command(
    name: Annotated[str, typer.Argument(help="How the set shall be called.")],
    folder: Annotated[Path, typer.Argument(help="Pictures, one subfolder for each face or card.")],
    out: Annotated[Path | None, typer.Option(help="The folder to keep the set in.")] = None,
    cards: Annotated[bool, typer.Option("--cards", help="Cards, not dice.")] = False,
    as_json: Json = False,
    language_code: LanguageCode = "en",
) -> None:
    """Learn the faces of a die, or cards, from pictures, and tell whether they differ enough.

    Example: referee teach skulls pictures/skulls
    """
    learn = teach_cards if cards else teach_faces
    words = language(language_code)
    raise typer.Exit(learn(name, folder, Console(), words, out, as_json=as_json))
