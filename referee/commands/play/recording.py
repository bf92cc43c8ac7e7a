"""The game file behind a game at the terminal: written as the game goes on, so nothing is lost."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from referee.errors import InputError
from referee.games.base import Accepted, Action, Event, Ruling
from referee.games.parsing import format_value, parse_action
from referee.games.script import ScriptedGame, SetupLine, is_blank, parse_setup


class Recording:
    """A game under way with its file: judge, take back, resume."""

    def __init__(self, path: Path, setup: SetupLine, actions: Sequence[bytes] = ()) -> None:
        self.path = path
        self._setup = setup
        self._script = ScriptedGame(msgspec.json.encode(setup))
        self._steps: list[tuple[Action, Any, int]] = []
        self._take_over(actions)
        self._write()

    @classmethod
    def resume(cls, path: Path) -> Recording:
        """Go on with a game from its file."""
        try:
            lines = [line for line in path.read_bytes().splitlines() if not is_blank(line)]
        except OSError as error:
            reason = (error.strerror or "unreadable").lower()
            raise InputError(f"{path} cannot be read ({reason}); name a saved game.") from None
        if not lines:
            raise InputError(f"{path} is empty; name a saved game.")
        return cls(path, parse_setup(lines[0]), lines[1:])

    def _take_over(self, lines: Sequence[bytes]) -> None:
        """Judge what was recorded; the file may have been edited."""
        for number, line in enumerate(lines, start=2):
            ruling = self._apply(parse_action(self.game, line))
            if not isinstance(ruling, Accepted):
                raise InputError(
                    f"{self.path}, line {number}: this action is against the rules ({ruling.rule});"
                    f" see what the referee says with: referee replay {self.path}"
                )

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
        """The events of the setup."""
        return tuple(self._script.events[:1])

    def judge(self, action: Action) -> Ruling:
        """Rule on an action; an accepted one is in the file before anybody hears of it."""
        ruling = self._apply(action)
        if isinstance(ruling, Accepted):
            self._append(format_value(action))
        return ruling

    def _apply(self, action: Action) -> Ruling:
        before, count = self._script.state, len(self._script.events)
        ruling = self._script.judge(action)
        if isinstance(ruling, Accepted):
            self._steps.append((action, before, count))
        return ruling

    def undo(self) -> Action | None:
        """Take the last action back; None if there is none."""
        if not self._steps:
            return None
        action, before, count = self._steps.pop()
        self._script.state = before
        del self._script.events[count:]
        self._write()
        return action

    def _append(self, line: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _write(self) -> None:
        """The whole file anew, in one step, so that a power cut leaves the old one or the new."""
        lines = [format_value(self._setup), *(format_value(action) for action, _, _ in self._steps)]
        temporary = self.path.with_suffix(".part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with temporary.open("w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(self.path)
        except OSError as error:
            reason = (error.strerror or "not writable").lower()
            raise InputError(
                f"The game cannot be saved in {self.path} ({reason}); name another file: --save."
            ) from None
