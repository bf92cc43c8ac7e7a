"""The guide of the tray: found, sharp, well lit, large enough; then its empty picture is taken."""

from collections import deque
from dataclasses import dataclass, field

import cv2
import msgspec
import numpy as np

from referee.calibrate.die_finder import DieFinder, with_dice, with_markers
from referee.calibrate.guide import Guide, StepView, say
from referee.devices.camera.contract import CameraFrame
from referee.errors import InputError
from referee.table.sentences import PlainMessage, Sentence
from referee.vision.dice.die_size import GOOD_PX, SMALLEST_PX
from referee.vision.pictures import Picture
from referee.vision.readings import ReadDie
from referee.vision.tray.lens import Lens
from referee.vision.tray.markers import find_markers
from referee.vision.tray.picture_quality import (
    GRAVE_FAULTS,
    PictureFault,
    PictureQuality,
    measure_quality,
    picture_faults,
    sharpness,
)
from referee.vision.tray.sheet import MARKER_IDS, STANDARD_SHEET, Points, TraySheet
from referee.vision.tray.view import TrayView, fit_view

_LOST_SHARPNESS = 0.36
"""A sharp tray has 0.56 as a whole; at 0.34 the first marker is lost."""
MOVED_DICE = 0.15
"""The same as the watch of the tray during play uses."""


class TrayLook(msgspec.Struct, frozen=True):
    """The light inside the tray and how sharp it is, and how large it and its dice are."""

    quality: PictureQuality
    px_per_mm: float
    die_px: float


class TrayReference(msgspec.Struct, frozen=True):
    """Where the tray lay when it was calibrated: the middle of each marker, in pixels."""

    width_px: int
    height_px: int
    die_px: float
    markers_px: tuple[tuple[float, float], ...]
    brightness: float


def look_at_tray(picture: Picture, view: TrayView, die_mm: float) -> TrayLook:
    """What this picture tells about the tray in it."""
    quality = measure_quality(picture, view)
    return TrayLook(quality, view.ground_plane.px_per_mm(), view.die_px(die_mm))


def reference_of(view: TrayView, look: TrayLook) -> TrayReference:
    """What to remember of a tray whose four markers are seen."""
    middles = [view.markers_px[marker].mean(axis=0).tolist() for marker in MARKER_IDS]
    places = tuple((float(x), float(y)) for x, y in middles)
    light = look.quality.brightness
    return TrayReference(view.width_px, view.height_px, look.die_px, places, light)


def shift_dice(reference: TrayReference, view: TrayView) -> float:
    """How far the tray, or the camera, was moved since, in widths of a die."""
    if (view.width_px, view.height_px) != (reference.width_px, reference.height_px):
        return float("inf")
    off_px = [
        float(np.linalg.norm(corners.mean(axis=0) - np.array(reference.markers_px[marker])))
        for marker, corners in view.markers_px.items()
    ]
    return max(off_px) / reference.die_px


def is_blurred(picture: Picture) -> bool:
    """Whether the picture is so soft that markers are lost; told without knowing where they are."""
    height, width = picture.shape[:2]
    # Focus looks at the middle, and with this border the middle is all of the picture.
    down, across = height // 4, width // 4
    edge = cv2.BORDER_REPLICATE
    wide = cv2.copyMakeBorder(picture, down, down, across, across, edge)
    return sharpness(np.asarray(wide, np.uint8)) < _LOST_SHARPNESS


# Chosen by hand: the mean of so many has a third of the noise; more would make people wait.
_EMPTY_FRAMES = 12
_CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")


@dataclass(slots=True)
class TrayMeasurements:
    """The tray as the steps know it."""

    sheet: TraySheet
    lens: Lens | None
    die_mm: float
    before: TrayReference | None = None
    view: TrayView | None = None
    reference: TrayReference | None = None
    empty: Picture | None = None

    def viewed(self, picture: Picture) -> tuple[TrayView | None, dict[int, Points]]:
        """The tray in this picture, and the corners of the markers that were seen."""
        candidates = find_markers(picture)
        size = (picture.shape[1], picture.shape[0])
        view = fit_view(candidates, self.sheet, size, self.lens)
        return view, view.markers_px if view else {
            each: found[0] for each, found in candidates.items()
        }


@dataclass(frozen=True, slots=True)
class TrayResult:
    """Where the tray lies, and how it looks without dice."""

    reference: TrayReference
    empty: Picture


class LookStep:
    """The tray, its light and its focus, frame by frame."""

    name = "tray-look"

    def __init__(self, measured: TrayMeasurements) -> None:
        self._measured = measured
        self.restart()

    def restart(self) -> None:
        """Forget the last picture."""
        self._picture: Picture | None = None
        self._view: TrayView | None = None
        self._markers: dict[int, Points] = {}

    def see(self, seen: CameraFrame) -> None:
        """Look for the tray."""
        self._picture = seen.picture
        self._view, self._markers = self._measured.viewed(seen.picture)

    def view(self) -> StepView:
        """What the picture is like, and what to put right."""
        ask = say("tray-look-ask")
        if self._picture is None:
            return StepView(ask, troubles=(say("camera-waiting"),))
        drawn = with_markers(self._picture, self._markers, self._view)
        if self._view is None or len(self._markers) < len(MARKER_IDS):
            troubles = _unclear(self._picture) or (self._missing(),)
            return StepView(ask, (self._seen(),), troubles, picture=drawn)
        look = look_at_tray(self._picture, self._view, self._measured.die_mm)
        live = (self._seen(), _told(look))
        advice = (*_faults(look, are_grave=False), *self._moved(self._view))
        return StepView(ask, live, _faults(look, are_grave=True), advice, drawn)

    def finish(self) -> None:
        """Keep where the tray is."""
        self._measured.view = self._view

    def _seen(self) -> Sentence:
        return say("tray-markers", seen=len(self._markers), count=len(MARKER_IDS))

    def _missing(self) -> Sentence:
        gone = [each for each in MARKER_IDS if each not in self._markers]
        if not gone:
            return say("tray-not-flat")
        return say("tray-missing", corners=tuple(_corner(each) for each in gone))

    def _moved(self, view: TrayView) -> tuple[Sentence, ...]:
        before = self._measured.before
        is_moved = before is not None and shift_dice(before, view) > MOVED_DICE
        return (say("tray-moved-since"),) if is_moved else ()


def _corner(marker: int) -> PlainMessage:
    return PlainMessage(f"calibrate-corner-{_CORNERS[marker]}")


def _unclear(picture: Picture) -> tuple[Sentence, ...]:
    """Without light or focus no marker is seen, and then that is what to put right."""
    for fault in picture_faults(measure_quality(picture, None)):
        if fault in {PictureFault.BLACK, PictureFault.BLOWN}:
            return (say(f"tray-{fault}"),)
    return (say("tray-blurred"),) if is_blurred(picture) else ()


def _told(look: TrayLook) -> Sentence:
    return say(
        "tray-look-live",
        sharp=round(100 * look.quality.sharpness),
        light=round(100 * look.quality.brightness / 255),
        white=round(100 * look.quality.white_share),
        scale=f"{look.px_per_mm:.2f}",
        die=round(look.die_px),
    )


def _faults(look: TrayLook, *, are_grave: bool) -> tuple[Sentence, ...]:
    """What keeps the dice from being read, or else what could be better."""
    faults = [
        _fault(fault, look.quality)
        for fault in picture_faults(look.quality)
        if (fault in GRAVE_FAULTS) == are_grave
    ]
    if look.die_px < GOOD_PX and (look.die_px < SMALLEST_PX) == are_grave:
        faults.append(say("tray-small", die=round(look.die_px), least=round(GOOD_PX)))
    return tuple(faults)


def _fault(fault: PictureFault, seen: PictureQuality) -> Sentence:
    if fault is PictureFault.GLARE:
        return say("tray-glare", white=round(100 * seen.white_share))
    return say(f"tray-{fault}")


@dataclass(slots=True)
class EmptyStep:
    """The empty tray, averaged over some frames in which it neither moves nor holds a die."""

    measured: TrayMeasurements
    name: str = "tray-empty"
    _frames: deque[Picture] = field(default_factory=lambda: deque(maxlen=_EMPTY_FRAMES))
    _finder: DieFinder | None = None
    _view: TrayView | None = None
    _picture: Picture | None = None
    _dice: tuple[ReadDie, ...] = ()
    _is_moved: bool = False

    def restart(self) -> None:
        """Begin with no frames; a tray that was moved counts from where it is now."""
        self._frames.clear()
        if self._is_moved and self._view is not None:
            self.measured.view = self._view
        self._dice, self._is_moved = (), False

    def see(self, seen: CameraFrame) -> None:
        """One frame more, or all anew if the tray was moved or something lies in it."""
        self._picture = seen.picture
        self._view, markers = self.measured.viewed(seen.picture)
        if self._view is None or len(markers) < len(MARKER_IDS) or self.measured.view is None:
            self._frames.clear()
            return
        held = reference_of(self.measured.view, self._looked(seen.picture, self.measured.view))
        self._is_moved = self._is_moved or shift_dice(held, self._view) > MOVED_DICE
        # Looking for dice takes a while, and they do not appear without a hand in the picture.
        if not self._frames or self._dice or len(self._frames) == _EMPTY_FRAMES - 1:
            self._dice = self._dice_finder().dice(seen.picture, self._view)
        if self._dice or self._is_moved:
            self._frames.clear()
        else:
            self._frames.append(seen.picture)

    def _dice_finder(self) -> DieFinder:
        if self._finder is None:
            self._finder = DieFinder(self.measured.die_mm)
        return self._finder

    def _looked(self, picture: Picture, view: TrayView) -> TrayLook:
        return look_at_tray(picture, view, self.measured.die_mm)

    def view(self) -> StepView:
        """How many frames there are, and what is in the way."""
        live = (say("tray-empty-live", count=len(self._frames), wanted=_EMPTY_FRAMES),)
        picture = None if self._picture is None else with_dice(self._picture, self._dice)
        return StepView(say("tray-empty-ask"), live, self._troubles(), picture=picture)

    def _troubles(self) -> tuple[Sentence, ...]:
        if self._is_moved:
            return (say("tray-moved"),)
        if self._dice:
            return (say("tray-not-empty", dice=len(self._dice)),)
        is_whole = len(self._frames) == _EMPTY_FRAMES
        return () if is_whole else (say("tray-empty-wait"),)

    def finish(self) -> None:
        """Keep the mean picture and where the tray lies."""
        mean = np.mean(np.stack(self._frames).astype(np.float32), axis=0)
        self.measured.empty = np.asarray(np.rint(mean), np.uint8)
        if self._view is not None:
            look = self._looked(self.measured.empty, self._view)
            self.measured.reference = reference_of(self._view, look)


class TrayGuide(Guide[CameraFrame]):
    """Leads through the calibration of a tray; `before` is how it lay when that was last done."""

    def __init__(
        self,
        sheet: TraySheet = STANDARD_SHEET,
        lens: Lens | None = None,
        *,
        die_mm: float = 16.0,
        before: TrayReference | None = None,
    ) -> None:
        self._measured = TrayMeasurements(sheet, lens, die_mm, before)
        super().__init__((LookStep(self._measured), EmptyStep(self._measured)))

    def result(self) -> TrayResult:
        """Where the tray lies, once the guide is done."""
        reference, empty = self._measured.reference, self._measured.empty
        if reference is None or empty is None:
            raise InputError("The tray is not calibrated yet: go through all of its steps.")
        return TrayResult(reference, empty)
