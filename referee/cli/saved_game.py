"""The game file as the log of an umpire: one line for each action that counts, saved at once."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from referee.cli.replay import read_game_file
from referee.cli.terminal_dialogue import UnsavedGameError
from referee.clock import ManualClock
from referee.errors import InputError
from referee.events import Envelope, JsonObject
from referee.games.base import AnyGame, Event
from referee.games.game_file import GameFromFile, SetupLine, is_blank
from referee.games.parsing import format_value, parse_action
from referee.store.durable_files import replace_file
from referee.table.archive import MemoryArchive
from referee.table.history import Acted, Undone
from referee.table.orders import Act
from referee.table.sentences import RefusalSentence
from referee.table.umpire import Umpire

_ACTED = Acted.__struct_config__.tag
_UNDONE = Undone.__struct_config__.tag


class SavedGame(MemoryArchive):
    """A game under way with its file; `lines` are the file up to the setup of the game."""

    def __init__(self, path: Path, lines: Sequence[bytes]) -> None:
        super().__init__()
        self.path = path
        self.has_dropped_line = False
        script = GameFromFile(lines[-1])
        self.game: AnyGame = script.game
        self.setup: tuple[Event, ...] = tuple(script.events)
        self._lines = list(lines)
        self._actions: list[tuple[int, int]] = []
        """Of each action its number in the log, and how many lines stand before it."""
        self._read: bytes | None = None
        """The line of the action that is being judged, if it is in the file already."""

    @classmethod
    def begin(cls, path: Path, setup: SetupLine) -> SavedGame:
        """Begin a game in a new file; a game that is in it already is never written over."""
        if path.exists() and path.stat().st_size:
            raise InputError(
                f"There is a game in {path} already; go on with it (--resume {path}),"
                " or name another file."
            )
        saved = cls(path, [msgspec.json.encode(setup)])
        saved._write()
        return saved

    @classmethod
    def resume(cls, path: Path) -> SavedGame:
        """Go on with a game from its file. A last line that was cut off is dropped."""
        number, lines = read_game_file(path)
        try:
            saved = cls(path, lines[:number])
        except InputError as error:
            raise InputError(f"{path}, line {number}: {error}") from None
        saved._judge(lines[number:])
        return saved

    @property
    def is_begun(self) -> bool:
        """Whether anything was done in this game yet."""
        return bool(self._actions)

    def _judge(self, lines: Sequence[bytes]) -> None:
        """Judge what was saved; the file may have been edited, or cut off by a power cut."""
        umpire = Umpire(self.game, self, ManualClock())
        umpire.begin(self.setup)
        for position, line in enumerate(lines, start=1):
            where = f"{self.path}, line {len(self._lines) + 1}"
            if is_blank(line):
                self._lines.append(line)
                continue
            try:
                action = parse_action(self.game, line)
            except InputError as error:
                if position < len(lines):
                    raise InputError(f"{where}: {error}") from None
                self.has_dropped_line = True
                self._write()
                return
            self._read = line
            why_not = umpire.order(Act(action)).why_not
            self._read = None
            if isinstance(why_not, RefusalSentence):
                raise InputError(
                    f"{where}: this action is against the rules ({why_not.refused.rule});"
                    f" see why with: referee replay {self.path}"
                )

    def append(self, envelopes: Sequence[Envelope]) -> None:
        """Save these events; an action is in the file before anybody hears of it."""
        super().append(envelopes)
        saved = len(self._lines)
        for envelope in envelopes:
            if envelope.type == _UNDONE:
                self._cut(envelope.data["to"])
            elif envelope.type == _ACTED:
                self._actions.append((envelope.seq, len(self._lines)))
                self._lines.append(self._read or self._line(envelope.data["action"]))
        if any(envelope.type == _UNDONE for envelope in envelopes):
            self._write()
        elif self._read is None:
            self._add(self._lines[saved:])

    def _line(self, action: JsonObject) -> bytes:
        return format_value(parse_action(self.game, msgspec.json.encode(action))).encode()

    def _cut(self, to: int) -> None:
        while self._actions and self._actions[-1][0] > to:
            del self._lines[self._actions.pop()[1] :]

    def _add(self, lines: Sequence[bytes]) -> None:
        with self._saving(), self.path.open("ab") as file:
            file.write(b"".join(line + b"\n" for line in lines))
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
            raise UnsavedGameError(
                f"The game cannot be saved in {self.path} ({reason}); name another file: --save."
            ) from None
