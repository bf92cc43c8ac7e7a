"""How much memory reading takes at its most, in a process that does nothing else.

python -m scripts.bench.vision_memory PICTURE
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from referee.vision.dice.reader import DiceReader
from referee.vision.pictures import Picture, load_picture, write_picture

_TIMES = 5
_CHECKOUT = Path(__file__).parents[2]


def peak_memory_mb(picture: Picture, die_px: float) -> float:
    """Start a process that reads the picture a few times, and ask for its peak."""
    with tempfile.TemporaryDirectory(prefix="referee-memory-") as folder:
        path = Path(folder) / "tray.png"
        write_picture(path, picture)
        command = [sys.executable, "-m", "scripts.bench.vision_memory", str(path), str(die_px)]
        told = subprocess.run(command, check=True, capture_output=True, text=True, cwd=_CHECKOUT)  # noqa: S603 - our own module
    return float(told.stdout)


def _main(path: str, die_px: str) -> None:
    picture, reader = load_picture(path), DiceReader()
    for _ in range(_TIMES):
        reader.read(picture, die_px=float(die_px))
    sys.stdout.write(f"{_peak_kb() / 1024:.1f}\n")


def _peak_kb() -> int:
    # The kernel's own count: `getrusage` would still hold the peak of the process that started us.
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    _main(*sys.argv[1:])
