"""More evidence makes a reading surer, and the choices for people are in order."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.vision.dice import close_look
from referee.vision.dice.confidence import (
    CERTAIN_FROM,
    DieEvidence,
    certainty_of,
    likely_faces,
    probability,
)
from referee.vision.readings import Certainty

GOOD = DieEvidence(
    face=0.9,
    value=0.9,
    share=0.97,
    other=0.01,
    fit=0.8,
    lead=0.3,
    size=0.05,
    room=1.2,
    usual_face=0.9,
    edge=0.8,
)


@pytest.mark.parametrize(
    "worse",
    [{"share": 0.5, "other": 0.5}, {"fit": 0.1}, {"face": 0.3}, {"edge": 0.1}, {"room": 0.7}],
)
def test_weaker_evidence_is_less_sure(worse: dict[str, Any]) -> None:
    assert probability(replace(GOOD, **worse)) < probability(GOOD)


def test_off_the_tray_pips_must_lie_as_they_do_on_a_die() -> None:
    card = replace(GOOD, fit=0.4)
    assert probability(replace(GOOD, is_off_tray=True)) == probability(GOOD)
    assert probability(replace(card, is_off_tray=True)) < probability(card)


def test_every_network_carries_the_commit_that_it_was_trained_from() -> None:
    models = sorted(Path(close_look.__file__).with_name("models").glob("*.onnx"))
    assert len(models) == 5
    for model in models:
        assert re.search(rb"commit\x12.[0-9a-f]{40}", model.read_bytes(), re.DOTALL), model.name


def test_extreme_evidence_stays_a_probability() -> None:
    sure = probability(DieEvidence(1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.2, 1.0, 1.0))
    unsure = probability(DieEvidence(0.0, 0.0, 0.0, 1.0, -1.0, -1.0, 9.0, 0.6, 0.9, 0.0))
    assert 0 <= unsure < 0.5 < sure <= 1


def test_certain_begins_at_its_threshold() -> None:
    assert certainty_of(CERTAIN_FROM) is Certainty.CERTAIN
    assert certainty_of(CERTAIN_FROM - 0.001) is Certainty.DOUBTFUL


def test_likely_faces_share_what_confidence_leaves() -> None:
    likely = likely_faces(["1", "2", "3", "4"], [0.2, 0.9, 0.6, 0.0], 0.7)
    assert [each.face for each in likely] == ["2", "3", "1"]
    assert sum(each.probability for each in likely) == pytest.approx(1)
