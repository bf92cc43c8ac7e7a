"""What the camera tells: the camera itself, focus, light, and the tray.

A few seconds of pictures are boiled down to what the doctor wants to know of them.
"""

import msgspec
import numpy as np

from referee.app.doctor.findings import (
    CAMERA_PARTS,
    Finding,
    TablePart,
    TrafficLight,
    finding,
    untold,
)
from referee.clock import Clock
from referee.devices.camera.contract import (
    Camera,
    CameraDeviceStatus,
    CameraFinding,
    CameraState,
    age_message,
    latency_ms,
)
from referee.table.sentences import PlainMessage, Sentence, Word
from referee.vision.dice.die_size import GOOD_PX, SMALLEST_PX
from referee.vision.pictures import Picture
from referee.vision.tray.finder import TrayFinder, TrayFinding, TrayState, TrayStatus
from referee.vision.tray.picture_quality import (
    PictureFault,
    PictureQuality,
    measure_quality,
    picture_faults,
)
from referee.vision.tray.sheet import MARKER_IDS

_LOOK_AGAIN_S = 0.1
_STEADY_FRAMES = 20
"""Chosen by hand: with fewer, one passing hand is taken for flicker; slow cameras bring no more."""


class CameraLook(msgspec.Struct, frozen=True, eq=False):
    """What was seen: without a picture, only how the camera fares.

    With a picture and without a tray, there are no markers to find one by.
    """

    status: CameraDeviceStatus
    picture: PictureQuality | None = None
    tray: TrayStatus | None = None
    die_px: float = 0.0
    has_moved: bool = False
    flicker: float | None = None
    """How much the brightness goes up and down, as a share; None if there were too few frames."""


def look_through(
    camera: Camera,
    finder: TrayFinder | None,
    clock: Clock,
    *,
    die_mm: float,
    look_s: float = 3.0,
    patience_s: float = 6.0,
) -> CameraLook:
    """Look for so long from the first picture on, for which is waited no longer than patience."""
    end_s = clock.monotonic_s() + patience_s
    picture: Picture | None = None
    tray: TrayStatus | None = None
    levels: list[float] = []
    has_moved = False
    while clock.monotonic_s() < end_s:
        frame = camera.latest(_LOOK_AGAIN_S)
        if frame is None:
            continue
        if picture is None:
            end_s = clock.monotonic_s() + look_s
        picture = frame.picture
        levels.append(float(picture[::8, ::8].mean()))
        if finder is not None:
            tray = finder.see(picture, frame.at_s)
            has_moved = has_moved or TrayFinding.MOVED in tray.findings
    if picture is None:
        return CameraLook(camera.status())
    return CameraLook(
        camera.status(),
        measure_quality(picture, tray.view if tray else None),
        tray,
        _die_px(tray, die_mm),
        has_moved,
        flicker_of(levels),
    )


def look_once(
    status: CameraDeviceStatus,
    picture: Picture,
    finder: TrayFinder | None,
    at_s: float,
    *,
    die_mm: float,
) -> CameraLook:
    """The same from a single picture, which tells no flicker."""
    if finder is None:
        return CameraLook(status, measure_quality(picture, None))
    tray = finder.see(picture, at_s)
    has_moved = TrayFinding.MOVED in tray.findings
    look = measure_quality(picture, tray.view)
    return CameraLook(status, look, tray, _die_px(tray, die_mm), has_moved)


def flicker_of(levels: list[float]) -> float | None:
    """How much the levels of a row of pictures waver around their trend."""
    if len(levels) < _STEADY_FRAMES:
        return None
    places = np.arange(len(levels))
    trend = np.polyval(np.polyfit(places, levels, 1), places)
    return float(np.std(np.array(levels) - trend) / max(1.0, float(np.mean(levels))))


def _die_px(tray: TrayStatus | None, die_mm: float) -> float:
    return tray.view.die_px(die_mm) if tray and tray.view else 0.0


# What the pictures show has a part of its own; these are of the camera and its cable.
_GRAVE = (
    CameraFinding.NO_SUCH_DEVICE,
    CameraFinding.NO_PERMISSION,
    CameraFinding.FORBIDDEN,
    CameraFinding.BUSY,
    CameraFinding.NOT_A_CAMERA,
    CameraFinding.NO_PICAMERA2,
    CameraFinding.BROKEN_PICAMERA2,
    CameraFinding.FAILED,
    CameraFinding.UNREACHABLE,
    CameraFinding.PASSWORD_REFUSED,
    CameraFinding.NO_STREAM,
    CameraFinding.UNTRUSTED,
    CameraFinding.GARBLED,
    CameraFinding.FROZEN,
    CameraFinding.RECORDING_ENDED,
)
_POOR = (CameraFinding.SLOW_RATE, CameraFinding.LATE, CameraFinding.LIGHT_NOT_HELD)

_FLICKER = 0.02
"""Chosen by hand: with less, the noise of a dim picture is taken for flicker; with more, a lamp
that pulses with the mains goes unnoticed."""


def picture_findings(look: CameraLook) -> list[Finding]:
    """Everything that was seen, part by part."""
    camera = camera_finding(look.status)
    if look.picture is None:
        return [camera, *untold(TablePart.CAMERA, *CAMERA_PARTS[1:])]
    # A plain table has no edges that must be sharp; the camera says if dice are not.
    focus = (
        _by_status(TablePart.FOCUS, look.status, (CameraFinding.BLURRED,))
        if look.tray is None
        else focus_finding(look.picture, look.status)
    )
    return [
        camera,
        focus,
        light_finding(look.picture, look.flicker, look.status),
        tray_finding(look),
    ]


def bare_finding() -> Finding:
    """A table without markers: it is well so, and this is what it goes without."""
    step = "doctor-tray-bare-next"
    return finding(TablePart.TRAY, TrafficLight.GREEN, "doctor-tray-bare", step)


def status_findings(status: CameraDeviceStatus) -> list[Finding]:
    """The same without any picture: only what the camera itself noticed."""
    camera = camera_finding(status)
    if camera.light is TrafficLight.RED:
        return [camera, *untold(TablePart.CAMERA, *CAMERA_PARTS[1:])]
    return [
        camera,
        _by_status(TablePart.FOCUS, status, (CameraFinding.BLURRED,)),
        _by_status(TablePart.LIGHT, status, (CameraFinding.BLACK, CameraFinding.OVER_EXPOSED)),
    ]


def camera_finding(status: CameraDeviceStatus) -> Finding:
    """The camera and its cable."""
    words = _camera_words(status)
    grave = [f"camera-finding-{each}" for each in status.findings if each in _GRAVE]
    if status.state is not CameraState.STREAMING and not grave:
        grave.append(f"camera-state-{status.state}")
    if grave:
        named = ("doctor-device",) if status.name else ()
        return finding(
            TablePart.CAMERA, TrafficLight.RED, "doctor-camera-fails", *grave, *named, **words
        )
    poor = [f"camera-finding-{each}" for each in status.findings if each in _POOR]
    light = TrafficLight.YELLOW if poor else TrafficLight.GREEN
    is_free = status.light is None and not status.strayed
    message = "doctor-camera-free" if is_free else "camera-state-streaming"
    message = "doctor-camera-held" if words["held"] else message
    return finding(TablePart.CAMERA, light, message, *poor, **words)


def focus_finding(look: PictureQuality, status: CameraDeviceStatus) -> Finding:
    """How sharp the picture is."""
    faults = picture_faults(look)
    if PictureFault.BLACK in faults or PictureFault.BLOWN in faults:
        return finding(
            TablePart.FOCUS, TrafficLight.YELLOW, "doctor-focus-untold", "doctor-focus-untold-next"
        )
    percent = round(100 * look.sharpness)
    step = "camera-finding-blurred"
    if PictureFault.BLURRED in faults or CameraFinding.BLURRED in status.findings:
        return finding(
            TablePart.FOCUS, TrafficLight.RED, "doctor-focus-blurred", step, percent=percent
        )
    if PictureFault.SOFT in faults:
        return finding(
            TablePart.FOCUS, TrafficLight.YELLOW, "doctor-focus-soft", step, percent=percent
        )
    return finding(TablePart.FOCUS, TrafficLight.GREEN, "doctor-focus-sharp", percent=percent)


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
    steps = () if light is TrafficLight.GREEN else (f"doctor-brightness-{what}-next",)
    return finding(TablePart.LIGHT, light, f"doctor-brightness-{what}", *steps, **words)


def _light_of(
    look: PictureQuality, flicker: float | None, status: CameraDeviceStatus
) -> tuple[TrafficLight, str]:
    faults = picture_faults(look)
    if PictureFault.BLACK in faults or CameraFinding.BLACK in status.findings:
        return TrafficLight.RED, "black"
    if PictureFault.BLOWN in faults or CameraFinding.OVER_EXPOSED in status.findings:
        return TrafficLight.RED, "blown"
    for fault in (PictureFault.DARK, PictureFault.GLARE):
        if fault in faults:
            return TrafficLight.YELLOW, str(fault)
    if flicker is not None and flicker > _FLICKER:
        return TrafficLight.YELLOW, "flickers"
    return TrafficLight.GREEN, "good"


def tray_finding(look: CameraLook) -> Finding:
    """Where the tray is, and whether the dice in it are large enough to be read."""
    tray = look.tray
    if tray is None:
        return bare_finding()
    words: dict[str, Word] = {
        "seen": len(tray.markers),
        "all": len(MARKER_IDS),
        "die_px": round(look.die_px),
        "least": round(GOOD_PX),
    }
    if tray.state is not TrayState.IN_PLACE:
        # A sleeve over the corners passes, and so does a tray that is being moved.
        is_passing = tray.state in {TrayState.COVERED, TrayState.SHIFTING}
        light = TrafficLight.YELLOW if is_passing else TrafficLight.RED
        step = f"tray-state-{tray.state}"
        return finding(TablePart.TRAY, light, "doctor-tray-lost", step, **words)
    odd = [f"tray-finding-{each}" for each in tray.findings if each is not TrayFinding.MOVED]
    if look.has_moved:
        odd.append("doctor-tray-moved-next")
    if look.die_px < GOOD_PX:
        light = TrafficLight.RED if look.die_px < SMALLEST_PX else TrafficLight.YELLOW
        steps = ("doctor-tray-small-next", *odd)
        return finding(TablePart.TRAY, light, "doctor-tray-small", *steps, **words)
    light = TrafficLight.YELLOW if odd else TrafficLight.GREEN
    return finding(TablePart.TRAY, light, "doctor-tray-found", *odd, **words)


def _by_status(
    part: TablePart, status: CameraDeviceStatus, about: tuple[CameraFinding, ...]
) -> Finding:
    bad = [f"camera-finding-{each}" for each in status.findings if each in about]
    light = TrafficLight.RED if bad else TrafficLight.GREEN
    message = "doctor-picture-bad" if bad else "doctor-picture-good"
    return finding(part, light, message, *bad, **_camera_words(status))


def troubled_tray(sentences: tuple[Sentence, ...]) -> Finding:
    """The tray as the eye of a running table knows it: these are its troubles."""
    bad = tuple(each for each in sentences if each.message.startswith("tray-"))
    if bad:
        return finding(
            TablePart.TRAY, TrafficLight.RED, "doctor-tray-lost", *bad, seen=0, all=len(MARKER_IDS)
        )
    return finding(TablePart.TRAY, TrafficLight.GREEN, "tray-state-in-place")


def _camera_words(status: CameraDeviceStatus) -> dict[str, Word]:
    width_px, height_px = status.size_px or (0, 0)
    return {
        "device": status.name,
        "rate": round(status.rate_hz or 0),
        "latency": latency_ms(status),
        "age": _age(status),
        "width": str(width_px),
        "height": str(height_px),
        "what": tuple(PlainMessage(f"camera-light-{name}") for name in status.strayed),
        "held": _held(status),
    }


def _age(status: CameraDeviceStatus) -> Word:
    if status.latency_s is None:
        return ""
    return Sentence(age_message(status), {"latency": latency_ms(status)})


def _held(status: CameraDeviceStatus) -> tuple[Word, ...]:
    """What the camera really does, setting by setting."""
    settings = {} if status.light is None else msgspec.structs.asdict(status.light)
    return tuple(
        Sentence(f"doctor-held-{name}", {"value": f"{value:g}"})
        for name, value in settings.items()
        if value is not None and name not in status.strayed
    )
