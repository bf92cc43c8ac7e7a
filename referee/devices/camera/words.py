"""What is said about a camera: the sentence of its state, then one for each thing to mend."""

from __future__ import annotations

from referee.devices.camera.contract import CameraFinding, CameraStatus
from referee.language import Language


def camera_sentences(status: CameraStatus, language: Language) -> list[str]:
    """What happened and what to do next, the state first."""
    width_px, height_px = status.size_px or (0, 0)
    words: dict[str, str | int] = {
        "rate": round(status.rate_hz or 0),
        # As text: nobody writes 1,280 pixels.
        "width": str(width_px),
        "height": str(height_px),
    }
    words["what"] = language.listing(
        [language.say(f"camera-light-{each}") for each in status.strayed]
    )
    names = [f"camera-finding-{finding}" for finding in status.findings]
    # A recording that is over is no camera that fell silent.
    if CameraFinding.RECORDING_ENDED not in status.findings:
        names.insert(0, f"camera-state-{status.state}")
    return [language.say(name, **words) for name in names]
