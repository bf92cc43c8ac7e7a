"""Compares arm64 under emulation with this processor: python -m scripts.other_processor FOLDER.

Pictures are drawn, and photographs taken from --data where they lie; traces are simulated. FOLDER
keeps the Python for arm64 for the next time. The exit code is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.other_processor import arm64
from scripts.other_processor.comparison import answers_of, differences, prepare, told


def main() -> int:
    """Compare, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the Python for arm64 lies or is made")
    parser.add_argument("--data", type=Path, help="real photographs, as in ../shared/data")
    parser.add_argument("--drawn", type=int, default=28, help="with dice of a known width")
    parser.add_argument("--photographs", type=int, default=16, help="with dice of any width")
    parser.add_argument("--traces", type=int, default=220)
    asked = parser.parse_args()
    reason = arm64.why_not()
    if reason is not None:
        parser.exit(2, f"There is no arm64 here: it {reason}.\n")
    arm64.make(asked.folder)
    with TemporaryDirectory() as name:
        folder = Path(name)
        prepare(
            folder,
            drawn=asked.drawn,
            photographs=asked.photographs,
            traces=asked.traces,
            data=asked.data,
        )
        here = answers_of([sys.executable], folder, {})
        there = answers_of(arm64.command(asked.folder), folder, arm64.environment(asked.folder))
    sys.stdout.write(told(here, there) + "\n")
    return 1 if differences(here, there) else 0


if __name__ == "__main__":
    raise SystemExit(main())
