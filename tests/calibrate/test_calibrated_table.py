"""A table calibrated by its guides reads and weighs as well as one that knows the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import pytest

from referee.app.face_sets import find_faces
from referee.calibrate.camera_guide import CameraGuide
from referee.calibrate.dice_guide import DiceGuide
from referee.calibrate.guide import GroupChange, GuideState
from referee.calibrate.scale_guide import ScaleGuide, pieces_weighed
from referee.calibrate.scale_measurements import KnownMass
from referee.games.boxes import every_piece
from referee.simulation.calibration_hands import DiceHands
from referee.simulation.drawing.solids import TrayCamera
from referee.simulation.happenings import ActualDie
from referee.simulation.plate.sensors import CellSpec
from referee.simulation.tray.dice import kind_named
from referee.touch.counts import ScaleCalibration
from referee.touch.pieces import PieceMass, guess_pieces
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.pictures import Picture
from referee.vision.tray.lens import Lens
from referee.vision.tray.sheet import STANDARD_SHEET
from referee.vision.tray.view import view_tray
from tests.calibrate.board_stage import ALL_SIDES, board_picture, frames
from tests.calibrate.plate_stage import PlateStage
from tests.calibrate.tray_stage import TrayStage

pytestmark = pytest.mark.slow

THROWS, DICE = 100, 8
CAMERAS = (None, TrayCamera(tilt_deg=35.0, around_deg=25.0, away_mm=700.0))
"""At the usual angle, and from far aside."""
DIE_MM = 16.0


def calibrated_lens(true: Lens) -> Lens:
    guide = CameraGuide()
    for number, view in enumerate(ALL_SIDES):
        for frame in frames(board_picture(*view, lens=true), seed=number):
            guide.see(frame)
    assert guide.accept()
    return guide.result()


def taught_faces(stage: TrayStage, lens: Lens) -> TaughtFaces:
    """Hands turn a die over again and again; its faces come up in the order of its net."""
    faces = tuple(dict.fromkeys(kind_named("beanstalk").net))
    guide = DiceGuide("ours", faces, lens=lens)
    hands = DiceHands(stage.world, "beanstalk")
    while guide.state is GuideState.ASKING:
        hands.help(guide.name)
        guide.see(hands.before_camera(stage.frame()))
        for number, face in enumerate(faces, start=1):
            guide.arrange(GroupChange("name", number, face))
        guide.accept()
    assert guide.report is not None
    assert guide.report.right == 1.0
    stage.world.clear()
    stage.settle()
    return guide.result()


@dataclass(frozen=True, slots=True)
class Eye:
    """What reads the tray: a lens, and the faces it was taught."""

    lens: Lens
    faces: TaughtFaces

    def misread(self, picture: Picture, dice: Sequence[ActualDie]) -> set[int]:
        """Which of the dice are not read as they lie."""
        view = view_tray(picture, STANDARD_SHEET, self.lens)
        assert view is not None
        top = view.top_plane(DIE_MM)
        reader = TrayReader(
            DiceReader(TaughtFaceReader(self.faces)), top, DIE_MM, view.ground_plane
        )
        read = [
            (each.face, top.to_plane(np.array([each.centre_px]))[0])
            for each in reader.read(picture).dice
        ]
        return {die.id for die in dice if not any(is_read_as(die, *each) for each in read)}


def is_read_as(die: ActualDie, face: str | None, at_mm: np.ndarray) -> bool:
    return face == die.face and bool(np.linalg.norm(at_mm - die.centre_mm) < DIE_MM / 2)


def thrown(camera: TrayCamera | None) -> Iterator[tuple[Picture, Sequence[ActualDie]]]:
    """Pictures of dice that were thrown and lie still, with those that do not lean."""
    stage = TrayStage(camera, seed=9)
    for _ in range(THROWS):
        stage.world.roll("beanstalk", DICE)
        stage.settle()
        yield stage.frame().picture, [die for die in stage.world.dice if die.is_flat]
        stage.world.clear()
        stage.settle()


def test_dice_are_read_as_well_as_with_the_true_lens_and_set() -> None:
    """Every picture is read twice, so nothing but the parameters can make a difference."""
    stage = TrayStage(seed=8)
    true = Eye(stage.world.lens, find_faces("magic-beanstalk"))
    lens = calibrated_lens(true.lens)
    ours = Eye(lens, taught_faces(stage, lens))
    count = Counter[str]()
    for picture, dice in chain.from_iterable(map(thrown, CAMERAS)):
        our_misses, true_misses = ours.misread(picture, dice), true.misread(picture, dice)
        count["dice"] += len(dice)
        count["missed by both"] += len(our_misses & true_misses)
        count["missed by the calibrated"] += len(our_misses - true_misses)
        count["missed by the true"] += len(true_misses - our_misses)
    print(dict(count))  # noqa: T201
    assert count["dice"] >= 1500
    worse = count["missed by the calibrated"] - count["missed by the true"]
    assert worse / count["dice"] <= 0.002


def weighed(
    calibration: ScaleCalibration, pieces: tuple[PieceMass, ...], cell: CellSpec
) -> tuple[float, float]:
    """The mean error of steps, as a share, and the share of pieces that are named rightly."""
    rng = np.random.default_rng(12)
    errors, right, count = [], 0, 400
    for number in range(count):
        kinds = list(every_piece().values())
        spec = kinds[number % len(kinds)]
        mass_g = spec.mass_g + rng.normal(0, spec.spread_g)
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
        stage.guide = ScaleGuide(KnownMass(grams), KnownMass(half))
    stage.weigh_up_to_pieces()
    for kind, wanted in pieces_weighed().items():
        stage.weigh_pieces(kind, wanted)
    assert stage.guide.accept()
    result = stage.guide.result()
    true = stage.world.calibration
    usual = tuple(
        PieceMass(each.kind, each.mass_g, each.spread_g) for each in every_piece().values()
    )
    ours, theirs = (
        weighed(*each, cell) for each in ((result.calibration, result.pieces), (true, usual))
    )
    print(f"off by {ours[0]:.2%} and {theirs[0]:.2%}; named {ours[1]:.1%}, {theirs[1]:.1%}")  # noqa: T201
    off = abs(result.calibration.counts_per_gram / cell.counts_per_gram - 1)
    assert off < 0.02
    assert ours[0] <= theirs[0] + 0.02
    assert ours[1] >= theirs[1] - 0.02
