"""The doctor beside a running table: cheap, repeatable, and never in the way of the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import msgspec
import numpy as np
import pytest

from referee.app.dashboard.devices import TableHealth
from referee.app.doctor import RunningDoctor, TablePart, TrafficLight, is_well
from referee.app.running_table import RunningTable
from referee.clock import SystemClock
from referee.config import TableProfile, parse_table_profile
from referee.devices.voice.silent_voice import BrowserVoice
from referee.simulation.faults import CoveredLens
from referee.vision.pictures import Picture
from referee.web.settings import FileSettings


def profile(folder: Path, text: str = "") -> TableProfile:
    read = parse_table_profile(text)
    store = msgspec.structs.replace(read.store, url=f"sqlite:///{folder}/table.sqlite")
    return msgspec.structs.replace(read, store=store)


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[RunningTable]:
    text = '[camera]\nurl = "none:"\n[scale]\nurl = "none:"\n'
    with RunningTable(profile(tmp_path, text), clock=SystemClock(), seed=1) as running:
        yield running


def test_a_table_without_devices(bare: RunningTable) -> None:
    found = {each.part: each for each in RunningDoctor(bare).examine()}
    assert list(found) == list(TablePart)
    assert is_well(found.values())
    assert found[TablePart.DATABASE].says.message == "doctor-database-well"
    assert found[TablePart.CAMERA].light is TrafficLight.OFF
    assert found[TablePart.VOICE].light is TrafficLight.OFF


def test_a_screen_that_should_speak_is_green_only_while_it_can(tmp_path: Path) -> None:
    text = '[camera]\nurl = "none:"\n[scale]\nurl = "none:"\n[voice]\nurl = "browser:"\n'
    with RunningTable(profile(tmp_path, text), clock=SystemClock(), seed=1) as running:

        def light() -> TrafficLight:
            return next(
                each.light
                for each in RunningDoctor(running).examine()
                if each.part is TablePart.VOICE
            )

        assert light() is TrafficLight.YELLOW
        assert isinstance(running.voice, BrowserVoice)
        running.voice.screens = 1
        assert light() is TrafficLight.GREEN
        running.voice.screens = 0
        assert light() is TrafficLight.YELLOW


def test_who_looks_meanwhile_shares_what_was_found(bare: RunningTable, tmp_path: Path) -> None:
    health = TableHealth(bare, None, None, FileSettings(tmp_path / "settings.json"))
    first, second = health(), health()
    begun = next(first)
    assert begun.part == "camera"
    assert next(second) is begun, "nothing is examined twice"
    rest = [each.part for each in second]
    assert ["camera", *rest] == [str(part) for part in TablePart]
    assert [each.part for each in first] == rest


@pytest.fixture
def simulated(tmp_path: Path) -> Iterator[RunningTable]:
    with RunningTable(profile(tmp_path), clock=SystemClock(), seed=1) as running:
        yield running


def picture_of(running: RunningTable) -> Picture:
    assert running.world is not None
    return running.world.tray.frame_at(running.clock.monotonic_s())


@pytest.mark.slow
def test_a_simulated_table_that_runs(simulated: RunningTable) -> None:
    doctor = RunningDoctor(simulated)
    times_s = np.arange(320) / 80
    grams = 12 + np.random.default_rng(1).normal(0, 0.02, 320)
    for _ in range(600):
        found = {
            each.part: each for each in doctor.examine(picture_of(simulated), (times_s, grams))
        }
        if is_well(found.values()):
            break
    assert is_well(found.values())
    assert found[TablePart.TRAY].says.words["seen"] == 4
    assert found[TablePart.NOISE].says.message == "doctor-noise-low"
    # In a game hands come and go: what counts is the plate at rest.
    touched = grams + 5.0 * (times_s > 2)
    found = {each.part: each for each in doctor.examine(weights=(times_s, touched))}
    assert found[TablePart.NOISE].says.message == "doctor-noise-low"
    assert found[TablePart.DRIFT].light is TrafficLight.GREEN
    # Without picture and weights, only what the devices say themselves.
    found = {each.part: each for each in doctor.examine()}
    assert list(found) == list(TablePart)
    assert found[TablePart.NOISE].says.message == "doctor-plate-good"
    assert found[TablePart.TRAY].says.message == "tray-state-in-place"


@pytest.mark.slow
def test_a_cap_on_the_lens_of_a_running_table(simulated: RunningTable) -> None:
    assert simulated.world is not None
    simulated.world.tray.faults.switch_on(CoveredLens())
    found = {each.part: each for each in RunningDoctor(simulated).examine(picture_of(simulated))}
    assert found[TablePart.LIGHT].light is TrafficLight.RED
    steps = [step.message for step in found[TablePart.LIGHT].next_steps]
    assert steps == ["doctor-brightness-black-next"]


def test_a_table_that_has_stopped_has_a_red_light(
    bare: RunningTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = Event()

    def end() -> None:
        ended.set()
        raise SystemExit(1)

    monkeypatch.setattr(bare.table, "step", end)
    assert ended.wait(60)
    while not bare.thread.has_stopped:
        Event().wait(0.01)
    health = TableHealth(bare, None, None, FileSettings(tmp_path / "settings.json"))
    light = {each.part: each for each in health()}["table"]
    assert light.light == "red"
    assert "has stopped" in light.text["en"]
    assert light.next is not None
    assert "Redémarrez" in light.next["fr"]
