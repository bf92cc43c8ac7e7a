"""The contract of a voice: it begins to speak and returns at once; troubles are states.

A voice says one sentence at a time, made fit for speaking here. What to say, when, and what to
leave out is decided before, by the announcer of the table.
"""

import unicodedata
from enum import StrEnum
from typing import Annotated, Protocol

import msgspec

from referee.devices.device import WithBlock


class VoiceState(StrEnum):
    """What a voice is doing; each has a sentence `voice-state-…`."""

    OFF = "off"
    READY = "ready"
    SPEAKING = "speaking"
    MUTE = "mute"
    """It cannot speak; the findings say why."""


class VoiceFinding(StrEnum):
    """Something that a person should put right; each has a sentence `voice-finding-…`."""

    NOT_INSTALLED = "not-installed"
    NO_SOUND = "no-sound"
    STUCK = "stuck"
    NO_SUCH_VOICE = "no-such-voice"
    NOT_WRITABLE = "not-writable"
    BROKEN = "broken"
    NOBODY_LISTENS = "nobody-listens"
    PAGE_WITHOUT_VOICE = "page-without-voice"
    """The table's own screen is there, but its browser brings no voice, as Debian's does not."""


class VoiceSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How it sounds. `voice` is empty for the usual one, or a name such as `en-us+f3` or `+f3`.

    A full name speaks only its own language; of the part after the plus, any language is spoken.
    """

    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 70
    """In percent of the loudest that espeak-ng or the page can be."""
    words_per_minute: Annotated[int, msgspec.Meta(ge=80, le=400)] = 165
    pitch: Annotated[int, msgspec.Meta(ge=0, le=99)] = 50
    voice: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_+-]*\Z", max_length=32)] = ""


class VoiceStatus(msgspec.Struct, frozen=True, kw_only=True):
    """How a voice fares at one time."""

    state: VoiceState
    findings: tuple[VoiceFinding, ...] = ()


class Voice(WithBlock, Protocol):
    """A voice that can be opened and told to speak or to stop; a `with` block closes it.

    Nothing here waits, and nothing here raises once the voice is made: a game goes on without it.
    All methods are called from one thread.
    """

    def open(self) -> None:
        """Begin; a second call does nothing."""

    def say(self, text: str, language: str) -> bool:
        """Begin to say this in place of whatever is being said; False if that is impossible."""

    def is_speaking(self) -> bool:
        """Whether a sentence is being said now."""

    def stop(self) -> None:
        """Fall silent at once."""

    def adjust(self, settings: VoiceSettings) -> None:
        """Sound like this from the next sentence on."""

    def status(self) -> VoiceStatus:
        """How the voice fares now."""

    def close(self) -> None:
        """Fall silent and let go of everything; a second call does nothing."""


MOST_CHARACTERS = 1000
"""Longer than any sentence of the referee; player names may be anything."""
# English words have about five letters and a space; espeak-ng begins and ends with a short silence.
# Only a silent voice is paced by them: too short, and its sentences would be cut off on a screen.
_CHARACTERS_PER_WORD = 6.0
_PAUSE_S = 0.25


def speakable(text: str) -> str:
    """One line without control characters; what speech programs take for commands is defused."""
    plain = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in text)
    # Double brackets would be read as phonemes, not as words.
    return " ".join(plain.replace("[", " ").replace("]", " ").split())[:MOST_CHARACTERS]


def speaking_time_s(text: str, words_per_minute: int) -> float:
    """About how long it takes to say this.

    >>> round(speaking_time_s("Fee, fi, fo, fum!", 165), 1)
    1.3
    """
    return _PAUSE_S + len(text) / _CHARACTERS_PER_WORD * 60.0 / words_per_minute
