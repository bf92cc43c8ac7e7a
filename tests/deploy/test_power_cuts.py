"""The plug is pulled while a table is installed, updated and played at: it always starts again.

What was not on the memory card by then is lost, as on a real one.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.deploy.computer import CURRENT, Computer, other_version
from tests.deploy.conftest import Installed
from tests.deploy.container import why_not

CUTS_OF_AN_INSTALLATION = 3
CUTS_OF_AN_UPDATE = 2
CUTS_OF_THE_CHANGE = 5
CUTS_OF_A_GAME = 4
# From the moment at which it says that it changes: what comes later is done.
LONGEST_CHANGE_S = 12.0
LONGEST_GAME_S = 6.0
COMPLETE, CHANGES = " is installed in ", "Changing from"
RELEASES = "/opt/table-referee/releases"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(why_not() is not None, reason=why_not() or ""),
]


@pytest.fixture
def moments() -> Random:
    """Others at every run; said, so that those of a failure can be had again."""
    seed = int(os.environ.get("REFEREE_SEED", random.randrange(10**6)))
    print(f"REFEREE_SEED={seed}")  # noqa: T201 - shown with a failure
    return Random(seed)


def test_an_installation_that_was_cut_off_is_done_again(
    new_computer: Callable[[], Computer], installed: Installed, moments: Random
) -> None:
    computer = new_computer()
    computer.card.format()
    computer.card.insert()
    computer.switch_on()
    install = ("/mnt/shelf/source/deploy/install.sh", "--no-kiosk", "--no-packages")
    for _ in range(CUTS_OF_AN_INSTALLATION):
        cut(computer, install, moments.uniform(0, installed.took_s))
        computer.switch_on()
        what_is_complete_works(computer)
    computer.run(*install)
    computer.table_is_well()
    computer.put_away()


def test_an_update_that_was_cut_off_leaves_a_table_that_works(
    computer: Computer, installed: Installed, shelf: Path, moments: Random
) -> None:
    computer.switch_on()
    computer.table_is_well()
    old, new = "/mnt/shelf/source", f"/mnt/shelf/{other_version(shelf, '9.3.0').name}"
    for _ in range(CUTS_OF_AN_UPDATE):
        cut(computer, update_to(new), moments.uniform(0, installed.took_s))
        it_works_after_the_next_start(computer)
    # The worst moment of all: it was just called complete.
    cut(computer, update_to(new), 0.0, COMPLETE)
    it_works_after_the_next_start(computer)
    for _ in range(CUTS_OF_THE_CHANGE):
        # There and back: both are complete on the card, and what is left is the change itself.
        wanted = old if "/9.3.0-" in computer.run("readlink", CURRENT).stdout else new
        told = cut(computer, update_to(wanted), moments.uniform(0, LONGEST_CHANGE_S), CHANGES)
        assert CHANGES in told
        it_works_after_the_next_start(computer)
    computer.run(*update_to(new))
    assert "9.3.0" in computer.run("referee", "--version").stdout
    assert len(computer.run("ls", RELEASES).stdout.split()) == 2


def test_a_game_goes_on_with_all_that_the_table_took(cafe: Computer, moments: Random) -> None:
    game = cafe.guest("state")["game"]
    for _ in range(CUTS_OF_A_GAME):
        playing = ("/mnt/shelf/inside/guest.py", "play", "600")
        taken = cut(cafe, playing, moments.uniform(1, LONGEST_GAME_S))
        it_works_after_the_next_start(cafe)
        state = cafe.guest("state")
        assert (state["game"], state["phase"]) == (game, "playing")
        assert state["seq"] >= max(int(line) for line in taken.splitlines() if line.isdecimal())


def update_to(source: str) -> tuple[str, ...]:
    return (f"{source}/deploy/update.sh", "--no-packages")


def cut(computer: Computer, words: tuple[str, ...], after_s: float, mark: str = "") -> str:
    """Begin this and pull the plug so many seconds later, counted from when it says the mark."""
    told: list[str] = []
    has_begun = threading.Event()

    def listen() -> None:
        for line in process.stdout or ():
            told.append(line)
            if mark in line:
                has_begun.set()
        has_begun.set()

    with computer.debian.start(*words) as process:
        listener = threading.Thread(target=listen)
        listener.start()
        if mark:
            has_begun.wait()
        time.sleep(after_s)
        computer.pull_the_plug()
        listener.join()
    return "".join(told)


def it_works_after_the_next_start(computer: Computer) -> None:
    computer.switch_on()
    computer.table_is_well()
    what_is_complete_works(computer)


def what_is_complete_works(computer: Computer) -> None:
    """Every file of it is there and is what the package said, by its own list of hashes."""
    found = computer.run("sh", "-c", f"ls {RELEASES}/*/complete 2>/dev/null || true").stdout
    for release in (Path(line).parent for line in found.split()):
        computer.run(f"{release}/venv/bin/referee", "--version")
        computer.run("/mnt/shelf/inside/check_files.py", str(release))
