"""Pip dice are read in drawn pictures of the tray: from above, at an angle, at any size."""

from __future__ import annotations

import numpy as np
import pytest

from referee.errors import InputError
from referee.simulation.drawing.materials import plain_material
from referee.simulation.drawing.solids import TrayCamera
from referee.vision.dice.pips import PipFit
from referee.vision.dice.reader import DiceReader, Region
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.motion.voting import vote
from referee.vision.readings import Certainty, DieFinding, Reading, ReadingFinding
from scripts.drawn_scenes.tray_shots import TrayShot, draw_tray, throw_dice

DIE_MM = 16.0
FACES = tuple("112233445566")
MATERIALS = [
    plain_material(),
    plain_material((40, 40, 190), (240, 240, 240)),
    plain_material((40, 35, 35), (235, 235, 235)),
]


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def _shot(seed: int, camera: TrayCamera, faces: tuple[str, ...] = FACES) -> TrayShot:
    rng = np.random.default_rng(seed)
    return draw_tray(rng, throw_dice(rng, faces, materials=MATERIALS), camera)


def _is_right(shot: TrayShot, reading: Reading) -> bool:
    """Every die found within a third of its width, with its face, and nothing else."""
    if len(reading.dice) != len(shot.dice):
        return False
    for die in shot.dice:
        near = [
            read
            for read in reading.dice
            if np.hypot(*(np.array(read.centre_px) - die.centre)) < die.die_px / 3
        ]
        if len(near) != 1 or near[0].face != die.face:
            return False
    return True


@pytest.mark.parametrize(
    ("tilt_deg", "around_deg"), [(0, 0), (15, 60), (30, 0), (30, 180), (42, 120)]
)
def test_a_tray_is_read_at_any_usual_angle(
    reader: DiceReader, tilt_deg: float, around_deg: float
) -> None:
    shot = _shot(round(tilt_deg), TrayCamera(tilt_deg, around_deg))
    tray = TrayReader(reader, shot.top_plane, DIE_MM, shot.ground_plane)
    assert _is_right(shot, tray.read(shot.picture))


@pytest.mark.parametrize("seed", range(6))
def test_side_faces_in_a_low_view_are_never_certain(reader: DiceReader, seed: int) -> None:
    shot = _shot(seed, TrayCamera(42, 120))
    tray = TrayReader(reader, shot.top_plane, DIE_MM, shot.ground_plane)
    for read in tray.read(shot.picture).dice:
        if read.is_certain:
            away = [np.hypot(*(np.array(read.centre_px) - die.centre)) for die in shot.dice]
            nearest = shot.dice[int(np.argmin(away))]
            assert min(away) < nearest.die_px / 3
            assert read.face == nearest.face


def test_most_dice_of_a_plain_tray_are_certain(reader: DiceReader) -> None:
    shot = _shot(4, TrayCamera())
    reading = TrayReader(reader, shot.top_plane, DIE_MM).read(shot.picture)
    certain = [die for die in reading.dice if die.certainty is Certainty.CERTAIN]
    assert len(certain) >= 10


def test_a_picture_without_markers_is_read_at_its_own_size(reader: DiceReader) -> None:
    shot = _shot(5, TrayCamera(away_mm=380))
    # Only the inside of the tray: no markers to be seen.
    (left, top), (right, bottom) = np.rint(
        shot.top_plane.to_picture(np.array([(8.0, 8.0), (252.0, 172.0)]))
    ).astype(int)
    part = Region(int(left), int(top), int(right - left), int(bottom - top))
    reading = reader.read(shot.picture, region=part)
    assert reading.die_px == pytest.approx(shot.dice[0].die_px, rel=0.2)
    assert _is_right(shot, reading)


@pytest.mark.parametrize("faces", [FACES, ("4",)])
def test_a_die_on_which_pips_hardly_show_is_asked_about(
    reader: DiceReader, monkeypatch: pytest.MonkeyPatch, faces: tuple[str, ...]
) -> None:
    """Marbling hides how the pips lie; off the tray such a die was not shown at all."""
    badly = PipFit((0.3,) * 6, (1 / 6,) * 6)
    monkeypatch.setattr("referee.vision.dice.face_reading.fit_pips", lambda _face: badly)
    shot = _shot(3, TrayCamera(), faces)
    shown = reader.read(shot.picture).dice
    assert len(shown) >= max(1, len(faces) - 2)
    assert all(die.certainty is Certainty.DOUBTFUL for die in shown)
    assert all(die.findings == (DieFinding.FAINT,) for die in shown)
    # Another picture of it says nothing new.
    assert not any(die.is_certain for die in vote([Reading(shown, shot.dice[0].die_px)] * 6).dice)


def test_a_die_beside_the_tray_is_told_apart(reader: DiceReader) -> None:
    rng = np.random.default_rng(6)
    inside = throw_dice(rng, ("3", "5"))
    escaped = throw_dice(rng, ("2",))[0]
    escaped.centre[0] = -(260 / 2 + 6.0)
    shot = draw_tray(rng, (*inside, escaped), TrayCamera())
    reading = TrayReader(reader, shot.top_plane, DIE_MM).read(shot.picture)
    outside = [die for die in reading.dice if DieFinding.OUTSIDE in die.findings]
    assert [die.face for die in outside] == ["2"]
    assert not outside[0].is_certain


def test_another_number_of_dice_than_announced_is_a_finding(reader: DiceReader) -> None:
    shot = _shot(7, TrayCamera(), tuple("1234"))
    tray = TrayReader(reader, shot.top_plane, DIE_MM)
    assert ReadingFinding.WRONG_COUNT in tray.read(shot.picture, expected=3).findings
    assert not tray.read(shot.picture, expected=4).findings


def test_an_empty_tray_has_no_dice(reader: DiceReader) -> None:
    shot = _shot(8, TrayCamera(), ())
    reading = TrayReader(reader, shot.top_plane, DIE_MM).read(shot.picture)
    assert reading.dice == ()
    assert ReadingFinding.NO_DICE in reading.findings


def test_a_plain_picture_has_no_dice(reader: DiceReader) -> None:
    reading = reader.read(np.full((240, 320, 3), 127, np.uint8))
    assert reading.dice == ()


@pytest.mark.parametrize("die_px", [0.0, 1.0, -5.0, 1e9, float("nan")])
def test_an_impossible_width_is_refused(reader: DiceReader, die_px: float) -> None:
    with pytest.raises(InputError, match="pixels wide"):
        reader.read(np.full((64, 64, 3), 127, np.uint8), die_px=die_px)


def test_a_region_outside_the_picture_is_refused(reader: DiceReader) -> None:
    with pytest.raises(InputError, match="region"):
        reader.read(np.full((64, 64, 3), 127, np.uint8), region=Region(100, 0, 40, 40))


def test_too_much_to_search_is_refused_before_it_is_tried(reader: DiceReader) -> None:
    with pytest.raises(InputError, match="region"):
        reader.read(np.full((4000, 5000, 3), 127, np.uint8), die_px=10)
