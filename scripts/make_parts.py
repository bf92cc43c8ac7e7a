#!/usr/bin/env python3
"""Makes the parts of a table from `calibration/parts/`: STL to print, SVG to cut.

    scripts/make_parts.py [FOLDER]        build/parts unless a folder is named

Needs OpenSCAD. Sizes stand in `calibration/parts/sizes.scad`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "calibration/parts/parts.scad"
PRINTED = ("plate", "base", "fixed-spacer", "free-spacer", "mast-foot", "slider", "camera-holder")
CUT = ("plate-cut", "base-cut", "tray-floor-cut", "tray-long-side-cut", "tray-short-side-cut")
Corner = tuple[float, ...]


def make(name: str, folder: Path) -> Path:
    """One file; OpenSCAD's own words if it has anything to complain of."""
    file = folder / f"{name}.{'svg' if name in CUT else 'stl'}"
    words = ["openscad", "-o", str(file), "-D", f'part="{name}"', "--hardwarnings", str(SOURCE)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)  # noqa: S603 - ours
    if done.returncode != 0 or "Simple:         no" in done.stderr:
        raise RuntimeError(f"{name} is no solid part:\n{done.stderr}")
    return file


def size_mm(file: Path) -> tuple[float, ...]:
    """How large a part is, along each axis."""
    corners = list(_corners(file.read_text(encoding="utf-8")))
    return tuple(round(max(each) - min(each), 2) for each in zip(*corners, strict=True))


def _corners(text: str) -> Iterator[Corner]:
    if text.startswith("solid"):
        for found in re.finditer(r"vertex (\S+) (\S+) (\S+)", text):
            yield tuple(map(float, found.groups()))
    for found in re.finditer(r"[ML] (-?[\d.e-]+),(-?[\d.e-]+)", text):
        yield tuple(map(float, found.groups()))


def main() -> int:
    """Make everything and say how large it is."""
    if which("openscad") is None:
        sys.stderr.write("There is no OpenSCAD here: sudo apt install openscad, and try again.\n")
        return 1
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build/parts"
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*PRINTED, *CUT):
        file = make(name, folder)
        size = " × ".join(f"{each:g}" for each in size_mm(file))
        sys.stdout.write(f"{file}: {size} mm\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
