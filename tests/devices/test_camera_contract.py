"""One contract for every camera that can be opened here; a real one only when asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.clock import SystemClock
from referee.devices.camera.capture_cameras import opencv_webcam
from referee.devices.camera.connection import ThreadedCamera
from referee.devices.camera.contract import (
    Camera,
    CameraDeviceStatus,
    CameraFinding,
    CameraFrame,
    CameraState,
    LightSettings,
    camera_sentences,
)
from referee.devices.camera.file_camera import FileCamera
from referee.devices.camera.opencv_capture import CaptureSize
from referee.devices.camera.urls import camera_from_url
from referee.devices.camera.v4l2_camera import V4l2Source
from referee.language import language, languages
from referee.vision.motion.tray_watch import TrayPhase
from referee.vision.pictures import load_picture
from tests.devices import phone_stand_in
from tests.devices.camera_stand_ins import Bus, PiBench, write_clip, write_pictures
from tests.devices.leaks import nothing_leaks

CAMERAS = [
    "file:clip.avi?loop=1",
    "file:pictures?fps=100&loop=1",
    "file:pictures?speed=0",
    "file:clip.avi?speed=0&loop=1",
    "v4l2 stand-in",
    "webcam stand-in",
    "phone:/video",
    "phone:/shot.jpg",
    "picamera:0?width=160&height=120",
    pytest.param(os.environ.get("REFEREE_TEST_CAMERA", "v4l2:0"), marks=pytest.mark.hardware),
]


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recordings")
    write_clip(folder / "clip.avi", 40)
    write_pictures(folder / "pictures", 20)
    return folder


@pytest.fixture(scope="module")
def phone(recordings: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a camera app, in a process of its own so that what is open can be counted."""
    folder = tmp_path_factory.mktemp("jpegs")
    for file in (recordings / "pictures").iterdir():
        cv2.imwrite(str(folder / f"{file.stem}.jpg"), load_picture(file))
    command = [sys.executable, phone_stand_in.__file__, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as app:
        assert app.stdin is not None
        assert app.stdout is not None
        yield int(app.stdout.readline())
        app.stdin.close()


def v4l2_stand_in(bus: Bus) -> ThreadedCamera:
    return ThreadedCamera(
        lambda: V4l2Source(str(bus.name), find_device=bus.find, open_device=bus.open)
    )


def webcam_stand_in(bus: Bus) -> ThreadedCamera:
    return opencv_webcam(
        0, CaptureSize(), SystemClock(), open_number=lambda _number: bus.open(str(bus.device))
    )


@pytest.fixture(params=CAMERAS)
def camera(
    request: pytest.FixtureRequest,
    recordings: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Camera]:
    monkeypatch.chdir(recordings)
    monkeypatch.setitem(sys.modules, "picamera2", PiBench().module())
    port = request.getfixturevalue("phone") if request.param.startswith("phone:") else 0
    with nothing_leaks():
        if request.param.endswith("stand-in"):
            bus = Bus(tmp_path, recordings / "pictures")
            bus.plug_in(0)
            yield v4l2_stand_in(bus) if "v4l2" in request.param else webcam_stand_in(bus)
        elif request.param.startswith("phone:"):
            yield camera_from_url(request.param.replace("phone:", f"http://127.0.0.1:{port}"))
        else:
            yield camera_from_url(request.param)


def fetched(camera: Camera, count: int, within_s: float = 20.0) -> list[CameraFrame]:
    """Frames until there are enough."""
    clock = SystemClock()
    frames: list[CameraFrame] = []
    deadline_s = clock.monotonic_s() + within_s
    while len(frames) < count:
        assert clock.monotonic_s() < deadline_s, camera.status()
        frame = camera.latest(0.2)
        frames += [] if frame is None else [frame]
    return frames


def test_a_camera_delivers_pictures_in_the_order_of_time(
    camera: ThreadedCamera | FileCamera,
) -> None:
    began_s = SystemClock().monotonic_s()
    with camera:
        frames = fetched(camera, 6)
        status = camera.status()
    assert status.state is CameraState.STREAMING
    assert all(later.at_s > earlier.at_s for earlier, later in pairwise(frames))
    assert all(
        later.seq == earlier.seq + 1 + later.missed_before for earlier, later in pairwise(frames)
    )
    assert frames[0].at_s > began_s - 1
    assert status.size_px == (160, 120)


def test_pictures_are_colour_pictures_of_eight_bits(camera: ThreadedCamera | FileCamera) -> None:
    with camera:
        for frame in fetched(camera, 2):
            assert frame.picture.dtype == np.uint8
            assert frame.picture.shape == (120, 160, 3)
            assert frame.picture.flags.c_contiguous


def test_a_picture_is_fetched_once(camera: ThreadedCamera | FileCamera) -> None:
    with camera:
        first, second = fetched(camera, 2)
        assert second.seq > first.seq


def test_a_camera_can_be_closed_twice_and_opened_again(camera: ThreadedCamera | FileCamera) -> None:
    for _ in range(2):
        camera.open()
        camera.open()
        fetched(camera, 2)
        camera.close()
        camera.close()
        assert camera.latest() is None


def test_a_camera_can_be_closed_before_anything_came(camera: ThreadedCamera | FileCamera) -> None:
    camera.open()
    camera.close()


def test_a_closed_camera_has_a_status_too(camera: ThreadedCamera | FileCamera) -> None:
    assert camera.status().state is CameraState.CONNECTING
    assert camera.latest() is None


def test_a_camera_says_how_it_fares_in_words(camera: ThreadedCamera | FileCamera) -> None:
    with camera:
        fetched(camera, 1)
        for code in ("en", "fr"):
            assert all(camera_sentences(camera.status(), language(code)))


def test_the_light_is_held_or_it_is_not(camera: ThreadedCamera | FileCamera) -> None:
    with camera:
        fetched(camera, 1)
        held = camera.lock(timeout_s=10)
        assert held is None or isinstance(held, LightSettings)
        assert camera.status().light == held
        if held is not None:
            assert camera.lock(held, timeout_s=10) == held
        camera.unlock()
        fetched(camera, 2)
        assert camera.status().light is None


def test_an_error_in_a_with_block_closes_the_camera(camera: ThreadedCamera | FileCamera) -> None:
    with pytest.raises(ZeroDivisionError), camera:
        _ = 1 / 0


each_language = pytest.mark.parametrize("code", languages())


def full_status(state: CameraState, *findings: CameraFinding) -> CameraDeviceStatus:
    return CameraDeviceStatus(
        state=state, findings=findings, name="/dev/video0", size_px=(1280, 720), rate_hz=29.8
    )


@each_language
@pytest.mark.parametrize("state", CameraState)
def test_every_state_has_a_sentence(code: str, state: CameraState) -> None:
    (sentence,) = camera_sentences(full_status(state), language(code))
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert camera_sentences(CameraDeviceStatus(state=state), language(code))


@each_language
@pytest.mark.parametrize("finding", CameraFinding)
def test_every_finding_says_what_to_do(code: str, finding: CameraFinding) -> None:
    sentences = camera_sentences(full_status(CameraState.STREAMING, finding), language(code))
    assert sentences[-1].endswith(".")
    assert ":" in sentences[-1], "what happened, and what to do next"


@each_language
def test_players_read_no_path(code: str) -> None:
    for state in CameraState:
        said = " ".join(camera_sentences(full_status(state, *CameraFinding), language(code)))
        assert "/dev/" not in said


def test_sentences_are_not_the_same_in_both_languages() -> None:
    for state in CameraState:
        status = full_status(state, *CameraFinding)
        english, french = (camera_sentences(status, language(code)) for code in ("en", "fr"))
        assert not set(english) & set(french)


def test_size_and_rate_are_said() -> None:
    (said,) = camera_sentences(full_status(CameraState.STREAMING), language("en"))
    assert "1280 × 720 pixels, 30 times a second" in said


def test_a_recording_that_is_over_is_not_called_silent() -> None:
    ended = full_status(CameraState.SILENT, CameraFinding.RECORDING_ENDED)
    assert camera_sentences(ended, language("en")) == [
        "The recording is at its end: open another, or play it again."
    ]


@each_language
@pytest.mark.parametrize("phase", TrayPhase)
def test_every_phase_of_the_tray_has_a_sentence(code: str, phase: TrayPhase) -> None:
    assert language(code).say(f"tray-phase-{phase}").endswith(".")
