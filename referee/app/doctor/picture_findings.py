"""What the pictures of the camera tell: the camera itself, focus, light, and the tray."""

from __future__ import annotations

import msgspec

from referee.app.doctor.findings import SEEN_PARTS, Finding, Light, Part, finding, untold
from referee.app.doctor.looking import CameraLook
from referee.devices.camera.contract import CameraDeviceStatus, CameraFinding, CameraState
from referee.table.sentences import PlainMessage, Sentence, Word
from referee.vision.dice.die_size import SMALLEST_PX
from referee.vision.tray.finder import TrayFinding, TrayState
from referee.vision.tray.picture_quality import PictureQuality
from referee.vision.tray.sheet import MARKER_IDS

# What the pictures show has a part of its own; these are of the camera and its cable.
_GRAVE = (
    CameraFinding.NO_SUCH_DEVICE,
    CameraFinding.NO_PERMISSION,
    CameraFinding.BUSY,
    CameraFinding.NOT_A_CAMERA,
    CameraFinding.NO_PICAMERA2,
    CameraFinding.FAILED,
    CameraFinding.FROZEN,
    CameraFinding.RECORDING_ENDED,
)
_POOR = (CameraFinding.SLOW_RATE, CameraFinding.LIGHT_NOT_HELD)

_SHARP, _BLURRED = 0.2, 0.15
"""Sharp markers have 0.37; at 0.16 the tray loses one of them, below it is no longer found."""
_BLACK, _DARK = 12.0, 35.0
_GLARE_SHARE, _BLOWN_SHARE = 0.05, 0.5
_FLICKER = 0.02
_GOOD_DIE_PX = 24.0


def picture_findings(look: CameraLook) -> list[Finding]:
    """Everything that was seen, part by part."""
    camera = camera_finding(look.status)
    if look.picture is None:
        return [camera, *untold(Part.CAMERA, *SEEN_PARTS[1:])]
    return [
        camera,
        focus_finding(look.picture, look.status),
        light_finding(look.picture, look.flicker, look.status),
        tray_finding(look),
    ]


def status_findings(status: CameraDeviceStatus) -> list[Finding]:
    """The same without any picture: only what the camera itself noticed."""
    camera = camera_finding(status)
    if camera.light is Light.RED:
        return [camera, *untold(Part.CAMERA, *SEEN_PARTS[1:])]
    return [
        camera,
        _by_status(Part.FOCUS, status, (CameraFinding.BLURRED,)),
        _by_status(Part.LIGHT, status, (CameraFinding.BLACK, CameraFinding.OVER_EXPOSED)),
    ]


def camera_finding(status: CameraDeviceStatus) -> Finding:
    """The camera and its cable."""
    words = _words(status)
    grave = [f"camera-finding-{each}" for each in status.findings if each in _GRAVE]
    if status.state is not CameraState.STREAMING and not grave:
        grave.append(f"camera-state-{status.state}")
    if grave:
        named = ("doctor-device",) if status.name else ()
        return finding(Part.CAMERA, Light.RED, "doctor-camera-fails", *grave, *named, **words)
    poor = [f"camera-finding-{each}" for each in status.findings if each in _POOR]
    light = Light.YELLOW if poor else Light.GREEN
    is_free = status.light is None and not status.strayed
    message = "doctor-camera-free" if is_free else "camera-state-streaming"
    message = "doctor-camera-held" if words["held"] else message
    return finding(Part.CAMERA, light, message, *poor, **words)


def focus_finding(look: PictureQuality, status: CameraDeviceStatus) -> Finding:
    """How sharp the picture is."""
    if look.brightness < _BLACK or look.white_share > _BLOWN_SHARE:
        return finding(Part.FOCUS, Light.YELLOW, "doctor-focus-untold", "doctor-focus-untold-next")
    percent = round(100 * look.sharpness)
    step = "camera-finding-blurred"
    if look.sharpness < _BLURRED or CameraFinding.BLURRED in status.findings:
        return finding(Part.FOCUS, Light.RED, "doctor-focus-blurred", step, percent=percent)
    if look.sharpness < _SHARP:
        return finding(Part.FOCUS, Light.YELLOW, "doctor-focus-soft", step, percent=percent)
    return finding(Part.FOCUS, Light.GREEN, "doctor-focus-sharp", percent=percent)


def light_finding(
    look: PictureQuality, flicker: float | None, status: CameraDeviceStatus
) -> Finding:
    """How bright the tray is, and whether it stays so."""
    words: dict[str, Word] = {
        "percent": round(100 * look.brightness / 255),
        "white": round(100 * look.white_share),
        "flicker": round(100 * (flicker or 0.0)),
    }
    light, what = _light_of(look, flicker, status)
    steps = () if light is Light.GREEN else (f"doctor-brightness-{what}-next",)
    return finding(Part.LIGHT, light, f"doctor-brightness-{what}", *steps, **words)


def _light_of(
    look: PictureQuality, flicker: float | None, status: CameraDeviceStatus
) -> tuple[Light, str]:
    if look.brightness < _BLACK or CameraFinding.BLACK in status.findings:
        return Light.RED, "black"
    if look.white_share > _BLOWN_SHARE or CameraFinding.OVER_EXPOSED in status.findings:
        return Light.RED, "blown"
    if look.brightness < _DARK:
        return Light.YELLOW, "dark"
    if look.white_share > _GLARE_SHARE:
        return Light.YELLOW, "glare"
    if flicker is not None and flicker > _FLICKER:
        return Light.YELLOW, "flickers"
    return Light.GREEN, "good"


def tray_finding(look: CameraLook) -> Finding:
    """Where the tray is, and whether the dice in it are large enough to be read."""
    tray = look.tray
    seen = 0 if tray is None else len(tray.markers)
    words: dict[str, Word] = {
        "seen": seen,
        "all": len(MARKER_IDS),
        "die_px": round(look.die_px),
        "least": round(_GOOD_DIE_PX),
    }
    if tray is None or tray.state is not TrayState.IN_PLACE:
        state = TrayState.UNSEEN if tray is None else tray.state
        # A sleeve over the corners passes, and so does a tray that is being moved.
        light = Light.YELLOW if state in {TrayState.COVERED, TrayState.SHIFTING} else Light.RED
        return finding(Part.TRAY, light, "doctor-tray-lost", f"tray-state-{state}", **words)
    odd = [f"tray-finding-{each}" for each in tray.findings if each is not TrayFinding.MOVED]
    if look.has_moved:
        odd.append("doctor-tray-moved-next")
    if look.die_px < _GOOD_DIE_PX:
        light = Light.RED if look.die_px < SMALLEST_PX else Light.YELLOW
        steps = ("doctor-tray-small-next", *odd)
        return finding(Part.TRAY, light, "doctor-tray-small", *steps, **words)
    light = Light.YELLOW if odd else Light.GREEN
    return finding(Part.TRAY, light, "doctor-tray-found", *odd, **words)


def _by_status(part: Part, status: CameraDeviceStatus, about: tuple[CameraFinding, ...]) -> Finding:
    bad = [f"camera-finding-{each}" for each in status.findings if each in about]
    light = Light.RED if bad else Light.GREEN
    message = "doctor-picture-bad" if bad else "doctor-picture-good"
    return finding(part, light, message, *bad, **_words(status))


def troubled_tray(sentences: tuple[Sentence, ...]) -> Finding:
    """The tray as the eye of a running table knows it: these are its troubles."""
    bad = tuple(each for each in sentences if each.message.startswith("tray-"))
    if bad:
        return finding(Part.TRAY, Light.RED, "doctor-tray-lost", *bad, seen=0, all=len(MARKER_IDS))
    return finding(Part.TRAY, Light.GREEN, "tray-state-in-place")


def _words(status: CameraDeviceStatus) -> dict[str, Word]:
    width_px, height_px = status.size_px or (0, 0)
    return {
        "device": status.name,
        "rate": round(status.rate_hz or 0),
        "width": str(width_px),
        "height": str(height_px),
        "what": tuple(PlainMessage(f"camera-light-{name}") for name in status.strayed),
        "held": _held(status),
    }


def _held(status: CameraDeviceStatus) -> tuple[Word, ...]:
    """What the camera really does, setting by setting."""
    settings = {} if status.light is None else msgspec.structs.asdict(status.light)
    return tuple(
        Sentence(f"doctor-held-{name}", {"value": f"{value:g}"})
        for name, value in settings.items()
        if value is not None and name not in status.strayed
    )
