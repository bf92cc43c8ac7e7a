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

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType

import msgspec
import numpy as np
from websockets.sync.client import connect

from referee.app.face_sets import dice_readers
from referee.clock import ManualClock
from referee.games.awaiting import AwaitDice
from referee.games.base import Action, AnyState
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.simulation.tray.camera import LockstepCamera
from referee.simulation.tray.world import TrayWorld
from referee.store.store import open_store
from referee.table.facts import Device
from referee.table.orders import Act
from referee.table.senses.eye import Eye
from referee.table.table import Table
from referee.table.updates import Update
from tests.web.running_table import RunningTable, running_table

ROOT = Path(__file__).parent.parent / "referee"


# What is done with a roll or an order in the end: looked at, written, sent.
_ENDS = {"forward", "execute", "executemany", "commit", "write", "writelines", "send"}


class Trace:
    """Notes the files of this program that lead to what is done in the end, while it is on."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.is_on = False

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """What Python calls at every call of a function."""
        if self.is_on and self._is_end(frame, event, argument):
            self._note(frame)

    def _is_end(self, frame: FrameType, event: str, argument: object) -> bool:
        if event == "c_call":
            return getattr(argument, "__name__", "") in _ENDS
        is_rule = "/games/" in frame.f_code.co_filename
        return event == "call" and (is_rule or frame.f_code.co_name == "_stop_at_roll")

    def _note(self, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code.co_filename.startswith(str(ROOT)):
                path = Path(frame.f_code.co_filename).relative_to(ROOT)
                is_of_a_game = path.parts[0] == "games" and len(path.parts) > 2
                self.files.add(str(path.parent if is_of_a_game else path))
            frame = frame.f_back


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


def files_of_a_roll() -> set[str]:
    """From the dice in the air to what was published."""
    clock = ManualClock()
    with (
        TemporaryDirectory() as folder,
        open_store(f"sqlite:///{folder}/log.sqlite", clock=clock) as store,
    ):
        tray = TrayWorld(np.random.default_rng(4), clock)
        camera = LockstepCamera(tray, clock)
        eye = Eye(
            camera,
            dice_readers({"friend": "spookies-friend"}),
            sheet=tray.sheet,
            lens=tray.lens,
            clock=clock,
        )
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
            table.listen(lambda update: _stop_at_roll(update, trace))
            trace.is_on = True
            while trace.is_on:
                clock.advance_s(1 / 30)
                table.step()
        camera.close()
    return {file for file in trace.files if not file.startswith("simulation/")}


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


def _stop_at_roll(update: Update, trace: Trace) -> None:
    if any(envelope.type == "dice-rolled" for envelope in update.envelopes):
        trace.is_on = False


def files_of_an_order() -> set[str]:
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
    return trace.files


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
    for name, files in (("a roll", files_of_a_roll()), ("an order", files_of_an_order())):
        sys.stdout.write(f"{name}: {len(files)} files\n")
        sys.stdout.writelines(f"  {file}\n" for file in sorted(files))


if __name__ == "__main__":
    main()
