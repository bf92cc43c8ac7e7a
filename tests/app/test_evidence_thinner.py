"""A running table thins out old evidence by itself, but not while somebody plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.app.dashboard import evidence_thinner
from referee.app.dashboard.evidence_thinner import EvidenceThinner
from referee.app.dashboard.server import Dashboard
from referee.app.doctor.findings import TablePart, TrafficLight, finding
from referee.app.running_table import RunningTable, open_table
from referee.clock import ManualClock
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.evidence import EvidencePart
from referee.store.store import Store, open_store
from referee.store.thinning import FOR_EVER, KeptFor, shelved
from tests.app.test_running_table import NOTHING, profile, wait_for
from tests.browser.started_table import free_port

PICTURE = {"tray.jpg": EvidencePart("image/jpeg", bytes(100))}
Light = Callable[[TrafficLight], None]


@pytest.fixture(autouse=True)
def clock_light(monkeypatch: pytest.MonkeyPatch) -> Light:
    """What the doctor thinks of the clock here; at first all is well."""

    def set_light(light: TrafficLight) -> None:
        told = finding(TablePart.CLOCK, light, "doctor-clock-well", now="")
        monkeypatch.setattr(evidence_thinner, "clock_finding", lambda *_: told)

    set_light(TrafficLight.GREEN)
    return set_light


@pytest.fixture
def old_evening(tmp_path: Path) -> Path:
    """A log with a roll of long ago; its file."""
    file = tmp_path / "table.sqlite"
    with open_store(f"sqlite:///{file}", clock=ManualClock()) as store:
        game = store.begin_game("pig", ("Anna", "Ben"), options={})
        store.evidence.keep(game.game_id, -1, "roll", PICTURE)
        store.end_game(game.game_id, None)
    return file


@pytest.fixture
def running(tmp_path: Path, old_evening: Path) -> Iterator[RunningTable]:
    with open_table(profile(tmp_path, **NOTHING)) as running:
        assert running.store.address.file == old_evening
        yield running


@pytest.fixture
def thinner(running: RunningTable) -> EvidenceThinner:
    thinner = EvidenceThinner(running.store, running.ask)
    thinner.kept_for = KeptFor()
    return thinner


def is_kept(running: RunningTable) -> bool:
    return bool(shelved(running.store))


def test_what_is_old_goes_by_itself(
    running: RunningTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence_thinner, "_FIRST_S", 0.05)
    with Dashboard(running, folder=tmp_path, port=free_port()):
        wait_for(lambda: not is_kept(running))


def test_nothing_goes_while_a_game_is_played(
    running: RunningTable, thinner: EvidenceThinner
) -> None:
    options = parse_options(find_game("pig"), {})
    played = running.ask(lambda table: table.begin_game("pig", ("Anna", "Ben"), options)).result()
    thinner.look()
    assert is_kept(running)
    running.ask(lambda table: table.leave_game()).result()
    running.store.end_game(played, None)
    thinner.look()
    assert not is_kept(running)


def test_by_a_clock_that_may_be_wrong_nothing_is_old(
    running: RunningTable, thinner: EvidenceThinner, clock_light: Light
) -> None:
    clock_light(TrafficLight.YELLOW)
    thinner.look()
    assert is_kept(running)
    clock_light(TrafficLight.GREEN)
    thinner.look()
    assert not is_kept(running)


def test_the_operator_says_for_how_long(
    running: RunningTable, thinner: EvidenceThinner, tmp_path: Path
) -> None:
    settings = tmp_path / "settings.json"
    settings.write_text(
        '{"settings": {"privacy": {"kept_for": {"roll_days": 7, "fall_days": null}}}}'
    )
    dashboard = Dashboard(running, folder=tmp_path, port=free_port())
    with dashboard:
        assert dashboard.thinner.kept_for == KeptFor(7, None)
    settings.write_text("{")
    with dashboard:
        assert dashboard.thinner.kept_for == FOR_EVER, "perhaps somebody said so"
    thinner.kept_for = FOR_EVER
    thinner.look()
    assert is_kept(running)


def test_trouble_is_told_once_and_the_next_look_comes(
    running: RunningTable,
    thinner: EvidenceThinner,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    tries: list[Store] = []

    def fail(store: Store, *_args: object, **_words: object) -> None:
        tries.append(store)
        raise OSError("The disk is gone.")

    monkeypatch.setattr(evidence_thinner, "_FIRST_S", 0.01)
    monkeypatch.setattr(evidence_thinner, "_AGAIN_S", 0.01)
    monkeypatch.setattr(evidence_thinner, "thin_out", fail)
    with thinner:
        wait_for(lambda: len(tries) > 3)
    told = [record for record in caplog.records if record.name == evidence_thinner.__name__]
    assert len(told) == 1
    assert running.store is tries[0]
