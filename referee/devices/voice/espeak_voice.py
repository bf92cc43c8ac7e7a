"""The voice of espeak-ng on the table's loudspeaker, one short-lived process for each sentence.

Nothing here waits for a process. One that was told to end and has not done so yet is kept in sight
until it has, so that no dead process is left in the system's table.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from referee.clock import Clock
from referee.devices.device import OpensAndCloses
from referee.devices.voice.contract import (
    VoiceFinding,
    VoiceSettings,
    VoiceState,
    VoiceStatus,
    speakable,
)

_MOST_COMPLAINT_BYTES = 8192


class ProcessEnd(NamedTuple):
    """How a child ended, and what it complained about."""

    code: int
    complaint: str


class SpeechProcess:
    """A child process that reads one text and speaks it.

    Raises `OSError` if the program cannot be started. `complaint` is kept short; the pipe is read
    whenever somebody looks, so that a child with many complaints does not get stuck on them.
    """

    def __init__(self, command: Sequence[str], text: str) -> None:
        self._complaint = b""
        # A program that is killed outright takes its child along, where the system can do that.
        self._process = subprocess.Popen(  # noqa: S603 - a list of checked arguments, no shell
            [*_dies_with_parent(), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._hand_over(text)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def ended(self) -> ProcessEnd | None:
        """How it ended; None while it speaks."""
        self._listen()
        code = self._process.poll()
        if code is None:
            return None
        self._listen()
        self._close_pipes()
        return ProcessEnd(code, self._complaint.decode(errors="replace"))

    def kill(self) -> None:
        """End it, with whatever it started; `ended` tells when it is gone."""
        if self._process.poll() is None:
            with suppress(ProcessLookupError, PermissionError):
                if sys.platform == "win32":
                    self._process.kill()
                else:
                    os.killpg(self._process.pid, signal.SIGKILL)

    def wait(self, timeout_s: float) -> bool:
        """Whether it is gone, at the latest after this time; for the end of the program."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout_s)
        return self.ended() is not None

    def _hand_over(self, text: str) -> None:
        stdin, stderr = self._process.stdin, self._process.stderr
        assert stdin is not None  # noqa: S101 - both were asked for above
        assert stderr is not None  # noqa: S101
        os.set_blocking(stderr.fileno(), False)
        # A sentence fits into the pipe, so this does not wait for the child to read it.
        with suppress(BrokenPipeError):
            stdin.write(text.encode())
        with suppress(BrokenPipeError):
            stdin.close()

    def _listen(self) -> None:
        stderr = self._process.stderr
        if stderr is None or stderr.closed:
            return
        with suppress(BlockingIOError):
            while heard := os.read(stderr.fileno(), _MOST_COMPLAINT_BYTES):
                self._complaint = (self._complaint + heard)[:_MOST_COMPLAINT_BYTES]

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stderr):
            if pipe is not None and not pipe.closed:
                with suppress(BrokenPipeError):
                    pipe.close()


@cache
def _dies_with_parent() -> tuple[str, ...]:
    """The words that bind a child's life to ours; none where the system lacks them."""
    setpriv = shutil.which("setpriv")
    return (setpriv, "--pdeathsig", "KILL", "--") if setpriv else ()


PROGRAM = "espeak-ng"
_LOUDEST = 200
_LONGEST_S, _LONGEST_PER_CHARACTER_S = 6.0, 0.4
"""Three times what the slowest voice takes; a child that is still there has got stuck."""
_LAST_WAIT_S = 1.0
"""Chosen by hand: a killed process is gone in milliseconds; the end of the program waits no
longer."""


class EspeakVoice(OpensAndCloses):
    """Speaks through espeak-ng; with `output` it writes each sentence to that file instead.

    `device` is the loudspeaker by its name in ALSA; without one the system chooses.
    """

    def __init__(
        self,
        clock: Clock,
        settings: VoiceSettings | None = None,
        *,
        output: Path | None = None,
        device: str = "",
        program: str = PROGRAM,
    ) -> None:
        self._clock = clock
        self._settings = settings or VoiceSettings()
        self._output = output
        self._device = device
        self._program = program
        self._process: SpeechProcess | None = None
        self._ending: list[SpeechProcess] = []
        self._deadline_s = 0.0
        self._finding: VoiceFinding | None = None
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
            self._process = SpeechProcess(self._command(language), words)
        except OSError:
            self._finding = VoiceFinding.NOT_INSTALLED
            return False
        lasts_s = _LONGEST_S + _LONGEST_PER_CHARACTER_S * len(words)
        self._deadline_s = self._clock.monotonic_s() + lasts_s
        return True

    def is_speaking(self) -> bool:
        """Whether a sentence is being said; one that never ends is ended here."""
        self._reap()
        if self._process is None:
            return False
        ended = self._process.ended()
        if ended is not None:
            self._process = None
            self._finding = finding_of(ended)
        elif self._clock.monotonic_s() > self._deadline_s:
            self.stop()
            self._finding = VoiceFinding.STUCK
        return self._process is not None

    def stop(self) -> None:
        """Fall silent at once; the child is reaped as soon as it is gone."""
        if self._process is not None:
            self._process.kill()
            self._ending.append(self._process)
            self._process = None
        self._reap()

    def adjust(self, settings: VoiceSettings) -> None:
        """Sound like this from the next sentence on."""
        self._settings = settings

    def status(self) -> VoiceStatus:
        """How the voice fares now."""
        is_speaking = self.is_speaking()
        return VoiceStatus(
            state=self._state(is_speaking=is_speaking),
            findings=() if self._finding is None else (self._finding,),
        )

    def close(self) -> None:
        """Fall silent, and see every child to its end."""
        self.stop()
        # One that hangs in the kernel cannot be waited for; the system ends it when it can.
        self._ending = [child for child in self._ending if not child.wait(_LAST_WAIT_S)]
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
        if self._device:
            command += ["-d", self._device]
        # An absolute name never begins with a dash.
        return command if self._output is None else [*command, "-w", str(self._output.absolute())]

    def _reap(self) -> None:
        self._ending = [child for child in self._ending if child.ended() is None]


def sound_cards(folder: Path = Path("/proc/asound")) -> tuple[str, ...]:
    """The names of this computer's sound cards; one is heard as `device=plughw:CARD=` its name."""
    return tuple(file.read_text().strip() for file in sorted(folder.glob("card[0-9]*/id")))


def finding_of(ended: ProcessEnd) -> VoiceFinding | None:
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
