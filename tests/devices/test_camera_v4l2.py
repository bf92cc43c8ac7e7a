"""A webcam is found by its stable name, comes back under another number, and says what is wrong."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.clock import ManualClock
from referee.devices.camera.connection import CameraConnection
from referee.devices.camera.contract import (
    CameraFinding,
    CameraState,
    LightSettings,
    SourceLostError,
)
from referee.devices.camera.opencv_capture import CaptureSize
from referee.devices.camera.v4l2_camera import (
    V4l2Finder,
    V4l2Source,
    check_camera,
    open_capture,
    stable_camera_name,
)
from referee.devices.connection import Mailbox
from referee.vision.pictures import JpegPicture
from tests.devices.camera_stand_ins import Bus, write_pictures


@pytest.fixture
def bus(tmp_path: Path) -> Bus:
    bus = Bus(tmp_path, write_pictures(tmp_path / "pictures", 4))
    bus.plug_in(0)
    return bus


def source(bus: Bus, **options: CaptureSize) -> V4l2Source:
    return V4l2Source(str(bus.name), find_device=bus.find, open_device=bus.open, **options)


def test_a_webcam_comes_back_under_another_number(bus: Bus) -> None:
    clock = ManualClock()
    connection = CameraConnection(lambda: source(bus), clock, Mailbox(1))

    def run(steps: int) -> None:
        for _ in range(steps):
            clock.advance_s(connection.step() + 0.03)

    run(5)
    assert connection.status().state is CameraState.STREAMING
    bus.pull_out()
    run(20)
    assert connection.status().state is CameraState.LOST
    bus.plug_in(3)
    run(20)
    assert connection.status().state is CameraState.STREAMING
    assert bus.opened == ["video0", "video3"]
    connection.close()
    assert not bus.is_open


def test_a_camera_named_by_its_number_before_it_was_there_is_known_by_name_afterwards(
    tmp_path: Path,
) -> None:
    bus = Bus(tmp_path, write_pictures(tmp_path / "pictures", 2))

    def stable_name(path: str) -> str:
        return stable_camera_name(path, bus.name.parent, tmp_path)

    finder = V4l2Finder("0", stable_name=stable_name, find_device=bus.find, open_device=bus.open)
    with pytest.raises(SourceLostError):
        finder()
    bus.plug_in(0)
    finder().close()
    bus.pull_out()
    bus.plug_in(4)
    finder().close()
    assert bus.opened == ["video0", "video4"]


def test_a_camera_in_use_is_busy(bus: Bus) -> None:
    bus.is_busy = True
    with pytest.raises(SourceLostError) as caught:
        source(bus)
    assert caught.value.finding is CameraFinding.BUSY


def test_a_torn_picture_is_left_out(bus: Bus) -> None:
    camera = source(bus)
    bus.is_torn = True
    assert camera.read(0.1) is None
    bus.is_torn = False
    assert camera.read(0.1) is not None


def test_jpegs_come_as_the_camera_sends_them(bus: Bus) -> None:
    shot = source(bus).read(0.1)
    assert shot is not None
    assert isinstance(shot.sent, JpegPicture)
    assert shot.picture.shape == (120, 160, 3)
    assert shot.sent.reduced(4).shape == (30, 40, 3)


def test_a_camera_without_jpegs_gives_pictures(bus: Bus) -> None:
    del bus.controls[cv2.CAP_PROP_FOURCC]
    shot = source(bus).read(0.1)
    assert shot is not None
    assert not isinstance(shot.sent, JpegPicture)


def test_jpegs_that_never_end_are_left_to_opencv(bus: Bus) -> None:
    bus.damage = 40
    camera = source(bus)
    shots = [camera.read(0.1) for _ in range(12)]
    assert shots[:10] == [None] * 10
    assert shots[-1] is not None
    assert shots[-1].picture.shape == (120, 160, 3)


def test_grey_cameras_give_colour_pictures(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    del bus.controls[cv2.CAP_PROP_FOURCC]
    camera = source(bus)
    grey = np.full((120, 160), 7, np.uint8)
    monkeypatch.setattr(camera._capture, "retrieve", lambda: (True, grey))
    shot = camera.read(0.1)
    assert shot is not None
    assert shot.picture.shape == (120, 160, 3)


def test_the_light_is_held_in_the_units_of_the_contract(bus: Bus) -> None:
    camera = source(bus)
    held = camera.lock(None)
    assert held == LightSettings(exposure_us=15_700.0, gain=0.0, white_balance_k=4600.0)
    assert bus.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert bus.controls[cv2.CAP_PROP_AUTO_WB] == 0
    other = LightSettings(exposure_us=5_000.0, gain=3.0, white_balance_k=3000.0)
    assert camera.lock(other) == other
    assert bus.controls[cv2.CAP_PROP_EXPOSURE] == 50
    camera.unlock()
    assert bus.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
    assert bus.controls[cv2.CAP_PROP_AUTO_WB] == 1


@pytest.mark.parametrize("right", [40.0, 120.0, 600.0])
def test_held_light_is_as_bright_as_before_though_the_camera_told_an_old_exposure(
    bus: Bus, right: float
) -> None:
    bus.right_exposure = right
    held = source(bus).lock(None)
    assert held is not None
    assert held.exposure_us == pytest.approx(100 * right, rel=0.25)
    assert bus.brightness() == pytest.approx(1.0, abs=0.09)


def test_a_camera_without_manual_exposure_holds_nothing(bus: Bus) -> None:
    bus.can_lock = False
    assert source(bus).lock(None) is None


def test_the_size_is_asked_for(bus: Bus) -> None:
    bus.controls |= {cv2.CAP_PROP_FRAME_WIDTH: 640.0, cv2.CAP_PROP_FRAME_HEIGHT: 480.0}
    source(bus, size=CaptureSize(1920, 1080, 15.0))
    assert bus.controls[cv2.CAP_PROP_FRAME_WIDTH] == 1920
    assert bus.controls[cv2.CAP_PROP_FRAME_HEIGHT] == 1080


def test_an_error_inside_opencv_is_a_lost_camera(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    camera = source(bus)

    def fail() -> None:
        raise cv2.error("poll")

    monkeypatch.setattr(camera._capture, "grab", fail)
    with pytest.raises(SourceLostError):
        camera.read(0.1)


def test_names_are_stable(tmp_path: Path) -> None:
    by_id, devices = tmp_path / "by-id", tmp_path / "dev"
    by_id.mkdir()
    devices.mkdir()
    (devices / "video2").touch()
    (devices / "video3").touch()
    stable = by_id / "usb-Maker_Webcam-video-index0"
    stable.symlink_to(devices / "video2")

    assert stable_camera_name("2", by_id, devices) == str(stable)
    assert stable_camera_name(str(devices / "video2"), by_id, devices) == str(stable)
    assert stable_camera_name(str(stable), by_id, devices) == str(stable)
    assert stable_camera_name("3", by_id, devices) == str(devices / "video3")
    assert stable_camera_name("9", tmp_path / "none", devices) == str(devices / "video9")


def test_a_missing_or_wrong_device_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    for name, finding in [
        (tmp_path / "none", CameraFinding.NO_SUCH_DEVICE),
        (tmp_path / "file" / "below", CameraFinding.NO_SUCH_DEVICE),
        (tmp_path / "file", CameraFinding.NOT_A_CAMERA),
        (tmp_path, CameraFinding.NOT_A_CAMERA),
        (tmp_path / "circle", CameraFinding.NOT_A_CAMERA),
        ("/dev/null", CameraFinding.NOT_A_CAMERA),
    ]:
        with pytest.raises(SourceLostError) as caught:
            check_camera(str(name))
        assert caught.value.finding is finding, name


@pytest.fixture
def somebody() -> Iterator[None]:
    """Nobody in particular: the administrator may use every device."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    yield
    os.seteuid(before)


@pytest.fixture
def forbidden(tmp_path: Path) -> Path:
    (tmp_path / "video0").touch(mode=0)
    return tmp_path / "video0"


def test_a_device_without_permission_says_so(forbidden: Path, somebody: None) -> None:
    with pytest.raises(SourceLostError) as caught:
        check_camera(str(forbidden))
    assert caught.value.finding is CameraFinding.NO_PERMISSION


def test_a_device_that_the_service_may_not_use_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another group would not help: systemd's policy of devices answers so."""

    def refuse(*_words: object) -> int:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(SourceLostError) as caught:
        check_camera("/dev/video0")
    assert caught.value.finding is CameraFinding.FORBIDDEN


def test_opencv_opens_nothing_that_is_no_camera(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "video0").touch()
    capture = open_capture(str(tmp_path / "video0"))
    assert not capture.isOpened()
    assert capfd.readouterr().err == "", "players see our sentences, not OpenCV's log"
