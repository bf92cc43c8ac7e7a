"""What to change next before a camera that looks at any plain ground: one thing at a time.

What keeps the referee from reading at all comes first, and nothing is said while every die is
certain: a dark room in which all dice are read needs no lamp.
"""

from collections.abc import Sequence

from referee.devices.camera.contract import CameraDeviceStatus, CameraFinding, CameraState
from referee.table.sentences import Sentence
from referee.vision.dice.die_size import GOOD_PX
from referee.vision.motion.tray_watch import TrayPhase
from referee.vision.pictures import Picture
from referee.vision.readings import Reading
from referee.vision.tray.picture_quality import PictureFault, measure_quality, picture_faults

MOST_DICE = 12
"""Chosen by hand: no game here rolls as many; pips on a tablecloth look like many more."""
_LARGEST_SHARE = 1 / 5
"""Of the shorter side of the picture. Chosen by hand: five larger dice cannot come to lie in it."""
_LIGHT_AND_FOCUS = {
    PictureFault.BLACK: "dark",
    PictureFault.DARK: "dark",
    PictureFault.BLOWN: "bright",
    PictureFault.GLARE: "bright",
    PictureFault.BLURRED: "blurred",
    PictureFault.SOFT: "blurred",
}
# Glare and a little softness keep nobody from finding a die; an empty ground may look so.
_HARMLESS_WITHOUT_DICE = (PictureFault.GLARE, PictureFault.SOFT)


def camera_advice(
    camera: CameraDeviceStatus,
    phase: TrayPhase | None,
    reading: Reading | None,
    picture: Picture | None,
) -> Sentence | None:
    """The one thing to change now; None if all dice are read."""
    dead = _dead_camera(camera)
    if dead or picture is None:
        return Sentence(dead or f"camera-state-{CameraState.CONNECTING}")
    if phase in {TrayPhase.ROLLING, TrayPhase.HAND}:
        return Sentence("advice-moving")
    if reading is not None and reading.dice:
        found = _in_reading(reading, picture)
    else:
        found = "no-dice" if phase is TrayPhase.AT_REST else "looking"
    if found in {"looking", "no-dice", "doubtful"}:
        found = _in_picture(picture, has_dice=found == "doubtful") or found
    return Sentence(f"advice-{found}", {"most": MOST_DICE}) if found else None


def _dead_camera(camera: CameraDeviceStatus) -> str:
    """The name of the sentence about a camera that gives no new pictures."""
    if camera.state is CameraState.STREAMING:
        # Light and focus are judged by the picture, and the rest keeps nobody from reading.
        is_frozen = CameraFinding.FROZEN in camera.findings
        return f"camera-finding-{CameraFinding.FROZEN}" if is_frozen else ""
    found = next(iter(camera.findings), None)
    return f"camera-state-{camera.state}" if found is None else f"camera-finding-{found}"


def _in_reading(reading: Reading, picture: Picture) -> str:
    """What is odd about the dice; nothing if each is certain, and large and small enough."""
    if len(reading.dice) > MOST_DICE:
        return "many"
    widest_px = max(min(die.box_px[2:]) for die in reading.dice)
    if widest_px > _LARGEST_SHARE * min(picture.shape[:2]):
        return "too-near"
    if all(die.is_certain for die in reading.dice):
        return ""
    return "too-far" if 0 < reading.die_px < GOOD_PX else "doubtful"


def _in_picture(picture: Picture, *, has_dice: bool) -> str:
    """Too little light, too much, or no focus."""
    faults: Sequence[PictureFault] = picture_faults(measure_quality(picture, None))
    counted = (each for each in faults if has_dice or each not in _HARMLESS_WITHOUT_DICE)
    return next(map(_LIGHT_AND_FOCUS.__getitem__, counted), "")
