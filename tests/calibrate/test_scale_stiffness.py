"""The step that taps the plate: a soft, a rattling and a ringing one, and no accelerometer."""

from __future__ import annotations

from itertools import chain
from math import pi
from typing import NotRequired, TypedDict, Unpack

import numpy as np
import numpy.typing as npt
import pytest

from referee.calibrate.scale_measurements import ScaleMeasurements
from referee.calibrate.scale_stiffness import TAPS, StiffStep
from referee.devices.scale.contract import AccelerationSample, Observation, WeightSample
from referee.language import language
from referee.touch.calibration import measure_rest
from referee.touch.messages import ACCELERATION_COUNTS_PER_G
from tests.calibrate.plate_stage import PlateStage

PER_GRAM = 2000.0
# As they come over the wire; each look at them measures everything anew.
READINGS_AT_ONCE = 5


def calibrated() -> ScaleMeasurements:
    notes = ScaleMeasurements()
    times_s = [number / 80 for number in range(80)]
    for name, grams in (("scale-empty", 0.0), ("scale-known", 60.0)):
        level = round(PER_GRAM * grams)
        counts = [level + (-1) ** number for number in range(80)]
        rest = measure_rest(times_s, counts)
        assert rest is not None
        notes.weighed[name] = (grams, rest)
    return notes


class PlateRing(TypedDict):
    """How a plate rings when it is tapped."""

    hertz: float
    decay_s: float
    size: float
    hits: NotRequired[tuple[float, ...]]


def swing(
    hertz: float,
    decay_s: float,
    size: float,
    rate_hz: float,
    *,
    hits: tuple[float, ...] = (0.0,),
    seed: int,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """One second of rest, then these hits, then rest."""
    rng = np.random.default_rng(seed)
    at_s = np.arange(0, 2.0, 1 / rate_hz)
    read = np.zeros(len(at_s))
    for number, hit_s in enumerate(hits):
        since_s = np.maximum(0.0, at_s - 1.0 - hit_s)
        fades = np.exp(-since_s / decay_s) * np.sin(2 * pi * hertz * since_s)
        read += (-1) ** number * size * fades
    return at_s, read + rng.normal(0, size / 120, len(at_s))


def shaken(
    step: StiffStep, taps: int = TAPS, direction: int = 1, **ring: Unpack[PlateRing]
) -> None:
    """Taps of a plate whose accelerometer is glued on this way up; the scale weighs beside it."""
    seen: list[tuple[Observation, ...]] = []
    for tap in range(taps):
        at_s, read = swing(rate_hz=250.0, seed=tap, **ring)
        for t_s, g in zip(at_s + 2 * tap, read, strict=True):
            z = round(direction * (1 + g) * ACCELERATION_COUNTS_PER_G)
            seen.append((AccelerationSample(t_s, 30, -20, z), WeightSample(t_s, round(t_s % 7))))
    for first in range(0, len(seen), READINGS_AT_ONCE):
        step.see(list(chain.from_iterable(seen[first : first + READINGS_AT_ONCE])))


def said(step: StiffStep, which: str) -> list[str]:
    return [each.message.removeprefix("calibrate-scale-") for each in getattr(step.view(), which)]


def test_the_plate_of_the_simulated_table_is_stiff() -> None:
    stage = PlateStage()
    stage.weigh_up_to_taps()
    stage.tap(TAPS)
    assert (stage.troubles(), stage.advice()) == ([], [])
    told = stage.guide.view().live[1].text(language("en"))
    assert "rings at" in told
    stage.guide.repeat()
    stage.wait(1.0)
    assert stage.troubles() == ["scale-stiff-more"]


@pytest.mark.parametrize("direction", [1, -1], ids=["upright", "upside down"])
@pytest.mark.parametrize(
    ("ring", "advice"),
    [
        ({"hertz": 70.0, "decay_s": 0.015, "size": 0.6}, []),
        ({"hertz": 18.0, "decay_s": 0.08, "size": 0.4}, ["soft"]),
        ({"hertz": 55.0, "decay_s": 0.3, "size": 0.6}, ["rings-on"]),
        (
            {"hertz": 80.0, "decay_s": 0.01, "size": 0.6, "hits": (0, 0.05, 0.11, 0.16, 0.24)},
            ["rattles"],
        ),
    ],
    ids=["stiff", "soft", "ringing", "rattling"],
)
def test_what_the_taps_tell_is_said(ring: PlateRing, advice: list[str], direction: int) -> None:
    step = StiffStep(calibrated())
    shaken(step, direction=direction, **ring)
    assert said(step, "troubles") == []
    assert said(step, "advice") == advice
    for code in ("en", "fr"):
        assert all(each.text(language(code)) for each in (*step.view().live, *step.view().advice))


def test_a_blow_that_the_accelerometer_cannot_tell_is_not_counted() -> None:
    step = StiffStep(calibrated())
    shaken(step, taps=1, hertz=70.0, decay_s=0.03, size=5.0)
    assert said(step, "troubles") == ["stiff-hard"]
    assert step.view().live[0].words["count"] == 0


def weighed(step: StiffStep, hertz: float, decay_s: float) -> None:
    for tap in range(TAPS):
        at_s, read = swing(hertz, decay_s, 12.0, 80.0, seed=tap)
        for t_s, grams in zip(at_s + 2 * tap, read, strict=True):
            step.see((WeightSample(t_s, round(grams * PER_GRAM)),))


def test_without_an_accelerometer_the_weight_tells_of_a_very_soft_plate() -> None:
    step = StiffStep(calibrated())
    weighed(step, 11.0, 0.15)
    assert said(step, "troubles") == []
    assert said(step, "advice") == ["soft", "stiff-deaf"]


def test_without_an_accelerometer_a_stiff_plate_is_not_called_soft() -> None:
    step = StiffStep(calibrated())
    weighed(step, 25.0, 0.012)
    assert said(step, "troubles") == []
    assert said(step, "advice") == ["stiff-deaf"]
    assert said(step, "live") == ["stiff-live", "stiff-silent"]


def test_a_silent_scale_is_said() -> None:
    assert said(StiffStep(calibrated()), "troubles") == ["waiting"]
