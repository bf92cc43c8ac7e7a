"""What is wrong with the table's eye: the camera itself, its pictures, or the tray before it."""

from __future__ import annotations

from referee.devices.camera.contract import CameraDeviceStatus, CameraFinding, CameraState
from referee.table.senses.watching import WELL, Condition
from referee.table.sentences import Word
from referee.vision.tray.finder import TrayState, TrayStatus
from referee.vision.tray.sheet import MARKER_IDS

_DEAD = (CameraState.LOST, CameraState.SILENT)
# A camera that is slow or chooses its light by itself still sees; that stops no game.
_HARMLESS = (CameraFinding.SLOW_RATE, CameraFinding.LIGHT_NOT_HELD)
_NO_TRAY = (TrayState.UNSEEN, TrayState.SHIFTING, TrayState.GONE)


def eye_condition(camera: CameraDeviceStatus, tray: TrayStatus | None) -> Condition:
    """How the eye is; `tray` is None as long as no picture came."""
    findings = [each for each in camera.findings if each not in _HARMLESS]
    sentences = [f"camera-finding-{each}" for each in findings]
    # A recording that is over is no camera that fell silent.
    if camera.state in _DEAD and CameraFinding.RECORDING_ENDED not in findings:
        sentences.insert(0, f"camera-state-{camera.state}")
    words = _words(camera)
    if sentences:
        return Condition(tuple(sentences), words=words)
    if camera.state is CameraState.CONNECTING:
        return Condition((f"camera-state-{camera.state}",), is_starting=True, words=words)
    if tray is not None and tray.state in _NO_TRAY:
        seen: dict[str, Word] = {"seen": len(tray.markers), "all": len(MARKER_IDS)}
        return Condition((f"tray-state-{tray.state}",), words=seen)
    return WELL


def _words(camera: CameraDeviceStatus) -> dict[str, Word]:
    return {"rate": round(camera.rate_hz or 0)}
