"""Cameras of the network against real servers: FFmpeg's MJPEG, and GStreamer's RTSP."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.clock import SystemClock
from referee.devices.camera.capture_cameras import rtsp_camera, rtsp_stream
from referee.devices.camera.contract import (
    Camera,
    CameraDeviceStatus,
    CameraFinding,
    CameraState,
)
from referee.devices.camera.http_camera import HttpStream
from tests.browser.started_table import free_port
from tests.devices.stream_bench import StreamBench
from tests.tools_expected import missing

SERVER = Path(__file__).with_name("rtsp_server.py")
SYSTEM_PYTHON = "/usr/bin/python3"


def test_ffmpeg_is_read_is_lost_and_comes_back() -> None:
    port = free_port()
    bench = StreamBench(lambda clock: HttpStream(f"http://127.0.0.1:{port}/video", clock))
    with ffmpeg(port):
        bench.run_until_state(CameraState.STREAMING)
    bench.run_until(lambda: bench.findings() == (CameraFinding.UNREACHABLE,))
    assert bench.state() is CameraState.LOST
    with ffmpeg(port):
        bench.run_until_state(CameraState.STREAMING)
        bench.connection.close()
    assert bench.connection.status().size_px == (160, 120)


@contextmanager
def ffmpeg(port: int) -> Iterator[None]:
    program = shutil.which("ffmpeg")
    if program is None:
        missing("ffmpeg is not installed")
    words = (
        "-v error -re -f lavfi -i testsrc=size=160x120:rate=30 -f mpjpeg -listen 1 -content_type"
    )
    kind, place = "multipart/x-mixed-replace;boundary=ffmpeg", f"http://127.0.0.1:{port}/video"
    with killed([program, *words.split(), kind, place]):
        yield


@contextmanager
def killed(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A program that is killed in the end, as by a pulled plug."""
    nowhere, pipe = subprocess.DEVNULL, subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere) as program:
        try:
            yield program
        finally:
            program.kill()


@contextmanager
def rtsp_server(port: int, *password: str) -> Iterator[subprocess.Popen[bytes]]:
    with killed([SYSTEM_PYTHON, str(SERVER), str(port), *password]) as server:
        assert server.stdout is not None
        if not server.stdout.readline():
            missing("GStreamer's RTSP server is not installed")
        yield server


def test_an_rtsp_stream_is_read_is_lost_and_comes_back(capfd: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    bench = StreamBench(lambda clock: rtsp_stream(f"rtsp://127.0.0.1:{port}/tray", clock))
    with rtsp_server(port):
        bench.run_until_state(CameraState.STREAMING)
    bench.run_until(lambda: bench.findings() == (CameraFinding.UNREACHABLE,))
    assert bench.state() is CameraState.LOST
    with rtsp_server(port):
        bench.run_until_state(CameraState.STREAMING)
        bench.connection.close()
    assert bench.connection.status().size_px == (160, 120)
    assert capfd.readouterr().err == "", "neither OpenCV nor FFmpeg says a word"


@pytest.mark.slow
def test_rtsp_says_why_not_and_holds_nobody_up(capfd: pytest.CaptureFixture[str]) -> None:
    port, clock = free_port(), SystemClock()
    place = f"127.0.0.1:{port}"
    with rtsp_server(port, "right") as server:
        for wrong in (f"rtsp://me:right@{place}/none", f"rtsp://me:wrong@{place}/tray"):
            with rtsp_camera(wrong, clock) as camera:
                until(camera, lambda status: status.findings == (CameraFinding.NO_STREAM,))
        with rtsp_camera(f"rtsp://me:right@{place}/tray", clock) as camera:
            status = until(camera, lambda status: status.rate_hz is not None)
            assert status.latency_s is not None
            assert status.is_latency_least
            os.kill(server.pid, signal.SIGSTOP)
            until(camera, lambda status: status.state is CameraState.SILENT)
            began_s = clock.monotonic_s()
            camera.close()
            assert clock.monotonic_s() - began_s < 5
            os.kill(server.pid, signal.SIGCONT)
    assert capfd.readouterr().err == ""


def until(camera: Camera, is_so: Callable[[CameraDeviceStatus], bool]) -> CameraDeviceStatus:
    """Look through the camera until it fares so."""
    for _ in range(600):
        camera.latest(0.1)
        if is_so(status := camera.status()):
            return status
    pytest.fail(str(camera.status()))
