"""Every state and every finding of a camera has a sentence in every language."""

from __future__ import annotations

import pytest

from referee.devices.camera.contract import CameraFinding, CameraState, CameraStatus
from referee.devices.camera.words import camera_sentences
from referee.language import language, languages
from referee.vision.motion.tray_watch import TrayPhase

each_language = pytest.mark.parametrize("code", languages())


def full_status(state: CameraState, *findings: CameraFinding) -> CameraStatus:
    return CameraStatus(
        state=state, findings=findings, name="/dev/video0", size_px=(1280, 720), rate_hz=29.8
    )


@each_language
@pytest.mark.parametrize("state", CameraState)
def test_every_state_has_a_sentence(code, state):
    (sentence,) = camera_sentences(full_status(state), language(code))
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert camera_sentences(CameraStatus(state=state), language(code))


@each_language
@pytest.mark.parametrize("finding", CameraFinding)
def test_every_finding_says_what_to_do(code, finding):
    sentences = camera_sentences(full_status(CameraState.STREAMING, finding), language(code))
    assert sentences[-1].endswith(".")
    assert ":" in sentences[-1], "what happened, and what to do next"


@each_language
def test_players_read_no_path(code):
    for state in CameraState:
        said = " ".join(camera_sentences(full_status(state, *CameraFinding), language(code)))
        assert "/dev/" not in said


def test_sentences_are_not_the_same_in_both_languages():
    for state in CameraState:
        status = full_status(state, *CameraFinding)
        english, french = (camera_sentences(status, language(code)) for code in ("en", "fr"))
        assert not set(english) & set(french)


def test_size_and_rate_are_said():
    (said,) = camera_sentences(full_status(CameraState.STREAMING), language("en"))
    assert "1280 × 720 pixels, 30 times a second" in said


def test_a_recording_that_is_over_is_not_called_silent():
    ended = full_status(CameraState.SILENT, CameraFinding.RECORDING_ENDED)
    assert camera_sentences(ended, language("en")) == [
        "The recording is at its end: open another, or play it again."
    ]


@each_language
@pytest.mark.parametrize("phase", TrayPhase)
def test_every_phase_of_the_tray_has_a_sentence(code, phase):
    assert language(code).say(f"tray-phase-{phase}").endswith(".")
