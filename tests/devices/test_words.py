"""Every state and every finding has a sentence in every language."""

from __future__ import annotations

import pytest

from referee.devices.scale.contract import Finding, LinkState, ScaleStatus
from referee.devices.scale.words import scale_sentences
from referee.language import language, languages

each_language = pytest.mark.parametrize("code", languages())


def full_status(state: LinkState, *findings: Finding) -> ScaleStatus:
    return ScaleStatus(
        state=state,
        findings=findings,
        port="/dev/ttyUSB0",
        firmware="1.2.3",
        protocol=3,
        rate_hz=9.8,
    )


@each_language
@pytest.mark.parametrize("state", LinkState)
def test_every_state_has_a_sentence(code, state):
    (sentence,) = scale_sentences(full_status(state), language(code))

    assert sentence.endswith(".")
    assert "{" not in sentence
    assert scale_sentences(ScaleStatus(state=state), language(code))


@each_language
@pytest.mark.parametrize("finding", Finding)
def test_every_finding_has_a_sentence(code, finding):
    sentences = scale_sentences(full_status(LinkState.STREAMING, finding), language(code))

    assert sentences[-1].endswith(".")
    assert ":" in sentences[-1], "what happened, and what to do next"


@each_language
def test_players_read_no_path(code):
    for state in LinkState:
        said = " ".join(scale_sentences(full_status(state, *Finding), language(code)))
        assert "/dev/" not in said


def test_sentences_are_not_the_same_in_both_languages():
    for state in LinkState:
        status = full_status(state, *Finding)
        english, french = (scale_sentences(status, language(code)) for code in ("en", "fr"))
        assert not set(english) & set(french)


def test_the_version_and_the_rate_are_said():
    incompatible = full_status(LinkState.INCOMPATIBLE, Finding.SLOW_RATE)
    said = " ".join(scale_sentences(incompatible, language("en")))

    assert "version 3" in said
    assert "10 times a second" in said
    assert "referee flash" in said


def test_a_recording_that_is_over_is_not_called_silent():
    ended = full_status(LinkState.SILENT, Finding.RECORDING_ENDED)

    assert scale_sentences(ended, language("en")) == [
        "The recording is at its end: open another, or play it again."
    ]
