"""`referee backup` and `referee restore`: the log and its evidence, to a folder and back."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee.app.locations import profile_or_simulated
from referee.cli import LanguageCode, TableFile, commands, print_plainly
from referee.clock import Clock, SystemClock
from referee.language import Language, language
from referee.store.address import parse_address
from referee.store.backup import Backup, make_backup, not_due
from referee.store.restore import Restored, restore_backup

_SHOWN_FILES = 5


def back_up(
    url: str,
    folder: Path,
    console: Console,
    words: Language,
    clock: Clock,
    *,
    keep: int | None = None,
    evidence_folder: Path | None = None,
    is_nightly: bool = False,
) -> int:
    """Make a backup in the folder; the exit code is 1 if some evidence was gone already."""
    address = parse_address(url, evidence_folder)
    if is_nightly and (why_not := not_due(address, folder, clock)):
        print_plainly(console, words.say(f"store-backup-{why_not}"))
        return 0
    made = make_backup(address, folder, clock, keep=keep)
    for sentence in _made(made, words):
        print_plainly(console, sentence)
    return 1 if made.manifest.missing else 0


def put_back(
    url: str,
    source: Path,
    console: Console,
    words: Language,
    clock: Clock,
    *,
    overwrite: bool = False,
    evidence_folder: Path | None = None,
) -> int:
    """Put a backup in the place of the log; the exit code is 0, everything else is an error."""
    address = parse_address(url, evidence_folder)
    restored = restore_backup(source, address, clock, overwrite=overwrite)
    for sentence in _restored(restored, words):
        print_plainly(console, sentence)
    return 0


def _made(made: Backup, words: Language) -> list[str]:
    counts, missing = made.manifest.counts, made.manifest.missing
    sentences = [
        words.say(
            "store-backup-made",
            path=str(made.path),
            games=counts.games,
            events=counts.events,
            evidence=counts.evidence,
        )
    ]
    if missing:
        shown = ", ".join(missing[:_SHOWN_FILES]) + (" …" if len(missing) > _SHOWN_FILES else "")
        sentences.append(words.say("store-backup-missing", count=len(missing), files=shown))
    if made.removed:
        sentences.append(words.say("store-backup-removed", count=len(made.removed)))
    return sentences


def _restored(restored: Restored, words: Language) -> list[str]:
    manifest = restored.manifest
    sentences = [
        words.say(
            "store-restored",
            path=str(restored.path),
            made=f"{manifest.made_at:%Y-%m-%d %H:%M} UTC",
            games=manifest.counts.games,
            events=manifest.counts.events,
        )
    ]
    if restored.aside:
        sentences.append(words.say("store-restored-aside", path=str(restored.aside)))
    return sentences


@commands.command("backup")
def backup(
    folder: Annotated[Path, typer.Argument(help="Where the backup is put.")] = Path("backups"),
    keep: Annotated[
        int | None, typer.Option(min=1, help="Keep only so many of the newest backups.")
    ] = None,
    nightly: Annotated[
        bool,
        typer.Option(
            "--nightly", help="Only if there is none of this night, and while nobody plays."
        ),
    ] = False,
    table: TableFile = None,
    language_code: LanguageCode = "en",
) -> None:
    """Make a backup of the log and its evidence, also while a game is played.

    Example: referee backup /media/stick --keep 10
    """
    words = language(language_code)
    store = profile_or_simulated(table, language_code).store
    code = back_up(
        store.url,
        folder,
        Console(),
        words,
        SystemClock(),
        keep=keep,
        evidence_folder=store.evidence_folder,
        is_nightly=nightly,
    )
    raise typer.Exit(code)


@commands.command("restore")
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
    words = language(language_code)
    store = profile_or_simulated(table, language_code).store
    code = put_back(
        store.url,
        source,
        Console(),
        words,
        SystemClock(),
        overwrite=overwrite,
        evidence_folder=store.evidence_folder,
    )
    raise typer.Exit(code)
