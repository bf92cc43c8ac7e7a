"""Commands of single parts: the scale, its board, pictures of dice, calibration."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee.cli.words import Json, LanguageCode

app = typer.Typer()


@app.command()
def watch(
    trace: Annotated[Path, typer.Argument(help="A CSV file: t_s and counts or grams, ax, ay, az.")],
    profile: Annotated[Path | None, typer.Option(help="Thresholds of this table, TOML.")] = None,
    as_json: Json = False,
    language_code: LanguageCode = "en",
) -> None:
    """Feel what happened in a recorded trace of the scale, and when.

    Example: referee watch evening.csv --profile table.toml
    """
    from referee.commands.watch import watch as watch_trace
    from referee.language import language

    words = language(language_code)
    raise typer.Exit(watch_trace(trace, Console(), words, profile, as_json=as_json))


@app.command()
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
    from referee.commands.cards import read_cards
    from referee.commands.read import read_command
    from referee.language import language

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


@app.command()
def teach(
    name: Annotated[str, typer.Argument(help="How the set shall be called.")],
    folder: Annotated[Path, typer.Argument(help="Pictures, one subfolder for each face or card.")],
    out: Annotated[Path | None, typer.Option(help="The folder to keep the set in.")] = None,
    cards: Annotated[bool, typer.Option("--cards", help="Cards, not dice.")] = False,
    as_json: Json = False,
    language_code: LanguageCode = "en",
) -> None:
    """Learn the faces of a die, or cards, from pictures, and tell whether they differ enough.

    Example: referee teach magic-beanstalk calibration/dice/magic-beanstalk
    """
    from referee.commands.cards import teach_cards
    from referee.commands.teach import teach_faces
    from referee.language import language

    learn = teach_cards if cards else teach_faces
    words = language(language_code)
    raise typer.Exit(learn(name, folder, Console(), words, out, as_json=as_json))


class BootloaderName(StrEnum):
    """Which bootloader a board carries."""

    AUTO = "auto"
    NEW = "new"
    OLD = "old"


@app.command()
def flash(
    port: Annotated[str | None, typer.Option(help="The board's serial port.")] = None,
    bootloader: Annotated[
        BootloaderName, typer.Option(help="Old Nanos carry another one; auto tries both.")
    ] = BootloaderName.AUTO,
    check: Annotated[bool, typer.Option("--check", help="Only ask the board who it is.")] = False,
) -> None:
    """Build the scale's firmware and write it to the board.

    Example: referee flash --check
    """
    from referee.commands.flash import flash as flash_board

    raise typer.Exit(flash_board(Console(), port=port, bootloader=bootloader.value, check=check))


class CalibratedPart(StrEnum):
    """What can be calibrated; `print` makes the targets for it."""

    PRINT = "print"
    SCALE = "scale"
    TRAY = "tray"
    CAMERA = "camera"
    DICE = "dice"


@app.command()
def calibrate(
    part: Annotated[
        CalibratedPart, typer.Argument(help="What to calibrate, or print its targets.")
    ],
    table: Annotated[Path, typer.Option(help="The profile to keep it in.")] = Path("table.toml"),
    out: Annotated[
        Path | None, typer.Option(help="print, dice: the folder for what is made.")
    ] = None,
    mass: Annotated[
        float | None, typer.Option(help="scale: a known mass in grams, instead of twelve dice.")
    ] = None,
    second_mass: Annotated[
        float | None, typer.Option(help="scale: another known mass in grams.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="dice: how the set of faces shall be called.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="dice: which dice of the games these are, such as beanstalk.")
    ] = None,
    faces: Annotated[
        str | None, typer.Option(help="dice: the faces to show, such as eye,die,treasure,trunk.")
    ] = None,
    language_code: LanguageCode = "en",
) -> None:
    """Calibrate a part of the table, step by step; Enter accepts, r repeats, q aborts.

    Example: referee calibrate scale --table table.toml
    """
    from referee.commands.calibrate import CalibrateOptions, calibrate_part
    from referee.language import language

    asked = CalibrateOptions(
        profile=table, out=out, masses_g=(mass, second_mass), name=name, kind=kind, faces=faces
    )
    raise typer.Exit(calibrate_part(part.value, asked, Console(), language(language_code)))
