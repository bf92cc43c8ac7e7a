"""What nobody foresaw ends no camera and no scale: it is told, and the device comes back."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

import cv2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.devices.camera.connection import ThreadedCamera
from referee.devices.camera.contract import CameraFinding, LightSettings, Shot, camera_sentences
from referee.devices.connection import Mailbox
from referee.devices.scale.connection import SerialScale
from referee.devices.scale.contract import ScaleFinding, scale_sentences
from referee.language import language
from tests.devices.camera_stand_ins import scene

PATIENCE_S = 60.0
_tick = Event()


def wait_until(is_so: Callable[[], object]) -> None:
    for _ in range(round(PATIENCE_S / 0.02)):
        if is_so():
            return
        _tick.wait(0.02)
    raise AssertionError("it never came about")


class Source:
    """A camera that does as told: raises this, or shows a scene."""

    has_noise = True

    def __init__(self, fault: dict[str, BaseException]) -> None:
        self._fault = fault
        self._number = 0

    def read(self, timeout_s: float) -> Shot | None:
        _tick.wait(0.01)
        if "read" in self._fault:
            raise self._fault["read"]
        self._number += 1
        return Shot(scene(self._number))

    def lock(self, settings: LightSettings | None) -> LightSettings | None:
        return settings

    def held_light(self) -> LightSettings:
        return LightSettings()

    def unlock(self) -> None:
        """Nothing is held."""

    def close(self) -> None:
        if "close" in self._fault:
            raise self._fault["close"]


@pytest.mark.parametrize(
    ("where", "error"),
    [
        ("open", ValueError("numpy.dtype size changed, may indicate binary incompatibility")),
        ("open", SystemExit("the driver wants to end the program")),
        ("read", cv2.error("OpenCV(4.10.0) Assertion failed in function 'grabFrame'")),
        ("read", OSError(5, "Input/output error")),
    ],
)
def test_a_camera_survives_what_nobody_foresaw(
    where: str, error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    fault: dict[str, BaseException] = {where: error, "close": OSError(9, "Bad file descriptor")}

    def open_source() -> Source:
        if "open" in fault:
            raise fault["open"]
        return Source(fault)

    with caplog.at_level(logging.ERROR), ThreadedCamera(open_source, name="cam") as camera:
        wait_until(lambda: CameraFinding.FAILED in camera.status().findings)
        for code in ("en", "fr"):
            said = camera_sentences(camera.status(), language(code))
            assert language(code).say("camera-finding-failed") in said
        fault.clear()
        wait_until(camera.latest)
        assert camera.status().findings == ()
    assert len([each for each in caplog.records if "stumbled" in each.message]) == 1


def test_a_scale_survives_what_nobody_foresaw(caplog: pytest.LogCaptureFixture) -> None:
    tries: list[bool] = []

    def find_ports(_is_known: bool) -> list[str]:
        tries.append(True)
        if len(tries) < 4:
            raise TypeError("a driver that nobody foresaw")
        return []

    with caplog.at_level(logging.ERROR), SerialScale(find_ports) as scale:
        wait_until(lambda: ScaleFinding.FAILED in scale.status().findings)
        said = scale_sentences(scale.status(), language("en"))
        assert language("en").say("scale-finding-failed") in said
        wait_until(lambda: len(tries) > 4)
        assert scale._thread.thread is not None
        assert scale._thread.thread.is_alive()
    assert len([each for each in caplog.records if "stumbled" in each.message]) == 1


@given(st.lists(st.lists(st.integers(), max_size=8), max_size=10), st.integers(1, 10))
def test_the_newest_stay_in_order(batches: list[list[int]], limit: int) -> None:
    mailbox: Mailbox[int] = Mailbox(limit)
    for batch in batches:
        mailbox.put(batch)
    sent = [item for batch in batches for item in batch]

    assert mailbox.take() == sent[-limit:]
    assert mailbox.dropped == max(0, len(sent) - limit)
    assert mailbox.take() == []


def test_a_reader_that_waits_is_woken() -> None:
    mailbox: Mailbox[int] = Mailbox(4)
    taken: list[int] = []
    reader = Thread(target=lambda: taken.extend(mailbox.take(30)))
    reader.start()
    mailbox.put([7])
    reader.join(10)

    assert taken == [7]


def test_closing_wakes_a_reader() -> None:
    mailbox: Mailbox[int] = Mailbox(4)
    reader = Thread(target=mailbox.take, args=(30,))
    reader.start()
    mailbox.close()
    reader.join(10)

    assert not reader.is_alive()
    mailbox.open()
    mailbox.put([1])
    assert mailbox.take(1) == [1]
