"""Every name and argument that our camera code uses exists in picamera2 as it was published.

The record is made by `tests/devices/picamera2_names.py`; nothing of picamera2 is needed here.
"""

from __future__ import annotations

import inspect

import msgspec
import pytest

from referee.devices.camera import picamera_camera
from tests.devices.camera_stand_ins import StandInPicamera2
from tests.devices.picamera2_names import (
    RECORD,
    Record,
    Version,
    positional,
    used_controls,
    used_members,
    used_words,
)

RECORDED = msgspec.json.decode(RECORD.read_bytes(), type=Record)
OLDEST, NEWEST = "0.3.21", "0.3.38"
versions = pytest.mark.parametrize(
    "version", RECORDED.picamera2.values(), ids=RECORDED.picamera2.keys()
)


def test_the_record_goes_from_the_oldest_that_will_do_to_the_newest() -> None:
    assert {OLDEST, NEWEST} <= set(RECORDED.picamera2)
    assert picamera_camera._NEWEST_METHOD in RECORDED.picamera2[OLDEST].members
    assert "0.3.21" in inspect.getsource(picamera_camera)


@versions
def test_every_name_is_there_and_is_what_we_take_it_for(version: Version) -> None:
    for name, ours in used_members().items():
        theirs = version.members[name]
        assert (theirs.parameters is None) == (ours.parameters is None), name


@versions
def test_every_argument_is_there(version: Version) -> None:
    for name, ours in used_members().items():
        if ours.parameters is None:
            continue
        theirs = version.members[name].parameters or ()
        unnamed = positional(name)
        assert unnamed <= len(theirs), f"{name} takes no {unnamed} arguments"
        named = set(ours.parameters[unnamed:])
        assert named <= set(theirs[unnamed:]), f"{name} knows no {named - set(theirs)}"


@versions
def test_every_key_and_format_is_a_word_of_picamera2(version: Version) -> None:
    assert used_words() <= set(version.words)
    assert {"output_size", "crop_limits", "RGB888"} <= used_words(), "we still use these"


def test_every_control_is_one_of_libcamera_and_has_the_shape_that_we_give_it() -> None:
    known = RECORDED.libcamera.controls
    assert used_controls() == set(known)
    modes, states = known["AfMode"].values, known["AfState"].values
    assert modes["AfModeManual"] == picamera_camera._FOCUS_MANUAL
    assert modes["AfModeContinuous"] == picamera_camera._FOCUS_CONTINUOUS
    found = {states["AfStateFocused"], states["AfStateFailed"]}
    assert set(picamera_camera._FOCUS_FOUND) == found
    pairs = {name for name, control in known.items() if control.size == 2}
    assert pairs == {"ColourGains", "FrameDurationLimits"}
    assert known["ExposureTime"].type == "int32_t", "so it is rounded"


@versions
def test_the_stand_in_of_other_tests_promises_nothing_that_is_not_there(version: Version) -> None:
    for name, signature in version.members.items():
        if signature.parameters is None:
            continue
        stand_in = list(inspect.signature(getattr(StandInPicamera2, name)).parameters)
        ours = [each for each in stand_in if each != "self"]
        assert set(ours) <= set(signature.parameters), name
