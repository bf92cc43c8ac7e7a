"""A recording plays in its own time, and a file that is none gets a sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.clock import ManualClock
from referee.devices.camera.contract import CameraFinding, CameraFrame, CameraState
from referee.devices.camera.file_camera import ClipRecording, FileCamera
from referee.devices.camera.urls import camera_from_url
from referee.errors import InputError
from referee.vision.motion.tray_watch import TrayPhase, TrayWatch
from tests.devices.camera_stand_ins import write_clip, write_pictures
from tests.vision.drawn_clips import DIE_PX, FPS, SIZE, DrawnDie, Scene, draw, rolling


@pytest.fixture
def clock() -> ManualClock:
    clock = ManualClock()
    clock.advance_s(100)
    return clock


@pytest.fixture(params=["clip", "folder"])
def recording(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "clip":
        return str(write_clip(tmp_path / "clip.avi", 10, fps=10))
    return str(write_pictures(tmp_path / "folder", 10))


def shown(camera: FileCamera, timeout_s: float = 0.0) -> CameraFrame:
    """The newest picture, which must be there."""
    frame = camera.latest(timeout_s)
    assert frame is not None
    return frame


def test_pictures_come_when_they_are_due(recording: str, clock: ManualClock) -> None:
    with FileCamera(recording, clock=clock) as camera:
        first = shown(camera)
        assert (first.seq, first.at_s, first.missed_before) == (0, 100.0, 0)
        assert camera.latest() is None
        clock.advance_s(0.35)
        later = shown(camera)
        assert (later.seq, later.missed_before) == (3, 2), "the newest wins"
        assert later.at_s == pytest.approx(100.3)
        assert camera.status().rate_hz == pytest.approx(10)
        assert camera.status().counters.missed_frames == 2


def test_the_last_picture_is_shown_however_late(recording: str, clock: ManualClock) -> None:
    with FileCamera(recording, clock=clock) as camera:
        clock.advance_s(60)
        assert shown(camera).seq == 9
        assert camera.latest() is None
        status = camera.status()
        assert (status.state, status.findings) == (
            CameraState.SILENT,
            (CameraFinding.RECORDING_ENDED,),
        )


def test_a_recording_may_be_read_picture_by_picture(recording: str, clock: ManualClock) -> None:
    with FileCamera(recording, speed=0, clock=clock) as camera:
        frames = [shown(camera, 1) for _ in range(10)]
        assert camera.latest(1) is None
    assert [frame.seq for frame in frames] == list(range(10))
    assert [frame.at_s for frame in frames] == pytest.approx([100 + n / 10 for n in range(10)])


def test_a_recording_plays_faster(recording: str, clock: ManualClock) -> None:
    with FileCamera(recording, speed=4, clock=clock) as camera:
        clock.advance_s(0.1)
        frame = shown(camera)
        assert frame.seq == 4
        assert frame.at_s == pytest.approx(100.1)


def test_a_loop_goes_on_in_time(recording: str, clock: ManualClock) -> None:
    with FileCamera(recording, speed=0, is_looped=True, clock=clock) as camera:
        frames = [shown(camera) for _ in range(25)]
    assert [frame.seq for frame in frames] == list(range(25))
    assert frames[-1].at_s == pytest.approx(102.4)
    assert np.array_equal(frames[3].picture, frames[23].picture)


def test_a_loop_in_its_own_time(recording: str, clock: ManualClock) -> None:
    with FileCamera(recording, is_looped=True, clock=clock) as camera:
        seen = []
        for _ in range(40):
            frame = camera.latest()
            seen += [] if frame is None else [frame.seq]
            clock.advance_s(0.1)
    assert seen == list(range(40))


def test_a_recording_plays_again_when_it_is_opened_again(
    recording: str, clock: ManualClock
) -> None:
    camera = FileCamera(recording, speed=0, clock=clock)
    for _ in range(2):
        with camera:
            assert shown(camera).seq == 0
            assert shown(camera).seq == 1


def test_another_rate_may_be_asked_for(recording: str, clock: ManualClock) -> None:
    with FileCamera(recording, rate_hz=50, clock=clock) as camera:
        clock.advance_s(0.1)
        assert shown(camera).seq == 5


def test_waiting_ends_when_a_picture_is_due(tmp_path: Path) -> None:
    with FileCamera(str(write_clip(tmp_path / "c.avi", 3, fps=20))) as camera:
        frame = shown(camera, 5)
        while frame.seq < 2:
            frame = shown(camera, 5)


def test_clips_keep_their_own_times(tmp_path: Path) -> None:
    """Telephones record at a rate that wavers."""
    clip = ClipRecording(write_clip(tmp_path / "c.avi", 5, fps=25))
    times_s = []
    while clip.next_s is not None:
        times_s.append(clip.take(clip.next_s).t_s)
    clip.close()
    assert times_s == pytest.approx([0, 0.04, 0.08, 0.12, 0.16])


def test_pictures_of_a_clip_come_in_order(tmp_path: Path, clock: ManualClock) -> None:
    with FileCamera(str(write_clip(tmp_path / "c.avi", 8)), speed=0, clock=clock) as camera:
        levels = [shown(camera).picture.mean() for _ in range(8)]
    assert levels == pytest.approx([10 * n + 20 for n in range(8)], abs=2)


def test_a_damaged_picture_in_a_folder_is_left_out(tmp_path: Path, clock: ManualClock) -> None:
    folder = write_pictures(tmp_path / "p", 3)
    (folder / "001.png").write_bytes(b"no picture")
    (folder / "notes.txt").write_text("no picture at all", encoding="utf-8")
    with FileCamera(str(folder), speed=0, clock=clock) as camera:
        frames = [camera.latest() for _ in range(3)]
    assert frames[1] is None
    assert frames[2] is not None
    assert (frames[2].seq, frames[2].missed_before) == (2, 1)


def test_a_recording_has_the_light_it_has(recording: str) -> None:
    with FileCamera(recording) as camera:
        assert camera.lock() is None
        camera.unlock()
        assert camera.status().findings == ()


def test_what_is_no_recording_gets_a_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.webm").write_text("no clip", encoding="utf-8")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "a.png").write_bytes(b"no picture")
    whole = write_clip(tmp_path / "whole.avi").read_bytes()
    (tmp_path / "torn.avi").write_bytes(whole[:300])
    for name in ("none.webm", "empty", "text.webm", "bad", "torn.avi"):
        with pytest.raises(InputError) as caught:
            FileCamera(str(tmp_path / name))
        assert str(caught.value).endswith(".")
    assert "cv::" not in capfd.readouterr().err


AFTER_A_CLIP_WAS_WRITTEN = """
import sys
from pathlib import Path
from referee.devices.camera.urls import camera_from_url
from tests.devices.camera_stand_ins import write_clip
clip = write_clip(Path(sys.argv[1]), 10)
whole = clip.read_bytes()
clip.write_bytes(whole[: len(whole) // 4] + bytes(range(250)) * 8 + whole[len(whole) // 2 :])
try:
    camera_from_url(f"file:{clip}")
except Exception:
    pass
"""


def test_ffmpeg_is_quiet_even_when_a_clip_was_written_first(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", AFTER_A_CLIP_WAS_WRITTEN, str(tmp_path / "torn.avi")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stderr == ""


def test_large_pictures_are_played(tmp_path: Path, clock: ManualClock) -> None:
    (tmp_path / "p").mkdir()
    cv2.imwrite(str(tmp_path / "p" / "a.jpg"), np.zeros((720, 1280, 3), np.uint8))
    with FileCamera(str(tmp_path / "p"), clock=clock) as camera:
        assert shown(camera).picture.shape == (720, 1280, 3)
        assert camera.status().size_px == (1280, 720)


def test_a_recorded_roll_is_told_from_start_to_rest(tmp_path: Path) -> None:
    die = DrawnDie(200, 150, 0.3, 5)
    roll = [Scene([step]) for step in rolling(DrawnDie(500, 300), die, 24)]
    scenes = [Scene([])] * 18 + roll + [Scene([die])] * 18
    chance = np.random.default_rng(1)
    path = tmp_path / "roll.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, SIZE)
    for scene in scenes:
        writer.write(draw(scene, chance))
    writer.release()

    watch, told = TrayWatch(DIE_PX), []
    with camera_from_url(f"file:{path}?speed=0", ManualClock()) as camera:
        while (frame := camera.latest()) is not None:
            observed = watch.see(frame.at_s, frame.picture)
            told += [observed] if observed.has_changed else []

    assert [observed.phase for observed in told] == [
        TrayPhase.AT_REST,
        TrayPhase.ROLLING,
        TrayPhase.AT_REST,
    ]
    assert told[1].t_s < 18 / FPS + 0.2
    assert told[2].rest_number == 2
