"""The one writer of files: whole or not there at all, also after a power cut.

Store, web, config, calibration and commands write through it; nobody else calls `os.replace`.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.errors import InputError
from referee.store.troubles import StoreTrouble, trouble_in

# Chosen by hand: much larger costs a Pi memory, much smaller many more calls.
_BLOCK_BYTES = 1 << 20
_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
PRIVATE = 0o600
"""Only the program's user may read and write it."""
USUAL = 0o666
"""Whatever is usual for new files here."""


def make_private(*paths: Path, names: re.Pattern[str] | None = None) -> None:
    """Keep all others from these files and folders, also from those of earlier versions.

    In a folder that holds other things than these `names`, only what has them is made private.
    """
    for path in paths:
        # Another user's files, and a disk that knows no users, stay as they are.
        with suppress(OSError):
            mode = path.stat().st_mode
            if mode & 0o077 and _is_private_inside(path, names):
                # The folder comes last: once it is private, everything in it is.
                path.chmod(mode & 0o700)


def _is_private_inside(path: Path, names: re.Pattern[str] | None) -> bool:
    inside = [each for each in path.iterdir() if not each.is_symlink()] if path.is_dir() else []
    ours = [each for each in inside if names is None or names.fullmatch(each.name)]
    make_private(*ours)
    return names is None or 0 < len(ours) == len(inside)


def private_folder(folder: Path) -> None:
    """Make a folder for this user alone, if it is not there, and so those above it."""
    if not folder.is_dir():
        private_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def replace_file(path: Path, content: bytes, *, mode: int | None = None) -> None:
    """Put this content in the place of a file and wait for the disk; else all is as before.

    `mode` is who may read it; otherwise what is usual for new files here.
    """
    # One name for all attempts: what a power cut leaves is overwritten by the next.
    temporary = path.with_name(f".{path.name}.new")
    try:
        write_file(temporary, content, mode=USUAL if mode is None else mode)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    sync(path.parent)


class NotSavedError(InputError):
    """The disk did not take what should be kept; all is as before."""


def write_private(file: Path, content: bytes) -> None:
    """Replace a small file that only this user may read; says how to help if it cannot be."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, content, mode=PRIVATE)
    except OSError as error:
        name = "full" if trouble_in(error, file) is StoreTrouble.DISK_FULL else "unwritable"
        raise NotSavedError(
            f"{file} cannot be written ({error.strerror}): make room on the disk, or give the "
            "referee's user the right to write there, and try again.",
            message=f"web-disk-{name}",
        ) from None


def read_private(file: Path | None) -> bytes | None:
    """What was written there; None if nothing was. An `OSError` if it cannot be read."""
    if file is None:
        return None
    make_private(file)
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None


def write_file(path: Path, content: bytes, *, mode: int = PRIVATE) -> None:
    """Write a file and wait until the disk has it."""
    with os.fdopen(os.open(path, _NEW, mode), "wb") as file:
        # One that is there already may have another mode.
        if mode != USUAL:
            path.chmod(mode)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def copy_file(source: Path, target: Path) -> str:
    """Copy a file, wait until the disk has it, and give the SHA-256 of what was read."""
    digest = hashlib.sha256()
    target.touch(mode=PRIVATE)
    with source.open("rb") as reader, target.open("wb") as writer:
        while block := reader.read(_BLOCK_BYTES):
            digest.update(block)
            writer.write(block)
        writer.flush()
        os.fsync(writer.fileno())
    return digest.hexdigest()


def link_file(source: Path, target: Path) -> str:
    """Give a file a second name, or copy it where the disk knows none; its SHA-256."""
    try:
        target.hardlink_to(source.resolve())
    except OSError:
        return copy_file(source, target)
    return sha256_of(target)


def sync(path: Path) -> None:
    """Wait until the disk has a file, or the names in a folder."""
    if os.name == "nt":
        # Windows opens no folders, and waits for a file only where it is written.
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def folder_in_parts(folder: Path) -> Iterator[Path]:
    """An empty place, hidden beside a folder, to build it in; what is left there is removed."""
    part = _part_of(folder)
    shutil.rmtree(part, ignore_errors=True)
    part.parent.mkdir(parents=True, exist_ok=True)
    part.mkdir(mode=0o700)
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def finish_folder(folder: Path) -> None:
    """Give the folder that was built its name; from now on it is there, as a whole."""
    part = _part_of(folder)
    sync(part)
    part.rename(folder)
    sync(folder.parent)


def _part_of(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.part")


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a new folder of files, as a whole."""
    with folder_in_parts(folder) as part:
        for name, content in files.items():
            write_file(part / name, content)
        finish_folder(folder)


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
