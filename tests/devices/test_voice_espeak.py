"""espeak-ng speaks, falls silent, and leaves nothing behind, whatever happens to it."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.clock import ManualClock, SystemClock
from referee.devices.voice.contract import Voice, VoiceFinding, VoiceSettings, VoiceState
from referee.devices.voice.espeak_voice import (
    EspeakVoice,
    ProcessEnd,
    finding_of,
    sound_cards,
    voice_name,
)
from referee.devices.voice.urls import voice_from_url
from referee.errors import InputError
from tests.devices.leaks import nothing_leaks
from tests.devices.voice_stand_ins import (
    GRUMBLING,
    HANGING,
    NO_SOUND_CARD,
    children,
    is_alive,
    stand_in,
    wait_until_silent,
    words_given,
)
from tests.tools_expected import skip_without

needs_espeak = skip_without("espeak-ng is missing", is_there=shutil.which("espeak-ng") is not None)


def said(tmp_path: Path, script: str, settings: VoiceSettings | None = None) -> EspeakVoice:
    """A voice that has just been told to speak, through a program like this."""
    voice = EspeakVoice(SystemClock(), settings, program=stand_in(tmp_path, script))
    voice.open()
    assert voice.say("The tower stands.", "en")
    return voice


def findings(voice: Voice) -> tuple[VoiceFinding, ...]:
    wait_until_silent(voice)
    voice.close()
    return voice.status().findings


def length_s(path: Path) -> float:
    with wave.open(str(path), "rb") as sound:
        # espeak-ng leaves the length in the head open when it writes to a pipe; the file is true.
        return (path.stat().st_size - 44) / sound.getsampwidth() / sound.getframerate()


@needs_espeak
def test_a_sentence_becomes_sound(tmp_path: Path) -> None:
    short, long = tmp_path / "short.wav", tmp_path / "long.wav"
    for path, text in ((short, "Fee!"), (long, "It is Anna’s turn to roll three dice.")):
        with nothing_leaks(), EspeakVoice(SystemClock(), output=path) as voice:
            assert voice.say(text, "en")
            wait_until_silent(voice)
            assert voice.status().findings == ()
    assert 0.1 < length_s(short) < length_s(long) < 6


@needs_espeak
def test_each_language_sounds_its_own_way(tmp_path: Path) -> None:
    sounds = []
    for code in ("en", "fr"):
        path = tmp_path / f"{code}.wav"
        with EspeakVoice(SystemClock(), output=path) as voice:
            voice.say("Attention : la tour est tombée !", code)
            wait_until_silent(voice)
        sounds.append(path.read_bytes())
    assert sounds[0] != sounds[1]


@needs_espeak
def test_faster_is_shorter_and_softer_is_softer(tmp_path: Path) -> None:
    slow, fast = tmp_path / "slow.wav", tmp_path / "fast.wav"
    with EspeakVoice(SystemClock(), VoiceSettings(words_per_minute=90), output=slow) as voice:
        voice.say("The sacks are counted.", "en")
        wait_until_silent(voice)
    with EspeakVoice(SystemClock(), output=fast) as voice:
        voice.adjust(VoiceSettings(words_per_minute=300, volume=0))
        voice.say("The sacks are counted.", "en")
        wait_until_silent(voice)
    assert length_s(fast) < 0.6 * length_s(slow)
    assert not any(fast.read_bytes()[44:]), "no volume is no sound"
    assert any(slow.read_bytes()[44:])


@needs_espeak
def test_a_name_in_brackets_is_no_command(tmp_path: Path) -> None:
    """Double brackets make espeak-ng read phonemes; a player may be called what she likes."""
    sounds = []
    for name in ("[[hello]]", "hello"):
        path = tmp_path / "said.wav"
        with EspeakVoice(SystemClock(), output=path) as voice:
            voice.say(f"{name} rolls.", "en")
            wait_until_silent(voice)
        sounds.append(path.read_bytes())
    assert sounds[0] == sounds[1]


@needs_espeak
@pytest.mark.parametrize("text", ["-w /tmp/no", "$(true); `true`", "<speak>", "é" * 5000, "\0 a"])
def test_no_text_is_dangerous(tmp_path: Path, text: str) -> None:
    path = tmp_path / "said.wav"
    with EspeakVoice(SystemClock(), output=path) as voice:
        assert voice.say(text, "fr")
        wait_until_silent(voice)
        assert voice.status().findings == ()
    assert list(tmp_path.iterdir()) == [path]


@needs_espeak
def test_a_file_that_cannot_be_written_is_a_finding(tmp_path: Path) -> None:
    with EspeakVoice(SystemClock(), output=tmp_path / "nowhere" / "a.wav") as voice:
        voice.say("Hello.", "en")
        assert findings(voice) == (VoiceFinding.NOT_WRITABLE,)


@needs_espeak
def test_a_voice_that_does_not_exist_is_a_finding(tmp_path: Path) -> None:
    with EspeakVoice(SystemClock(), output=tmp_path / "a.wav") as voice:
        voice.say("Hello.", "xx")
        assert findings(voice) == (VoiceFinding.NO_SUCH_VOICE,)


def test_the_settings_reach_the_program(tmp_path: Path) -> None:
    settings = VoiceSettings(volume=50, words_per_minute=120, pitch=30, voice="+f3")
    voice = said(tmp_path, "cat > /dev/null", settings)
    assert findings(voice) == ()
    given = words_given(str(tmp_path / "espeak-stand-in"))
    assert given[given.index("-v") + 1] == "en+f3"
    assert given[given.index("-a") + 1] == "100"
    assert given[given.index("-s") + 1] == "120"
    assert given[given.index("-p") + 1] == "30"


def test_the_loudspeaker_is_chosen_by_its_name(tmp_path: Path) -> None:
    program = stand_in(tmp_path, "cat > /dev/null")
    device = "plughw:CARD=Headphones,DEV=0"
    voice = EspeakVoice(SystemClock(), device=device, program=program)
    voice.open()
    assert voice.say("It is Anna’s turn.", "en")
    assert findings(voice) == ()
    given = words_given(program)
    assert given[given.index("-d") + 1] == device


@needs_espeak
def test_a_loudspeaker_that_is_not_there_is_a_finding() -> None:
    voice = voice_from_url("espeak:?device=plughw:CARD=Nowhere")
    voice.open()
    assert voice.say("It is Anna’s turn.", "en")
    assert findings(voice) == (VoiceFinding.NO_SOUND,)


@pytest.mark.parametrize("query", ["device=", "device=a%00b", "output=", "loudspeaker=hdmi"])
def test_an_impossible_choice_is_refused(query: str) -> None:
    with pytest.raises(InputError, match=r"espeak:"):
        voice_from_url(f"espeak:?{query}")


def test_the_sound_cards_of_this_computer_have_names(tmp_path: Path) -> None:
    for card in ("card0", "card1"):
        (tmp_path / card).mkdir()
    (tmp_path / "card0/id").write_text("vc4hdmi0\n", encoding="utf-8")
    (tmp_path / "card1/id").write_text("Headphones\n", encoding="utf-8")
    assert sound_cards(tmp_path) == ("vc4hdmi0", "Headphones")
    assert sound_cards(tmp_path / "none") == ()


def test_a_missing_program_is_a_finding_until_it_is_installed(tmp_path: Path) -> None:
    program = tmp_path / "espeak-stand-in"
    voice = EspeakVoice(SystemClock(), program=str(program))
    voice.open()
    assert voice.status().findings == (VoiceFinding.NOT_INSTALLED,)
    assert not voice.say("Hello.", "en")
    assert voice.status().state is VoiceState.MUTE
    stand_in(tmp_path, "cat > /dev/null")
    assert voice.say("Hello.", "en")
    assert findings(voice) == ()


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (NO_SOUND_CARD, (VoiceFinding.NO_SOUND,)),
        (GRUMBLING, ()),
        ("exit 3", (VoiceFinding.BROKEN,)),
        ("kill -SEGV $$", (VoiceFinding.BROKEN,)),
        ("exec 0<&-; yes complaint | head -c 300000 >&2", ()),
    ],
    ids=["no sound card", "ALSA grumbles", "fails", "crashes", "complains without end"],
)
def test_what_goes_wrong_is_a_finding_and_never_an_error(
    tmp_path: Path, script: str, expected: tuple[VoiceFinding, ...]
) -> None:
    with nothing_leaks():
        assert findings(said(tmp_path, script)) == expected


def test_a_good_sentence_ends_the_trouble(tmp_path: Path) -> None:
    voice = said(tmp_path, "exit 3")
    wait_until_silent(voice)
    assert voice.status().state is VoiceState.MUTE
    stand_in(tmp_path, "cat > /dev/null")
    voice.say("Again.", "en")
    assert findings(voice) == ()


def test_a_stuck_program_is_ended(tmp_path: Path) -> None:
    clock = ManualClock()
    before = children()
    with nothing_leaks():
        with EspeakVoice(clock, program=stand_in(tmp_path, HANGING)) as voice:
            voice.say("Hello.", "en")
            assert voice.status().state is VoiceState.SPEAKING
            clock.advance_s(60)
            assert not voice.is_speaking()
            assert voice.status().findings == (VoiceFinding.STUCK,)
        assert children() <= before


def test_stopping_kills_and_reaps_the_child(tmp_path: Path) -> None:
    before = children()
    with nothing_leaks():
        voice = said(tmp_path, HANGING)
        (child,) = children() - before
        voice.stop()
        assert not voice.is_speaking()
        voice.close()
        assert not is_alive(child)
        assert voice.status().state is VoiceState.OFF


def test_a_new_sentence_replaces_the_one_being_said(tmp_path: Path) -> None:
    before = children()
    voice = said(tmp_path, HANGING)
    for _ in range(20):
        assert voice.say("Stop!", "en")
    assert voice.is_speaking()
    voice.close()
    assert children() <= before


def test_a_closed_voice_says_nothing(tmp_path: Path) -> None:
    voice = EspeakVoice(SystemClock(), program=stand_in(tmp_path, HANGING))
    assert not voice.say("Hello.", "en")
    voice.open()
    assert not voice.say("  \n ", "en"), "there is nothing to say"
    voice.close()
    voice.close()
    assert not voice.say("Hello.", "en")


_SPEAKER = """
import sys, time
from referee.clock import SystemClock
from referee.devices.voice.espeak_voice import EspeakVoice
voice = EspeakVoice(SystemClock(), program=sys.argv[1])
voice.open()
voice.say("Hello.", "en")
print(voice._process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not shutil.which("setpriv"), reason="the system cannot bind lives together")
def test_a_program_that_is_killed_takes_its_voice_along(tmp_path: Path) -> None:
    program = stand_in(tmp_path, f"touch {tmp_path}/started; {HANGING}")
    with subprocess.Popen(
        [sys.executable, "-c", _SPEAKER, program], stdout=subprocess.PIPE, text=True
    ) as speaker:
        assert speaker.stdout is not None
        child = int(speaker.stdout.readline())
        _wait_for((tmp_path / "started").exists)
        speaker.send_signal(signal.SIGKILL)
        speaker.wait()
    _wait_for(lambda: not _runs(child))


def _runs(pid: int) -> bool:
    """Whether it runs; a dead one waits for the system's first process, which may be slow."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


def _wait_for(condition: Callable[[], bool], within_s: float = 20.0) -> None:
    clock = SystemClock()
    deadline_s = clock.monotonic_s() + within_s
    while not condition():
        assert clock.monotonic_s() < deadline_s


def test_names_of_voices() -> None:
    assert voice_name("", "fr") == "fr"
    assert voice_name("en-us", "en") == "en-us"
    assert voice_name("en-us", "fr") == "fr"
    assert voice_name("+f3", "fr") == "fr+f3"
    assert voice_name("mb-fr1", "fr") == "mb-fr1"


def test_a_killed_child_without_complaint_is_broken() -> None:
    assert finding_of(ProcessEnd(-9, "")) is VoiceFinding.BROKEN
    assert finding_of(ProcessEnd(0, "")) is None
