"""A recorded trace plays in its own time, and a file that is no trace gets a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.clock import ManualClock
from referee.devices.scale.contract import (
    AccelerationSample,
    CommandOutcome,
    Observation,
    ScaleFinding,
    ScaleState,
    WeightSample,
)
from referee.devices.scale.file_scale import FileScale, chip_lines, load_trace
from referee.errors import InputError
from referee.touch.messages import MAX_COUNTS, WeightFlag, ZeroMark


def trace(folder: Path, text: str) -> Path:
    path = folder / "trace.csv"
    path.write_text(text, encoding="utf-8")
    return path


def weights(observations: Sequence[Observation]) -> list[WeightSample]:
    """What was read, which must be nothing but weights."""
    found = [each for each in observations if isinstance(each, WeightSample)]
    assert len(found) == len(observations), observations
    return found


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def recorded(tmp_path: Path, clock: ManualClock) -> FileScale:
    rows = "".join(f"{5 + number / 10},{1000 + number}\n" for number in range(10))
    return FileScale(trace(tmp_path, "t_s,counts\n" + rows), clock=clock)


def test_readings_come_when_they_are_due(recorded: FileScale, clock: ManualClock) -> None:
    clock.advance_s(100)
    with recorded:
        assert [each.counts for each in weights(recorded.read())] == [1000]
        clock.advance_s(0.25)
        assert [(each.counts, round(each.at_s, 3)) for each in weights(recorded.read())] == [
            (1001, 100.1),
            (1002, 100.2),
        ]
        assert recorded.status().state is ScaleState.STREAMING
        assert recorded.status().rate_hz == pytest.approx(10)


def test_a_recording_ends_in_words(recorded: FileScale, clock: ManualClock) -> None:
    with recorded:
        clock.advance_s(10)
        recorded.read()
        assert recorded.read() == []
        assert recorded.status().state is ScaleState.SILENT
        assert recorded.status().findings == (ScaleFinding.RECORDING_ENDED,)


def test_a_recording_plays_again_when_it_is_opened_again(
    recorded: FileScale, clock: ManualClock
) -> None:
    for _ in range(2):
        with recorded:
            clock.advance_s(10)
            assert len(recorded.read()) == 10


def test_a_recording_may_be_read_at_once(tmp_path: Path) -> None:
    path = trace(tmp_path, "t_s,counts\n0,1\n3600,2\n")
    with FileScale(path, speed=0, clock=ManualClock()) as scale:
        assert [(each.counts, each.at_s) for each in weights(scale.read(1))] == [
            (1, 0.0),
            (2, 3600.0),
        ]


def test_reading_waits_for_the_next_row(tmp_path: Path) -> None:
    with FileScale(trace(tmp_path, "t_s,counts\n0,1\n0.05,2\n")) as scale:
        assert len(scale.read(1)) == 1
        assert [each.counts for each in weights(scale.read(5))] == [2]


def test_a_trace_in_grams_knows_its_calibration(tmp_path: Path) -> None:
    path = trace(tmp_path, "t_s,grams\n0,0\n1,12.345\n")
    with FileScale(path, speed=0) as scale:
        calibration = scale.status().calibration
        assert calibration is not None
        assert [calibration.grams(each.counts) for each in weights(scale.read())] == [0, 12.345]


def test_accelerations_come_along(tmp_path: Path) -> None:
    path = trace(tmp_path, "t_s,counts,ax,ay,az\n0,5,0.001,-0.5,1\n0.004,,0,0,9\n")
    with FileScale(path, speed=0) as scale:
        shaken, weight, beyond = scale.read()
    assert isinstance(shaken, AccelerationSample)
    assert isinstance(weight, WeightSample)
    assert isinstance(beyond, AccelerationSample)
    assert (shaken.x, shaken.y, shaken.z, weight.counts) == (8, -4096, 8192, 5)
    assert (beyond.x, beyond.y, beyond.z) == (0, 0, 32767)


def test_the_simulated_chip_gets_every_sensor_on_every_line(tmp_path: Path) -> None:
    path = trace(tmp_path, "t_s,counts,ax,ay,az\n7,5,,,\n7.004,,0,0,0.5\n7.0125,6,,,\n")

    assert list(chip_lines(load_trace(path))) == [
        "0.000000 5 0 0 8192\n",
        "0.004000 5 0 0 4096\n",
        "0.012500 6 0 0 4096\n",
    ]


def test_saturation_is_flagged(tmp_path: Path) -> None:
    with FileScale(trace(tmp_path, f"t_s,counts\n0,{MAX_COUNTS}\n"), speed=0) as scale:
        assert weights(scale.read())[0].has(WeightFlag.SATURATED)


def test_a_recording_obeys_nobody(recorded: FileScale) -> None:
    with recorded:
        assert recorded.command(ZeroMark()) is CommandOutcome.UNSUPPORTED


@pytest.mark.parametrize(
    "text",
    ["", "time,weight\n0,1\n", "t_s,counts\n", "t_s,counts\n0,x\n", "t_s,counts\n1,1\n0,1\n"],
)
def test_a_bad_trace_gets_a_sentence(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError) as caught:
        FileScale(trace(tmp_path, text))
    assert str(caught.value).endswith(".")


def test_a_missing_or_binary_trace_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe\x00\n" * 10)
    for name in ("none.csv", "picture.png", "."):
        with pytest.raises(InputError):
            FileScale(tmp_path / name)
