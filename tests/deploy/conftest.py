"""What the tests in a Debian of their own share: its files, and a table installed in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.deploy.computer import PROFILE, Computer
from tests.deploy.container import make_root
from tests.deploy.memory_card import MemoryCard

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".git", ".venv*", ".*_cache", "node_modules", "__pycache__", "tests", "build")


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is carried to a table without a network: sources with their page, and all packages."""
    subprocess.run([sys.executable, "scripts/build_ui.py"], check=True, cwd=ROOT, timeout=900)
    shelf = tmp_path_factory.mktemp("shelf")
    shutil.copytree(ROOT, shelf / "source", ignore=shutil.ignore_patterns(*LEFT_OUT))
    shutil.copytree(ROOT / "tests/deploy/inside", shelf / "inside")
    # Wheels that are kept save a minute while the scripts are worked on.
    kept = os.environ.get("REFEREE_WHEELS")
    lock = ROOT / "requirements.lock"
    words = [sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes"]
    words += ["--no-index", "--find-links", kept] if kept else []
    words += ["--requirement", str(lock), "--dest", str(shelf / "wheels")]
    subprocess.run(words, check=True, timeout=900)
    # The account of the table looks at it as well.
    shelf.chmod(0o755)
    return shelf


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty Debian; nobody writes to it, everybody takes a copy or a layer above."""
    # One that is kept saves minutes too.
    kept = os.environ.get("REFEREE_DEBIAN_ROOT")
    if kept:
        return Path(kept)
    folder = tmp_path_factory.mktemp("system")
    make_root(folder)
    return folder


@pytest.fixture(scope="session")
def new_computer(
    shelf: Path, system: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[], Computer]:
    """Makes computers whose card has to be filled and inserted yet."""
    return lambda: Computer(tmp_path_factory.mktemp("computer"), system, shelf)


class Installed(NamedTuple):
    """The card of a table that was installed and never started, and how long that took."""

    card: MemoryCard
    took_s: float


@pytest.fixture(scope="session")
def installed(new_computer: Callable[[], Computer]) -> Iterator[Installed]:
    """The same for every test; a copy of it is a matter of seconds."""
    computer = new_computer()
    computer.card.format()
    computer.card.insert()
    began_s = time.monotonic()
    computer.run("/mnt/shelf/source/deploy/install.sh", "--no-kiosk", "--no-packages")
    took_s = time.monotonic() - began_s
    computer.card.remove()
    yield Installed(computer.card, took_s)
    computer.put_away()


@pytest.fixture
def computer(new_computer: Callable[[], Computer], installed: Installed) -> Iterator[Computer]:
    """One with an installed table, not switched on yet."""
    computer = new_computer()
    computer.card.copy_of(installed.card)
    computer.card.insert()
    yield computer
    computer.put_away()


# Dice are typed in, so that whoever plays needs no hands.
BY_HAND = """[table]
name = "Café"
[camera]
url = "none:"
[scale]
url = "none:"
[store]
url = "sqlite:////var/lib/table-referee/referee.sqlite"
evidence = "/var/lib/table-referee/evidence"
"""


@pytest.fixture
def cafe(computer: Computer) -> Computer:
    """A table at which two play Pig already."""
    (computer.card.root / PROFILE.lstrip("/")).write_text(BY_HAND, encoding="utf-8")
    computer.switch_on()
    computer.table_is_well()
    computer.guest("begin", "Anna", "Ben")
    return computer
