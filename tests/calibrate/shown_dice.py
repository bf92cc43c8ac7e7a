"""A die is taught by showing it: hands turn it over, and people name what they see."""

from __future__ import annotations

from referee.calibrate.dice_guide import DiceGuide
from referee.calibrate.guide import GroupChange
from referee.simulation.calibration_hands import DiceHands
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.faces.teaching import Separability
from tests.calibrate.drawn_dice import faces_in_turn
from tests.calibrate.tray_stage import TrayStage

MOST_S = 120.0
LOOK_EVERY_S = 0.5


def taught(stage: TrayStage, kind: str) -> tuple[float, TaughtFaces, Separability]:
    """Hands turn a die over every three seconds, and people name what they see.

    How long it took, what was learned, and what is promised of it.
    """
    faces = faces_in_turn(kind)
    guide = DiceGuide("ours", faces, lens=stage.world.lens)
    hands = DiceHands(stage.world, kind)
    began_s = stage.clock.monotonic_s()
    while not guide.view().can_accept and stage.clock.monotonic_s() - began_s < MOST_S:
        hands.help(guide.name)
        stage.clock.advance_s(LOOK_EVERY_S)
        frame = stage.frame()
        before = len(guide.view().groups)
        guide.see(frame)
        if len(guide.view().groups) > before:
            (die,) = stage.world.dice
            assert guide.arrange(GroupChange("name", before + 1, die.face))
    took_s = stage.clock.monotonic_s() - began_s
    assert guide.accept(), guide.view().troubles
    assert guide.report is not None
    return took_s, guide.result(), guide.report
