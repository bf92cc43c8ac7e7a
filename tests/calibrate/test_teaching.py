"""Dice are taught within two minutes of the table's clock, and as sure as was promised."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from referee.vision.dice.reader import DiceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.tray.sheet import STANDARD_SHEET
from referee.vision.tray.view import view_tray
from tests.calibrate.drawn_dice import DRAWN, offer_drawn_dice
from tests.calibrate.shown_dice import MOST_S, taught
from tests.calibrate.tray_stage import TrayStage

pytestmark = pytest.mark.slow

THROWS, DICE, DIE_MM = 50, 6, 16.0
MOST_ABOVE = 0.03


def rolled(stage: TrayStage, kind: str, faces: TaughtFaces) -> tuple[Counter[str], Counter[str]]:
    """How often each face was up, and how often it was read as certain."""
    up, certain = Counter[str](), Counter[str]()
    for _ in range(THROWS):
        stage.world.clear()
        stage.settle()
        stage.world.roll(kind, DICE)
        stage.settle()
        picture = stage.frame().picture
        view = view_tray(picture, STANDARD_SHEET, stage.world.lens)
        assert view is not None
        tray = TrayReader.of_view(DiceReader(TaughtFaceReader(faces)), view, DIE_MM)
        read = tray.read(picture).dice
        places = view.top_plane(DIE_MM).to_plane(np.array([die.centre_px for die in read]))
        for die in stage.world.dice:
            if not die.is_flat:
                continue
            nearest = int(np.argmin(np.linalg.norm(places - die.centre_mm, axis=1)))
            up[die.face] += 1
            certain[die.face] += read[nearest].is_certain and read[nearest].face == die.face
    return up, certain


@pytest.mark.parametrize("kind", ["beanstalk", "friend", DRAWN])
def test_what_is_promised_comes_out(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    offer_drawn_dice(monkeypatch)
    stage = TrayStage(seed=11)
    took_s, faces, report = taught(stage, kind)
    assert took_s <= MOST_S
    up, certain = rolled(stage, kind, faces)
    count = up.total()
    promised = sum(report.sure[face] * up[face] for face in up) / count
    seen = certain.total() / count
    print(f"{kind}: {took_s:.0f} s, promised {promised:.1%}, seen {seen:.1%} of {count}")  # noqa: T201
    print({face: (round(report.sure[face], 2), certain[face], up[face]) for face in up})  # noqa: T201
    assert count >= 0.9 * THROWS * DICE
    assert promised - seen <= MOST_ABOVE
