"""How much memory `referee read` takes at its most, in a process that does nothing else.

python -m scripts.bench.vision_memory PICTURE [--die-px N]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from referee.cli import main
from referee.vision.pictures import Picture, write_picture

_CHECKOUT = Path(__file__).parents[2]


def peak_memory_mb(picture: Picture, die_px: float | None) -> float:
    """The peak of `referee read` on this picture; the size is told or not."""
    with tempfile.TemporaryDirectory(prefix="referee-memory-") as folder:
        path = Path(folder) / "tray.png"
        write_picture(path, picture)
        told = [] if die_px is None else ["--die-px", str(die_px)]
        command = [sys.executable, "-m", "scripts.bench.vision_memory", str(path), *told]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=_CHECKOUT)  # noqa: S603 - our own module
    return float(done.stderr)


def _main(words: list[str]) -> None:
    sys.argv = ["referee", "read", *words]
    with suppress(SystemExit):
        main()
    sys.stderr.write(f"{_peak_kb() / 1024:.1f}\n")


def _peak_kb() -> int:
    # The kernel's own count: `getrusage` would still hold the peak of the process that started us.
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    _main(sys.argv[1:])
