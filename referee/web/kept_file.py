"""Small files that are whole or as before, also after a power cut, and nobody else's business."""

from __future__ import annotations

from pathlib import Path

from referee.errors import InputError
from referee.store.durable import PRIVATE, replace_file
from referee.store.troubles import Trouble, trouble_in


class NotKeptError(InputError):
    """The disk did not take what should be kept; all is as before."""


def write_private(file: Path, content: bytes) -> None:
    """Replace a file as a whole; only this user may read it."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, content, mode=PRIVATE)
    except OSError as error:
        name = "full" if trouble_in(error, file) is Trouble.DISK_FULL else "unwritable"
        raise NotKeptError(
            f"{file} cannot be written ({error.strerror}): make room on the disk, or give the "
            "referee's user the right to write there, and try again.",
            message=f"web-disk-{name}",
        ) from None
