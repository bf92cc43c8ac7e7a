"""A disk of a few kilobytes; mounting one takes root, whom `make test` does not ask to be."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.tools_expected import missing


@contextmanager
def small_disk(folder: Path, size_kb: int) -> Iterator[Path]:
    folder.mkdir()
    _mount_or_skip("-t", "tmpfs", "-o", f"size={size_kb}k", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True, capture_output=True)


def fill(disk: Path) -> None:
    """Not a byte more fits, until `ballast` is removed."""
    with (disk / "ballast").open("wb", buffering=0) as ballast, suppress(OSError):
        while True:
            ballast.write(bytes(4096))


def make_read_only(folder: Path) -> None:
    _mount_or_skip("-o", "remount,ro", str(folder))


def _mount_or_skip(*words: str) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    try:
        subprocess.run(["mount", *words], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        missing("this system lets even root mount no small disk")
