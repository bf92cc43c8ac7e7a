"""Voice and panel: what they tell of themselves, and a sentence to try the voice with."""

from __future__ import annotations

from time import sleep

from referee.app.doctor.findings import Finding, Light, Part, finding, not_fitted
from referee.clock import Clock
from referee.devices.panel.contract import Panel, PanelState, PanelStatus
from referee.devices.voice.contract import Voice, VoiceFinding, VoiceState, VoiceStatus
from referee.language import Language

_LISTEN_AGAIN_S = 0.05


def try_voice(voice: Voice, words: Language, clock: Clock, *, patience_s: float = 8.0) -> Finding:
    """Let the voice say a sentence to its end, and tell how that went."""
    voice.say(words.say("doctor-voice-test"), words.code)
    end_s = clock.monotonic_s() + patience_s
    while voice.is_speaking() and clock.monotonic_s() < end_s:
        sleep(_LISTEN_AGAIN_S)
    return voice_finding(voice.status(), is_page_needed=False)


def voice_finding(status: VoiceStatus, *, is_page_needed: bool = True) -> Finding:
    """How the voice fares; while no table runs, no page can listen."""
    if status.state is VoiceState.OFF:
        return not_fitted(Part.VOICE)[0]
    findings = list(status.findings)
    if not is_page_needed and VoiceFinding.NOBODY_LISTENS in findings:
        return finding(Part.VOICE, Light.GREEN, "doctor-voice-page")
    if findings:
        steps = [f"voice-finding-{each}" for each in findings]
        # A game can be followed on the screen, and so a mute voice stops none.
        return finding(Part.VOICE, Light.YELLOW, "voice-state-mute", *steps)
    return finding(Part.VOICE, Light.GREEN, f"voice-state-{status.state}")


def try_panel(panel: Panel) -> Finding:
    """Switch the panel on and ask it."""
    panel.tick()
    return panel_finding(panel.status())


def panel_finding(status: PanelStatus) -> Finding:
    """How buttons and lights fare."""
    if status.state is PanelState.OFF:
        return not_fitted(Part.PANEL)[0]
    steps = [f"panel-finding-{each}" for each in status.findings]
    if status.state is PanelState.LOST:
        return finding(Part.PANEL, Light.RED, "panel-state-lost", *steps)
    light = Light.YELLOW if steps else Light.GREEN
    return finding(Part.PANEL, light, "panel-state-ready", *steps)
