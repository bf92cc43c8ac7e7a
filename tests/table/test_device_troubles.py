"""Troubles of the camera and of the tray are told once they last, and never flap."""

from __future__ import annotations

import numpy as np
import pytest

from referee.devices.camera.contract import CameraDeviceStatus, CameraFinding, CameraState
from referee.language import language, languages
from referee.table.device_troubles import WELL, Condition, TroubleWatch
from referee.table.facts import Device, DeviceBack, DeviceTrouble, Fact
from referee.table.senses.eye import eye_condition
from referee.vision.tray.finder import TrayState, TrayStatus
from tests.table.eye_stage import Stage, tray_picture

ILL = Condition(("camera-state-lost",))


def troubles(
    facts: list[Fact],
) -> list[tuple[str, ...] | None]:
    """The sentences of each trouble, None for each time the device was back."""
    return [
        fact.sentences if isinstance(fact, DeviceTrouble) else None
        for fact in facts
        if isinstance(fact, DeviceTrouble | DeviceBack)
    ]


def watched(conditions: list[tuple[float, Condition]]) -> list[tuple[float, type[Fact]]]:
    watch = TroubleWatch(Device.CAMERA)
    facts = [fact for now_s, condition in conditions for fact in watch.see(now_s, condition)]
    return [(fact.at_s, type(fact)) for fact in facts]


def every(
    step_s: float, until_s: float, condition: Condition, from_s: float = 0.0
) -> list[tuple[float, Condition]]:
    return [(float(now_s), condition) for now_s in np.arange(from_s, until_s, step_s)]


def test_a_trouble_must_last_and_so_must_the_cure() -> None:
    told = watched(
        [*every(0.1, 2.0, ILL), *every(0.1, 2.9, WELL, 2.0), *every(0.1, 4.0, WELL, 2.9)]
    )
    assert [kind for _, kind in told] == [DeviceTrouble, DeviceBack]
    assert [at_s for at_s, _ in told] == pytest.approx([0.5, 3.0])


def test_a_loose_cable_is_told_once() -> None:
    flicker = [(n / 10, ILL if n % 3 else WELL) for n in range(100)]
    assert watched(flicker) == []
    steady = [(n / 10, ILL if n % 8 else WELL) for n in range(100)]
    assert [kind for _, kind in watched(steady)] == [DeviceTrouble]


def test_starting_is_given_time_and_says_nothing_new_inside_a_trouble() -> None:
    starting = Condition(("camera-state-connecting",), is_starting=True)
    assert watched(every(0.1, 4.9, starting)) == []
    assert [kind for _, kind in watched(every(0.1, 8.0, starting))] == [DeviceTrouble]
    lost = [*every(0.1, 1.0, ILL), *every(0.1, 60.0, starting, 1.0)]
    assert [kind for _, kind in watched(lost)] == [DeviceTrouble]


def test_another_trouble_inside_one_is_told_too() -> None:
    other = Condition(("camera-finding-black",))
    told = watched(
        [*every(0.1, 1.0, ILL), *every(0.1, 2.0, other, 1.0), *every(0.1, 3.0, ILL, 2.0)]
    )
    assert [kind for _, kind in told] == [DeviceTrouble, DeviceTrouble]


@pytest.mark.parametrize("state", [CameraState.LOST, CameraState.SILENT])
def test_a_camera_that_is_gone_is_told_and_comes_back(state: CameraState) -> None:
    stage = Stage()
    stage.show(tray_picture(), 1.0)
    stage.camera.fail(state)
    facts = stage.dark(2.0)
    assert troubles(facts) == [(f"camera-state-{state}",)]
    stage.camera.fail(CameraState.STREAMING)
    assert troubles(stage.show(tray_picture(), 2.0)) == [None]


@pytest.mark.parametrize(
    "finding",
    [
        CameraFinding.FROZEN,
        CameraFinding.BLACK,
        CameraFinding.OVER_EXPOSED,
        CameraFinding.BLURRED,
        CameraFinding.BUSY,
    ],
)
def test_bad_pictures_are_told(finding: CameraFinding) -> None:
    condition = eye_condition(
        CameraDeviceStatus(state=CameraState.STREAMING, findings=(finding,)), None
    )
    assert condition.sentences == (f"camera-finding-{finding}",)


@pytest.mark.parametrize("finding", [CameraFinding.SLOW_RATE, CameraFinding.LIGHT_NOT_HELD])
def test_what_does_no_harm_stops_no_game(finding: CameraFinding) -> None:
    status = CameraDeviceStatus(state=CameraState.STREAMING, findings=(finding,))
    assert eye_condition(status, TrayStatus(TrayState.IN_PLACE)) == WELL


def test_a_recording_at_its_end_is_no_silent_camera() -> None:
    status = CameraDeviceStatus(state=CameraState.SILENT, findings=(CameraFinding.RECORDING_ENDED,))
    assert eye_condition(status, None).sentences == ("camera-finding-recording-ended",)


def test_a_table_without_a_tray_is_told_until_the_tray_is_there() -> None:
    stage = Stage()
    bare = np.full_like(tray_picture(), 90)
    assert troubles(stage.show(bare, 1.5)) == [("tray-state-unseen",)]
    assert troubles(stage.show(tray_picture(), 3.0)) == [None]


def test_covered_markers_are_no_trouble_for_a_while() -> None:
    stage = Stage()
    stage.show(tray_picture(), 1.5)
    bare = np.full_like(tray_picture(), 90)
    assert troubles(stage.show(bare, 5.0)) == []
    assert troubles(stage.show(bare, 8.0)) == [("tray-state-gone",)]


@pytest.mark.parametrize("code", languages())
def test_every_trouble_has_a_sentence(code: str) -> None:
    names = {"eye-failed", "feeler-failed"}
    for state in CameraState:
        for finding in (None, *CameraFinding):
            findings = () if finding is None else (finding,)
            for tray in (None, *(TrayStatus(each) for each in TrayState)):
                camera = CameraDeviceStatus(state=state, findings=findings)
                names.update(eye_condition(camera, tray).sentences)
    assert [name for name in sorted(names) if not language(code).has(name)] == []
