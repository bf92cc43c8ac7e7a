"""Installs a game that `referee new-game` wrote without a network: notes of what is where."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def installed(*projects: Path, site: Path) -> dict[str, str]:
    """The environment of an interpreter that has these projects, and this checkout, installed."""
    folders = [site, ROOT, *(project / "src" for project in projects)]
    for project in (ROOT, *projects):
        _take_note(project, site)
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, folders)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_STATE_HOME": str(site / "state"),
        "COLUMNS": "120",
        "NO_COLOR": "1",
    }


def _take_note(project: Path, site: Path) -> None:
    """What an installer writes about a distribution: who it is, and its entry points."""
    told = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    notes = site / f"{told['name'].replace('-', '_')}-{told['version']}.dist-info"
    notes.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n"
    (notes / "METADATA").write_text(head, encoding="utf-8")
    groups = told["entry-points"].items()
    lines = [
        line
        for group, entries in groups
        for line in (f"[{group}]", *(f"{name} = {place}" for name, place in entries.items()))
    ]
    (notes / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(
    *words: str, cwd: Path, env: dict[str, str], typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a module of Python there: `pytest …` or `referee.cli …`."""
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=cwd,
        env=env,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
