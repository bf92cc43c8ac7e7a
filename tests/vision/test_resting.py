"""How dice lie in a drawn tray: flat, leaning against something, on another die."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.simulation.drawing.materials import plain_material
from referee.simulation.drawing.solids import PlacedDie, TrayCamera, turned
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.resting import Resting, RestingLook, resting_view
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.readings import Certainty, DieFinding, ReadDie
from scripts.drawn_scenes.tray_shots import TrayShot, draw_tray, throw_dice

DIE_MM = 16.0
MATERIALS = [plain_material(), plain_material((40, 40, 190), (240, 240, 240))]
CAMERAS = [TrayCamera(), TrayCamera(20.0, 30.0), TrayCamera(28.0, 200.0)]
TRAYS = 6


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def thrown(seed: int) -> tuple[np.random.Generator, list[PlacedDie]]:
    rng = np.random.default_rng(seed)
    return rng, list(throw_dice(rng, tuple("135246"), materials=MATERIALS))


def leaning(rng: np.random.Generator, die: PlacedDie, tilt_deg: float = 30.0) -> PlacedDie:
    """Tipped over one of its edges, its lowest one on the sheet."""
    edge_rad = np.arctan2(*die.rotation[1::-1, 0]) + np.pi / 2 * rng.integers(4)
    rotation = turned(0.0, np.radians(tilt_deg), float(edge_rad)) @ die.rotation
    height = DIE_MM / 2 * float(np.abs(rotation[2]).sum())
    return replace(die, centre=np.array([*die.centre[:2], height]), rotation=rotation)


def on_another(die: PlacedDie, below: PlacedDie) -> PlacedDie:
    x, y, z = below.centre
    return replace(die, centre=np.array([x + 3.0, y - 2.0, z + DIE_MM]), is_stacked=True)


def read_at(reader: DiceReader, shot: TrayShot, number: int) -> ReadDie | None:
    """What was read where this die was drawn."""
    die = shot.dice[number]
    tray = TrayReader(reader, shot.top_plane, DIE_MM, shot.ground_plane)
    near = [
        each
        for each in tray.read(shot.picture).dice
        if np.hypot(*np.subtract(each.centre_px, die.centre)) < 0.5 * die.die_px
    ]
    return near[0] if near else None


@pytest.mark.parametrize("camera", CAMERAS)
def test_most_leaning_dice_are_found_out_and_asked_about(
    reader: DiceReader, camera: TrayCamera
) -> None:
    found = []
    for seed in range(TRAYS):
        rng, dice = thrown(seed)
        dice[2] = leaning(rng, dice[2])
        die = read_at(reader, draw_tray(rng, dice, camera), 2)
        # One that is not read at all is missed by its number.
        found.append(die is None or DieFinding.COCKED in die.findings)
        assert die is None or not found[-1] or die.certainty is not Certainty.CERTAIN
    assert sum(found) >= 0.6 * TRAYS


def test_half_of_the_dice_on_others_are_found_out(reader: DiceReader) -> None:
    found = []
    for seed in range(3 * TRAYS):
        rng, dice = thrown(seed)
        dice[2] = on_another(dice[2], dice[4])
        die = read_at(reader, draw_tray(rng, dice, CAMERAS[seed % 3]), 2)
        found.append(die is None or DieFinding.STACKED in die.findings)
    assert sum(found) >= len(found) / 2


@pytest.mark.parametrize("camera", CAMERAS)
def test_flat_dice_are_left_alone(reader: DiceReader, camera: TrayCamera) -> None:
    findings = []
    for seed in range(TRAYS):
        rng, dice = thrown(seed)
        shot = draw_tray(rng, dice, camera)
        tray = TrayReader(reader, shot.top_plane, DIE_MM, shot.ground_plane)
        findings += [die.findings for die in tray.read(shot.picture).dice]
    assert len(findings) == 6 * TRAYS
    assert sum(bool(each) for each in findings) <= 0.02 * len(findings)


def test_sides_are_no_dice_though_the_camera_hangs_low(reader: DiceReader) -> None:
    extra = 0
    for seed in range(4):
        rng, dice = thrown(seed)
        shot = draw_tray(rng, dice, TrayCamera(42.0, 90.0 * seed))
        tray = TrayReader(reader, shot.top_plane, DIE_MM, shot.ground_plane)
        extra += len(tray.read(shot.picture).dice) - len(dice)
        assert all(read_at(reader, shot, number) is not None for number in range(len(dice)))
    assert extra <= 1


def test_a_view_has_the_foot_to_the_right_and_says_how_far_it_is() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    # The foot is below: a light spot there must appear right of the middle.
    picture[68:72, 48:52] = 255
    view = resting_view(picture, (50.0, 50.0), 36.0, (0.0, 18.0))
    assert view.shape == (64, 64, 4)
    row, column = np.unravel_index(int(np.argmax(view[..., 0])), view.shape[:2])
    assert abs(row - 31.5) < 3
    assert column > 40
    assert len(set(view[..., 3].ravel().tolist())) == 1
    assert view[0, 0, 3] == round(255 * 0.5 / 1.2)


def test_chances_add_up_and_nothing_is_told_of_nothing() -> None:
    look = RestingLook()
    picture = np.random.default_rng(1).integers(0, 255, (80, 80, 3), np.uint8)
    chances = look.chances(picture, [(40.0, 40.0), (0.0, 79.0)], 36.0, [(0.0, 0.0), (9.0, -4.0)])
    assert chances.shape == (2, len(Resting))
    assert np.allclose(chances.sum(axis=1), 1)
    assert look.restings(picture, [], 36.0, []) == []
