"""One contract for every voice, and what their URLs say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.clock import ManualClock
from referee.devices.voice.contract import (
    MOST_CHARACTERS,
    Voice,
    VoiceFinding,
    VoiceSettings,
    VoiceState,
    VoiceStatus,
    speakable,
    speaking_time_s,
)
from referee.devices.voice.espeak_voice import EspeakVoice
from referee.devices.voice.silent_voice import BrowserVoice, SilentVoice
from referee.devices.voice.urls import voice_from_url
from referee.errors import InputError
from referee.language import language, languages
from tests.devices.leaks import nothing_leaks
from tests.devices.voice_stand_ins import HANGING, stand_in, wait_until_silent

VOICES = ["espeak hanging", "espeak missing", "browser:", "none:", "none:?paced=1"]


@pytest.fixture(params=VOICES)
def voice(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Voice]:
    clock = ManualClock()
    with nothing_leaks():
        if request.param == "espeak hanging":
            yield EspeakVoice(clock, program=stand_in(tmp_path, HANGING))
        elif request.param == "espeak missing":
            yield EspeakVoice(clock, program=str(tmp_path / "none"))
        else:
            yield voice_from_url(request.param, clock)


def test_a_voice_speaks_and_falls_silent(voice: EspeakVoice | SilentVoice) -> None:
    with voice:
        voice.say("It is your turn.", "en")
        voice.say("Stop!", "en")
        voice.stop()
        assert not voice.is_speaking()
        voice.stop()


def test_a_voice_can_be_closed_twice_and_opened_again(voice: EspeakVoice | SilentVoice) -> None:
    for _ in range(2):
        voice.open()
        voice.open()
        voice.say("Again.", "fr")
        voice.close()
        voice.close()
        assert not voice.is_speaking()
        assert voice.status().state is VoiceState.OFF


def test_a_voice_takes_new_settings_and_any_text(voice: EspeakVoice | SilentVoice) -> None:
    with voice:
        voice.adjust(VoiceSettings(volume=0, words_per_minute=400, voice="+m3"))
        for text in ("", "\0\n", "x" * 100_000, "😀🎲"):
            voice.say(text, "en")


def test_an_error_in_a_with_block_closes_the_voice(voice: EspeakVoice | SilentVoice) -> None:
    voice.open()
    voice.say("Hello.", "en")
    with pytest.raises(ZeroDivisionError), voice:
        _ = 1 / 0
    assert not voice.is_speaking()


@pytest.mark.parametrize("code", languages())
def test_every_state_and_finding_has_a_sentence(code: str) -> None:
    words = language(code)
    for state in VoiceState:
        assert words.say(f"voice-state-{state}").endswith(".")
    for finding in VoiceFinding:
        sentence = words.say(f"voice-finding-{finding}")
        assert sentence.endswith(".")
        assert ":" in sentence, "what happened, and what to do next"


def test_a_paced_silence_takes_its_time() -> None:
    clock = ManualClock()
    voice = SilentVoice(clock, is_paced=True)
    voice.say("Anna rolls three dice.", "en")
    assert voice.is_speaking()
    clock.advance_s(speaking_time_s("Anna rolls three dice.", 165))
    assert not voice.is_speaking()


def test_a_screen_is_heard_while_one_is_there() -> None:
    clock = ManualClock()
    with BrowserVoice(clock) as voice:
        assert voice.status().findings == (VoiceFinding.NOBODY_LISTENS,)
        assert not voice.say("One.", "en")
        assert not voice.is_speaking(), "nobody waits for a screen that is not there"
        voice.mute_screens = 1
        assert voice.status().findings == (VoiceFinding.PAGE_WITHOUT_VOICE,)
        voice.screens = 1
        assert voice.status() == VoiceStatus(state=VoiceState.READY)
        assert voice.say("Two.", "en")
        assert voice.status().state is VoiceState.SPEAKING
        clock.advance_s(speaking_time_s("Two.", 165))
        assert voice.status() == VoiceStatus(state=VoiceState.READY)
        voice.screens = 0
        assert voice.status().state is VoiceState.MUTE


@given(st.text())
def test_what_is_spoken_is_one_short_plain_line(text: str) -> None:
    words = speakable(text)
    assert len(words) <= MOST_CHARACTERS
    assert "\0" not in words
    assert len(words.splitlines()) <= 1
    assert "[[" not in words
    assert speakable(words) == words


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("parrot:", "no kind of voice"),
        ("espeak", "no kind of voice"),
        ("espeak:en", "something after the colon"),
        ("espeak:?loud=3", "no option 'loud'"),
        ("espeak:?volume=101", "not possible"),
        ("espeak:?volume=much", "not possible"),
        ("espeak:?speed=4000", "not possible"),
        ("espeak:?voice=a;b", "not possible"),
        ("espeak:?output=", "name of a file"),
        ("none:?volume=1", "no option 'volume'"),
    ],
)
def test_a_wrong_url_gets_a_sentence(url: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        voice_from_url(url)


def test_options_in_the_url_go_before_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    voice = voice_from_url(
        "espeak:?voice=+f3&speed=200&pitch=9", ManualClock(), VoiceSettings(volume=5)
    )
    assert isinstance(voice, EspeakVoice)
    assert voice._settings == VoiceSettings(volume=5, words_per_minute=200, pitch=9, voice="+f3")


def test_a_file_can_be_named_in_the_url(tmp_path: Path) -> None:
    with voice_from_url(f"espeak:?output={tmp_path / 'said.wav'}") as voice:
        voice.say("Hello.", "en")
        wait_until_silent(voice)
        if not voice.status().findings:
            assert (tmp_path / "said.wav").stat().st_size > 1000
