"""What is said about a scale: the sentence of its state, then one for each thing to mend."""

from __future__ import annotations

from referee.devices.scale.contract import Finding, ScaleStatus
from referee.language import Language
from referee.weighing.messages import PROTOCOL_VERSION


def scale_sentences(status: ScaleStatus, language: Language) -> list[str]:
    """What happened and what to do next, the state first."""
    words: dict[str, str | int] = {
        "firmware": status.firmware,
        "protocol": status.protocol or 0,
        "expected": PROTOCOL_VERSION,
        "rate": round(status.rate_hz or 0),
    }
    names = [f"scale-finding-{finding}" for finding in status.findings]
    # A recording that is over is no scale that fell silent.
    if Finding.RECORDING_ENDED not in status.findings:
        names.insert(0, f"scale-state-{status.state}")
    return [language.say(name, **words) for name in names]
