"""What is wrong with a picture is told from what is only unusual about it."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.devices.camera.contract import CameraFinding
from referee.devices.camera.health import CameraHealth
from referee.vision.pictures import JpegPicture, Picture, load_picture
from referee.vision.tray.picture_quality import sharpness
from tests.devices.camera_stand_ins import scene

PHOTOGRAPHS = Path(os.environ.get("REFEREE_PHOTOGRAPHS", "../shared/data"))


def found(
    pictures: list[Picture], period_s: float = 0.1, *, has_noise: bool = True
) -> tuple[CameraFinding, ...]:
    health = CameraHealth(has_noise=has_noise)
    for number, picture in enumerate(pictures):
        health.see(number * period_s, picture)
    return health.findings()


def test_nothing_is_wrong_before_the_first_picture() -> None:
    assert CameraHealth().findings() == ()
    assert CameraHealth().rate_hz is None


def enlarged(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, (640, 480), interpolation=cv2.INTER_NEAREST), np.uint8)


def soft(picture: Picture, blur_px: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur_px), np.uint8)


def test_a_picture_out_of_focus_is_found() -> None:
    sharp = [enlarged(scene(n)) for n in range(3)]
    blurred = [soft(picture, 10) for picture in sharp]
    assert found(sharp, period_s=0.6) == ()
    assert found(blurred, period_s=0.6) == (CameraFinding.BLURRED,)


def test_an_empty_tray_has_no_focus_to_judge() -> None:
    chance = np.random.default_rng(1)
    empty = [chance.normal(90, 2, (120, 160, 3)).astype(np.uint8) for _ in range(16)]
    assert found(empty) == ()


def test_light_that_falls_off_over_a_plain_table_is_no_blur() -> None:
    lit = np.linspace(60, 190, 640)[None, :, None] * np.ones((480, 640, 3))
    noise = np.random.default_rng(1).normal(0, 2, (3, 480, 640, 3))
    assert found([(lit + each).astype(np.uint8) for each in noise], period_s=0.6) == ()


def test_two_pictures_alike_are_not_yet_frozen() -> None:
    twice = [scene(n // 2) for n in range(40)]
    assert found(twice) == ()


def test_one_pixel_that_differs_is_a_living_camera() -> None:
    """Where noise reduction is strong, hardly anything changes."""
    pictures = [scene(0) for _ in range(40)]
    for number, picture in enumerate(pictures):
        picture[7, 9] = number
    assert found(pictures) == ()
    assert found([scene(0)] * 40) == (CameraFinding.FROZEN,)


def test_a_dark_room_with_a_lit_die_is_not_black() -> None:
    dim = [(scene(n) // 6).astype(np.uint8) for n in range(16)]
    assert CameraFinding.BLACK not in found(dim)


def test_a_white_tray_is_not_over_exposed() -> None:
    white = [np.clip(scene(n).astype(int) + 140, 0, 240).astype(np.uint8) for n in range(16)]
    assert CameraFinding.OVER_EXPOSED not in found(white)


def test_pictures_may_change_their_size() -> None:
    assert found([scene(0), scene(1)[:60], scene(2)]) == ()


@pytest.mark.skipif(not PHOTOGRAPHS.is_dir(), reason="no photographs here")
@pytest.mark.parametrize("kind", ["webcam", "mixed-top-down"])
def test_real_photographs_are_in_focus_until_they_are_blurred(kind: str) -> None:
    files = sorted((PHOTOGRAPHS / kind).rglob("*.jpg"))[::25]
    pictures = [load_picture(file) for file in files]
    assert pictures
    assert [file.name for file, p in zip(files, pictures, strict=True) if sharpness(p) < 0.1] == []
    blurred = [sharpness(soft(picture, 8)) for picture in pictures]
    assert np.mean(np.asarray(blurred) < 0.075) > 0.7


def _sent(picture: Picture, *, is_damaged: bool = False) -> JpegPicture:
    data = cv2.imencode(".jpg", picture)[1].tobytes()
    at = data.index(b"\xff\xc4") + 5
    return JpegPicture(data[:at] + b"\xff" * 16 + data[at + 16 :] if is_damaged else data)


def test_jpegs_are_compared_as_they_came() -> None:
    health = CameraHealth()
    same = _sent(enlarged(scene(1)))
    for number in range(20):
        health.see(number / 10, same)
    assert health.findings() == (CameraFinding.FROZEN,)
    for number in range(20):
        health.see(2 + number / 10, _sent(enlarged(scene(number))))
    assert health.findings() == ()


def test_jpegs_that_are_damaged_inside_are_garbled() -> None:
    health = CameraHealth()
    for number in range(30):
        health.see(number / 10, _sent(enlarged(scene(number)), is_damaged=True))
    assert health.findings() == (CameraFinding.GARBLED,)


def test_a_camera_that_is_seldom_read_is_not_slow() -> None:
    health = CameraHealth()
    for number in range(30):
        health.see(number * 0.7, _sent(enlarged(scene(number))), is_every=False)
    assert health.findings() == ()
    assert health.rate_hz is None
