"""The voice of espeak-ng on the table's loudspeaker, one short-lived child for each sentence."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from referee.clock import Clock
from referee.devices.opening import OpensAndCloses
from referee.devices.voice.contract import VoiceFinding, VoiceSettings, VoiceState, VoiceStatus
from referee.devices.voice.espeak_child import Ended, SpeakingChild
from referee.devices.voice.text import speakable

PROGRAM = "espeak-ng"
_LOUDEST = 200
_LONGEST_S, _LONGEST_PER_CHARACTER_S = 6.0, 0.4
"""Three times what the slowest voice takes; a child that is still there has got stuck."""
_LAST_WAIT_S = 1.0


class EspeakVoice(OpensAndCloses):
    """Speaks through espeak-ng; with `output` it writes each sentence to that file instead."""

    def __init__(
        self,
        clock: Clock,
        settings: VoiceSettings | None = None,
        *,
        output: Path | None = None,
        program: str = PROGRAM,
    ) -> None:
        self._clock = clock
        self._settings = settings or VoiceSettings()
        self._output = output
        self._program = program
        self._child: SpeakingChild | None = None
        self._dying: list[SpeakingChild] = []
        self._deadline_s = 0.0
        self._finding: VoiceFinding | None = None
        self._spoken = self._failed = 0
        self._is_open = False

    def open(self) -> None:
        """Look for the program; it may also be installed later."""
        self._is_open = True
        if shutil.which(self._program) is None:
            self._finding = VoiceFinding.NOT_INSTALLED

    def say(self, text: str, language: str) -> bool:
        """Begin to say this in place of whatever is being said."""
        words = speakable(text)
        if not (self._is_open and words):
            return False
        self.stop()
        try:
            self._child = SpeakingChild(self._command(language), words)
        except OSError:
            self._fail(VoiceFinding.NOT_INSTALLED)
            return False
        lasts_s = _LONGEST_S + _LONGEST_PER_CHARACTER_S * len(words)
        self._deadline_s = self._clock.monotonic_s() + lasts_s
        self._spoken += 1
        return True

    def is_speaking(self) -> bool:
        """Whether a sentence is being said; one that never ends is ended here."""
        self._bury()
        if self._child is None:
            return False
        ended = self._child.ended()
        if ended is not None:
            self._child = None
            self._judge(ended)
        elif self._clock.monotonic_s() > self._deadline_s:
            self.stop()
            self._fail(VoiceFinding.STUCK)
        return self._child is not None

    def stop(self) -> None:
        """Fall silent at once; the child is reaped as soon as it is gone."""
        if self._child is not None:
            self._child.kill()
            self._dying.append(self._child)
            self._child = None
        self._bury()

    def adjust(self, settings: VoiceSettings) -> None:
        """Sound like this from the next sentence on."""
        self._settings = settings

    def status(self) -> VoiceStatus:
        """How the voice fares now."""
        is_speaking = self.is_speaking()
        return VoiceStatus(
            state=self._state(is_speaking=is_speaking),
            findings=() if self._finding is None else (self._finding,),
            spoken=self._spoken,
            failed=self._failed,
        )

    def close(self) -> None:
        """Fall silent, and see every child to its end."""
        self.stop()
        # One that hangs in the kernel cannot be waited for; the system ends it when it can.
        self._dying = [child for child in self._dying if not child.wait(_LAST_WAIT_S)]
        self._is_open = False

    def _state(self, *, is_speaking: bool) -> VoiceState:
        if not self._is_open:
            return VoiceState.OFF
        if self._finding is not None:
            return VoiceState.MUTE
        return VoiceState.SPEAKING if is_speaking else VoiceState.READY

    def _command(self, language: str) -> list[str]:
        settings = self._settings
        # Found anew each time: a voice that is installed while the table runs is heard at once.
        program = shutil.which(self._program)
        if program is None:
            raise FileNotFoundError(self._program)
        command = [program, "--stdin", "-b", "1", "-z"]
        command += ["-v", voice_name(settings.voice, language)]
        command += ["-a", str(round(settings.volume * _LOUDEST / 100))]
        command += ["-s", str(settings.words_per_minute), "-p", str(settings.pitch)]
        # An absolute name never begins with a dash.
        return command if self._output is None else [*command, "-w", str(self._output.absolute())]

    def _judge(self, ended: Ended) -> None:
        finding = finding_of(ended)
        if finding is None:
            self._finding = None
        else:
            self._fail(finding)

    def _fail(self, finding: VoiceFinding) -> None:
        self._finding = finding
        self._failed += 1

    def _bury(self) -> None:
        self._dying = [child for child in self._dying if child.ended() is None]


def finding_of(ended: Ended) -> VoiceFinding | None:
    """What was wrong with a sentence that has ended; None if it was heard."""
    lines = ended.complaint.splitlines()
    # espeak-ng ends well even if nothing could be heard, and ALSA grumbles even if all is well.
    if any(line.startswith("Can't write to") for line in lines):
        return VoiceFinding.NOT_WRITABLE
    if any("voice does not exist" in line for line in lines):
        return VoiceFinding.NO_SUCH_VOICE
    if any(line.startswith("error:") for line in lines):
        return VoiceFinding.NO_SOUND
    return None if ended.code == os.EX_OK else VoiceFinding.BROKEN


def voice_name(voice: str, language: str) -> str:
    """The name of the voice for one language.

    >>> voice_name("en-us+f3", "en"), voice_name("en-us+f3", "fr")
    ('en-us+f3', 'fr+f3')
    """
    full, plus, variant = voice.partition("+")
    is_of_language = full.split("-")[0] == language or full.startswith(f"mb-{language}")
    return (full if is_of_language else language) + plus + variant
