"""A table calibrated by its guides reads and weighs as well as one that knows the truth."""

from __future__ import annotations

import numpy as np
import pytest

from referee.app.face_sets import find_faces
from referee.calibrate.camera import CameraGuide
from referee.calibrate.dice import DiceGuide
from referee.calibrate.scale import PIECES_WEIGHED, ScaleGuide
from referee.calibrate.scale_notes import Reference
from referee.twin.load_cell import CellSpec
from referee.twin.tower.pieces import PIECES
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.taught_reading import TaughtDice
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.tray.lens import Lens
from referee.vision.tray.sheet import STANDARD_SHEET
from referee.vision.tray.view import view_tray
from referee.weighing.counts import ScaleCalibration
from referee.weighing.pieces import guess_pieces
from referee.weighing.profile import PieceMass
from tests.calibrate.board_stage import ALL_SIDES, board_picture, frames
from tests.calibrate.plate_stage import PlateStage
from tests.calibrate.tray_stage import TrayStage

pytestmark = pytest.mark.slow

ROLLS, DICE = 30, 6
DIE_MM = 16.0


def calibrated_lens(true: Lens) -> Lens:
    guide = CameraGuide()
    for number, view in enumerate(ALL_SIDES):
        for frame in frames(board_picture(*view, lens=true), seed=number):
            guide.see(frame)
    assert guide.accept()
    return guide.result()


def taught_faces(stage: TrayStage, lens: Lens) -> TaughtFaces:
    """A hand rolls one die until it shows what the guide asks for, again and again."""
    guide = DiceGuide("ours", find_faces("magic-beanstalk").faces, lens=lens)
    stage.world.roll("beanstalk", 1)
    while guide.name != "dice-review":
        stage.world.reroll([die.id for die in stage.world.dice] or (1,))
        stage.settle()
        (die,) = stage.world.dice
        if die.face == guide.name.removeprefix("dice-") and die.is_flat:
            stage.show(guide, 2)
            guide.accept()
    assert guide.accept(), guide.report
    stage.world.clear()
    stage.settle()
    return guide.result()[0]


def read_rightly(stage: TrayStage, lens: Lens, faces: TaughtFaces) -> float:
    """The share of dice that are read as they lie, over many rolls."""
    reader = DiceReader(TaughtDice(faces))
    right = total = 0
    for _ in range(ROLLS):
        stage.world.roll("beanstalk", DICE)
        stage.settle()
        picture = stage.frame().picture
        view = view_tray(picture, STANDARD_SHEET, lens)
        top = view.top_plane(DIE_MM)
        read = TrayReader(reader, top, DIE_MM, view.ground_plane).read(picture).dice
        places = {each.face: [] for each in read}
        for each in read:
            places[each.face].append(top.to_plane(np.array([each.centre_px]))[0])
        for true in stage.world.dice:
            near = [np.linalg.norm(at - true.centre_mm) for at in places.get(true.face, ())]
            right += bool(near and min(near) < DIE_MM / 2)
            total += 1
        stage.world.clear()
        stage.settle()
    return right / total


def test_dice_are_read_as_well_as_with_the_true_lens_and_set() -> None:
    stage = TrayStage(seed=8)
    lens = calibrated_lens(stage.world.lens)
    faces = taught_faces(stage, lens)
    calibrated = read_rightly(TrayStage(seed=9), lens, faces)
    true = read_rightly(TrayStage(seed=9), stage.world.lens, find_faces("magic-beanstalk"))
    assert calibrated >= true - 0.002


def weighed(
    calibration: ScaleCalibration, pieces: tuple[PieceMass, ...], cell: CellSpec
) -> tuple[float, float]:
    """The mean error of steps, as a share, and the share of pieces that are named rightly."""
    rng = np.random.default_rng(12)
    errors, right, count = [], 0, 400
    for number in range(count):
        spec = list(PIECES.values())[number % len(PIECES)]
        mass_g = spec.mass_g + rng.normal(0, spec.mass_sd_g)
        noise = rng.normal(0, cell.noise_g * abs(cell.counts_per_gram) / 5)
        counts = mass_g * cell.counts_per_gram + noise + cell.offset_counts
        step_g = calibration.grams(counts) - calibration.grams(float(cell.offset_counts))
        errors.append(abs(step_g - mass_g) / mass_g)
        best = guess_pieces(step_g, calibration.noise_g / 5, pieces)[0]
        right += best.kinds == (spec.kind,)
    return float(np.mean(errors)), right / count


@pytest.mark.parametrize("with_mass", [True, False], ids=["known mass", "twelve dice"])
def test_pieces_are_weighed_as_well_as_with_the_true_factor(with_mass: bool) -> None:
    cell = CellSpec(counts_per_gram=-1873.0, offset_counts=120_500, noise_g=0.025)
    stage = PlateStage(cell, seed=6)
    if with_mass:
        stage.put(*["die"] * 12)
        grams = stage.world.on_plate_g
        stage.take_off(6)
        half = stage.world.on_plate_g
        stage.take_off()
        stage.guide = ScaleGuide(Reference(grams), Reference(half))
    stage.weigh_up_to_pieces()
    for kind, wanted in PIECES_WEIGHED.items():
        stage.weigh_pieces(kind, wanted)
    assert stage.guide.accept()
    result = stage.guide.result()
    true = stage.world.calibration
    usual = tuple(PieceMass(each.kind, each.mass_g, each.mass_sd_g) for each in PIECES.values())
    ours, theirs = (
        weighed(*each, cell) for each in ((result.calibration, result.pieces), (true, usual))
    )
    off = abs(result.calibration.counts_per_gram / cell.counts_per_gram - 1)
    assert off < 0.02
    assert ours[0] <= theirs[0] + 0.02
    assert ours[1] >= theirs[1] - 0.02
