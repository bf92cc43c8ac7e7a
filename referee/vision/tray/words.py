"""What is said about the tray: the sentence of its state, then one for each finding."""

from __future__ import annotations

from referee.language import Language
from referee.vision.tray.finder import TrayStatus
from referee.vision.tray.sheet import MARKER_IDS


def tray_sentences(status: TrayStatus, language: Language) -> list[str]:
    """What the camera sees of the tray and what to do next, the state first."""
    words = {"seen": len(status.markers), "all": len(MARKER_IDS)}
    names = [f"tray-state-{status.state}", *(f"tray-finding-{each}" for each in status.findings)]
    return [language.say(name, **words) for name in names]
