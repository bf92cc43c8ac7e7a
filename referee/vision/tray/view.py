"""The tray as one picture shows it: which markers were seen, where the camera is, which planes."""

from dataclasses import dataclass

import cv2
import numpy as np

from referee.vision.pictures import Picture
from referee.vision.tray.lens import Lens, Matrix
from referee.vision.tray.markers import LEAST_MARKERS, Candidates, choices, find_markers
from referee.vision.tray.perspective import CameraPose, Plane, fit_pose, is_usable
from referee.vision.tray.sheet import Points, TraySheet

_FARTHEST_PX = 1e6
_LARGEST_ERROR = 0.03
"""Of a marker's width, chosen by hand. A marker that is off by more is something else that looks
like one; with less, a sheet that does not lie quite flat is never found."""
_HAND_MM = 60.0


@dataclass(frozen=True, slots=True, eq=False)
class TrayView:
    """How the sheet lies before the camera. Every plane that it gives can be used."""

    sheet: TraySheet
    width_px: int
    height_px: int
    markers_px: dict[int, Points]
    """Corners of the markers that were seen, as measured in the picture."""

    pose: CameraPose
    error_px: float
    """How far the measured corners are from where the sheet says, in the mean."""

    @property
    def ground_plane(self) -> Plane:
        """The sheet itself."""
        return self._plane(self.pose.plane(0.0))

    def top_plane(self, die_mm: float) -> Plane:
        """The plane of the dice's top faces, one die height above the sheet."""
        return self._plane(self.pose.plane(die_mm))

    def die_px(self, die_mm: float) -> float:
        """How wide a die's top face is in the picture, in the middle of the tray."""
        return self.top_plane(die_mm).px_per_mm() * die_mm

    def _plane(self, homography: Matrix) -> Plane:
        return Plane(
            homography, self.sheet.inner_width_mm, self.sheet.inner_height_mm, self.pose.lens
        )


def view_tray(picture: Picture, sheet: TraySheet, lens: Lens | None = None) -> TrayView | None:
    """The tray in this picture; None if fewer than three of its markers can be seen."""
    return fit_view(find_markers(picture), sheet, (picture.shape[1], picture.shape[0]), lens)


def fit_view(
    candidates: Candidates, sheet: TraySheet, size: tuple[int, int], lens: Lens | None = None
) -> TrayView | None:
    """The view that explains most markers, and these best."""
    own_lens = lens.at(*size) if lens else None
    best: TrayView | None = None
    for markers in choices(candidates):
        if len(markers) < max(LEAST_MARKERS, len(best.markers_px) if best else 0):
            continue
        view = _fitted(markers, sheet, size, own_lens)
        if view and (best is None or view.error_px < best.error_px):
            best = view
    return best


def _fitted(
    markers: dict[int, Points], sheet: TraySheet, size: tuple[int, int], lens: Lens | None
) -> TrayView | None:
    points_mm = np.vstack([sheet.marker_corners_mm(marker) for marker in markers])
    seen_px = np.vstack(list(markers.values()))
    if not np.abs(seen_px).max() < _FARTHEST_PX:  # NaN neither
        return None
    limit_px = _LARGEST_ERROR * _marker_px(markers)
    # Most wrong choices end here, before the dearer fit; a bent lens is forgiven so far.
    if _error_px(_homography(points_mm, seen_px), points_mm, seen_px) > 3 * limit_px:
        return None
    pose = fit_pose(points_mm, seen_px, lens or Lens.usual(*size), is_measured=lens is not None)
    if pose is None or not _is_whole(pose, sheet):
        return None
    error = _error_px(pose.plane(0.0), points_mm, pose.lens.straighten(seen_px))
    return TrayView(sheet, *size, markers, pose, error) if error <= limit_px else None


def _homography(points_mm: Points, points_px: Points) -> Matrix:
    """From the sheet to pixels; full of NaN if there is none."""
    try:
        found = np.asarray(cv2.findHomography(points_mm, points_px, 0)[0], np.float64)
    except cv2.error:
        found = np.empty(0)
    return found if found.shape == (3, 3) else np.full((3, 3), np.nan)


def _is_whole(pose: CameraPose, sheet: TraySheet) -> bool:
    """Whether the sheet and everything up to a hand's height above it can be used."""
    area = (sheet.inner_width_mm, sheet.inner_height_mm)
    return all(is_usable(each, *area) for each in (pose.plane(0.0), pose.plane(_HAND_MM)))


def _error_px(ground: Matrix, points_mm: Points, points_px: Points) -> float:
    flat = np.column_stack((points_mm, np.ones(len(points_mm)))) @ ground.T
    off = flat[:, :2] / flat[:, 2:] - points_px
    return float(np.sqrt((off**2).sum(axis=1).mean()))


def _marker_px(markers: dict[int, Points]) -> float:
    areas = [abs(cv2.contourArea(corners.astype(np.float32))) for corners in markers.values()]
    return float(np.sqrt(np.mean(areas)))
