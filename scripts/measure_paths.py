#!/usr/bin/env python3
"""Counts the files that a roll and a phone's order pass through.

    .venv/bin/python -m scripts.measure_paths

A file counts if it stands on the call stack when a picture is looked at by a network, when the
rules judge, when the log is written, or when somebody is told; helpers that are called beside that
way and return do not, and the folder of a game counts once.

A roll: from the dice in the air over a simulated tray until what they show is published, without
the files of `simulation/`. An order: from the request of a phone until every onlooker has been
told, at a table without devices behind the real server.
"""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType

import msgspec
import numpy as np
from websockets.sync.client import connect

from referee.app.face_sets import dice_readers
from referee.clock import Clock, ManualClock
from referee.games.awaiting import AwaitDice
from referee.games.base import Action, AnyState
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.simulation.lockstep import LockstepTable
from referee.simulation.tray.camera import LockstepCamera
from referee.simulation.tray.world import TrayWorld
from referee.store.store import Store, open_store
from referee.table.facts import Device
from referee.table.orders import Act
from referee.table.senses.eye import Eye
from referee.table.states.falls import Collapsing, Suspecting
from referee.table.table import Table
from referee.table.updates import Update
from tests.web.running_table import RunningTable, running_table

ROOT = Path(__file__).parent.parent / "referee"
FALLING = Suspecting | Collapsing
SETS = {"beanstalk": "magic-beanstalk", "friend": "spookies-friend"}


# What is done with a roll or an order in the end: looked at, written, sent.
_ENDS = {"forward", "execute", "executemany", "commit", "write", "writelines", "send"}


class Trace:
    """Notes the files of this program that are passed through while it is on."""

    def __init__(self) -> None:
        self.path: set[str] = set()
        """Those that lead to what is done in the end; the folder of a game counts once."""
        self.called: set[str] = set()
        """All of which any function was called."""
        self.is_on = False
        self.is_over = False

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """What Python calls at every call of a function."""
        if not self.is_on:
            return
        if event == "call" and (file := _file(frame)):
            self.called.add(file)
        if _is_end(frame, event, argument):
            self._note(frame)

    def _note(self, frame: FrameType | None) -> None:
        while frame is not None:
            if file := _file(frame):
                is_of_a_game = re.fullmatch(r"games/\w+/.*", file)
                self.path.add(str(Path(file).parent) if is_of_a_game else file)
            frame = frame.f_back

    def without_simulation(self) -> Trace:
        """The same without what stands for hands, dice and tower."""
        self.path = {file for file in self.path if not file.startswith("simulation/")}
        return self


def _file(frame: FrameType) -> str:
    name = frame.f_code.co_filename
    return str(Path(name).relative_to(ROOT)) if name.startswith(str(ROOT)) else ""


def _is_end(frame: FrameType, event: str, argument: object) -> bool:
    if event == "c_call":
        return getattr(argument, "__name__", "") in _ENDS
    is_rule = "/games/" in frame.f_code.co_filename
    return event == "call" and (is_rule or frame.f_code.co_name == "_stop_at")


@contextmanager
def tracing() -> Iterator[Trace]:
    """Note the calls of this thread and of those that begin from now on."""
    trace = Trace()
    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def roll_trace() -> Trace:
    """From the dice in the air to what was published."""
    clock = ManualClock()
    with _log(clock) as store:
        tray = TrayWorld(np.random.default_rng(4), clock)
        camera = LockstepCamera(tray, clock)
        readers = dice_readers(SETS)
        eye = Eye(camera, readers, sheet=tray.sheet, lens=tray.lens, clock=clock)
        table = Table(
            store, clock, senses=(eye.look,), devices=(Device.CAMERA,), expect_dice=eye.expect
        )
        camera.open()
        count = _begin_rolling(table)
        for _ in range(30):
            clock.advance_s(1 / 30)
            table.step()
        tray.roll("pips", count)
        with tracing() as trace:
            table.listen(partial(_stop_at, "dice-rolled", trace))
            trace.is_on = True
            while not trace.is_over:
                clock.advance_s(1 / 30)
                table.step()
        camera.close()
    return trace.without_simulation()


def fall_trace() -> Trace:
    """From the first suspicion to what was published, with players who do not care."""
    clock = ManualClock()
    with _log(clock) as store, tracing() as trace:
        table = LockstepTable(
            store, dice_readers(SETS), clock=clock, seed=4, care=0.0, keeps_evidence=True
        )
        table.open()
        game = find_game("magic-beanstalk")
        table.begin_game(game.name, ("Anna", "Ben"), parse_options(game, {}), Random(4))
        table.table.listen(partial(_stop_at, "tower-fell", trace))
        while not trace.is_over:
            table.step()
            table.players.step()
            umpire = table.table.umpire
            trace.is_on = umpire is not None and isinstance(umpire.umpire_state, FALLING)
        table.close()
    return trace.without_simulation()


@contextmanager
def _log(clock: Clock) -> Iterator[Store]:
    with (
        TemporaryDirectory() as folder,
        open_store(f"sqlite:///{folder}/log.sqlite", clock=clock) as store,
    ):
        yield store


def _begin_rolling(table: Table) -> int:
    """Begin a game, and choose until dice with pips are to be rolled; how many."""
    game = find_game("spookies")
    table.begin_game(game.name, ("Anna", "Ben"), parse_options(game, {}))
    players = game.simulated(_state(table), Random(4))
    while True:
        waiting = game.awaiting(_state(table))
        if isinstance(waiting, AwaitDice) and waiting.kind == "pips":
            return waiting.count
        if action := players.act(_state(table)):
            table.order(Act(action))


def _state(table: Table) -> AnyState | None:
    return table.umpire.state if table.umpire is not None else None


def _stop_at(kind: str, trace: Trace, update: Update) -> None:
    if any(envelope.type == kind for envelope in update.envelopes):
        trace.is_over, trace.is_on = True, False


def order_trace() -> Trace:
    """From a phone's request to the last onlooker."""
    with tracing() as trace, TemporaryDirectory() as folder, running_table(Path(folder)) as table:
        table.begin("bohnanza", 3)
        action, seat = _first_choice(table)
        token = table.claim(seat)
        with connect(table.socket_address) as socket, table.client(token) as phone:
            socket.recv()
            time.sleep(0.5)  # the table's own steps go on; they are no part of it
            trace.is_on = True
            order = {"type": "act", "action": msgspec.to_builtins(action)}
            phone.post("/orders", json={"order": order}).raise_for_status()
            socket.recv()
            trace.is_on = False
    return trace


def _first_choice(table: RunningTable) -> tuple[Action, int]:
    """What the simulated players would do next, and who of them."""
    while True:
        action = table.players()()
        seat = getattr(action, "seat", None)
        if action is not None and isinstance(seat, int):
            return action, seat
        table.play(most=1)


def main() -> None:
    """Print how many files each passes through, and which."""
    traces = {"a roll": roll_trace, "a fall": fall_trace, "a phone's order": order_trace}
    for name, trace in traces.items():
        files = trace().path
        sys.stdout.write(f"{name}: {len(files)} files\n")
        sys.stdout.writelines(f"  {file}\n" for file in sorted(files))


if __name__ == "__main__":
    main()
