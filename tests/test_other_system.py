"""The program starts where there is no Unix: only a device loads what nothing else has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests import other_system


def test_every_module_is_loaded_and_commands_run_without_unix(tmp_path: Path) -> None:
    saved = tmp_path / "evening.jsonl"
    commands = ["--help", "games", f"play pig --players Anna,Ben --save {saved}"]
    done = subprocess.run(
        [sys.executable, "-m", other_system.__name__, *commands],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent.parent,
    )
    assert done.returncode == 0, done.stderr
    assert "The referee for physical games." in done.stdout
    assert "pig" in done.stdout
    assert saved.is_file()
