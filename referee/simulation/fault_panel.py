"""The controls of a simulated table for staff and tests: its hands, its faults, its players."""

import re
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Protocol, TypeVar

from referee.devices.scale.contract import Scale
from referee.errors import InputError
from referee.simulation.autoplay import AutoPlayers
from referee.simulation.faults import (
    CAMERA_FAULTS,
    ActiveFaults,
    BitFlips,
    DeadCell,
    Fault,
    FrozenZero,
    NoiseBursts,
    Saturation,
    Silence,
)
from referee.simulation.next_motion import TableHands, due_pieces, make_next_motion, strike, tidy
from referee.simulation.scale.real_time import SimulatedScale
from referee.table.table import Table
from referee.table.updates import Snapshot
from referee.web.shapes.devices import TwinFault, TwinState

MOTIONS = ("roll", "place", "lift", "nudge", "bump", "axe", "clear", "lean", "take")
_UNPLUGGED = "unplugged"
_SCALE_FAULTS = (Silence, BitFlips, NoiseBursts, Saturation, FrozenZero, DeadCell)


Result = TypeVar("Result")


class SimulatedTable(Protocol):
    """What the panel needs of the running table."""

    players: AutoPlayers | None

    @property
    def scale(self) -> Scale | None:
        """Its scale, if it has one."""
        ...

    def ask(self, task: Callable[[Table], Result]) -> Future[Result]:
        """Run this in the table's thread."""
        ...

    def autoplay(
        self, *, care: float | None = ..., pace: float = ..., seed: int | None = ...
    ) -> None:
        """Let simulated players play from now on."""
        ...

    def stop_autoplay(self) -> None:
        """People play from now on."""
        ...


class FaultPanel:
    """Carries out what onlookers of a simulated table want to happen; asked from any thread."""

    def __init__(self, running: SimulatedTable, hands: TableHands) -> None:
        self._running = running
        self._hands = hands
        self._on: set[tuple[str, str]] = set()
        self._faults = _all_faults()

    def state(self) -> TwinState:
        """What can be done now."""
        snapshot = self._snapshot()
        pieces = () if snapshot is None else due_pieces(snapshot.awaiting)
        players = self._running.players
        return TwinState(
            deeds=MOTIONS,
            pieces=pieces,
            faults=tuple(TwinFault(*name, on=name in self._on) for name in self._faults),
            autoplay=players is not None,
            pace=1.0 if players is None else players.pace,
        )

    def use_hands(self, motion: str, care: float, details: Mapping[str, object]) -> None:
        """Roll, place, nudge and so on."""
        if motion in {"roll", "place"}:
            self._do_next(motion, care, details)
            return
        act = _MOTIONS_BY_NAME.get(motion)
        if act is None:
            raise InputError(f"Hands cannot {motion}: choose one of {', '.join(MOTIONS)}.")
        act(self._hands, details)

    def _do_next(self, motion: str, care: float, details: Mapping[str, object]) -> None:
        snapshot = self._snapshot()
        if snapshot is None:
            raise InputError("No game is under way: begin one first.", message="twin-no-game")
        face = details.get("face")
        wanted = "AwaitDice" if motion == "roll" else "AwaitPlacement"
        if type(snapshot.awaiting).__name__ != wanted:
            raise InputError(
                f"There is nothing to {motion} now: look at what the table waits for.",
                message=f"twin-nothing-to-{motion}",
            )
        stayed = details.get("stayed", ())
        if not isinstance(stayed, list | tuple):
            raise InputError("Which dice stay is a list of faces: please correct it.")
        chosen = str(face) if face else None
        make_next_motion(self._hands, snapshot, care, chosen, [str(each) for each in stayed])

    def _snapshot(self) -> Snapshot | None:
        return self._running.ask(lambda table: table.snapshot()).result(5.0)

    def set_fault(self, device: str, fault: str, *, is_on: bool) -> None:
        """Break a device, or repair it."""
        name = (device, fault)
        if name not in self._faults:
            raise InputError(f"There is no fault {fault} of the {device}: choose one of the list.")
        if fault == _UNPLUGGED and device == "scale":
            self._plug(is_in=not is_on)
        elif device == "scale":
            _switch(self._scale().board.faults, self._faults[name], is_on=is_on)
        else:
            _switch(self._hands.tray.faults, self._faults[name], is_on=is_on)
        (self._on.add if is_on else self._on.discard)(name)

    def _scale(self) -> SimulatedScale:
        scale = self._running.scale
        if not isinstance(scale, SimulatedScale):
            raise InputError("The scale of this table is real: its faults are made by hand.")
        return scale

    def _plug(self, *, is_in: bool) -> None:
        board = self._scale().board
        if is_in:
            board.plug_in()
        else:
            board.unplug()

    def set_autoplay(self, *, is_on: bool, pace: float) -> None:
        """Let simulated players play; who plays already changes the pace."""
        if is_on:
            self._running.ask(lambda _table: self._play(pace)).result(5.0)
        else:
            self._running.ask(lambda _table: self._running.stop_autoplay()).result(5.0)

    def _play(self, pace: float) -> None:
        players = self._running.players
        if players is None:
            self._running.autoplay(pace=pace)
        else:
            players.pace = pace


def _switch(faults: ActiveFaults, kind: type[Fault] | None, *, is_on: bool) -> None:
    if kind is not None and is_on:
        faults.switch_on(kind())
    elif kind is not None:
        faults.switch_off(kind)


def _all_faults() -> dict[tuple[str, str], type[Fault] | None]:
    faults: dict[tuple[str, str], type[Fault] | None] = {("scale", _UNPLUGGED): None}
    faults |= {("scale", _name(kind)): kind for kind in _SCALE_FAULTS}
    faults |= {("camera", _name(kind)): kind for kind in CAMERA_FAULTS}
    return faults


def _name(kind: type[Fault]) -> str:
    """`CameraFrozen` becomes `camera-frozen`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def _strength(details: Mapping[str, object], usual: float) -> float:
    value = details.get("strength", usual)
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InputError("A strength is a number from 0 to 1: please correct it.")
    return float(value)


_MOTIONS_BY_NAME: dict[str, Callable[[TableHands, Mapping[str, object]], object]] = {
    "lift": lambda hands, _details: hands.plate.lift_top(),
    "nudge": lambda hands, details: hands.plate.nudge(_strength(details, 0.5)),
    "bump": lambda hands, details: hands.plate.bump_table(_strength(details, 0.15)),
    "lean": lambda hands, details: hands.plate.lean(_strength(details, 0.5), 2.0),
    "axe": lambda hands, details: strike(hands, _strength(details, 0.6)),
    "clear": lambda hands, _details: tidy(hands),
    "take": lambda hands, details: hands.tray.take(str(details.get("face", ""))),
}
