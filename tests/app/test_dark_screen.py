"""The screen is dark in its hours while nobody is there, and anything that stirs wakes it."""

from __future__ import annotations

import time as wall
from collections.abc import Callable
from datetime import UTC, datetime, time
from pathlib import Path

import pytest

from referee.app.dark_screen import DarkHours, DarkScreen
from referee.app.dashboard.server import Dashboard
from referee.app.running_table import RunningTable, open_table
from referee.clock import ManualClock
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.table.facts import TrayChanged
from referee.touch.verdicts import Suspicion
from referee.vision.motion.tray_watch import TrayPhase
from tests.app.test_running_table import NOTHING, profile
from tests.browser.started_table import free_port

PATIENCE_S = 240.0
ALWAYS = DarkHours(time.min, time.max)


@pytest.mark.parametrize(
    ("begin", "end", "now", "is_dark"),
    [
        ("23:30", "07:00", "23:29", False),
        ("23:30", "07:00", "23:30", True),
        ("23:30", "07:00", "03:00", True),
        ("23:30", "07:00", "07:00", False),
        ("01:00", "09:00", "00:59", False),
        ("01:00", "09:00", "08:59", True),
        ("08:00", "08:00", "08:00", False),
        ("", "07:00", "03:00", False),
        ("23:00", "", "23:30", False),
    ],
)
def test_hours_may_go_past_midnight(begin: str, end: str, now: str, is_dark: bool) -> None:
    assert DarkHours.told(begin, end).hold(time.fromisoformat(now)) is is_dark


def test_the_hours_are_those_of_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Paris")
    wall.tzset()
    try:
        clock = ManualClock(datetime(2026, 7, 1, 21, 45, tzinfo=UTC))
        screen = DarkScreen(clock)
        screen.hours = DarkHours.told("23:30", "07:00")
        clock.advance_s(400)
        assert screen.look(is_playing=False), "there it is a quarter to midnight"
    finally:
        monkeypatch.undo()
        wall.tzset()


def test_it_goes_dark_after_a_while_and_never_during_a_game() -> None:
    clock = ManualClock()
    screen = DarkScreen(clock)
    screen.hours = ALWAYS
    clock.advance_s(200)
    assert not screen.look(is_playing=False)
    clock.advance_s(101)
    assert screen.look(is_playing=False)
    screen.stir()
    assert not screen.look(is_playing=False)
    clock.advance_s(10_000)
    assert not screen.look(is_playing=True)
    clock.advance_s(299)
    assert not screen.look(is_playing=False), "the winner is still on it"
    clock.advance_s(2)
    assert screen.look(is_playing=False)
    screen.hours = DarkHours()
    clock.advance_s(2)
    assert not screen.look(is_playing=False)


def until(is_so: Callable[[], bool]) -> None:
    end_s = wall.monotonic() + PATIENCE_S
    while not is_so():
        assert wall.monotonic() < end_s
        wall.sleep(0.02)


def stir_by_tray(running: RunningTable) -> None:
    running._notice(TrayChanged(running.clock.monotonic_s(), TrayPhase.HAND))


def stir_by_plate(running: RunningTable) -> None:
    running._notice(Suspicion(running.clock.monotonic_s(), "fell"))


def stir_by_game(running: RunningTable) -> None:
    options = parse_options(find_game("pig"), {})
    running.ask(lambda table: table.begin_game("pig", ("Anna", "Ben"), options)).result()


@pytest.mark.parametrize("stir", [stir_by_tray, stir_by_plate, stir_by_game])
def test_a_running_table_goes_dark_and_is_woken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stir: Callable[[RunningTable], None]
) -> None:
    monkeypatch.setattr("referee.app.dark_screen._LOOK_EVERY_S", 0.0)
    given = profile(tmp_path, **{**NOTHING, "camera": {"url": "http://127.0.0.1:9/video"}})
    with open_table(given) as running:
        watching = running._watching
        assert watching is not None
        running.screen._stirred_s -= 1000.0
        assert not running.table.is_dark
        running.screen.hours = ALWAYS
        until(lambda: running.table.is_dark and watching.is_dark)
        assert running.thread.is_dark
        stir(running)
        until(lambda: not running.table.is_dark)
        until(lambda: not (watching.is_dark or running.thread.is_dark))


def test_the_operator_sets_the_hours(tmp_path: Path) -> None:
    with (
        open_table(profile(tmp_path, **NOTHING)) as running,
        Dashboard(running, folder=tmp_path, port=free_port()) as page,
    ):
        assert running.screen.hours == DarkHours()
        (tmp_path / "settings.json").write_text(
            '{"settings": {"kiosk": {"dark_from": "22:00", "dark_until": "06:30"}}}'
        )
        page._settings()
        assert running.screen.hours == DarkHours(time(22), time(6, 30))
