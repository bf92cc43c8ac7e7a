"""The finder looks seldom, keeps what it saw, and tells a moved tray from a bump."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from referee.language import language, languages
from referee.vision.pictures import Picture, PictureError
from referee.vision.tray import finder
from referee.vision.tray.finder import TrayFinder, TrayFinding, TrayState, TrayStatus
from referee.vision.tray.markers import Candidates, find_markers
from referee.vision.tray.sheet import TrayError
from tests.vision.tray_scene import Scene, lens_of

LENS = lens_of(640, 360)


@cache
def frame(
    shift_mm: float = 0.0,
    covered: tuple[int, ...] = (),
    light: float = 0.8,
    shadow: bool = False,
    seed: int = 1,
) -> np.ndarray:
    scene = Scene(
        tilt_deg=20,
        distance_mm=520,
        lens=LENS,
        shift_mm=(shift_mm, 0),
        light=light,
        shadow=shadow,
        seed=seed,
    )
    picture = scene.picture()
    for marker in covered:
        hand = scene.project(scene.sheet.marker_corners_mm(marker)).astype(np.int32)
        cv2.fillConvexPoly(picture, hand, (120, 150, 210))
    return picture


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each search."""
    made: list[int] = []

    def counted(picture: Picture) -> Candidates:
        made.append(1)
        return find_markers(picture)

    monkeypatch.setattr(finder, "find_markers", counted)
    return made


def test_it_searches_at_most_once_a_second(searches: list[int]) -> None:
    finder = TrayFinder(lens=LENS)
    for index in range(90):
        assert finder.see(frame(), index / 30).state is TrayState.IN_PLACE
    assert len(searches) == 3


def test_the_rate_is_an_argument(searches: list[int]) -> None:
    finder = TrayFinder(lens=LENS, every_s=0.25)
    for index in range(30):
        finder.see(frame(), index / 30)
    assert len(searches) == 4


def test_a_tray_never_seen() -> None:
    finder = TrayFinder(lens=LENS)
    status = finder.see(np.full((360, 640, 3), 90, np.uint8), 0.0)
    assert status == TrayStatus(TrayState.UNSEEN)
    assert not status.is_usable
    assert finder.see(frame(covered=(0, 1)), 1.0).markers == (2, 3)
    assert finder.status.state is TrayState.UNSEEN


def test_the_last_good_view_is_kept_under_a_hand() -> None:
    finder = TrayFinder(lens=LENS)
    good = finder.see(frame(), 0.0).view
    status = finder.see(frame(covered=(0, 1, 2)), 1.0)
    assert status.state is TrayState.COVERED
    assert status.view is good
    assert status.is_usable


def test_a_tray_that_stays_away_is_gone_and_comes_back() -> None:
    finder = TrayFinder(lens=LENS)
    finder.see(frame(), 0.0)
    empty = np.full((360, 640, 3), 90, np.uint8)
    assert finder.see(empty, 9.0).state is TrayState.COVERED
    assert finder.see(empty, 11.0).state is TrayState.GONE
    assert not finder.status.is_usable
    assert finder.see(frame(), 12.0).state is TrayState.IN_PLACE


def test_one_covered_marker_is_said_and_does_no_harm() -> None:
    finder = TrayFinder(lens=LENS)
    good = finder.see(frame(), 0.0).view
    status = finder.see(frame(covered=(2,)), 1.0)
    assert status.state is TrayState.IN_PLACE
    assert status.findings == (TrayFinding.PARTLY_COVERED,)
    assert status.markers == (0, 1, 3)
    assert status.view is good


def test_a_moved_tray_is_noticed() -> None:
    finder = TrayFinder(lens=LENS)
    old = finder.see(frame(), 0.0).view
    status = finder.see(frame(shift_mm=6.0), 1.0)
    assert status.state is TrayState.SHIFTING
    assert status.view is old
    assert not status.is_usable
    status = finder.see(frame(shift_mm=6.0, seed=2), 1.25)
    assert status.state is TrayState.IN_PLACE
    assert status.findings == (TrayFinding.MOVED,)
    assert status.view is not old
    assert finder.see(frame(shift_mm=6.0), 1.3).findings == ()


def test_a_tray_on_its_way_is_not_taken_for_moved() -> None:
    finder = TrayFinder(lens=LENS)
    finder.see(frame(), 0.0)
    for at_s, shift_mm in ((1.0, 6.0), (1.3, 12.0), (1.6, 18.0)):
        assert finder.see(frame(shift_mm=shift_mm), at_s).state is TrayState.SHIFTING
    assert finder.see(frame(shift_mm=18.0, seed=3), 1.9).findings == (TrayFinding.MOVED,)


def test_a_bump_for_one_frame_changes_nothing() -> None:
    finder = TrayFinder(lens=LENS)
    finder.see(frame(), 0.0)
    assert finder.see(frame(shift_mm=6.0), 1.0).state is TrayState.SHIFTING
    status = finder.see(frame(seed=2), 1.25)
    assert status.state is TrayState.IN_PLACE
    assert status.findings == (TrayFinding.BUMPED,)
    assert finder.see(frame(), 3.0).findings == ()


def test_light_is_no_movement() -> None:
    finder = TrayFinder(lens=LENS)
    finder.see(frame(), 0.0)
    for at_s, picture in enumerate(
        (frame(light=0.3), frame(shadow=True), frame(light=1.0, seed=5)), start=1
    ):
        status = finder.see(picture, float(at_s))
        assert status.state is TrayState.IN_PLACE
        assert status.findings == ()


def test_a_sheet_that_does_not_lie_flat_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert TrayFinder(lens=LENS).see(frame(), 0.0).findings == ()
    monkeypatch.setattr(finder, "_UNEVEN_DICE", 0.0005)
    assert TrayFinding.UNEVEN in TrayFinder(lens=LENS).see(frame(), 0.0).findings


def test_another_picture_size_starts_anew() -> None:
    finder = TrayFinder()
    finder.see(frame(), 0.0)
    large = np.asarray(cv2.resize(frame(), (960, 540)), np.uint8)
    status = finder.see(large, 0.1)
    assert status.state is TrayState.IN_PLACE
    assert status.view is not None
    assert status.view.width_px == 960


def test_a_recording_that_starts_again_is_searched(searches: list[int]) -> None:
    finder = TrayFinder(lens=LENS)
    finder.see(frame(), 100.0)
    finder.see(frame(), 0.0)
    assert len(searches) == 2


def test_what_is_no_picture_gets_a_sentence() -> None:
    with pytest.raises(PictureError):
        TrayFinder().see(np.full((5, 5), np.nan), 0.0)
    with pytest.raises(TrayError, match="calibrated at 640 × 360"):
        TrayFinder(lens=LENS).see(np.zeros((480, 640, 3), np.uint8), 0.0)


@pytest.mark.parametrize("code", languages())
def test_every_state_and_finding_has_a_sentence(code: str) -> None:
    words = language(code)
    names = [f"tray-state-{each}" for each in TrayState]
    names += [f"tray-finding-{each}" for each in TrayFinding]
    assert all(words.say(name, seen=2, all=4).endswith(".") for name in names)
    assert "2" in words.say("tray-state-unseen", seen=2, all=4)
