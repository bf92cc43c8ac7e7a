"""A table in real time, for a few seconds: it opens, plays, closes, and leaves nothing behind."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from referee.app.dashboard.server import Dashboard
from referee.app.running_table import RunningTable, open_table
from referee.config import TableProfile
from referee.devices.panel import urls as panel_urls
from referee.devices.panel.gpio_panel import GpioPanel
from referee.errors import InputError
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.games.reports import ReportDice, ReportFall, ReportPiece, ReportStable
from referee.simulation.autoplay import AutoPlayers
from referee.simulation.scale.real_time import SimulatedScale
from referee.store.troubles import StoreError
from referee.table.facts import Device, DeviceBack, DeviceTrouble
from referee.table.history import By, History, LiveAction
from referee.table.orders import Act
from tests.browser.started_table import free_port
from tests.devices.leaks import nothing_leaks
from tests.table.game_under_way import snapshot_of, umpire_of

GAME = "magic-beanstalk"
PATIENCE_S = 240.0
"""A turn takes ten seconds; a busy machine may take its time."""

NOTHING = {
    "camera": {"url": "none:"},
    "scale": {"url": "none:"},
    "voice": {"url": "none:"},
    "panel": {"url": "none:"},
}


def profile(folder: Path, **sections: Mapping[str, object]) -> TableProfile:
    store = {"url": f"sqlite:///{folder}/table.sqlite"}
    plain = {"voice": {"url": "none:"}, "panel": {"url": "none:"}, "store": store, **sections}
    return msgspec.convert(plain, TableProfile)


def children() -> set[str]:
    """The processes that this one has started and that still live."""
    found: set[str] = set()
    for task in Path("/proc/self/task").iterdir():
        # A thread may end while we look.
        with suppress(FileNotFoundError, ProcessLookupError):
            found.update((task / "children").read_text().split())
    return found


@contextmanager
def nothing_left() -> Iterator[None]:
    before = children()
    with nothing_leaks():
        yield
    assert children() <= before, "a child process was left behind"


def begin(running: RunningTable) -> int:
    game = find_game(GAME)
    options = parse_options(game, {"numbers": {"cards": [[1]] * 7, "stability_s": 0.5}})
    return running.ask(lambda table: table.begin_game(GAME, ("Anna", "Ben"), options)).result()


def patient_players(running: RunningTable) -> AutoPlayers:
    """They leave it to eye and touch, however busy the machine is."""
    assert running.world is not None
    hands = running.world.hands
    return AutoPlayers(running.table, hands, Random(3), care=1.0, patience_s=PATIENCE_S)


def wait_for(is_so: Callable[[], bool]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end_s, "it takes too long"
        time.sleep(0.05)


def actions(running: RunningTable) -> tuple[LiveAction, ...]:
    return running.ask(lambda table: umpire_of(table).history.actions).result()


@pytest.fixture(scope="module", autouse=True)
def warm(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Libraries that start threads of their own at first use do so before we count."""
    with open_table(profile(tmp_path_factory.mktemp("warm"), **NOTHING)) as running:
        begin(running)


def test_a_turn_is_played_by_itself(tmp_path: Path) -> None:
    with nothing_left():
        with open_table(profile(tmp_path), seed=3) as running:
            running.players = patient_players(running)
            game_id = begin(running)
            ends = (ReportStable, ReportFall)
            wait_for(lambda: any(isinstance(each.action, ends) for each in actions(running)))
            played = actions(running)
            # Whatever was told after this belongs to the next turn.
            running.stop_autoplay()
        seen = [each for each in played if isinstance(each.action, ReportDice)]
        felt = [each for each in played if isinstance(each.action, ReportPiece)]
        assert seen[0].by is By.CAMERA
        assert felt[0].by is By.SCALE
    with open_table(profile(tmp_path, **NOTHING)) as again:
        history = History(find_game(GAME))
        history.replay(again.store.open_game(game_id).envelopes())
        assert history.actions[: len(played)] == played


def test_a_button_tares_the_scale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chip = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setitem(
        panel_urls._FACTORIES,
        "gpio",
        lambda _url, pins, clock: GpioPanel(pins, clock, lambda: chip),
    )
    panel = {"url": "gpio:", "pins": {"tare": 4}}
    with open_table(profile(tmp_path, camera={"url": "none:"}, panel=panel), seed=3) as running:
        begin(running)
        touch = running.touch
        assert touch is not None

        def is_level(grams: float) -> bool:
            return touch.level_g is not None and abs(touch.level_g - grams) < 0.1

        wait_for(lambda: is_level(5.0))
        # At its start the table may count anew once by itself.
        wait_for(lambda: touch.count_as(8.0, 5.0) and is_level(8.0))
        told: list[str] = []
        running.ask(lambda table: table.listen(lambda update: told.extend(map(str, update.told))))

        def is_tared() -> bool:
            chip.pin(4).drive_low()
            time.sleep(0.1)
            chip.pin(4).drive_high()
            time.sleep(0.5)
            return is_level(5.0)

        wait_for(is_tared)
        assert any("table-tared" in each for each in told)


def test_a_table_without_devices_opens_and_closes_many_times(tmp_path: Path) -> None:
    with nothing_left():
        for _ in range(5):
            with open_table(profile(tmp_path, **NOTHING)) as running:
                begin(running)


def test_a_second_table_on_the_log_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    quiet = profile(tmp_path, **NOTHING)
    port = free_port()
    with (
        open_table(quiet) as running,
        Dashboard(running, folder=tmp_path, port=port),
        pytest.raises(
            StoreError, match=rf"in use \(at http://127.0.0.1:{port}/#key=[\w-]+\): go on there"
        ),
    ):
        open_table(quiet)
    open_table(quiet).close()


def test_a_table_that_cannot_be_opened_leaves_nothing_behind(tmp_path: Path) -> None:
    with nothing_left(), pytest.raises(InputError, match="organ"):
        open_table(profile(tmp_path, voice={"url": "organ:"}))


def test_a_closed_table_lets_nobody_wait(tmp_path: Path) -> None:
    """Whoever asked just before the end gets an answer."""
    running = open_table(profile(tmp_path, **NOTHING))
    asked = [running.ask(lambda table: table.snapshot()) for _ in range(20)]
    running.close()
    assert [each.result(timeout=1) for each in asked] == [None] * 20


def test_an_order_that_fails_is_told_to_whoever_gave_it(tmp_path: Path) -> None:
    with open_table(profile(tmp_path, **NOTHING)) as running:
        with pytest.raises(InputError, match="begin one first"):
            running.ask(lambda table: table.order(Act(ReportStable()))).result()
        begin(running)
        assert running.ask(snapshot_of).result().umpire_state == "choosing"


def test_a_cable_that_is_pulled_in_real_time(tmp_path: Path) -> None:
    """The thread of the touch tells of it, and that the scale is back."""
    told: list[object] = []
    with open_table(profile(tmp_path, camera={"url": "none:"}), seed=3) as running:
        running.on_fact(told.append)
        begin(running)
        assert isinstance(running.scale, SimulatedScale)
        scale, touch = running.scale.board, running.touch
        assert touch is not None
        wait_for(lambda: touch.level_g is not None)
        scale.unplug()
        wait_for(lambda: any(isinstance(each, DeviceTrouble) for each in told))
        scale.plug_in()
        wait_for(lambda: any(isinstance(each, DeviceBack) for each in told))
        wait_for(lambda: not running.ask(lambda table: snapshot_of(table).troubles).result())
    assert {each.device for each in told if isinstance(each, DeviceTrouble)} == {Device.SCALE}


def test_two_tables_on_one_log_each_go_on_with_their_own_game(tmp_path: Path) -> None:
    """The name in the profile says whose game it is."""
    profiles = [profile(tmp_path, **NOTHING, table={"name": name}) for name in ("Window", "Bar")]
    ids = []
    for each in profiles:
        with open_table(each) as running:
            ids.append(begin(running))

    with open_table(profiles[0]) as window:
        assert [each.id for each in window.store.unfinished_games()] == ids[:1]
        assert window.store.game(ids[1]).table == "Bar"
        with pytest.raises(StoreError, match="belongs to the table 'Bar'"):
            window.ask(lambda table: table.resume_game(ids[1])).result()
        window.ask(lambda table: table.resume_game(ids[0])).result()
