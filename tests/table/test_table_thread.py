"""The thread of the table: nothing that listens or asks ends it, and its end is told."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

import pytest

from referee.clock import SystemClock
from referee.devices.voice.silent_voice import SilentVoice
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.store import open_store
from referee.table.announcing.announcer import Announcer
from referee.table.facts import Fact
from referee.table.orders import UndoOrder
from referee.table.table import Table
from referee.table.table_thread import TableStoppedError, TableThread
from referee.table.updates import Update

PATIENCE_S = 60.0


class Sense:
    """A sense that perceives nothing, until it is told to raise something."""

    def __init__(self) -> None:
        self.error: BaseException | None = None

    def __call__(self) -> Sequence[Fact]:
        if self.error is not None:
            raise self.error
        return ()


@pytest.fixture
def sense() -> Sense:
    return Sense()


@pytest.fixture
def thread(tmp_path: Path, sense: Sense) -> Iterator[TableThread]:
    clock = SystemClock()
    with open_store(f"sqlite:///{tmp_path / 'log.sqlite'}", clock=clock) as store:
        table = Table(store, clock, senses=(sense,))
        game = find_game("spookies")
        table.begin_game(game.name, ("Anna", "Ben"), parse_options(game, {}))
        with TableThread(table, step_s=0.001) as thread:
            yield thread


def steps(thread: TableThread) -> Event:
    """Set when the table has stepped once more."""
    stepped = Event()
    thread.on_step(stepped.set)
    return stepped


@pytest.mark.parametrize("error", [SystemExit(1), ValueError("odd"), BrokenPipeError()])
def test_a_listener_that_raises_hurts_nobody(
    thread: TableThread, error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Update] = []

    def bad(_update: Update) -> None:
        raise error

    def bad_step() -> None:
        raise error

    thread.on_step(bad_step)
    thread.ask(lambda table: table.listen(bad)).result(PATIENCE_S)
    thread.ask(lambda table: table.listen(heard.append)).result(PATIENCE_S)
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            assert (
                not thread.ask(lambda table: table.order(UndoOrder()))
                .result(PATIENCE_S)
                .is_accepted
            )
    assert len(heard) == 3
    assert steps(thread).wait(PATIENCE_S)
    assert len([each for each in caplog.records if "bad at" in each.message]) == 1


def test_a_deed_that_wants_to_end_the_program_ends_nothing(thread: TableThread) -> None:
    def leave(_table: Table) -> None:
        raise SystemExit(3)

    with pytest.raises(RuntimeError, match="wanted to end"):
        thread.ask(leave).result(PATIENCE_S)
    assert steps(thread).wait(PATIENCE_S)


def test_a_sense_that_fails_stops_neither_the_table_nor_the_watchdog(
    thread: TableThread, sense: Sense, caplog: pytest.LogCaptureFixture
) -> None:
    stepped = steps(thread)
    sense.error = OSError(5, "the panel is gone")
    stepped.clear()
    assert stepped.wait(PATIENCE_S)
    stepped.clear()
    assert stepped.wait(PATIENCE_S)
    assert len([each for each in caplog.records if "stumbled" in each.message]) == 1


class BrokenVoice(SilentVoice):
    def is_speaking(self) -> bool:
        raise OSError(5, "the sound card is gone")


def test_a_voice_that_fails_stops_neither_the_table_nor_the_watchdog(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock = SystemClock()
    with open_store(f"sqlite:///{tmp_path / 'log.sqlite'}", clock=clock) as store:
        table = Table(store, clock, announcer=Announcer(BrokenVoice(clock)))
        with TableThread(table, step_s=0.001) as thread:
            stepped = steps(thread)
            for _ in range(2):
                assert stepped.wait(PATIENCE_S)
                stepped.clear()
    assert len([each for each in caplog.records if "stumbled" in each.message]) == 1


def test_a_thread_that_has_ended_answers_at_once_that_it_has(
    thread: TableThread, sense: Sense
) -> None:
    stepped = steps(thread)
    waits, goes_on = Event(), Event()

    def hold(_table: Table) -> None:
        waits.set()
        goes_on.wait(PATIENCE_S)
        sense.error = SystemExit(1)

    thread.ask(hold)
    assert waits.wait(PATIENCE_S)
    goes_on.set()
    while not thread.has_stopped:
        # Whatever is asked while the thread ends is answered one way or the other.
        found = thread.ask(lambda table: table.game_id).exception(PATIENCE_S)
        assert found is None or isinstance(found, TableStoppedError)
    with pytest.raises(TableStoppedError, match="start the referee anew"):
        thread.ask(lambda table: table.game_id).result(0)
    stepped.clear()
    assert not stepped.wait(0.05), "the watchdog hears nothing any more"


def test_a_closed_thread_answers_too(thread: TableThread) -> None:
    thread.close()
    with pytest.raises(TableStoppedError):
        thread.ask(lambda table: table.game_id).result(0)
