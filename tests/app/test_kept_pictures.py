"""What is kept of a simulated evening shows the tray alone, unless somebody agreed to more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.simulation.lockstep import LockstepTable
from referee.table.orders import DoneOrder, FellOrder
from referee.table.senses.eye_tray import EyeTray
from referee.vision.pictures import Picture
from tests.simulation.lockstep_games import Plan, begin, close, simulated

SHORT = {"variant": "expert", "numbers": {"cards": [[1]] * 7, "stability_s": 0.5}}
# As far as the printed sheet reaches beyond the markers, in millimetres.
BEYOND_MM = 44.0
PINK = (255, 0, 255)


def paint_the_room(evening: LockstepTable) -> None:
    """From now on everything in the picture that is not the sheet in the tray is pink."""
    assert isinstance(evening.eye._tray, EyeTray)
    view = evening.eye._tray._view
    assert view is not None
    inner = view.sheet.inner_corners_mm
    sheet_mm = inner + BEYOND_MM * np.sign(inner - inner.mean(axis=0))
    corners = np.rint(view.ground_plane.to_picture(sheet_mm)).astype(np.int32)
    frame_at = evening.tray.frame_at
    outside = np.full((view.height_px, view.width_px), 255, np.uint8)
    cv2.fillConvexPoly(outside, corners, 0)
    assert outside.any(), "the camera sees something of the room"

    def painted(t_s: float) -> Picture:
        picture = frame_at(t_s)
        picture[outside > 0] = PINK
        return picture

    evening.tray.frame_at = painted  # type: ignore[method-assign]


def is_pink(picture: Picture) -> bool:
    """Whether there is anything of the room; films blur colours, dice have others."""
    blue, green, red = (picture[..., channel].astype(int) for channel in range(3))
    return bool(((blue > 150) & (red > 150) & (green < 110)).any())


def pictures_in(file: Path) -> Iterator[Picture]:
    """Every picture of a file of evidence."""
    if file.suffix == ".jpg":
        yield np.asarray(cv2.imread(str(file)), np.uint8)
    elif file.suffix == ".webm":
        film = cv2.VideoCapture(str(file))
        while (read := film.read())[0]:
            yield np.asarray(read[1], np.uint8)
        film.release()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[LockstepTable]:
    made = simulated(tmp_path, 700_061, care=1.0, keeps_evidence=True)
    paint_the_room(made)
    begin(made, Plan("magic-beanstalk", 2, 700_061, SHORT))
    yield made
    close(made)


def play_until_a_fall(evening: LockstepTable) -> dict[str, list[Path]]:
    """Roll, build, and let somebody say that it fell; the files that were kept, by what they are.

    Also what the table shows of single dice is looked at on the way.
    """
    umpire = evening.table.umpire
    assert umpire is not None
    while len(umpire.game.standing(umpire.state)) < 2:
        evening.step()
        evening.players.step()
        for die in umpire.tray.dice:
            cutout = cv2.imdecode(np.frombuffer(die.cutout_jpeg, np.uint8), cv2.IMREAD_COLOR)
            assert not is_pink(np.asarray(cutout, np.uint8))
    assert evening.table.order(FellOrder()).is_accepted
    evening.let_pass_s(6.0)
    assert evening.table.order(DoneOrder()).is_accepted
    evening.table.leave_game()
    shelf = evening.table.store.evidence
    kept: dict[str, list[Path]] = {}
    for each in shelf.all():
        kept.setdefault(each.about, []).extend(shelf.path(each.name, it.file) for it in each.files)
    return kept


def test_nothing_outside_the_tray_is_kept_of_a_reading_and_of_a_fall(
    evening: LockstepTable,
) -> None:
    pictures = with_pictures(play_until_a_fall(evening))

    assert len(pictures["roll"]) >= 1
    assert len(pictures["fall"]) > 50
    assert [about for about, each in pictures.items() if any(map(is_pink, each))] == []


def with_pictures(kept: dict[str, list[Path]]) -> dict[str, list[Picture]]:
    return {
        about: [picture for file in files for picture in pictures_in(file)]
        for about, files in kept.items()
    }


def test_a_film_shows_all_where_somebody_agreed_to_it(evening: LockstepTable) -> None:
    assert evening.evidence is not None
    evening.evidence.shows_all = True
    pictures = with_pictures(play_until_a_fall(evening))

    assert is_pink(pictures["fall"][-1])
    assert not any(map(is_pink, pictures["roll"])), "a reading is of the tray"
