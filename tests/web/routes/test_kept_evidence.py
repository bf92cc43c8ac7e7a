"""The operator is told what is kept of rolls and falls, and says for how long."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.clock import ManualClock
from referee.store.evidence import EvidencePart
from referee.store.store import open_store
from tests.web.running_table import RunningTable, running_table

PATH = "/operator/evidence"
FILM = {"curve.json": EvidencePart("application/json", bytes(3_000_000))}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    """Its log has three rolls and a fall that was denied, of New Year's Day."""
    with open_store(f"sqlite:///{tmp_path / 'log.sqlite'}", clock=ManualClock()) as store:
        log = store.begin_game("spookies", ("Anna", "Ben"), options={})
        for seq in range(3):
            store.evidence.keep(log.game_id, seq, "roll", FILM)
        store.evidence.keep(log.game_id, 3, "fall", FILM)
        store.end_game(log.game_id, None)
    with running_table(tmp_path, kept=tmp_path, pin="2468") as running:
        yield running


def operator(table: RunningTable) -> str:
    with table.client("nobody") as client:
        return str(client.post("/operator/login", json={"pin": "2468"}).json()["token"])


def test_the_operator_is_told_how_much_of_each_kind_there_is(table: RunningTable) -> None:
    day = datetime(2025, 1, 1, tzinfo=UTC).date().isoformat()
    with table.client(operator(table)) as client:
        assert client.get(PATH).json()["kinds"] == [
            {"kind": "disputed", "count": 1, "megabytes": 3, "oldest": day},
            {"kind": "roll", "count": 3, "megabytes": 9, "oldest": day},
        ]
    with table.client("nobody") as stranger:
        assert stranger.get(PATH).status_code in {401, 403}


def test_for_how_long_is_kept_and_told_to_everybody(table: RunningTable) -> None:
    with table.client("nobody") as anybody, table.client(operator(table)) as client:
        assert anybody.get("/privacy").json()["settings"]["kept_for"] == {
            "roll_days": 30,
            "fall_days": 30,
        }
        settings = client.get("/operator/settings").json()
        settings["privacy"]["kept_for"] = {"roll_days": 7, "fall_days": None}
        assert client.put("/operator/settings", json=settings).status_code == 200
        told = anybody.get("/privacy").json()["settings"]["kept_for"]
        assert told == {"roll_days": 7, "fall_days": None}
        settings["privacy"]["kept_for"] = {"roll_days": 0}
        assert client.put("/operator/settings", json=settings).status_code == 422


def test_a_film_that_was_deleted_is_not_given_but_listed_without_files(
    table: RunningTable,
) -> None:
    kept = table.store.evidence.all()[-1]
    table.store.evidence.thin([kept.name])
    with table.client("nobody") as client:
        refused = client.get(f"/evidence/{kept.name}/curve.json")
        assert refused.status_code == 404
        assert "deleted" in refused.text
        names = {each.name: each.files for each in table.store.evidence.of_game(kept.game_id)}
        assert names[kept.name] == ()
