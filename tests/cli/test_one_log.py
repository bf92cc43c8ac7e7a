"""Real programs on one log: one plays, the others are refused or only read; then a power cut."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.clock import ManualClock
from referee.store.address import parse_address
from referee.store.backup import make_backup
from referee.store.restore import restore_backup
from referee.store.store import open_store
from referee.store.troubles import StoreError
from tests.browser.started_table import StartedTable, free_port, started_table
from tests.cli.test_command_line import referee

PATIENCE_S = 120.0
PROFILE = """
[store]
url = "sqlite:///{log}"
""" + "".join(f'[{part}]\nurl = "none:"\n' for part in ("camera", "scale", "voice", "panel"))


def wait_for(is_so: Callable[[], object]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end_s, "it takes too long"
        time.sleep(0.05)


def state_of(table: StartedTable) -> dict[str, Any]:
    with table.client() as client:
        state: dict[str, Any] = client.get("/table").json()
    return state


@pytest.mark.slow
def test_one_program_plays_and_a_power_cut_costs_nothing(tmp_path: Path) -> None:
    log, clock = tmp_path / "log.sqlite", ManualClock()
    profile = tmp_path / "table.toml"
    profile.write_text(PROFILE.format(log=log))
    words = ("--table", str(profile), "--game", "spookies", "--players", "Anna,Ben")
    with started_table(tmp_path, *words) as table:
        wait_for(lambda: state_of(table)["phase"] == "playing")
        second = referee("run", "--table", str(profile), "--port", str(free_port()))
        made = make_backup(parse_address(f"sqlite:///{log}"), tmp_path / "backups", clock)
        with pytest.raises(StoreError, match="in use") as refused:
            restore_backup(made.path, parse_address(f"sqlite:///{log}"), clock, overwrite=True)

        wal = log.with_name("log.sqlite-wal")
        wal.unlink()
        wait_for(lambda: wal.exists() or state_of(table)["unsaved"])
        told = state_of(table)["seq"]
        table.kill()

    for sentence in (second.stderr.strip(), str(refused.value)):
        assert f"{log} is in use (at {table.screen_address}): go on there, or stop" in sentence
        assert "\n" not in sentence
    assert second.returncode == 1
    with open_store(f"sqlite:///{log}", clock=clock) as store:
        found = [each.seq for each in store.open_game(1).envelopes()]
    assert found == list(range(told + 1))
    assert restore_backup(
        made.path, parse_address(f"sqlite:///{log}"), clock, overwrite=True
    ).manifest.counts.events == len(found)
