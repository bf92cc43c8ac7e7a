"""Dice that no game has: their six symbols were drawn for a test."""

from __future__ import annotations

import numpy as np
import pytest

from referee.simulation.tray import dice
from referee.simulation.tray.dice import DieKind, kind_named
from referee.vision.artwork.symbols import random_faces

DRAWN = "drawn"


def offer_drawn_dice(monkeypatch: pytest.MonkeyPatch, seed: int = 3) -> None:
    """The simulated table has a die of this kind, too; its faces are `symbol-1` to `symbol-6`."""
    faces = random_faces(np.random.default_rng(seed)).faces
    drawn = DieKind(DRAWN, tuple(faces), kind_named("beanstalk").material, faces)
    usual = dice.die_kinds
    monkeypatch.setattr(dice, "die_kinds", lambda: {**usual(), DRAWN: drawn})


def faces_in_turn(kind: str) -> tuple[str, ...]:
    """The faces in the order in which simulated hands turn them up."""
    return tuple(dict.fromkeys(kind_named(kind).net))
