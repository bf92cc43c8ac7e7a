"""The camera over the simulated tray: in lock-step and with a thread, well and in trouble."""

from __future__ import annotations

import numpy as np
import pytest

from referee.clock import ManualClock, SystemClock
from referee.devices.camera.contract import CameraFinding, CameraFrame, CameraState, LightSettings
from referee.devices.camera.urls import camera_from_url
from referee.errors import InputError
from referee.simulation.faults import (
    CameraFrozen,
    CameraStalled,
    CameraUnplugged,
    CoveredLens,
    DimLight,
    Fault,
    Glare,
)
from referee.simulation.tray.camera import RATE_HZ, LockstepCamera, offer_tray
from referee.simulation.tray.world import TrayWorld


class Bench:
    """A tray, its clock, and the camera in lock-step."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.world = TrayWorld(np.random.default_rng(5), self.clock)
        self.camera = LockstepCamera(self.world, self.clock)
        self.camera.open()

    def run(self, seconds: float, step_s: float = 1 / RATE_HZ) -> list[CameraFrame]:
        frames = []
        for _ in range(round(seconds / step_s)):
            self.clock.advance_s(step_s)
            frame = self.camera.latest()
            if frame is not None:
                frames.append(frame)
        return frames

    def findings(self) -> tuple[CameraFinding, ...]:
        return self.camera.status().findings


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench()


@pytest.fixture(autouse=True)
def _mended(bench: Bench) -> None:
    bench.world.faults.switch_off()
    bench.camera.unlock()
    bench.run(8.0, 0.25)


def test_frames_come_at_their_rate_and_carry_their_time(bench: Bench) -> None:
    frames = bench.run(2.0)
    assert len(frames) == 60
    assert frames[-1].at_s == pytest.approx(bench.clock.monotonic_s())
    assert frames[0].picture.shape == (720, 1280, 3)
    assert all(frame.missed_before == 0 for frame in frames)
    status = bench.camera.status()
    assert status.state is CameraState.STREAMING
    assert status.findings == ()
    assert status.rate_hz == RATE_HZ
    assert status.size_px == (1280, 720)


def test_there_is_no_frame_before_its_time(bench: Bench) -> None:
    assert len(bench.run(0.5, 0.01)) == pytest.approx(15, abs=2)
    bench.clock.advance_s(0.1)
    assert bench.camera.latest() is not None
    assert bench.camera.latest() is None


def test_fetching_fewer_frames_is_no_slow_camera(bench: Bench) -> None:
    assert len(bench.run(8.0, 0.5)) == 16
    assert bench.findings() == ()
    bench.clock.advance_s(20.0)
    assert bench.camera.status().state is CameraState.STREAMING


def test_a_pulled_cable_is_a_loss_and_mends_itself(bench: Bench) -> None:
    losses = bench.camera.status().counters.losses
    bench.world.faults.switch_on(CameraUnplugged())
    assert bench.run(3.0) == []
    status = bench.camera.status()
    assert status.state is CameraState.LOST
    assert status.counters.losses == losses + 1
    bench.world.faults.switch_off()
    # The connection tries again every two seconds at the latest.
    assert bench.run(2.5)
    assert bench.camera.status().state is CameraState.STREAMING


def test_a_camera_that_stalls_is_silent(bench: Bench) -> None:
    bench.world.faults.switch_on(CameraStalled())
    assert bench.run(3.0) == []
    assert bench.camera.status().state is CameraState.SILENT


@pytest.mark.parametrize(
    ("fault", "finding"),
    [
        (CameraFrozen(), CameraFinding.FROZEN),
        (CoveredLens(), CameraFinding.BLACK),
        (DimLight(), CameraFinding.BLACK),
        (Glare(), CameraFinding.OVER_EXPOSED),
    ],
)
@pytest.mark.parametrize("step_s", [1 / RATE_HZ, 0.25])
def test_spoilt_pictures_are_found_and_forgotten(
    bench: Bench, fault: Fault, finding: CameraFinding, step_s: float
) -> None:
    assert bench.findings() == ()
    bench.world.faults.switch_on(fault)
    bench.run(3.0, step_s)
    assert bench.findings() == (finding,)
    bench.world.faults.switch_off()
    bench.run(2.0, step_s)
    assert bench.findings() == ()


def test_light_is_held_at_once(bench: Bench) -> None:
    wanted = LightSettings(exposure_us=5000.0, gain=2.0)
    assert bench.camera.lock(wanted) == wanted
    assert bench.camera.status().light == wanted
    bench.camera.unlock()
    assert bench.camera.status().light is None


def test_a_closed_camera_gives_nothing() -> None:
    shut = Bench()
    with shut.camera:
        assert shut.run(0.2)
    assert shut.run(0.2) == []


def test_the_same_tray_has_a_camera_with_a_thread() -> None:
    clock = SystemClock()
    world = TrayWorld(np.random.default_rng(3), clock)
    offer_tray(world)
    with camera_from_url("twin:", clock) as camera:
        frames = [camera.latest(timeout_s=20.0) for _ in range(3)]
        world.roll("pips", 2)
        assert camera.latest(timeout_s=20.0) is not None
        assert camera.status().state is CameraState.STREAMING
        assert camera.lock(timeout_s=20.0) is not None
    assert [frame is not None for frame in frames] == [True] * 3
    times = [frame.at_s for frame in frames if frame]
    assert times == sorted(set(times))
    with pytest.raises(InputError, match="no option 'speed'"):
        camera_from_url("twin:?speed=3", clock)
