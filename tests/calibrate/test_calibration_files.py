"""What does not fit on the disk leaves the calibration of before as it was."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from referee.calibrate.calibration_files import (
    read_tray_reference,
    write_face_set,
    write_tray_reference,
)
from referee.calibrate.tray_guide import TrayReference, TrayResult
from referee.errors import InputError
from referee.vision.faces.gallery import TaughtFaces
from tests.store.small_disk import fill, small_disk

DARK = np.zeros((96, 96, 3), np.uint8)
GRAINY = np.random.default_rng(3).integers(0, 256, (96, 96, 3), dtype=np.uint8)


def content(disk: Path) -> dict[str, bytes]:
    files = (each for each in disk.rglob("*") if each.is_file() and each.name != "ballast")
    return {str(each.relative_to(disk)): each.read_bytes() for each in files}


def test_a_set_of_faces_that_does_not_fit_leaves_the_old_one(tmp_path: Path) -> None:
    old, both, new = (
        TaughtFaces("ours", cuts)
        for cuts in (
            {"eye": (DARK, DARK)},
            {"eye": (GRAINY,), "trunk": (GRAINY,)},
            {"eye": (GRAINY,)},
        )
    )
    with small_disk(tmp_path / "disk", 1000) as disk:
        file = write_face_set(disk, old)
        before = content(disk)
        fill(disk)
        with pytest.raises(InputError, match="make room"):
            write_face_set(disk, both)
        assert content(disk) == before
        (disk / "ballast").unlink()
        assert write_face_set(disk, new) == file
        assert content(file.parent).keys() == {"eye/1.png", "ours.faces.json"}


def test_a_tray_that_does_not_fit_leaves_the_old_one(tmp_path: Path) -> None:
    old = TrayReference(96, 96, 40.0, ((1.0, 2.0),), 90.0)
    new = TrayReference(96, 96, 50.0, ((3.0, 4.0),), 80.0)
    with small_disk(tmp_path / "disk", 100) as disk:
        file = disk / "tray-reference.json"
        write_tray_reference(file, TrayResult(old, DARK))
        before = content(disk)
        fill(disk)
        with pytest.raises(InputError, match="make room"):
            write_tray_reference(file, TrayResult(new, GRAINY))
        assert content(disk) == before
        assert read_tray_reference(file) == old
