"""The table's own screen speaks: its page hears what the umpire tells and says it by itself.

Nothing is sent from here. The dashboard counts the screens that can speak, so that a table knows
whether it is heard.
"""

from __future__ import annotations

from referee.clock import Clock
from referee.devices.voice.contract import VoiceFinding, VoiceSettings, VoiceState, VoiceStatus
from referee.devices.voice.silent_voice import SilentVoice


class BrowserVoice(SilentVoice):
    """Takes the time that the page needs; `screens` of the table can speak now."""

    def __init__(self, clock: Clock, settings: VoiceSettings | None = None) -> None:
        super().__init__(clock, settings, is_paced=True)
        self.screens = 0
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
            return VoiceStatus(state=VoiceState.MUTE, findings=(VoiceFinding.NOBODY_LISTENS,))
        state = VoiceState.SPEAKING if self.is_speaking() else VoiceState.READY
        return VoiceStatus(state=state, spoken=self._spoken)

    def close(self) -> None:
        """Be done."""
        super().close()
        self._is_open = False
