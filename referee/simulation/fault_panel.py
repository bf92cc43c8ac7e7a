"""The controls of a simulated table for staff and tests: its hands, its faults, its players."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from referee.devices.scale.contract import Scale
from referee.errors import InputError
from referee.simulation import faults as line_faults
from referee.simulation.autoplay import AutoPlayers
from referee.simulation.faults import CAMERA_FAULTS, Fault
from referee.simulation.next_motion import TableHands, due_pieces, make_next_motion
from referee.simulation.scale.real_time import SimulatedScale
from referee.table.table import Table
from referee.table.updates import Snapshot
from referee.web.shapes.devices import TwinFault, TwinState

MOTIONS = ("roll", "place", "lift", "nudge", "bump", "axe", "clear", "lean", "take")
_UNPLUGGED = "unplugged"
_SCALE_FAULTS: tuple[type[Fault], ...] = (
    line_faults.Silence,
    line_faults.BitFlips,
    line_faults.NoiseBursts,
    line_faults.Saturation,
    line_faults.FrozenZero,
    line_faults.DeadCell,
)


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

    def use_hands(self, deed: str, care: float, details: Mapping[str, Any]) -> None:
        """Roll, place, nudge and so on."""
        if deed in {"roll", "place"}:
            self._do_what_is_due(deed, care, details)
            return
        act = _MOTIONS_BY_NAME.get(deed)
        if act is None:
            raise InputError(f"Hands cannot {deed}: choose one of {', '.join(MOTIONS)}.")
        act(self._hands, care, details)

    def _do_what_is_due(self, deed: str, care: float, details: Mapping[str, Any]) -> None:
        snapshot = self._snapshot()
        if snapshot is None:
            raise InputError("No game is under way: begin one first.", message="twin-no-game")
        face = details.get("face")
        wanted = "AwaitDice" if deed == "roll" else "AwaitPlacement"
        if type(snapshot.awaiting).__name__ != wanted:
            raise InputError(
                f"There is nothing to {deed} now: look at what the table waits for.",
                message=f"twin-nothing-to-{deed}",
            )
        make_next_motion(self._hands, snapshot, care, str(face) if face else None)

    def _snapshot(self) -> Snapshot | None:
        return self._running.ask(lambda table: table.snapshot()).result(5.0)

    def set_fault(self, device: str, fault: str, *, is_on: bool) -> None:
        """Break a device, or mend it."""
        name = (device, fault)
        if name not in self._faults:
            raise InputError(f"There is no fault {fault} of the {device}: choose one of the list.")
        if fault == _UNPLUGGED and device == "scale":
            self._plug(is_in=not is_on)
        elif device == "scale":
            self._switch(self._scale().twin, self._faults[name], is_on=is_on)
        else:
            self._switch(self._hands.tray.faults, self._faults[name], is_on=is_on)
        (self._on.add if is_on else self._on.discard)(name)

    def _scale(self) -> SimulatedScale:
        scale = self._running.scale
        if not isinstance(scale, SimulatedScale):
            raise InputError("The scale of this table is real: its faults are made by hand.")
        return scale

    def _plug(self, *, is_in: bool) -> None:
        twin = self._scale().twin
        if is_in:
            twin.plug_in()
        else:
            twin.unplug()

    def _switch(self, desk: Any, kind: type[Fault] | None, *, is_on: bool) -> None:
        if kind is None:
            return
        if is_on:
            desk.switch_on(kind())
        else:
            desk.switch_off(kind)

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


def _all_faults() -> dict[tuple[str, str], type[Fault] | None]:
    faults: dict[tuple[str, str], type[Fault] | None] = {("scale", _UNPLUGGED): None}
    faults |= {("scale", _name(kind)): kind for kind in _SCALE_FAULTS}
    faults |= {("camera", _name(kind)): kind for kind in CAMERA_FAULTS}
    return faults


def _name(kind: type[Fault]) -> str:
    """`CameraFrozen` becomes `camera-frozen`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def _strength(details: Mapping[str, Any], usual: float) -> float:
    value = details.get("strength", usual)
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InputError("A strength is a number from 0 to 1: please correct it.")
    return float(value)


def _take(hands: TableHands, _care: float, details: Mapping[str, Any]) -> None:
    hands.tray.take(str(details.get("face", "")))


def _axe(hands: TableHands, _care: float, details: Mapping[str, Any]) -> None:
    if hands.plate.fallen:
        hands.pick_up_fallen()
    else:
        hands.strike(_strength(details, 0.6), 0.5)


def _clear(hands: TableHands, _care: float, _details: Mapping[str, Any]) -> None:
    hands.tidy_tray()
    hands.tidy_plate()


_MOTIONS_BY_NAME: dict[str, Callable[[TableHands, float, Mapping[str, Any]], None]] = {
    "lift": lambda hands, _care, _details: hands.plate.lift_top(),
    "nudge": lambda hands, _care, details: hands.plate.nudge(_strength(details, 0.5)),
    "bump": lambda hands, _care, details: hands.plate.bump_table(_strength(details, 0.15)),
    "lean": lambda hands, _care, details: hands.plate.lean(_strength(details, 0.5), 2.0),
    "axe": _axe,
    "clear": _clear,
    "take": _take,
}
