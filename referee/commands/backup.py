"""`referee backup` and `referee restore`: the log and its evidence, to a folder and back."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from referee.clock import Clock
from referee.language import Language
from referee.store.address import parse_address
from referee.store.backup import Backup, make_backup
from referee.store.restore import Restored, restore_backup

_SHOWN_FILES = 5


def backup(
    url: str,
    folder: Path,
    console: Console,
    words: Language,
    clock: Clock,
    *,
    keep: int | None = None,
    evidence_folder: Path | None = None,
) -> int:
    """Make a backup in the folder; the exit code is 1 if some evidence was gone already."""
    made = make_backup(parse_address(url, evidence_folder), folder, clock, keep=keep)
    for sentence in _made(made, words):
        _say(console, sentence)
    return 1 if made.manifest.missing else 0


def restore(
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
        _say(console, sentence)
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


def _say(console: Console, sentence: str) -> None:
    """As it is: no wrapping, no colours, so that programs can read it."""
    console.print(sentence, markup=False, highlight=False, soft_wrap=True)
