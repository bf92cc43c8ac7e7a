"""A disk of a few kilobytes, where the system lets us have one: it needs the right to mount."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, size_kb: int) -> Iterator[Path]:
    folder.mkdir()
    _mount_or_skip("-t", "tmpfs", "-o", f"size={size_kb}k", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True, capture_output=True)


def make_read_only(folder: Path) -> None:
    _mount_or_skip("-o", "remount,ro", str(folder))


def _mount_or_skip(*words: str) -> None:
    try:
        subprocess.run(["mount", *words], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this system lets us mount no small disk")
