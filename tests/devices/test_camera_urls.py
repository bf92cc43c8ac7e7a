"""A camera is a URL; a wrong one gets a sentence with the next step."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.clock import Clock, ManualClock
from referee.devices.camera import urls as camera_urls
from referee.devices.camera.connection import ThreadedCamera
from referee.devices.camera.file_camera import FileCamera
from referee.devices.camera.urls import camera_from_url, register_camera
from referee.devices.device import DeviceUrl
from referee.errors import InputError
from tests.devices.camera_stand_ins import write_pictures


def test_each_scheme_gives_its_camera(tmp_path: Path) -> None:
    write_pictures(tmp_path / "p", 1)
    assert isinstance(camera_from_url(f"file:{tmp_path / 'p'}?speed=0&loop=1"), FileCamera)
    assert isinstance(camera_from_url("v4l2:0"), ThreadedCamera)
    assert isinstance(camera_from_url("v4l2:/dev/v4l/by-id/usb-x?width=640"), ThreadedCamera)
    assert isinstance(camera_from_url("picamera:1?fps=60"), ThreadedCamera)
    assert camera_from_url("picamera:").status().name == "picamera:0"
    assert camera_from_url("v4l2:7").status().name == "/dev/video7"
    assert camera_from_url("webcam:7?width=640").status().name == "/dev/video7"
    for url in ("http://me:pw@phone:8080/a?b=c", "https://phone", "rtsp://me:pw@[fe80::1]:554/a"):
        assert isinstance(camera_from_url(url), ThreadedCamera)
    assert camera_from_url("rtsp://me:pw@[fe80::1]:554/a").status().name == "rtsp://[fe80::1]:554"


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("camera", "names no camera"),
        ("usb:1", "use one of file:, http:, https:, picamera:, rtsp:, .*v4l2:, webcam:"),
        ("picamera:front", "write picamera:0"),
        ("picamera:²", "write picamera:0"),
        ("picamera:0?speed=1", "no option 'speed'"),
        ("webcam:front", "write webcam:0"),
        ("webcam:0?fps=0", "from 1 to 240"),
        ("http:", "write it as http://192.168"),
        ("http://me:pw@/video", "http://…@/video is no address"),
        ("https://me:pw@host:99999/video", "https://…@host:99999/video is no address"),
        ("rtsp://a host/", "write it as rtsp://192.168"),
        ("htp://me:p@w@host/?key=pw", "'htp://…@host/' is no kind of camera"),
        ("v4l2:", "write v4l2:0"),
        ("v4l2:0?width=9", "from 64 to 8192"),
        ("v4l2:0?fps=0", "from 1 to 240"),
        ("v4l2:0?height=tall", "must be a number"),
        ("file:", "write file:"),
        ("file:none.webm", "There is no clip"),
        ("file:none.webm?fast=1", "no option 'fast'"),
    ],
)
def test_a_wrong_url_gets_a_sentence(url: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        camera_from_url(url)
    assert str(caught.value).rstrip("…").endswith(".")
    assert "pw" not in str(caught.value)
    assert "p@w" not in str(caught.value)


def test_other_rooms_add_schemes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(camera_urls, "_FACTORIES", dict(camera_urls._FACTORIES))
    write_pictures(tmp_path / "p", 1)
    clock, asked = ManualClock(), []

    def make(url: DeviceUrl, its_clock: Clock) -> FileCamera:
        asked.append((url, its_clock))
        return FileCamera(str(tmp_path / "p"))

    register_camera("toy", make)
    camera_from_url("toy:here?seed=3", clock)
    assert asked == [(DeviceUrl("toy", "here", "seed=3"), clock)]
