"""The Raspberry Pi's camera through picamera2, or a sentence if that is not there."""

from __future__ import annotations

import gc
import sys
from importlib.abc import MetaPathFinder

import pytest

from referee.clock import SystemClock
from referee.devices.camera.contract import (
    CameraFinding,
    LightSettings,
    SourceLostError,
    camera_sentences,
)
from referee.devices.camera.opencv_capture import CaptureSize
from referee.devices.camera.picamera_camera import PicameraSource, picamera
from referee.devices.camera.urls import camera_from_url
from referee.language import language
from tests.devices.camera_stand_ins import (
    MODULE_1,
    MODULE_2,
    MODULE_3,
    WEBCAM,
    PiBench,
    SensorMode,
    StandInPicamera2,
)
from tests.devices.leaks import nothing_leaks
from tests.devices.test_connection import PATIENCE_S, wait_until

SMALL = CaptureSize(160, 120, 30.0)
PRESENT = LightSettings(exposure_us=8000.0, gain=2.5, red_gain=1.8, blue_gain=1.4, focus=3.2)


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> PiBench:
    bench = PiBench()
    monkeypatch.setitem(sys.modules, "picamera2", bench.module())
    return bench


def finding_of(number: int = 0) -> CameraFinding | None:
    with pytest.raises(SourceLostError) as caught:
        PicameraSource(number, SMALL)
    return caught.value.finding


def test_without_picamera2_there_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert finding_of() is CameraFinding.NO_PICAMERA2


class BrokenInstall(MetaPathFinder):
    """A picamera2 whose import fails, as when its parts were built for another numpy."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        if name == "picamera2":
            raise self.error


@pytest.mark.parametrize(
    "error",
    [
        ValueError("numpy.dtype size changed, may indicate binary incompatibility"),
        ImportError("numpy.core.multiarray failed to import"),
        ModuleNotFoundError("No module named 'libcamera'", name="libcamera"),
        AttributeError("module 'libcamera' has no attribute 'Orientation'"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_picamera2_that_cannot_be_loaded_is_a_finding_until_it_can(
    monkeypatch: pytest.MonkeyPatch, bench: PiBench, error: Exception
) -> None:
    broken = [BrokenInstall(error), *sys.meta_path]
    monkeypatch.delitem(sys.modules, "picamera2")
    monkeypatch.setattr(sys, "meta_path", broken)
    with camera_from_url("picamera:0?width=160&height=120") as camera:
        wait_until(lambda: camera.status().findings == (CameraFinding.BROKEN_PICAMERA2,))
        said = " ".join(camera_sentences(camera.status(), language("en")))
        assert "does not fit the referee" in said
        del broken[0]
        monkeypatch.setitem(sys.modules, "picamera2", bench.module())
        assert camera.latest(PATIENCE_S) is not None, "its thread goes on"
        assert camera.status().findings == ()


def test_a_picamera2_that_is_too_old_is_a_finding(bench: PiBench) -> None:
    """Bookworm's first ones had no way to give up a picture that does not come."""
    old = sys.modules["picamera2"].Picamera2
    members = {name: getattr(old, name) for name in dir(old) if name != "cancel_all_and_flush"}
    vars(sys.modules["picamera2"])["Picamera2"] = type("Picamera2", (), members)
    assert finding_of() is CameraFinding.BROKEN_PICAMERA2


def test_a_camera_that_is_not_there_or_in_use(bench: PiBench) -> None:
    assert finding_of(3) is CameraFinding.NO_SUCH_DEVICE
    bench.is_busy = True
    assert finding_of() is CameraFinding.BUSY
    bench.cameras.clear()
    assert finding_of() is CameraFinding.NO_SUCH_DEVICE


def test_pictures_are_blue_first_and_timed_by_the_sensor(bench: PiBench) -> None:
    bench.now_ns = 123_000_000_000
    shot = PicameraSource(0, SMALL).read(0.5)
    assert shot is not None
    assert tuple(shot.picture[0, 0]) == (255, 0, 0)
    assert shot.at_s == 123.0


def test_the_camera_is_configured_for_fresh_pictures_at_the_rate_asked_for(bench: PiBench) -> None:
    PicameraSource(0, SMALL)
    assert bench.configuration["main"] == {"format": "RGB888", "size": (160, 120)}
    asked = {"FrameDurationLimits": (33333, 33333), "AfMode": 2}
    assert bench.configuration["controls"] == asked
    assert bench.configuration["queue"] is False


@pytest.mark.parametrize(
    ("modes", "size", "sensor"),
    [
        (MODULE_3, CaptureSize(), (2304, 1296)),
        (MODULE_2, CaptureSize(), (1640, 1232)),
        (MODULE_1, CaptureSize(), (1296, 972)),
        (MODULE_3, CaptureSize(4608, 2592, 10.0), (4608, 2592)),
        # A larger picture is worth no picture a second less.
        (MODULE_2, CaptureSize(1920, 1080, 30.0), (1640, 1232)),
    ],
)
def test_the_smallest_mode_that_shows_the_whole_sensor_is_chosen(
    bench: PiBench, modes: list[SensorMode], size: CaptureSize, sensor: tuple[int, int]
) -> None:
    """Left alone, libcamera takes the cropped one whose size is nearer to the picture's."""
    bench.modes = modes
    PicameraSource(0, size)
    assert bench.configuration["sensor"] == {"output_size": sensor}


def test_what_tells_no_modes_gives_pictures_all_the_same(bench: PiBench) -> None:
    bench.modes = WEBCAM
    PicameraSource(0, SMALL).close()
    assert bench.configuration["sensor"] == {}
    bench.has_little_memory = True
    assert PicameraSource(0, SMALL).read(0.5) is not None
    assert bench.configuration["sensor"] == {}


def test_a_picture_that_does_not_come_leaves_no_job_behind(bench: PiBench) -> None:
    camera = PicameraSource(0, SMALL)
    bench.is_unplugged = True
    assert camera.read(0.01) is None
    assert camera.lock(None) is None
    bench.is_unplugged = False
    assert camera.read(0.5) is not None


def test_the_light_is_held(bench: PiBench) -> None:
    camera = PicameraSource(0, SMALL)
    assert camera.lock(None) == PRESENT
    held = dict(bench.set_controls)
    assert held["AeEnable"] is False
    assert held["ExposureTime"] == 8000
    assert held["ColourGains"] == (1.8, 1.4)
    assert (held["AfMode"], held["LensPosition"]) == (0, 3.2)
    camera.unlock()
    assert bench.set_controls["AeEnable"] is True
    assert bench.set_controls["AfMode"] == 2


def test_a_lens_that_can_move_looks_for_its_focus_from_the_first_picture(bench: PiBench) -> None:
    PicameraSource(0, SMALL)
    assert bench.configuration["controls"]["AfMode"] == 2


@pytest.mark.parametrize(("pictures", "focus"), [(20, 3.2), (200, 22.5)])
def test_the_lens_is_held_where_it_found_its_focus(
    bench: PiBench, pictures: int, focus: float
) -> None:
    """One that finds none is not waited for as long as a camera may be silent."""
    bench.focus_pictures = pictures
    camera = PicameraSource(0, SMALL)
    held = camera.lock(None)
    assert held is not None
    assert held.focus == focus
    assert (bench.set_controls["AfMode"], bench.set_controls["LensPosition"]) == (0, focus)


def test_what_is_held_already_is_not_waited_for(bench: PiBench) -> None:
    camera = PicameraSource(0, SMALL)
    camera.lock(PRESENT)
    before = vars(camera._camera)["_frames"]
    assert camera.lock(None) == PRESENT
    assert vars(camera._camera)["_frames"] == before + 1


def test_a_fixed_lens_and_a_grey_sensor_are_fine(bench: PiBench) -> None:
    bench.controls = ["AeEnable", "ExposureTime", "AnalogueGain"]
    camera = PicameraSource(0, SMALL)
    held = camera.lock(PRESENT)
    assert held == PRESENT
    assert set(bench.set_controls) == {"AeEnable", "ExposureTime", "AnalogueGain"}
    camera.unlock()


def test_closing_frees_the_camera(bench: PiBench) -> None:
    with nothing_leaks():
        for _ in range(2):
            with picamera(0, SMALL, SystemClock()) as camera:
                assert camera.latest(10) is not None
            assert bench.holder is None


@pytest.mark.parametrize("trouble", ["is_busy", "fails_after_opening"])
def test_a_camera_that_cannot_be_opened_leaves_nothing_open(bench: PiBench, trouble: str) -> None:
    """picamera2 itself keeps one end of a pipe for each try, and the table tries for hours."""
    setattr(bench, trouble, True)
    with nothing_leaks():
        for _ in range(20):
            assert finding_of() is CameraFinding.BUSY
        bench.known_cameras.clear()
        gc.collect()
    setattr(bench, trouble, False)
    assert PicameraSource(0, SMALL).read(0.5) is not None


def test_a_camera_that_cannot_be_flushed_is_closed_all_the_same(
    bench: PiBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(camera: StandInPicamera2) -> None:
        raise RuntimeError("The camera fell off its cable.")

    monkeypatch.setattr(StandInPicamera2, "cancel_all_and_flush", fail)
    PicameraSource(0, SMALL).close()
    assert bench.holder is None


def test_a_camera_that_stops_working_is_lost(bench: PiBench) -> None:
    camera = PicameraSource(0, SMALL)
    vars(camera._camera)["_is_started"] = False
    with pytest.raises(SourceLostError):
        camera.read(0.1)
