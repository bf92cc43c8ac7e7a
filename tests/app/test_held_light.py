"""The light of the profile is held at a running table, and again when its camera comes back."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import msgspec
import pytest

from referee.app.doctor import Finding, RunningDoctor, TrafficLight, examine
from referee.app.running_table import RunningTable, open_table
from referee.config import TableProfile
from referee.devices.camera import urls
from referee.devices.camera.connection import ThreadedCamera
from referee.devices.camera.contract import CameraState
from referee.devices.camera.v4l2_camera import V4l2Finder
from referee.language import language
from tests.app.test_running_table import NOTHING, wait_for
from tests.devices.camera_stand_ins import Bus, PiBench, write_pictures

LIGHT = {"exposure_us": 5000.0, "gain": 2.0, "red_gain": 1.5, "blue_gain": 1.2, "focus": 4.5}
RATE = {"FrameDurationLimits": (33333, 33333)}
HELD = RATE | {
    "AeEnable": False,
    "AwbEnable": False,
    "ExposureTime": 5000,
    "AnalogueGain": 2.0,
    "ColourGains": (1.5, 1.2),
    "AfMode": 0,
    "LensPosition": 4.5,
}


def profile(folder: Path, url: str, light: dict[str, float] | None) -> TableProfile:
    store = {"url": f"sqlite:///{folder}/table.sqlite"}
    camera = {"url": url} if light is None else {"url": url, "light": light}
    return msgspec.convert({**NOTHING, "camera": camera, "store": store}, TableProfile)


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> PiBench:
    bench = PiBench()
    monkeypatch.setitem(sys.modules, "picamera2", bench.module())
    return bench


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Bus:
    bus = Bus(tmp_path, write_pictures(tmp_path / "pictures", 4))
    bus.controls |= {cv2.CAP_PROP_AUTOFOCUS: 1.0, cv2.CAP_PROP_FOCUS: 10.0}
    bus.plug_in(0)
    finder = V4l2Finder(str(bus.name), stable_name=str, find_device=bus.find, open_device=bus.open)
    monkeypatch.setitem(
        urls._FACTORIES, "v4l2", lambda _url, clock: ThreadedCamera(finder, clock=clock)
    )
    return bus


def of_running(running: RunningTable) -> Finding:
    return next(iter(RunningDoctor(running).examine()))


def test_a_pi_camera_gets_the_light_of_the_profile_and_again_after_it_was_lost(
    pi: PiBench, tmp_path: Path
) -> None:
    with open_table(profile(tmp_path, "picamera:0?width=160&height=120", LIGHT)) as running:
        wait_for(lambda: pi.set_controls == HELD)
        pi.set_controls.clear()
        assert pi.holder is not None
        pi.holder._is_started = False
        wait_for(lambda: pi.set_controls == HELD)
        camera = running.camera
        assert camera is not None
        wait_for(lambda: camera.status().state is CameraState.STREAMING)
        assert camera.status().strayed == ()


def test_a_webcam_gets_the_light_of_the_profile_and_again_under_another_number(
    bus: Bus, tmp_path: Path
) -> None:
    light = {"exposure_us": 5000.0, "white_balance_k": 3000.0, "focus": 35.0}
    wanted = {
        cv2.CAP_PROP_AUTO_EXPOSURE: 1.0,
        cv2.CAP_PROP_EXPOSURE: 50.0,
        cv2.CAP_PROP_AUTO_WB: 0.0,
        cv2.CAP_PROP_WB_TEMPERATURE: 3000.0,
        cv2.CAP_PROP_AUTOFOCUS: 0.0,
        cv2.CAP_PROP_FOCUS: 35.0,
    }
    fresh = dict(bus.controls)
    with open_table(profile(tmp_path, "v4l2:0", light)):
        wait_for(lambda: bus.controls.items() >= wanted.items())
        bus.pull_out()
        bus.controls = dict(fresh)
        bus.plug_in(3)
        wait_for(lambda: bus.controls.items() >= wanted.items())


def test_the_doctor_says_what_the_camera_does_and_what_it_refuses(
    pi: PiBench, tmp_path: Path
) -> None:
    words = language("en")
    url = "picamera:0?width=160&height=120"
    with open_table(profile(tmp_path, url, LIGHT)) as running:
        wait_for(lambda: "holds exposure 5000 µs" in of_running(running).says.text(words))
        well = of_running(running)
        assert "focus 4.5" in well.says.text(words)
        assert not any("hold" in step.message for step in well.next_steps)
        pi.refuses.add("LensPosition")
        wait_for(lambda: of_running(running).light is TrafficLight.YELLOW)
        step = [step.text(words) for step in of_running(running).next_steps][-1]
        assert step.startswith("The camera does not hold focus:")
        assert "focus" not in of_running(running).says.text(words)


def test_the_doctor_holds_the_light_of_a_table_that_is_not_open(
    pi: PiBench, tmp_path: Path
) -> None:
    pi.refuses.add("AnalogueGain")
    found = next(examine(profile(tmp_path, "picamera:0?width=160&height=120", LIGHT)))
    assert pi.set_controls == HELD
    said = [step.text(language("fr")) for step in found.next_steps]
    assert any("ne maintient pas ce réglage : gain" in each for each in said)


def test_an_uncalibrated_table_is_told_when_its_light_is_held(pi: PiBench, tmp_path: Path) -> None:
    found = next(examine(profile(tmp_path, "picamera:0?width=160&height=120", None)))
    assert pi.set_controls == RATE | {"AfMode": 2}
    assert "once the tray is calibrated" in found.says.text(language("en"))
