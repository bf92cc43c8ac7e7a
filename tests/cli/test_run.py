"""A real table that starts on a log with a damaged game, or with a page that cannot be read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from referee.app.doctor.findings import TrafficLight
from referee.app.doctor.system_checks import database_finding
from referee.app.running_table import open_table
from referee.cli.run import RunOptions, _begin, _tell_damaged
from referee.clock import ManualClock
from referee.language import language
from referee.store.address import parse_address
from referee.store.store import open_store
from referee.store.troubles import StoreError
from referee.vision.pictures import write_picture
from tests.app.test_running_table import NOTHING, begin, profile
from tests.cli.test_command_line import quiet_profile, referee
from tests.store.poisons import POISONS, poison
from tests.web.recorded_games import record_game


@pytest.mark.parametrize("name", ["a game that is not installed", "torn options", "no seats"])
def test_it_goes_on_with_the_newest_good_one_and_says_why(tmp_path: Path, name: str) -> None:
    with open_table(profile(tmp_path, **NOTHING)) as running:
        good, bad = begin(running), begin(running)
    poison(tmp_path / "table.sqlite", [bad], POISONS[name])
    console = Console(record=True, width=300)

    with open_table(profile(tmp_path, **NOTHING)) as again:
        _tell_damaged(again, console, language("fr"))
        _begin(again, RunOptions(), None)
        snapshot = again.ask(lambda table: (table.game_id, table.snapshot())).result()

    assert snapshot[0] == good
    assert snapshot[1] is not None
    assert f"La partie {bad} est abîmée" in console.export_text()


def test_the_program_says_so_before_it_goes_on(tmp_path: Path) -> None:
    with open_table(profile(tmp_path, **NOTHING)) as running:
        begin(running)
        bad = begin(running)
    poison(tmp_path / "table.sqlite", [bad], POISONS["torn options"])

    done = referee("run", "--terminal", "--resume", "--table", quiet_profile(tmp_path))

    assert done.returncode == 0, done.stderr
    told, gone_on = f"Game {bad} is damaged", "We go on with Magic Beanstalk."
    assert 0 <= done.stdout.find(told) < done.stdout.find(gone_on), done.stdout


def test_a_table_without_markers_says_at_the_start_what_it_goes_without(tmp_path: Path) -> None:
    path = Path(quiet_profile(tmp_path))
    write_picture(tmp_path / "cloth.png", np.full((90, 160, 3), 90, np.uint8))
    bare = f'[camera]\nmarkers = false\nurl = "file:{tmp_path}?loop=1"'
    path.write_text(path.read_text().replace('[camera]\nurl = "none:"', bare))

    done = referee("run", "--terminal", "--game", "pig", "--language", "fr", "--table", str(path))

    assert done.returncode == 0, done.stderr
    told = " ".join(done.stdout.split())
    assert told.count("une table sans les repères imprimés") == 1
    assert "« referee calibrate tray »" in told


def test_a_bad_page_costs_the_games_on_it_and_nothing_else(tmp_path: Path) -> None:
    file, clock = tmp_path / "table.sqlite", ManualClock()
    with open_store(f"sqlite:///{file}", clock=clock) as store:
        for seed in range(6):
            record_game(store, clock, "spookies", ("Anna", "Ben"), seed=seed)
    content = bytearray(file.read_bytes())
    middle = len(content) // 4096 // 2 * 4096
    content[middle : middle + 4096] = bytes(4096)
    file.write_bytes(content)
    address, console = parse_address(f"sqlite:///{file}"), Console(record=True, width=300)
    assert database_finding(address).light is TrafficLight.RED

    with open_table(profile(tmp_path, **NOTHING)) as running:
        _tell_damaged(running, console, language("en"))
        damaged = running.table.recorded.damaged()
        begin(running)

    (aside,) = tmp_path.glob("table.sqlite.damaged-*")
    assert f"the damaged one is kept as {aside}." in console.export_text()
    # Its header says how it is written from now on.
    assert aside.read_bytes()[100:] == bytes(content)[100:]
    assert 1 <= len(damaged) <= 2
    with open_store(f"sqlite:///{file}", clock=clock) as store:
        assert len(store.games()) == 7
        for each in damaged:
            store.delete_game(each.id)
    found = database_finding(address)
    assert (found.light, found.says.message) == (TrafficLight.YELLOW, "doctor-database-salvaged")
    aside.unlink()
    assert database_finding(address).light is TrafficLight.GREEN
    with open_table(profile(tmp_path, **NOTHING)) as again:
        assert again.damaged_log is None


def test_what_is_no_log_at_all_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite"
    file.write_bytes(b"no database at all" * 500)
    with pytest.raises(StoreError, match="restore the newest backup"):
        open_table(profile(tmp_path, **NOTHING))
    assert file.read_bytes() == b"no database at all" * 500
    assert not [*tmp_path.glob("*.damaged-*")]
