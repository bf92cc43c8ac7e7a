"""No voice at all: for quiet tables, and for tests, which may let it take its time."""

from __future__ import annotations

from referee.clock import Clock
from referee.devices.opening import OpensAndCloses
from referee.devices.voice.contract import VoiceSettings, VoiceState, VoiceStatus
from referee.devices.voice.text import speakable, speaking_time_s


class SilentVoice(OpensAndCloses):
    """Says nothing. A paced one is busy for as long as a real voice would be, on its clock."""

    def __init__(
        self, clock: Clock, settings: VoiceSettings | None = None, *, is_paced: bool = False
    ) -> None:
        self._clock = clock
        self._settings = settings or VoiceSettings()
        self._is_paced = is_paced
        self._until_s = float("-inf")
        self._spoken = 0

    def open(self) -> None:
        """Nothing has to be opened."""

    def say(self, text: str, language: str) -> bool:  # noqa: ARG002 - silence has no language
        """Let the time pass that saying this would take, if it is paced."""
        words = speakable(text)
        if not words:
            return False
        self._spoken += 1
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
        """Switched off, and nothing to mend."""
        return VoiceStatus(state=VoiceState.OFF, spoken=self._spoken)

    def close(self) -> None:
        """Be done."""
        self.stop()
