"""The connection names every trouble of a camera, comes back by itself, and holds the light."""

from __future__ import annotations

from threading import Thread

import numpy as np
import pytest

from referee.clock import ManualClock
from referee.devices.camera.connection import CameraConnection
from referee.devices.camera.contract import (
    CameraFinding,
    CameraFrame,
    CameraState,
    LightSettings,
    Shot,
    camera_sentences,
)
from referee.devices.connection import Mailbox
from referee.language import language
from tests.devices.camera_stand_ins import ScriptedSource

STREAMING, SILENT, LOST = CameraState.STREAMING, CameraState.SILENT, CameraState.LOST


class Bench:
    """A connection, its camera and their clock."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.source = ScriptedSource(self.clock)
        self.mailbox: Mailbox[CameraFrame] = Mailbox(1)
        self.connection = CameraConnection(self.source.open, self.clock, self.mailbox, name="cam")

    def run_s(self, seconds: float) -> None:
        end_s = self.clock.monotonic_s() + seconds
        while self.clock.monotonic_s() < end_s:
            self.clock.advance_s(self.connection.step())

    def state(self) -> CameraState:
        return self.connection.status().state

    def findings(self) -> tuple[CameraFinding, ...]:
        return self.connection.status().findings


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_camera_streams(bench: Bench) -> None:
    assert bench.state() is CameraState.CONNECTING
    bench.run_s(2)
    status = bench.connection.status()
    assert status.state is STREAMING
    assert status.findings == ()
    assert status.size_px == (160, 120)
    assert status.rate_hz == pytest.approx(30, rel=0.05)
    assert status.counters.frames > 50
    assert status.counters.connections == 1


def test_the_newest_frame_wins_and_the_queue_is_bounded(bench: Bench) -> None:
    bench.run_s(2)
    (frame,) = bench.mailbox.take()
    assert frame.seq == bench.connection.status().counters.frames - 1
    assert bench.connection.status().counters.missed_frames == frame.seq


@pytest.mark.parametrize(
    "problem",
    [
        CameraFinding.NO_SUCH_DEVICE,
        CameraFinding.NO_PERMISSION,
        CameraFinding.BUSY,
        CameraFinding.NOT_A_CAMERA,
        CameraFinding.NO_PICAMERA2,
        CameraFinding.BROKEN_PICAMERA2,
    ],
)
def test_a_camera_that_cannot_be_opened_says_why_until_it_can(
    bench: Bench, problem: CameraFinding
) -> None:
    bench.source.problem = problem
    bench.run_s(3)
    assert bench.state() is CameraState.CONNECTING
    assert bench.findings() == (problem,)
    bench.source.problem = None
    bench.run_s(3)
    assert bench.state() is STREAMING
    assert bench.findings() == ()


def test_a_pulled_cable_is_lost_and_comes_back(bench: Bench) -> None:
    bench.run_s(1)
    bench.source.is_gone = True
    bench.run_s(4)
    assert bench.state() is LOST
    assert bench.findings() == (), "that it is not there is what the state says"
    assert bench.source.closed == 1
    bench.source.is_gone = False
    bench.run_s(2.5)
    assert bench.state() is STREAMING
    counters = bench.connection.status().counters
    assert (counters.connections, counters.losses) == (2, 1)


@pytest.mark.parametrize(
    ("problem", "every_s"), [(CameraFinding.NO_SUCH_DEVICE, 2.0), (CameraFinding.BUSY, 10.0)]
)
def test_it_is_tried_less_often_where_a_person_has_to_act(
    bench: Bench, problem: CameraFinding, every_s: float
) -> None:
    tries = []

    def open_source() -> ScriptedSource:
        tries.append(1)
        return bench.source.open()

    connection = CameraConnection(open_source, bench.clock, Mailbox(1))
    bench.source.problem = problem
    for _ in range(4 * 60):
        bench.clock.advance_s(max(connection.step(), 0.05))
    passed_s = bench.clock.monotonic_s()
    assert passed_s / every_s <= len(tries) <= passed_s / every_s + 6


def test_a_camera_without_pictures_is_silent_and_started_anew(bench: Bench) -> None:
    bench.run_s(1)
    bench.source.is_silent = True
    bench.run_s(1)
    assert bench.state() is STREAMING, "a second without a picture is nothing"
    bench.run_s(2)
    assert bench.state() is SILENT
    bench.run_s(10)
    assert bench.source.opened >= 2
    assert bench.state() is SILENT
    bench.source.is_silent = False
    bench.run_s(3)
    assert bench.state() is STREAMING
    assert bench.connection.status().counters.losses == 0


def test_a_camera_that_never_sent_anything_becomes_silent(bench: Bench) -> None:
    bench.source.is_silent = True
    bench.run_s(2)
    assert bench.state() is CameraState.CONNECTING
    bench.run_s(3.5)
    assert bench.state() is SILENT


def test_a_frozen_camera_is_told_from_a_still_scene(bench: Bench) -> None:
    bench.run_s(5)
    assert bench.findings() == (), "a still scene has noise"
    bench.source.is_frozen = True
    bench.run_s(1)
    assert bench.findings() == ()
    bench.run_s(1.5)
    assert bench.findings() == (CameraFinding.FROZEN,)
    bench.source.is_frozen = False
    bench.run_s(0.2)
    assert bench.findings() == ()


def test_drawn_pictures_without_noise_are_never_frozen(bench: Bench) -> None:
    bench.source.is_frozen, bench.source.has_noise = True, False
    bench.run_s(5)
    assert bench.findings() == ()


@pytest.mark.parametrize(
    ("level", "finding"),
    [(3, CameraFinding.BLACK), (255, CameraFinding.OVER_EXPOSED)],
)
def test_black_and_white_are_found_and_not_called_frozen(
    bench: Bench, level: int, finding: CameraFinding
) -> None:
    bench.source.level = level
    bench.run_s(0.4)
    assert bench.findings() == (), "something may have passed the lens"
    bench.run_s(3)
    assert bench.findings() == (finding,)
    bench.source.level = None
    bench.run_s(1)
    assert bench.findings() == ()


def test_a_slow_camera_is_found(bench: Bench) -> None:
    bench.source.period_s = 0.2
    bench.run_s(5)
    assert bench.findings() == (CameraFinding.SLOW_RATE,)


def test_the_time_of_a_picture_is_believed_only_if_it_can_be_true(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken_s = [None, -5.0, 1e9, -0.02]

    def read(timeout_s: float) -> Shot:
        bench.clock.advance_s(0.5)
        at_s = taken_s.pop(0)
        picture = np.zeros((120, 160, 3), np.uint8)
        return Shot(picture, None if at_s is None else bench.clock.monotonic_s() + at_s)

    monkeypatch.setattr(bench.source, "read", read)
    bench.connection.step()
    late_s = []
    while taken_s:
        bench.connection.step()
        late_s.append(bench.clock.monotonic_s() - bench.mailbox.take()[0].at_s)
    assert late_s == [0.0, 0.0, 0.0, pytest.approx(0.02)]


def held(bench: Bench, settings: LightSettings | None = None) -> LightSettings | None:
    """Asks from another thread, as everybody does, while the connection steps."""
    answers = []
    asking = Thread(target=lambda: answers.append(bench.connection.hold(settings, 5.0)))
    asking.start()
    while asking.is_alive():
        bench.connection.step()
        asking.join(0.001)
    return answers[0]


def test_the_present_light_is_held_and_told(bench: Bench) -> None:
    bench.run_s(1)
    assert held(bench) == LightSettings(exposure_us=8000.0)
    assert bench.connection.status().light == LightSettings(exposure_us=8000.0)
    bench.connection.release()
    bench.run_s(0.1)
    assert bench.connection.status().light is None
    assert bench.source.light is None


def test_stored_light_is_applied_when_the_camera_is_there_and_again_when_it_comes_back(
    bench: Bench,
) -> None:
    stored = LightSettings(exposure_us=5000.0, gain=2.0)
    assert bench.connection.hold(stored, 0.0) is None, "there is no camera yet"
    bench.run_s(1)
    assert bench.source.light == stored
    bench.source.is_gone = True
    bench.run_s(1)
    bench.source.is_gone = False
    bench.source.unlock()
    bench.run_s(3)
    assert bench.source.light == stored
    assert bench.source.locks == [stored, stored]


def test_a_camera_that_cannot_hold_its_light_says_so(bench: Bench) -> None:
    bench.source.can_lock = False
    bench.run_s(1)
    assert held(bench) is None
    bench.run_s(0.1)
    assert bench.findings() == (CameraFinding.LIGHT_NOT_HELD,)
    assert bench.connection.status().light is None


def test_light_that_the_camera_forgets_is_set_again(bench: Bench) -> None:
    stored = LightSettings(exposure_us=5000.0, focus=3.0)
    bench.connection.hold(stored, 0.0)
    bench.run_s(5)
    assert bench.source.locks == [stored], "what is held is left alone"
    bench.source.light = LightSettings(exposure_us=5000.0)
    bench.run_s(5)
    assert bench.source.locks == [stored, stored]
    assert bench.source.light == stored
    assert bench.findings() == ()


def test_what_strays_is_named_and_rounding_is_no_straying(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.connection.hold(LightSettings(exposure_us=5000.0, gain=1.0, focus=3.0), 0.0)
    real = LightSettings(exposure_us=4990.0, gain=1.04)
    monkeypatch.setattr(bench.source, "lock", lambda _settings: real)
    bench.source.light = real
    bench.run_s(7)
    status = bench.connection.status()
    assert status.strayed == ("focus",)
    assert status.light == real
    assert bench.findings() == (CameraFinding.LIGHT_NOT_HELD,)
    (*_, said) = camera_sentences(status, language("en"))
    assert said.startswith("The camera does not hold focus:")


def test_nobody_waits_for_a_camera_that_is_gone(bench: Bench) -> None:
    bench.run_s(1)
    answers = []
    asking = Thread(target=lambda: answers.append(bench.connection.hold(None, 60.0)))
    asking.start()
    while not bench.connection._requests:
        asking.join(0.001)
    bench.connection.close()
    asking.join(10)
    assert answers == [None]


def test_troubles_are_said_in_words(bench: Bench) -> None:
    bench.run_s(1)
    bench.source.is_gone = True
    bench.run_s(1)
    (said,) = camera_sentences(bench.connection.status(), language("en"))
    assert "plug it in again" in said
