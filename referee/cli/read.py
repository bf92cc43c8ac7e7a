"""`referee read`: the dice of still pictures, as sentences, as JSON, or drawn into the picture."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from referee.app.face_sets import find_faces
from referee.cli import Json, LanguageCode, commands, print_plainly
from referee.errors import InputError
from referee.language import Language, language
from referee.vision.cards.reader import CardReader, ReadCard, card_sentences
from referee.vision.cards.teaching import load_cards
from referee.vision.dice.face_reading import FaceReader, PipFaceReader
from referee.vision.dice.reader import LARGEST_WIDTH_PX, SMALLEST_WIDTH_PX, DiceReader, Region
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.pictures import Picture, PictureError, load_picture, write_picture
from referee.vision.readings import ReadDie, Reading, annotated

ReadPicture = Callable[[Picture], Reading]


def parse_region(text: str | None) -> Region | None:
    """A part of the picture from `x,y,w,h`.

    >>> parse_region("10,20,300,200")
    Region(left=10, top=20, width=300, height=200)
    """
    if text is None:
        return None
    try:
        left, top, width, height = (int(float(part)) for part in text.split(","))
    except (ValueError, OverflowError):
        raise InputError(f"{text!r} is no region: write x,y,w,h such as 100,80,640,480.") from None
    if width <= 0 or height <= 0:
        raise InputError(f"The region {text!r} is empty: width and height must be above zero.")
    return Region(left, top, width, height)


def read_command(
    paths: Sequence[Path],
    console: Console,
    words: Language,
    *,
    dice: str = "pips",
    die_px: float | None = None,
    region: str | None = None,
    draw: Path | None = None,
    as_json: bool,
) -> int:
    """Read pictures of pip dice, or of dice of a taught set."""
    part = parse_region(region)
    if die_px is not None and not SMALLEST_WIDTH_PX <= die_px <= LARGEST_WIDTH_PX:
        raise InputError(
            f"A die cannot be {die_px:g} pixels wide: give {SMALLEST_WIDTH_PX:g} to "
            f"{LARGEST_WIDTH_PX:g}, or leave --die-px out."
        )
    reader = DiceReader(faces_named(dice))

    def read(picture: Picture) -> Reading:
        return reader.read(picture, die_px=die_px, region=part)

    return read_pictures(paths, read, console, words, draw=draw, as_json=as_json)


def faces_named(name: str) -> FaceReader:
    """Pips, or the taught set of this name or in this folder."""
    return PipFaceReader() if name == "pips" else TaughtFaceReader(find_faces(name))


def read_pictures(
    paths: Sequence[Path],
    read: ReadPicture,
    console: Console,
    words: Language,
    *,
    draw: Path | None = None,
    as_json: bool,
) -> int:
    """Read each picture; one that cannot be read gets its sentence, and the others go on."""
    _check_drawing(draw, paths)
    exit_code = 0
    for path in paths:
        try:
            picture = load_picture(path)
            reading = read(picture)
        except InputError as error:
            exit_code = error.exit_code
            print_plainly(console, _json_error(path, error) if as_json else str(error))
            continue
        if draw is not None:
            _draw(draw, path, picture, reading, several=len(paths) > 1)
        print_plainly(console, _json(path, reading) if as_json else _text(path, reading, words))
    return exit_code


def _check_drawing(draw: Path | None, paths: Sequence[Path]) -> None:
    if draw is not None and len(paths) > 1 and not draw.is_dir():
        raise InputError(
            f"{draw} is no folder: several pictures are drawn into a folder that exists."
        )


def _draw(draw: Path, path: Path, picture: Picture, reading: Reading, *, several: bool) -> None:
    target = draw / f"{path.stem}-read.png" if several or draw.is_dir() else draw
    if target.exists() and target.samefile(path):
        raise PictureError(f"{target} is the picture itself: choose another name to draw to.")
    write_picture(target, annotated(picture, reading))


def _json(path: Path, reading: Reading) -> str:
    fields = {"file": str(path), **msgspec.to_builtins(reading)}
    return msgspec.json.encode(fields).decode()


def _json_error(path: Path, error: InputError) -> str:
    return msgspec.json.encode({"file": str(path), "error": str(error)}).decode()


def _text(path: Path, reading: Reading, words: Language) -> str:
    faces = " ".join(die.face or "?" for die in reading.dice)
    lines = [f"{path}: {words.say('eye-summary', count=len(reading.dice))}  {faces}".rstrip()]
    lines += [f"  {line}" for die in reading.dice for line in _die_lines(die, words)]
    lines += [
        f"  {words.say(f'eye-reading-{finding}', count=len(reading.dice), expected=0)}"
        for finding in reading.findings
    ]
    return "\n".join(lines)


def _die_lines(die: ReadDie, words: Language) -> list[str]:
    line = words.say(
        "eye-die-line",
        face=die.face or words.say("eye-face-unknown"),
        x=str(round(die.centre_px[0])),
        y=str(round(die.centre_px[1])),
        certainty=words.say(f"eye-certainty-{die.certainty}"),
        confidence=f"{die.confidence:.1%}",
    )
    if not die.is_certain and len(die.likely) > 1:
        others = ", ".join(f"{each.face} {each.probability:.0%}" for each in die.likely)
        line = f"{line}, {words.say('eye-likely', faces=others)}"
    return [line, *(f"  {words.say(f'eye-die-{finding}')}" for finding in die.findings)]


@commands.command("read")
def read(
    pictures: Annotated[list[Path], typer.Argument(help="Still pictures of dice.")],
    dice: Annotated[
        str, typer.Option(help="pips, or the name or folder of a taught set.")
    ] = "pips",
    die_px: Annotated[
        float | None, typer.Option(help="How many pixels wide a die is, if known.")
    ] = None,
    roi: Annotated[str | None, typer.Option(help="Only this part: x,y,w,h.")] = None,
    draw: Annotated[
        Path | None, typer.Option(help="Draw what was read to this file, or into this folder.")
    ] = None,
    cards: Annotated[
        Path | None, typer.Option(help="Read cards of this taught set instead of dice.")
    ] = None,
    empty: Annotated[
        Path | None, typer.Option(help="cards: a picture of the table without cards.")
    ] = None,
    as_json: Json = False,
    language_code: LanguageCode = "en",
) -> None:
    """Read the dice in still pictures, and say how certain each reading is.

    Example: referee read tray.jpg --draw read.png
    """
    if cards is not None:
        words = language(language_code)
        raise typer.Exit(read_cards(pictures, cards, empty, Console(), words, as_json=as_json))
    code = read_command(
        pictures,
        Console(),
        language(language_code),
        dice=dice,
        die_px=die_px,
        region=roi,
        draw=draw,
        as_json=as_json,
    )
    raise typer.Exit(code)


def read_cards(
    paths: Sequence[Path],
    cards: Path,
    empty: Path | None,
    console: Console,
    words: Language,
    *,
    as_json: bool,
) -> int:
    """The taught cards of still pictures; `empty` shows the same table without cards."""
    reader = CardReader(load_cards(cards))
    ground = None if empty is None else load_picture(empty)
    exit_code = 0
    for path in paths:
        try:
            found = reader.read(load_picture(path), ground)
        except InputError as error:
            exit_code = error.exit_code
            print_plainly(console, _json_error(path, error) if as_json else str(error))
            continue
        if as_json:
            fields = {"file": str(path), "cards": msgspec.to_builtins(found)}
            print_plainly(console, msgspec.json.encode(fields).decode())
        else:
            print_plainly(console, _card_text(path, found, words))
    return exit_code


def _card_text(path: Path, found: Sequence[ReadCard], words: Language) -> str:
    names = " ".join(card.card or "?" for card in found)
    lines = [f"{path}: {words.say('card-summary', count=len(found))}  {names}".rstrip()]
    lines += [f"  {sentence}" for card in found for sentence in card_sentences(card, words)]
    return "\n".join(lines)
