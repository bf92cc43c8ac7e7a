"""A hot board says so once, looks at half as many pictures, and says when it has cooled down."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.app.doctor import TablePart, TrafficLight, examine
from referee.app.doctor.examination import RunningDoctor
from referee.app.heat import Heat, HeatWatch, heat_of
from referee.app.running_table import open_table
from referee.language import language
from tests.app.test_running_table import NOTHING, profile

PATIENCE_S = 240.0


def board(folder: Path, celsius: float | str | None = 50.0, throttled: str | None = "0\n") -> Path:
    """The files in which the kernel of a Raspberry Pi tells of its heat."""
    for name, content in (
        ("firmware/devicetree/base/model", "Raspberry Pi 4 Model B Rev 1.4\0"),
        ("class/thermal/thermal_zone0/temp", _told(celsius)),
        ("devices/platform/soc/soc:firmware/get_throttled", throttled),
    ):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        if content is not None:
            file.write_text(content)
    return folder


def _told(celsius: float | str | None) -> str | None:
    return f"{round(1000 * celsius)}\n" if isinstance(celsius, float) else celsius


@pytest.mark.parametrize(
    ("celsius", "throttled", "is_hot"),
    [
        (50.0, "0\n", False),
        (77.9, None, False),
        (78.0, "0\n", True),
        (60.0, "4\n", True),
        (60.0, "8\n", True),
        # It was held back since it started, and is no more; or its power supply is weak.
        (60.0, "50000\n", False),
        (60.0, "1\n", False),
        (None, "e0008\n", True),
        ("no number", "?", False),
        (None, None, False),
        (1000.0, "0\n", False),
    ],
)
def test_heat_is_read_where_a_board_tells_it(
    tmp_path: Path, celsius: float | None, throttled: str | None, is_hot: bool
) -> None:
    assert heat_of(board(tmp_path, celsius, throttled)).is_hot() is is_hot


def test_what_nobody_tells_is_no_heat(tmp_path: Path) -> None:
    assert heat_of(tmp_path) == Heat()
    (board(tmp_path, 95.0) / "firmware/devicetree/base/model").unlink()
    assert heat_of(tmp_path) == Heat(), "other computers may be that warm"


def test_it_is_told_once_and_cool_is_some_degrees_less(tmp_path: Path) -> None:
    told: list[bool] = []
    watch = HeatWatch(told.append, board(tmp_path))
    for second, celsius in enumerate([50.0, 77.0, 79.0, 77.0, 81.0, 73.0, 71.0, 77.0]):
        board(tmp_path, celsius)
        watch.tick(10.0 * second)
        watch.tick(10.0 * second + 1.0)
    assert told == [True, False]


def until(is_so: Callable[[], bool]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end_s
        time.sleep(0.02)


def test_a_running_table_that_gets_hot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.app.heat._ASK_EVERY_S", 0.05)
    board(tmp_path / "sys", 55.0)
    said: list[str] = []
    given = profile(tmp_path, **{**NOTHING, "camera": {"url": "http://127.0.0.1:9/video"}})
    with open_table(given, system=tmp_path / "sys") as running:
        monkeypatch.setattr(
            running.announcer, "tell", lambda told: said.append(told.speech.message)
        )
        watching = running._watching
        assert watching is not None
        doctor = RunningDoctor(running)

        def light() -> TrafficLight:
            lights = {each.part: each.light for each in doctor.examine()}
            return lights[TablePart.HEAT]

        assert light() is TrafficLight.GREEN
        board(tmp_path / "sys", 82.0)
        until(lambda: watching.is_spared)
        assert light() is TrafficLight.YELLOW
        board(tmp_path / "sys", 60.0)
        until(lambda: not watching.is_spared)
    assert said == ["table-hot", "table-cool"]


def test_the_doctor_of_a_table_that_does_not_run(tmp_path: Path) -> None:
    board(tmp_path / "sys", None, "8\n")
    given = profile(tmp_path, **NOTHING)
    found = {each.part: each for each in examine(given, system=tmp_path / "sys")}
    heat = found[TablePart.HEAT]
    assert heat.light is TrafficLight.YELLOW
    assert "slowed down" in heat.says.text(language("en"))
    assert "ralenti" in heat.says.text(language("fr"))
