"""The tray as the eye knows it: where it is, what moves in it, and its dice read.

A search for the markers moves the view by a hair each time. The view in use is kept until a better
one comes or the tray has moved, because everything that is remembered about the tray hangs on it.
"""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from referee.devices.camera.contract import CameraFrame
from referee.vision.dice.centres import CentreFinder
from referee.vision.dice.face_reading import FaceReader
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.motion.tray_watch import TrayObservation, TrayWatch
from referee.vision.pictures import Picture, as_picture
from referee.vision.readings import Point, Reading
from referee.vision.tray.finder import TrayFinder, TrayFinding, TrayState, TrayStatus
from referee.vision.tray.markers import find_markers
from referee.vision.tray.sheet import Points
from referee.vision.tray.view import TrayView

_STRIP_DICE = 0.8
"""A die at the edge reaches over it by half of itself, its shadow by a little more. Chosen by hand:
with more, films show what lies beside the tray."""


_CALM_SEARCH_S = 8.0
"""Chosen by hand: so often a tray that seems to lie still is searched; one that is moved is seen to
move."""


class EyeTray:
    """Finds the tray, watches it and reads its dice."""

    def __init__(
        self, finder: TrayFinder, readers: Mapping[str, FaceReader], die_mm: float
    ) -> None:
        self._finder = finder
        self._die_mm = die_mm
        self._network = CentreFinder()
        self._readers = {kind: DiceReader(faces, self._network) for kind, faces in readers.items()}
        self._tray_readers: dict[str, TrayReader] = {}
        self._view: TrayView | None = None
        self._watch: TrayWatch | None = None
        self.status: TrayStatus | None = None
        self.outline_px: Sequence[Point] = ()
        self.die_px = 0.0
        self._rests_since_s: float | None = None

    @property
    def is_usable(self) -> bool:
        """Whether dice may be read: the tray is known and not on its way."""
        return self.status is not None and self.status.is_usable

    def find(self, frame: CameraFrame) -> bool:
        """Look for the tray, in few of the frames; True if it is new, moved, or back in sight."""
        before = self.status
        if self._was_found_resting(frame.at_s):
            return False
        self.status = status = self._finder.see(frame.sent, frame.at_s)
        view = status.view
        if _is_back(before, status):
            self.watch_anew()
            return True
        if view is None or view is self._view:
            return False
        held = self._view
        if held is None or TrayFinding.MOVED in status.findings or _is_other_size(held, view):
            self._settle_in(view)
            return True
        if len(view.markers_px) > len(held.markers_px):
            self._view = view
            self._tray_readers.clear()
        return False

    def watch(self, frame: CameraFrame) -> TrayObservation | None:
        """What happens in the tray; None as long as it was never found."""
        if self._watch is None:
            return None
        observed = self._watch.see(frame.at_s, frame.sent, frame.missed_before)
        self._rests_since_s = observed.since_s if observed.is_readable else None
        return observed

    def _was_found_resting(self, now_s: float) -> bool:
        """Whether it was found lately, after whatever moved last: then it is still there."""
        status, searched_s = self.status, self._finder.searched_s
        if status is None or status.state is not TrayState.IN_PLACE:
            return False
        if self._rests_since_s is None or searched_s is None or searched_s < self._rests_since_s:
            return False
        return now_s - searched_s < _CALM_SEARCH_S

    def read(self, picture: Picture, kind: str) -> Reading:
        """The dice of this kind in the tray."""
        reader = self._tray_readers.get(kind)
        if reader is None:
            reader = self._tray_readers[kind] = self._new_reader(kind)
        return reader.read(picture)

    def learn(self, kind: str, faces: FaceReader) -> None:
        """Read dice of this kind by these faces from now on."""
        self._readers[kind] = DiceReader(faces, self._network)
        self._tray_readers.pop(kind, None)

    def _new_reader(self, kind: str) -> TrayReader:
        if self._view is None:
            raise RuntimeError("Dice are read only in a tray that was found.")
        return TrayReader.of_view(self._readers[kind], self._view, self._die_mm)

    def _settle_in(self, view: TrayView) -> None:
        self._view = view
        self._tray_readers.clear()
        self.die_px = view.die_px(self._die_mm)
        self.outline_px = outline_px(view, self._die_mm)
        self.watch_anew()

    def shows_ground(self, frame: CameraFrame) -> bool:
        """Whether a picture without dice shows the tray: at least one of its markers."""
        return bool(find_markers(as_picture(frame.picture)))

    def watch_anew(self) -> None:
        """Forget how the tray looked."""
        self._watch = TrayWatch(self.die_px, self.outline_px)


def outline_px(view: TrayView, die_mm: float) -> Sequence[Point]:
    """What the picture shows of the tray, of a strip around it, and of the dice that stand there.

    A die at the edge and its shadow reach over the edge; a hand reaches much farther.
    """
    corners_mm = _widened(view.sheet.inner_corners_mm, _STRIP_DICE * die_mm)
    planes = (view.ground_plane, view.top_plane(die_mm))
    corners = np.vstack([plane.to_picture(corners_mm) for plane in planes]).astype(np.float32)
    hull = np.asarray(cv2.convexHull(corners), np.float64).reshape(-1, 2)
    return [(float(x), float(y)) for x, y in hull]


def _is_back(before: TrayStatus | None, now: TrayStatus) -> bool:
    """Whether the tray was wholly out of sight: a cap on the lens, a lamp that went out.

    A hand covers some of the markers, and never all of them.
    """
    if before is None or before.view is None or before.markers:
        return False
    return now.state is TrayState.IN_PLACE


def _widened(corners_mm: Points, by_mm: float) -> Points:
    outwards = np.sign(corners_mm - corners_mm.mean(axis=0))
    return np.asarray(corners_mm + by_mm * outwards, np.float64)


def _is_other_size(held: TrayView, view: TrayView) -> bool:
    return (held.width_px, held.height_px) != (view.width_px, view.height_px)
