"""What is wrong with the table's touch: the link to the scale, or what the scale says."""

from __future__ import annotations

from referee.devices.scale.contract import ScaleDeviceStatus, ScaleFinding, ScaleState
from referee.table.senses.watching import WELL, Condition
from referee.table.sentences import Word
from referee.touch.messages import PROTOCOL_VERSION

_DEAD = (ScaleState.LOST, ScaleState.SILENT, ScaleState.INCOMPATIBLE)
_STARTING = (ScaleState.CONNECTING, ScaleState.IDENTIFYING)
# The others make touch worse, not wrong; they stop no game.
_GRAVE = (
    ScaleFinding.NO_PERMISSION,
    ScaleFinding.PORT_BUSY,
    ScaleFinding.FAILED,
    ScaleFinding.NO_LOAD_CELL,
    ScaleFinding.SATURATED,
    ScaleFinding.FROZEN,
    ScaleFinding.RECORDING_ENDED,
)


def feeler_condition(scale: ScaleDeviceStatus) -> Condition:
    """How the scale is, as far as it matters for the game."""
    findings = [each for each in scale.findings if each in _GRAVE]
    sentences = [f"scale-finding-{each}" for each in findings]
    # A recording that is over is no scale that fell silent.
    if scale.state in _DEAD and ScaleFinding.RECORDING_ENDED not in findings:
        sentences.insert(0, f"scale-state-{scale.state}")
    words = _words(scale)
    if sentences:
        return Condition(tuple(sentences), words=words)
    if scale.state in _STARTING:
        return Condition((f"scale-state-{scale.state}",), is_starting=True, words=words)
    return WELL


def _words(scale: ScaleDeviceStatus) -> dict[str, Word]:
    return {
        "protocol": scale.protocol or 0,
        "expected": PROTOCOL_VERSION,
    }
