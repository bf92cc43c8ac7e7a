"""The game file behind a game at the terminal: written as the game goes on, so nothing is lost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from referee.errors import InputError
from referee.games.base import Accepted, Action, Event, Ruling
from referee.games.game_file import GameFromFile, SetupLine, is_blank
from referee.games.parsing import format_value, parse_action
from referee.store.durable import replace_file


class _Step(NamedTuple):
    """One accepted action, and how to go back before it."""

    action: Action
    state_before: Any
    events_before: int
    lines_before: int


class Recording:
    """A game under way with its file: judge, take back, resume."""

    def __init__(self, path: Path, script: GameFromFile, lines: list[bytes]) -> None:
        self.path = path
        self.has_dropped_line = False
        self._script = script
        self._lines = lines
        self._steps: list[_Step] = []

    @classmethod
    def start(cls, path: Path, setup: SetupLine) -> Recording:
        """Begin a game in a new file; a game that is in it already is never written over."""
        if path.exists() and path.stat().st_size:
            raise InputError(
                f"There is a game in {path} already; go on with it (--resume {path}),"
                " or name another file."
            )
        line = msgspec.json.encode(setup)
        recording = cls(path, GameFromFile(line), [line])
        recording._write()
        return recording

    @classmethod
    def resume(cls, path: Path) -> Recording:
        """Go on with a game from its file. A last line that was cut off is dropped."""
        lines = _read(path)
        first = next((number for number, line in enumerate(lines) if not is_blank(line)), None)
        if first is None:
            raise InputError(f"{path} is empty; name a saved game.")
        try:
            script = GameFromFile(lines[first])
        except InputError as error:
            raise InputError(f"{path}, line {first + 1}: {error}") from None
        recording = cls(path, script, lines[: first + 1])
        recording._take_over(lines, first + 1)
        return recording

    def _take_over(self, lines: list[bytes], start: int) -> None:
        """Judge what was recorded; the file may have been edited, or cut off by a power cut."""
        for number in range(start, len(lines)):
            line = lines[number]
            if not is_blank(line):
                try:
                    action = parse_action(self.game, line)
                except InputError as error:
                    if number == len(lines) - 1:
                        self.has_dropped_line = True
                        self._write()
                        return
                    raise InputError(f"{self.path}, line {number + 1}: {error}") from None
                ruling = self._apply(action)
                if not isinstance(ruling, Accepted):
                    raise InputError(
                        f"{self.path}, line {number + 1}: this action is against the rules"
                        f" ({ruling.rule}); see why with: referee replay {self.path}"
                    )
            self._lines.append(line)

    @property
    def game(self) -> Any:
        """The game that is played."""
        return self._script.game

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self._script.seats

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self._script.state

    @property
    def opening(self) -> tuple[Event, ...]:
        """The events of the setup, while nothing else has happened."""
        return () if self._steps else tuple(self._script.events)

    def judge(self, action: Action) -> Ruling:
        """Rule on an action; an accepted one is in the file before anybody hears of it."""
        ruling = self._apply(action)
        if isinstance(ruling, Accepted):
            line = format_value(action).encode()
            self._lines.append(line)
            self._append(line)
        return ruling

    def _apply(self, action: Action) -> Ruling:
        step = _Step(action, self.state, len(self._script.events), len(self._lines))
        ruling = self._script.judge(action)
        if isinstance(ruling, Accepted):
            self._steps.append(step)
        return ruling

    def undo(self) -> Action | None:
        """Take the last action back; None if there is none."""
        if not self._steps:
            return None
        step = self._steps.pop()
        self._script.state = step.state_before
        del self._script.events[step.events_before :]
        del self._lines[step.lines_before :]
        self._write()
        return step.action

    def _append(self, line: bytes) -> None:
        with self._saving(), self.path.open("ab") as file:
            file.write(line + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _write(self) -> None:
        """The whole file anew, in one step, so that a power cut leaves the old one or the new."""
        with self._saving():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self.path, b"\n".join(self._lines) + b"\n")

    @contextmanager
    def _saving(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            reason = (error.strerror or "not writable").lower()
            raise InputError(
                f"The game cannot be saved in {self.path} ({reason}); name another file: --save."
            ) from None


def _read(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().splitlines()
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise InputError(f"{path} cannot be read ({reason}); name a saved game.") from None
