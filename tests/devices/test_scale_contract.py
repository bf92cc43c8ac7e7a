"""One contract for every scale that can be opened here; a real one only when asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from referee.clock import SystemClock
from referee.devices.scale.avr_scale import FIRMWARE_BUILD
from referee.devices.scale.contract import (
    CommandOutcome,
    Observation,
    Scale,
    ScaleDeviceStatus,
    ScaleFinding,
    ScaleState,
    WeightSample,
    scale_sentences,
)
from referee.devices.scale.urls import scale_from_url
from referee.language import language, languages
from referee.simulation.plate.world import PlateWorld
from referee.simulation.scale.real_time import register_plate_scale
from referee.touch.messages import MAX_COUNTS, MIN_COUNTS, Identify
from tests.devices.leaks import nothing_leaks
from tests.tools_expected import skip_without

IS_CHIP_BUILT = (FIRMWARE_BUILD / "scale-sim").is_file() and (
    FIRMWARE_BUILD / "referee.elf"
).is_file()
needs_chip = skip_without("make -C firmware all sim builds it", is_there=IS_CHIP_BUILT)
URLS = [
    "file:trace.csv",
    "twin:",
    pytest.param("avr:trace.csv", marks=needs_chip),
    pytest.param(os.environ.get("REFEREE_TEST_SCALE", "serial:auto"), marks=pytest.mark.hardware),
]


@pytest.fixture(params=URLS)
def scale(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Scale]:
    monkeypatch.chdir(tmp_path)
    rows = (f"{number / 80},{80_000 + number % 7 * 3}\n" for number in range(8000))
    Path("trace.csv").write_text("t_s,counts\n" + "".join(rows), encoding="utf-8")
    register_plate_scale(PlateWorld(np.random.default_rng(1)))
    with nothing_leaks():
        yield scale_from_url(request.param)


def observed(scale: Scale, weights: int, within_s: float = 15.0) -> list[Observation]:
    """Observations until there are enough weights among them."""
    clock = SystemClock()
    taken: list[Observation] = []
    deadline_s = clock.monotonic_s() + within_s
    while sum(isinstance(each, WeightSample) for each in taken) < weights:
        assert clock.monotonic_s() < deadline_s, scale.status()
        taken += scale.read(0.2)
    return taken


def test_a_scale_delivers_weights_in_the_order_of_time(scale: Scale) -> None:
    began_s = SystemClock().monotonic_s()
    with scale:
        observations = observed(scale, 40)
        status = scale.status()
    weights = [each for each in observations if isinstance(each, WeightSample)]

    assert status.state is ScaleState.STREAMING
    assert all(later.at_s > earlier.at_s for earlier, later in pairwise(weights))
    assert all(MIN_COUNTS <= each.counts <= MAX_COUNTS for each in weights)
    assert weights[0].at_s > began_s - 1
    assert status.counters.missing_frames == 0


def test_a_scale_can_be_closed_twice_and_opened_again(scale: Scale) -> None:
    for _ in range(2):
        scale.open()
        scale.open()
        observed(scale, 2)
        scale.close()
        scale.close()


def test_a_scale_can_be_closed_before_anything_came(scale: Scale) -> None:
    scale.open()
    scale.close()


def test_a_scale_says_how_it_fares_in_words(scale: Scale) -> None:
    with scale:
        observed(scale, 2)
        for code in ("en", "fr"):
            assert all(scale_sentences(scale.status(), language(code)))


def test_a_command_has_an_outcome(scale: Scale) -> None:
    with scale:
        observed(scale, 2)
        assert scale.command(Identify(), timeout_s=3) in {
            CommandOutcome.DONE,
            CommandOutcome.UNSUPPORTED,
        }


def test_an_error_in_a_with_block_closes_the_scale(scale: Scale) -> None:
    with pytest.raises(ZeroDivisionError), scale:
        _ = 1 / 0


@needs_chip
@pytest.mark.slow
def test_a_strapped_module_is_told_by_the_real_firmware() -> None:
    with nothing_leaks(), scale_from_url("avr:?rate=10") as scale:
        observed(scale, 20)
        said = " ".join(scale_sentences(scale.status(), language("en")))

    assert "10 times a second" in said
    assert "cut the jumper" in said


@needs_chip
def test_the_real_firmware_weighs_what_the_trace_says(tmp_path: Path) -> None:
    rows = (f"{5 + number / 80},{-700_000 + number * 1000}\n" for number in range(2000))
    (tmp_path / "ramp.csv").write_text("t_s,counts\n" + "".join(rows), encoding="utf-8")
    with nothing_leaks(), scale_from_url(f"avr:{tmp_path / 'ramp.csv'}") as scale:
        weights = [each for each in observed(scale, 80) if isinstance(each, WeightSample)]

    steps = {later.counts - earlier.counts for earlier, later in pairwise(weights)}
    assert steps <= {0, 1000, 2000}
    went = weights[-1].counts - weights[0].counts
    assert went == pytest.approx((len(weights) - 1) * 1000, abs=4000)


each_language = pytest.mark.parametrize("code", languages())


def full_status(state: ScaleState, *findings: ScaleFinding) -> ScaleDeviceStatus:
    return ScaleDeviceStatus(
        state=state,
        findings=findings,
        port="/dev/ttyUSB0",
        firmware="1.2.3",
        protocol=3,
        rate_hz=9.8,
    )


@each_language
@pytest.mark.parametrize("state", ScaleState)
def test_every_state_has_a_sentence(code: str, state: ScaleState) -> None:
    (sentence,) = scale_sentences(full_status(state), language(code))

    assert sentence.endswith(".")
    assert "{" not in sentence
    assert scale_sentences(ScaleDeviceStatus(state=state), language(code))


@each_language
@pytest.mark.parametrize("finding", ScaleFinding)
def test_every_finding_has_a_sentence(code: str, finding: ScaleFinding) -> None:
    sentences = scale_sentences(full_status(ScaleState.STREAMING, finding), language(code))

    assert sentences[-1].endswith(".")
    assert ":" in sentences[-1], "what happened, and what to do next"


@each_language
def test_players_read_no_path(code: str) -> None:
    for state in ScaleState:
        said = " ".join(scale_sentences(full_status(state, *ScaleFinding), language(code)))
        assert "/dev/" not in said


def test_sentences_are_not_the_same_in_both_languages() -> None:
    for state in ScaleState:
        status = full_status(state, *ScaleFinding)
        english, french = (scale_sentences(status, language(code)) for code in ("en", "fr"))
        assert not set(english) & set(french)


def test_the_version_and_the_rate_are_said() -> None:
    incompatible = full_status(ScaleState.INCOMPATIBLE, ScaleFinding.SLOW_RATE)
    said = " ".join(scale_sentences(incompatible, language("en")))

    assert "version 3" in said
    assert "10 times a second" in said
    assert "referee flash" in said


def test_a_recording_that_is_over_is_not_called_silent() -> None:
    ended = full_status(ScaleState.SILENT, ScaleFinding.RECORDING_ENDED)

    assert scale_sentences(ended, language("en")) == [
        "The recording is at its end: open another, or play it again."
    ]
