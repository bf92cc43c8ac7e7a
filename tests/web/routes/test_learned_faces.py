"""The operator lets the sets of dice learn, is told how much they did, and makes them forget."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store.durable_files import NotSavedError
from tests.web.fake_devices import StandInLearned
from tests.web.running_table import RunningTable, running_table

PATH = "/operator/learned-faces"


@pytest.fixture
def learned() -> StandInLearned:
    return StandInLearned()


@pytest.fixture
def table(tmp_path: Path, learned: StandInLearned) -> Iterator[RunningTable]:
    with running_table(tmp_path, learned=learned, kept=tmp_path) as running:
        yield running


def test_what_was_learned_is_told_and_forgotten(
    table: RunningTable, learned: StandInLearned
) -> None:
    with table.client() as client:
        assert client.get(PATH).json() == {"pictures": 3}
        assert client.delete(PATH).json() == {"pictures": 0}
        assert client.get(PATH).json() == {"pictures": 0}


def test_what_cannot_be_removed_is_not_forgotten(
    table: RunningTable, learned: StandInLearned, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise NotSavedError("It cannot be removed.", message="web-disk-unwritable")

    monkeypatch.setattr(learned, "forget", refuse)
    with table.client() as client:
        refused = client.delete(PATH)
        assert refused.is_error
        assert refused.json()["why_not"]["fr"] != refused.json()["why_not"]["en"]


def test_only_the_operator_is_told(tmp_path: Path) -> None:
    learned = StandInLearned()
    with (
        running_table(tmp_path, learned=learned, pin="2468") as running,
        running.client("nobody") as client,
    ):
        assert client.get(PATH).status_code in {401, 403}
        assert client.delete(PATH).status_code in {401, 403}
    assert learned.count == 3


def test_everybody_sees_whether_the_table_learns(table: RunningTable) -> None:
    with table.client() as client:
        settings = client.get("/operator/settings").json()
        assert settings["learn_faces"] is False, "it is off at first"
        assert client.get("/table").json()["table"]["learns_faces"] is False
        client.put("/operator/settings", json={**settings, "learn_faces": True})
        assert client.get("/table").json()["table"]["learns_faces"] is True


def test_a_table_without_a_camera_learns_nothing(tmp_path: Path) -> None:
    with running_table(tmp_path) as running, running.client() as client:
        settings = client.get("/operator/settings").json()
        client.put("/operator/settings", json={**settings, "learn_faces": True})
        assert client.get("/table").json()["table"]["learns_faces"] is False
        assert client.get(PATH).json() == {"pictures": 0}
        assert client.delete(PATH).json() == {"pictures": 0}
