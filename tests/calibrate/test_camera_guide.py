"""The guide of the camera: a known lens is found, and a poor set of views is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest

from referee.calibrate.camera_guide import CameraGuide
from referee.errors import InputError
from referee.language import language
from referee.vision.pictures import Picture
from referee.vision.tray.lens import (
    BoardCorners,
    BoardLean,
    PicturePart,
    find_board,
    fit_lens,
    lean_of,
    parts_of,
)
from tests.calibrate.board_stage import ALL_SIDES, LENS, board_picture, frames
from tests.calibrate.tray_stage import messages


@cache
def picture(*view: float) -> Picture:
    return board_picture(*view)


def found(*view: float) -> BoardCorners:
    corners = find_board(picture(*view))
    assert corners is not None
    return corners


def shown(
    views: Sequence[tuple[float, ...]] = ALL_SIDES,
    change: Callable[[Picture], Picture] = lambda picture: picture,
) -> CameraGuide:
    guide = CameraGuide()
    for number, view in enumerate(views):
        for frame in frames(change(picture(*view)), seed=number):
            guide.see(frame)
    return guide


def test_a_lens_is_found_within_a_fraction_of_a_pixel() -> None:
    guide = shown()
    assert messages(guide) == []
    assert guide.accept()
    assert guide.error_px is not None
    assert guide.error_px < 0.15
    lens = guide.result()
    assert lens.focal_px == pytest.approx(LENS.focal_px, rel=0.006)
    rows, columns = np.mgrid[40:700:9j, 40:1240:9j]
    grid = np.column_stack((columns.ravel(), rows.ravel()))
    rays = [(each.straighten(grid) - each.centre_px) / each.focal_px for each in (LENS, lens)]
    off_px = np.linalg.norm(rays[0] - rays[1], axis=1) * LENS.focal_px[0]
    # A shift of all rays is a turn of the camera, which the markers of the tray absorb.
    assert np.median(off_px) < 1.5


def test_missing_parts_and_leans_are_named() -> None:
    guide = shown([(0.2, 0.25, 0, 0, 420), (0.2, 0.75, 0, 0, 420)])
    assert messages(guide) == ["camera-missing-parts", "camera-missing-leans"]
    parts, leans = (each.text(language("en")) for each in guide.view().troubles)
    assert "right" in parts
    assert "bottom left" not in parts
    assert all(str(lean) in leans for lean in BoardLean)
    assert not guide.accept()
    with pytest.raises(InputError, match="not calibrated yet"):
        guide.result()


def test_flat_views_alone_are_refused() -> None:
    guide = shown([view for view in ALL_SIDES if not view[2] and not view[3]])
    assert messages(guide) == ["camera-missing-leans"]


def test_a_board_in_motion_or_shown_twice_is_not_taken() -> None:
    guide = CameraGuide()
    for x in (0.3, 0.34, 0.38, 0.42):
        guide.see(next(iter(frames(picture(x, 0.5, 0, 0, 420)))))
    assert guide.view().live[0].words["count"] == 0
    for frame in frames(picture(0.42, 0.5, 0, 0, 420), 6):
        guide.see(frame)
    assert guide.view().live[0].words["count"] == 1


def test_a_bent_board_is_refused() -> None:
    wave = 6 * np.sin(np.arange(720) / 90.0)

    def bent(picture: Picture) -> Picture:
        rolled = [np.roll(row, round(by), axis=0) for row, by in zip(picture, wave, strict=True)]
        return np.stack(rolled)

    guide = shown(change=bent)
    assert messages(guide)[0] in {"camera-bad", "camera-odd"}
    assert not guide.accept()


def test_a_single_bad_view_is_found() -> None:
    views = [found(*view) for view in ALL_SIDES]
    rng = np.random.default_rng(2)
    views[3].points_px[:] += rng.normal(0, 4, views[3].points_px.shape)
    fit = fit_lens(views, LENS.size)
    assert fit.odd_views == (3,)


def test_parts_and_leans_are_told() -> None:
    assert PicturePart.TOP_LEFT in parts_of(found(0.2, 0.25, 0, 0, 420), LENS.size)
    assert PicturePart.BOTTOM_RIGHT not in parts_of(found(0.2, 0.25, 0, 0, 420), LENS.size)
    assert lean_of(found(0.5, 0.5, 0, 0, 420), LENS.size) is None
    leans = {}
    for view in ((25, 0), (-25, 0), (0, 25), (0, -25)):
        seen = found(0.5, 0.5, *view, 420)
        leans[lean_of(seen, LENS.size)] = seen
    assert set(leans) == set(BoardLean)
    # A nearer edge is a longer one.
    for lean, edges in ((BoardLean.LEFT, ("x", 0, -1)), (BoardLean.TOP, ("y", 0, -1))):
        seen, axis = leans[lean], 0 if edges[0] == "x" else 1
        near, far = seen.points_mm[:, axis].min(), seen.points_mm[:, axis].max()
        lengths = [
            np.ptp(seen.points_px[seen.points_mm[:, axis] == at], axis=0)[1 - axis]
            for at in (near, far)
        ]
        assert lengths[0] > lengths[1]


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_coverage_is_drawn_and_said(code: str) -> None:
    words = language(code)
    for guide in (CameraGuide(), shown(ALL_SIDES[:3])):
        view = guide.view()
        assert all(each.text(words) for each in (view.ask, *view.live, *view.troubles))
    assert view.picture is not None
    assert view.picture.shape == (720, 1280, 3)
    # The part that was never seen has a red frame, one that was has a green one.
    assert view.picture[700, 1278].tolist() == [60, 60, 220]
    assert view.picture[20, 1].tolist() == [120, 160, 120]
