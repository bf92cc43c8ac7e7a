"""Voices that make no sound here: none at all, or the page of the table's own screen speaks.

Nothing is sent to the page from here: it hears what the umpire tells and says it by itself. The
dashboard counts the screens that can speak, so that a table knows whether it is heard.
"""

from referee.clock import Clock
from referee.devices.device import OpensAndCloses
from referee.devices.voice.contract import (
    VoiceFinding,
    VoiceSettings,
    VoiceState,
    VoiceStatus,
    speakable,
    speaking_time_s,
)


class SilentVoice(OpensAndCloses):
    """Says nothing. A paced one is busy for as long as a real voice would be, on its clock."""

    def __init__(
        self, clock: Clock, settings: VoiceSettings | None = None, *, is_paced: bool = False
    ) -> None:
        self._clock = clock
        self._settings = settings or VoiceSettings()
        self._is_paced = is_paced
        self._until_s = float("-inf")

    def open(self) -> None:
        """Nothing has to be opened."""

    def say(self, text: str, language: str) -> bool:  # noqa: ARG002 - silence has no language
        """Let the time pass that saying this would take, if it is paced."""
        words = speakable(text)
        if not words:
            return False
        if self._is_paced:
            lasts_s = speaking_time_s(words, self._settings.words_per_minute)
            self._until_s = self._clock.monotonic_s() + lasts_s
        return True

    def is_speaking(self) -> bool:
        """Whether a real voice would still be speaking."""
        return self._clock.monotonic_s() < self._until_s

    def stop(self) -> None:
        """Be done at once."""
        self._until_s = float("-inf")

    def adjust(self, settings: VoiceSettings) -> None:
        """Only the pace can be noticed."""
        self._settings = settings

    def status(self) -> VoiceStatus:
        """Switched off, and nothing is wrong."""
        return VoiceStatus(state=VoiceState.OFF)

    def close(self) -> None:
        """Be done."""
        self.stop()


class BrowserVoice(SilentVoice):
    """Takes the time that the page needs; `screens` of the table can speak now, others cannot."""

    def __init__(self, clock: Clock, settings: VoiceSettings | None = None) -> None:
        super().__init__(clock, settings, is_paced=True)
        self.screens = self.mute_screens = 0
        self._is_open = False

    def open(self) -> None:
        """Count from now on."""
        self._is_open = True

    def say(self, text: str, language: str) -> bool:
        """Let the time pass that saying this takes; nobody waits for a screen that is not there."""
        return self._is_open and self.screens > 0 and super().say(text, language)

    def status(self) -> VoiceStatus:
        """Ready as long as a screen can speak."""
        if not self._is_open:
            return VoiceStatus(state=VoiceState.OFF)
        if not self.screens:
            has_page = self.mute_screens > 0
            why = VoiceFinding.PAGE_WITHOUT_VOICE if has_page else VoiceFinding.NOBODY_LISTENS
            return VoiceStatus(state=VoiceState.MUTE, findings=(why,))
        state = VoiceState.SPEAKING if self.is_speaking() else VoiceState.READY
        return VoiceStatus(state=state)

    def close(self) -> None:
        """Be done."""
        super().close()
        self._is_open = False
