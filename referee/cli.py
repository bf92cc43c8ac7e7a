"""The command `referee`: words and options only; the work is done in `commands`."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee import __version__
from referee.errors import RefereeError

app = typer.Typer(
    help="The referee for physical games.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(help="The name of a game, see: referee games")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
LanguageCode = Annotated[
    str, typer.Option("--language", "-l", envvar="REFEREE_LANGUAGE", help="en or fr.")
]
OptionWords = Annotated[
    list[str] | None,
    typer.Option("--options", "-o", help="Options of the game, for example variant=expert."),
]


def main() -> None:
    """Run the command; a mistake of the user ends with one sentence and its exit code."""
    try:
        app()
    except RefereeError as error:
        typer.echo(f"referee: {error}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output went away (`referee games | head`): nothing is wrong.
        sys.stderr.close()
        sys.exit(0)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """The referee for physical games: it watches, counts, speaks, and asks when it is not sure."""


@app.command()
def games(as_json: Json = False) -> None:
    """List the games, their editions, options and player counts.

    Example: referee games --json
    """
    from referee.commands.listing import list_games

    list_games(Console(), as_json=as_json)


@app.command()
def replay(file: Path, as_json: Json = False, language_code: LanguageCode = "en") -> None:
    """Judge a scripted or recorded game; exit code 1 if any action was refused.

    Example: referee replay game.jsonl --json
    """
    from referee.commands.replay import replay as replay_file
    from referee.language import language

    raise typer.Exit(replay_file(file, Console(), language(language_code), as_json=as_json))


@app.command()
def simulate(
    game: GameName,
    players: Annotated[int | None, typer.Option(help="How many play.")] = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same games.")] = None,
    options: OptionWords = None,
    check: Annotated[
        bool, typer.Option(help="Test the rules' invariants after each event.")
    ] = False,
    is_random: Annotated[bool, typer.Option("--random", help="Any legal choice at all.")] = False,
    as_json: Json = False,
) -> None:
    """Play whole games with simulated players and print statistics.

    Example: referee simulate magic-beanstalk --games 2000 --options variant=expert
    """
    from referee.commands.simulate import simulate as simulate_games

    code = simulate_games(
        game,
        Console(),
        players=players,
        games=games,
        seed=seed,
        option_words=options or [],
        check=check,
        is_random=is_random,
        as_json=as_json,
    )
    raise typer.Exit(code)


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(help="A game, see: referee games. [default: magic-beanstalk]")
    ] = None,
    players: Annotated[str | None, typer.Option(help="Names, clockwise: Anna,Ben,Carl")] = None,
    options: OptionWords = None,
    save: Annotated[Path | None, typer.Option(help="Where to keep the game file.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    language_code: LanguageCode = "en",
) -> None:
    """Referee a game at this terminal; everything is typed in.

    Example: referee play magic-beanstalk --players Anna,Ben --options variant=expert
    """
    from referee.commands.play.start import play as play_game
    from referee.language import language

    code = play_game(
        game,
        Console(),
        language(language_code),
        players=players,
        option_words=options or [],
        save=save,
        resume=resume,
    )
    raise typer.Exit(code)


@app.command()
def run(
    table: Annotated[Path | None, typer.Option(help="The profile of a table, table.toml.")] = None,
    game: Annotated[str | None, typer.Option(help="Which game. [default: magic-beanstalk]")] = None,
    players: Annotated[str | None, typer.Option(help="Names, clockwise: Anna,Ben,Carl")] = None,
    options: OptionWords = None,
    autoplay: Annotated[bool, typer.Option(help="Simulated players play by themselves.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game.")] = False,
    care: Annotated[float, typer.Option(help="How careful simulated hands are, 0 to 1.")] = 0.93,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Where the dashboard is served.")
    ] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="No dashboard, only this terminal.")
    ] = False,
    language_code: LanguageCode = "en",
) -> None:
    """Run the table and its dashboard. Without a profile the table is simulated.

    Example: referee run --game magic-beanstalk --autoplay
    """
    from referee.commands.table.start import RunOptions, run_table
    from referee.language import language

    asked = RunOptions(
        profile=table,
        game=game,
        players=players,
        option_words=options or [],
        is_autoplay=autoplay,
        is_resumed=resume,
        care=care,
        port=port,
        is_served=not terminal,
    )
    raise typer.Exit(run_table(asked, Console(), language(language_code)))


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


TableFile = Annotated[Path | None, typer.Option("--table", help="The profile of a table.")]


@app.command()
def backup(
    folder: Annotated[Path, typer.Argument(help="Where the backup is put.")] = Path("backups"),
    keep: Annotated[
        int | None, typer.Option(min=1, help="Keep only so many of the newest backups.")
    ] = None,
    table: TableFile = None,
    language_code: LanguageCode = "en",
) -> None:
    """Make a backup of the log and its evidence, also while a game is played.

    Example: referee backup /media/stick --keep 10
    """
    from referee.clock import SystemClock
    from referee.commands.backup import backup as make_backup
    from referee.commands.table.start import table_profile
    from referee.language import language

    words = language(language_code)
    store = table_profile(table, words).store
    evidence = Path(store.evidence) if store.evidence else None
    code = make_backup(
        store.url, folder, Console(), words, SystemClock(), keep=keep, evidence_folder=evidence
    )
    raise typer.Exit(code)


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(help="A backup that `referee backup` made.")],
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the present log; it is kept aside.")
    ] = False,
    table: TableFile = None,
    language_code: LanguageCode = "en",
) -> None:
    """Put a backup in the place of the log; the table must not be running.

    Example: referee restore backups/referee-2025-01-01-120000 --overwrite
    """
    from referee.clock import SystemClock
    from referee.commands.backup import restore as put_back
    from referee.commands.table.start import table_profile
    from referee.language import language

    words = language(language_code)
    store = table_profile(table, words).store
    evidence = Path(store.evidence) if store.evidence else None
    code = put_back(
        store.url,
        source,
        Console(),
        words,
        SystemClock(),
        overwrite=overwrite,
        evidence_folder=evidence,
    )
    raise typer.Exit(code)


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


@app.command()
def doctor(
    table: Annotated[Path | None, typer.Option(help="The profile of a table, table.toml.")] = None,
    as_json: Json = False,
    language_code: Annotated[
        str | None,
        typer.Option(
            "--language", "-l", envvar="REFEREE_LANGUAGE", help="en or fr. [default: the table's]"
        ),
    ] = None,
) -> None:
    """Look after every part of the table; exit code 1 if something needs attention.

    Example: referee doctor --table table.toml
    """
    from referee.commands.doctor import doctor as examine_table

    raise typer.Exit(examine_table(table, Console(), language_code, as_json=as_json))


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


@app.command()
def bench(
    room: Annotated[
        str, typer.Argument(help="What to measure: rules, weighing, vision, table, web, all.")
    ] = "all",
    seconds: Annotated[float, typer.Option(help="rules: measured time in all.")] = 40.0,
    rounds: Annotated[int, typer.Option(help="rules: interleaved rounds.")] = 25,
    scenes: Annotated[int, typer.Option(help="weighing: scenes of each kind.")] = 3,
    data: Annotated[
        Path | None, typer.Option(help="vision: a folder of labelled photographs.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure the program beside its references, in one run, as ratios.

    Example: referee bench rules --seconds 60
    """
    from referee.commands.bench import (
        bench_rules,
        bench_table,
        bench_vision,
        bench_web,
        bench_weighing,
    )
    from referee.errors import InputError

    if room not in ("rules", "weighing", "vision", "table", "web", "all"):
        raise InputError(
            f"There is no benchmark {room!r}; choose rules, weighing, vision, table, web or all."
        )
    codes = []
    if room in ("rules", "all"):
        codes.append(bench_rules(Console(), seconds, rounds, as_json=as_json))
    if room in ("weighing", "all"):
        codes.append(bench_weighing(Console(), scenes, as_json=as_json))
    if room in ("vision", "all"):
        codes.append(bench_vision(Console(), data, as_json=as_json))
    if room in ("table", "all"):
        codes.append(bench_table(Console(), as_json=as_json))
    if room in ("web", "all"):
        codes.append(bench_web(Console(), as_json=as_json))
    raise typer.Exit(max(codes))


if __name__ == "__main__":
    main()
