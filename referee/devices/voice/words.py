"""What is said about a voice: the sentence of its state, or those of the things to mend."""

from __future__ import annotations

from referee.devices.voice.contract import VoiceStatus
from referee.language import Language


def voice_troubles(status: VoiceStatus) -> tuple[str, ...]:
    """The names of the sentences about what is to be mended; none if all is well."""
    return tuple(f"voice-finding-{finding}" for finding in status.findings)


def voice_sentences(status: VoiceStatus, language: Language) -> list[str]:
    """What happened and what to do next; what is to be mended says the state as well."""
    names = voice_troubles(status) or (f"voice-state-{status.state}",)
    return [language.say(name) for name in names]
