"""Where a table keeps its things: its profile, its log, and the folder of its dashboard."""

import os
import re
from pathlib import Path

from msgspec.structs import replace

from referee.config import TableProfile, read_table_profile
from referee.config.sections import NONE, TWIN, CameraSection, ScaleSection
from referee.devices.camera.urls import camera_from_url
from referee.errors import InputError


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


def profile_or_simulated(
    path: Path | None, language_code: str | None, camera: str | None = None
) -> TableProfile:
    """The profile of this file; without one, a simulated table with its log at home.

    With a `camera`, its number or its URL, the table has that camera and nothing else.
    """
    if path is not None:
        return read_table_profile(path)
    usual = TableProfile()
    store = replace(usual.store, url=f"sqlite:///{home_folder() / 'table.sqlite'}")
    table = replace(usual.table, language=language_code or usual.table.language)
    profile = replace(usual, store=store, table=table)
    return profile if camera is None else _with_only(camera, profile)


def _with_only(camera: str, profile: TableProfile) -> TableProfile:
    """The same table with this camera over whatever the dice lie on."""
    url = f"webcam:{camera}" if camera.isascii() and camera.isdigit() else camera
    if url.startswith(TWIN):
        raise InputError("twin: is the simulated table's own camera: leave --camera out.")
    if not re.match("[a-z][a-z0-9+]*:", url):
        raise InputError(
            f"{camera!r} names no camera: write 0 for the first webcam, the whole address of a "
            "phone with http:// before it, or file: before the name of a clip."
        )
    # A camera that can never be gets its sentence before anything is opened.
    camera_from_url(url)
    seen = CameraSection(url=url, markers=False)
    return replace(profile, camera=seen, scale=ScaleSection(url=NONE))


def dashboard_folder(profile: Path | None) -> Path:
    """Where PIN, settings and claims lie: as systemd says, else beside a profile, or at home."""
    given = os.environ.get("STATE_DIRECTORY")
    if given:
        return Path(given.split(":", maxsplit=1)[0])
    if profile is None:
        return home_folder()
    return made_folder(profile.resolve().parent / "dashboard", "move the profile elsewhere")
