"""The instant replay: curve and clip of a moment lie on one axis, and nothing grows."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from referee.devices.camera.contract import CameraFrame
from referee.table.evidence import ring_buffers
from referee.table.evidence.recorder import EvidenceBundle, EvidenceRecorder, film, quiet_stderr
from referee.table.evidence.ring_buffers import (
    Curve,
    CurveRing,
    FrameRing,
    KeptFrame,
    SampleRing,
    trace_csv,
)
from referee.vision.pictures import JpegPicture, Picture

MOMENT_S = 107.3


def a_frame(
    at_s: float, *, is_marked: bool = False, size: tuple[int, ...] = (90, 160)
) -> CameraFrame:
    """A dark picture with a bar that moves, bright all over at the moment."""
    picture = np.full((*size, 3), 220 if is_marked else 40, np.uint8)
    return CameraFrame(picture, at_s)


def marked(at_s: float) -> bool:
    """Whether the lamp of the moment is on: for a fifth of a second from the moment on."""
    return MOMENT_S <= at_s < MOMENT_S + 0.2


def recorded(
    recorder: EvidenceRecorder, until_s: float, *, rate_hz: float = 30.0, jitter_s: float = 0.008
) -> list[EvidenceBundle]:
    """Let a camera that keeps bad time and a scale run from 100 s on; a fall at the moment."""
    chance = np.random.default_rng(5)
    bundles: list[EvidenceBundle] = []
    for number in range(int((until_s - 100.0) * rate_hz)):
        now_s = 100.0 + number / rate_hz
        at_s = now_s + float(chance.uniform(-jitter_s, jitter_s))
        recorder.add_frame(a_frame(at_s, is_marked=marked(at_s)))
        recorder.add_sample(now_s, 55.0 if now_s < MOMENT_S else 5.0, None)
        recorder.add_sample(now_s + 0.01, None, (0.0, 0.0, 1.5 if marked(now_s) else 1.0))
        if abs(now_s - MOMENT_S - 0.9) < 0.5 / rate_hz:
            recorder.keep("fall", MOMENT_S)
        bundles.extend(recorder.tick(now_s))
    return bundles


def bright_times_s(bundle: EvidenceBundle, folder: Path) -> tuple[list[float], int]:
    """When the clip is bright, on the axis of the moment, and how many pictures it has."""
    path = folder / "clip.webm"
    path.write_bytes(bundle.clip_webm)
    clip = cv2.VideoCapture(str(path))
    assert clip.get(cv2.CAP_PROP_FPS) == pytest.approx(bundle.clip_hz)
    times_s, number = [], 0
    while True:
        is_read, picture = clip.read()
        if not is_read:
            break
        if picture.mean() > 130:
            times_s.append(bundle.clip_began_s + number / bundle.clip_hz)
        number += 1
    clip.release()
    return times_s, number


@pytest.mark.parametrize("rate_hz", [30.0, 24.0, 11.0])
def test_clip_and_curve_share_one_axis(tmp_path: Path, rate_hz: float) -> None:
    (bundle,) = recorded(EvidenceRecorder(), 114.0, rate_hz=rate_hz)
    assert (bundle.name, bundle.event_s) == ("fall", MOMENT_S)
    assert (bundle.began_s, bundle.ended_s) == (-5.0, 5.0)
    bright_s, pictures = bright_times_s(bundle, tmp_path)
    assert pictures / bundle.clip_hz == pytest.approx(10.0, abs=0.25)
    assert bundle.clip_began_s == pytest.approx(-5.0, abs=0.11)
    assert bright_s[0] == pytest.approx(0.0, abs=1 / bundle.clip_hz + 1 / rate_hz)
    assert bright_s[-1] < 0.2 + 1 / bundle.clip_hz + 1 / rate_hz
    curve = msgspec.json.decode(bundle.curve_json, type=Curve)
    fell_s = next(t for t, g in zip(curve.weight_s, curve.weight_g, strict=True) if g < 30)
    assert fell_s == pytest.approx(0.0, abs=1 / rate_hz)
    assert curve.weight_s[0] == pytest.approx(-5.0, abs=1 / rate_hz)
    assert curve.weight_s[-1] == pytest.approx(5.0, abs=1 / rate_hz)
    hit_s = [t for t, a in zip(curve.acceleration_s, curve.acceleration_g, strict=True) if a > 1.2]
    assert hit_s
    assert all(-0.02 <= t <= 0.23 for t in hit_s)


def test_nothing_is_handed_over_before_its_last_second() -> None:
    recorder = EvidenceRecorder()
    assert recorded(recorder, MOMENT_S + 4.9) == []
    assert len(recorder.tick(MOMENT_S + 5.0)) == 1
    assert recorder.tick(MOMENT_S + 9.0) == []


def test_closing_hands_over_what_there_is(tmp_path: Path) -> None:
    recorder = EvidenceRecorder()
    assert recorded(recorder, MOMENT_S + 2.0) == []
    (bundle,) = recorder.flush(MOMENT_S + 2.0)
    assert bundle.ended_s == pytest.approx(2.0)
    _, pictures = bright_times_s(bundle, tmp_path)
    assert pictures / bundle.clip_hz == pytest.approx(7.0, abs=0.25)


def test_films_made_in_the_background_are_handed_over_too(tmp_path: Path) -> None:
    recorder = EvidenceRecorder(is_in_background=True)
    bundles = recorded(recorder, 113.0)
    bundles += recorder.flush(113.0)
    recorder.close()
    (bundle,) = bundles
    bright_s, _ = bright_times_s(bundle, tmp_path)
    assert bright_s[0] == pytest.approx(0.0, abs=0.12)


def test_two_falls_close_together_share_their_frames() -> None:
    recorder = EvidenceRecorder()
    for number in range(60):
        recorder.add_frame(a_frame(100.0 + number / 15))
    recorder.keep("first", 102.0)
    recorder.keep("second", 103.0)
    frames = FrameRing()
    for number in range(60):
        frames.add(a_frame(100.0 + number / 15))
    early, late = frames.between(100.0, 103.0), frames.between(101.0, 104.0)
    assert {id(each.jpeg) for each in early} & {id(each.jpeg) for each in late}
    assert [bundle.name for bundle in recorder.tick(108.0)] == ["first", "second"]


def test_many_falls_at_once_cannot_fill_the_memory() -> None:
    recorder = EvidenceRecorder()
    for number in range(30):
        recorder.add_frame(a_frame(100.0 + number / 15))
    for number in range(40):
        recorder.keep(f"fall-{number}", 101.0)
    bundles = list(recorder.tick(101.1))
    assert len(bundles) == 40 - 8, "the ones that are too many are handed over early"
    bundles += recorder.tick(106.0)
    assert [bundle.name for bundle in bundles] == [f"fall-{number}" for number in range(40)]
    has_clip = [bool(bundle.clip_webm) for bundle in bundles]
    assert has_clip == 4 * [True] + 28 * [False] + 4 * [True] + 4 * [False]


def test_a_table_without_a_camera_keeps_the_curve() -> None:
    recorder = EvidenceRecorder()
    recorder.add_sample(100.0, 12.345, None)
    recorder.keep("fall", 100.5)
    (bundle,) = recorder.tick(106.0)
    assert bundle.clip_webm == b""
    assert msgspec.json.decode(bundle.curve_json, type=Curve).weight_g == [
        pytest.approx(12.345, abs=0.006)
    ]


def test_a_camera_that_was_gone_is_held_at_its_last_picture(tmp_path: Path) -> None:
    dark, bright = FrameRing(), FrameRing()
    dark.add(a_frame(0.0))
    bright.add(a_frame(3.0, is_marked=True))
    frames = dark.between(0.0, 9.0) + bright.between(0.0, 9.0)
    clip = film(frames, 0.0)
    bundle = EvidenceBundle("x", 0.0, 0.0, 3.0, b"", clip.webm, clip.began_s, clip.rate_hz)
    times_s, pictures = bright_times_s(bundle, tmp_path)
    assert pictures == 46
    assert times_s == [pytest.approx(3.0, abs=0.07)]


def test_pictures_of_another_size_and_broken_ones_do_not_stop_a_film(tmp_path: Path) -> None:
    ring = FrameRing()
    ring.add(a_frame(0.0, size=(91, 161)))
    ring.add(a_frame(0.5, size=(50, 70), is_marked=True))
    frames = [*ring.between(0.0, 1.0), KeptFrame(1.0, b"no picture")]
    clip = film(frames, 0.0)
    bundle = EvidenceBundle("x", 0.0, 0.0, 1.0, b"", clip.webm, clip.began_s, clip.rate_hz)
    assert bright_times_s(bundle, tmp_path)[1] == 16


def test_a_film_that_cannot_be_written_is_an_empty_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_args: object, **_kwargs: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("referee.table.evidence.recorder.tempfile.TemporaryDirectory", full)
    ring = FrameRing()
    ring.add(a_frame(0.0))
    assert film(ring.between(0.0, 1.0), 0.0).webm == b""
    assert "No space left" in caplog.text


def test_the_rings_never_grow() -> None:
    recorder = EvidenceRecorder()
    curve, frames = recorder._curve, recorder._frames
    before = curve.weights._rows.nbytes + curve.accelerations._rows.nbytes
    picture = a_frame(0.0).picture
    most_frames = most_bytes = 0
    for tick in range(100_000):
        now_s = tick / 80
        recorder.add_sample(now_s, float(tick % 7), (0.0, 0.1, 1.0))
        if tick % 8 == 0:
            recorder.add_frame(CameraFrame(picture, now_s))
        if tick % 20_000 == 0:
            recorder.keep("fall", now_s)
        recorder.tick(now_s)
        most_frames = max(most_frames, len(frames))
        most_bytes = max(most_bytes, frames._bytes)
    assert curve.weights._rows.nbytes + curve.accelerations._rows.nbytes == before
    assert most_frames <= 12 * 15
    assert most_bytes <= most_frames * 2_000
    assert frames._bytes == sum(len(each.jpeg) for each in frames.between(0.0, 1e9))
    times_s = curve.weights.between(0.0, 1e9)[:, 0]
    assert len(times_s) == 1200
    assert np.all(np.diff(times_s) > 0)


def test_a_ring_of_frames_keeps_to_its_bytes_and_its_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ring_buffers, "_MOST_BYTES", 400_000)
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3), np.uint8)
    ring = FrameRing()
    for number in range(300):
        ring.add(CameraFrame(noise, number / 30))
    assert 0 < ring._bytes <= 400_000
    kept_s = [each.at_s for each in ring.between(0.0, 100.0)]
    assert min(np.diff(kept_s)) >= 0.8 / 15


def decoded(kept: KeptFrame) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def test_a_ring_keeps_what_is_within_the_outline_and_forgets_what_it_saw_before() -> None:
    recorder = EvidenceRecorder()
    ring = recorder._frames
    recorder.add_frame(a_frame(1.0, is_marked=True))
    assert decoded(*ring.between(0, 9)).shape == (90, 160, 3), "no tray is known"

    # A tray that stands on its corner: most of the box around it is not the tray.
    recorder.add_frame(a_frame(1.01, is_marked=True), [(80, 10), (120, 45), (80, 80), (40, 45)])
    assert ring.between(0, 1.005) == []
    recorder.add_frame(a_frame(2.0, is_marked=True), [(80, 10), (120, 45), (80, 80), (40, 45)])
    picture = decoded(ring.between(1.5, 9)[0])
    assert picture.shape == (71, 81, 3)
    assert picture[35, 40].min() > 200
    assert max(picture[at].max() for at in ((2, 2), (2, -3), (-3, 2), (-3, -3))) < 20

    recorder.shows_all = True
    recorder.add_frame(a_frame(3.0, is_marked=True), [(80, 10), (120, 45), (80, 80), (40, 45)])
    assert decoded(ring.between(2.5, 9)[0]).shape == (90, 160, 3)
    recorder.shows_all = False
    recorder.add_frame(a_frame(4.0, is_marked=True), [(500, 10), (520, 45), (500, 80), (480, 45)])
    assert len(ring) == 0, "agreed to no longer, and the tray is out of the picture"


def test_a_clock_that_begins_anew_empties_the_ring() -> None:
    ring = FrameRing()
    ring.add(a_frame(500.0))
    ring.add(a_frame(1.0))
    assert [each.at_s for each in ring.between(0.0, 1000.0)] == [1.0]


def test_a_ring_of_samples_gives_them_in_order() -> None:
    ring = SampleRing(4)
    for number in range(6):
        ring.add(float(number), 10.0 * number)
    assert ring.between(3.0, 9.0).tolist() == [[3.0, 30.0], [4.0, 40.0], [5.0, 50.0]]


def test_a_trace_has_weights_and_accelerations_in_their_order() -> None:
    ring = CurveRing()
    for number in range(4):
        ring.add(10.0 + 0.01 * number, 5.0 + number, None)
        ring.add(10.005 + 0.01 * number, None, (0.1, -0.2, 1.0))
    lines = trace_csv(ring, 10.02, 0.011, 0.009).decode().splitlines()
    assert lines == [
        "t_s,grams,ax,ay,az",
        "-0.01000,6.0000,,,",
        "-0.00500,,0.10000,-0.20000,1.00000",
        "0.00000,7.0000,,,",
        "0.00500,,0.10000,-0.20000,1.00000",
    ]


def test_a_film_says_nothing_and_swallows_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    ring = FrameRing()
    ring.add(a_frame(0.0))
    assert film(ring.between(0.0, 1.0), 0.0).webm
    assert capfd.readouterr().err == ""
    with quiet_stderr():
        os.write(2, b"OpenCV: FFMPEG: tag 0x1/'VP80' is not supported\nsomething else\n")
    assert capfd.readouterr().err == "something else\n"


def test_a_jpeg_is_kept_as_it_came_and_cut_for_the_film(tmp_path: Path) -> None:
    bright = np.full((360, 640, 3), 220, np.uint8)
    data = cv2.imencode(".jpg", bright)[1].tobytes()
    recorder = EvidenceRecorder()
    outline = ((0.0, 0.0), (320.0, 0.0), (320.0, 360.0), (0.0, 360.0))
    for number in range(90):
        recorder.add_frame(CameraFrame(JpegPicture(data), 100 + number / 30), outline)
    kept = recorder._frames.between(100, 103)
    assert {frame.jpeg for frame in kept} == {data}
    clip = film(kept, 101.0)
    (tmp_path / "clip.webm").write_bytes(clip.webm)
    is_read, picture = cv2.VideoCapture(str(tmp_path / "clip.webm")).read()
    assert is_read
    assert picture.shape[:2] == (360, 320), "what lies beside the tray is cut off"


def test_while_all_is_calm_every_second_picture_that_is_looked_at_is_kept() -> None:
    ring = FrameRing()
    for number in range(40):
        ring.add(a_frame(100 + number / 8), is_calm=True)
    assert len(ring) == 20
    for number in range(60):
        ring.add(a_frame(105.5 + number / 30))
    assert len(ring) == 50, "fifteen a second as soon as something moves"
