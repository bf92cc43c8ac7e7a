"""Where a table keeps its things: its profile, its log, and the folder of its dashboard."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from referee.config import TableProfile, read_table_profile
from referee.errors import InputError
from referee.language import Language


def home_folder() -> Path:
    """Where a table without a profile keeps its things."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return made_folder(Path(home) / "table-referee", "name another place in XDG_STATE_HOME")


def made_folder(folder: Path, otherwise: str) -> Path:
    """The folder, which is there from now on; `otherwise` tells what else helps if it cannot be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"The folder {folder} cannot be made ({error.strerror}): give the referee's user the "
            f"right to make it, or {otherwise}."
        ) from None
    return folder


def doctor_profile(path: Path | None) -> TableProfile:
    """The profile of this file; without one, a simulated table with its log at home."""
    if path is not None:
        return read_table_profile(path)
    profile = TableProfile()
    log = home_folder() / "table.sqlite"
    store = msgspec.structs.replace(profile.store, url=f"sqlite:///{log}")
    return msgspec.structs.replace(profile, store=store)


def dashboard_folder(profile: Path | None) -> Path:
    """Where PIN, settings and claims lie: as systemd says, else beside a profile, or at home."""
    given = os.environ.get("STATE_DIRECTORY")
    if given:
        return Path(given.split(":", maxsplit=1)[0])
    if profile is None:
        return home_folder()
    return made_folder(profile.resolve().parent / "dashboard", "move the profile elsewhere")


def table_profile(path: Path | None, words: Language) -> TableProfile:
    """The profile of this file; without one, a simulated table that keeps its log at home."""
    if path is not None:
        return read_table_profile(path)
    profile = TableProfile()
    store = msgspec.structs.replace(
        profile.store, url=f"sqlite:///{home_folder() / 'table.sqlite'}"
    )
    table = msgspec.structs.replace(profile.table, language=words.code)
    return msgspec.structs.replace(profile, store=store, table=table)
