"""Commands of a whole table: run it, look after it, keep its log."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee.cli.words import Json, LanguageCode, OptionWords, TableFile

app = typer.Typer()


@app.command()
def run(
    table: Annotated[Path | None, typer.Option(help="The profile of a table, table.toml.")] = None,
    game: Annotated[str | None, typer.Option(help="Which game. [default: magic-beanstalk]")] = None,
    players: Annotated[str | None, typer.Option(help="Names, clockwise: Anna,Ben,Carl")] = None,
    options: OptionWords = None,
    autoplay: Annotated[bool, typer.Option(help="Simulated players play by themselves.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game.")] = False,
    care: Annotated[float, typer.Option(help="How careful simulated hands are, 0 to 1.")] = 0.93,
    pace: Annotated[
        float, typer.Option(min=0.1, max=10, help="How fast simulated players are; 2: twice.")
    ] = 1.0,
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
        pace=pace,
        port=port,
        is_served=not terminal,
    )
    raise typer.Exit(run_table(asked, Console(), language(language_code)))


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


@app.command()
def pin(
    table: TableFile = None,
    clear: Annotated[bool, typer.Option("--clear", help="Take the PIN away.")] = False,
    language_code: LanguageCode = "en",
) -> None:
    """Set, change or clear the operator's PIN; a table that runs has to be started anew.

    Example: referee pin --table table.toml
    """
    from referee.commands.pin import set_pin
    from referee.language import language

    code = set_pin(table, Console(), language(language_code), is_cleared=clear)
    raise typer.Exit(code)


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

    Example: referee restore backups/referee-000007-2025-01-01T12-00-00Z --overwrite
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
