"""Webcams by number: found without being switched on, opened by what the system has."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import cv2
import pytest

from referee.clock import SystemClock
from referee.devices.camera import capture_cameras, v4l2_camera
from referee.devices.camera.capture_cameras import opencv_webcam, webcam, webcams
from referee.devices.camera.contract import CameraFinding, CameraState, SourceLostError
from referee.devices.camera.opencv_capture import CaptureSize, quiet_capture
from tests.devices.camera_stand_ins import Bus, write_pictures


@pytest.fixture
def bus(tmp_path: Path) -> Bus:
    bus = Bus(tmp_path, write_pictures(tmp_path / "pictures", 4))
    bus.plug_in(0)
    return bus


def test_webcams_are_found_by_what_their_drivers_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drivers = {"video0": "uvcvideo", "video2": "v4l2 loopback", "video10": "bcm2835-isp"}
    for name in ("video0", "video1", "video2", "video10", "video4x", "vbi0"):
        (tmp_path / name).touch()

    def camera_driver(name: str) -> str:
        if Path(name).name not in drivers:
            raise SourceLostError(name, CameraFinding.NOT_A_CAMERA)
        return drivers[Path(name).name]

    monkeypatch.setattr(v4l2_camera, "camera_driver", camera_driver)
    assert webcams(tmp_path) == (0, 2)


def test_what_is_no_camera_is_not_found(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    assert webcams(tmp_path) == ()
    assert webcams(tmp_path / "none") == ()


def test_elsewhere_the_first_one_is_tried_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(capture_cameras, "_IS_LINUX", False)
    assert webcams() == ()
    camera = webcam(None, CaptureSize(), SystemClock())
    assert camera.status().name == "webcam:0"
    assert capfd.readouterr().err == ""


def test_a_webcam_that_is_not_there_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    with opencv_webcam(99, CaptureSize(), SystemClock()) as camera:
        while not camera.status().findings:
            camera.latest(0.01)
        status = camera.status()
    assert (status.state, status.findings) == (
        CameraState.CONNECTING,
        (CameraFinding.NO_SUCH_DEVICE,),
    )
    assert capfd.readouterr().err == ""


def test_the_size_is_asked_for(bus: Bus) -> None:
    bus.controls |= {cv2.CAP_PROP_FRAME_WIDTH: 640.0, cv2.CAP_PROP_FRAME_HEIGHT: 480.0}
    size = CaptureSize(1920, 1080, 15.0)
    with opencv_webcam(0, size, SystemClock(), lambda _number: bus.open(str(bus.device))) as camera:
        assert camera.latest(10) is not None
    assert bus.controls[cv2.CAP_PROP_FRAME_WIDTH] == 1920
    assert bus.controls[cv2.CAP_PROP_FRAME_HEIGHT] == 1080


def test_a_driver_that_hangs_holds_nobody_up_and_is_not_opened_twice(bus: Bus) -> None:
    hanging, opened = Event(), []

    def open_number(number: int) -> cv2.VideoCapture:
        opened.append(number)
        hanging.wait(60)
        return quiet_capture("", cv2.CAP_FFMPEG)

    camera = opencv_webcam(0, CaptureSize(), SystemClock(), open_number)
    for _ in range(2):
        camera.open()
        while not opened:
            camera.latest(0.001)
        camera.close()
    camera.open()
    while CameraFinding.FAILED not in camera.status().findings:
        camera.latest(0.01)
    assert opened == [0]
    hanging.set()
    while len(opened) < 2:
        camera.latest(0.01)
    camera.close()
