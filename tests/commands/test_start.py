"""A real table that starts on a log whose newest unfinished game is damaged."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from referee.app.running import open_table
from referee.commands.table.start import RunOptions, _begin, _tell_damaged
from referee.language import language
from tests.app.test_running import NOTHING, begin, profile
from tests.store.poisons import POISONS, poison


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
