"""What is taken from the table in its own thread; everything in it is frozen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.games.base import Game
from referee.table.history import EvidenceBook, LiveAction
from referee.table.table import Table
from referee.table.tray_memory import TrayDie
from referee.table.updates import Snapshot
from referee.web.shapes.table import ReplayState

MOST_ACTIONS = 30


@dataclass(frozen=True, slots=True)
class Playing:
    """The game under way at one moment."""

    game_id: int
    game: Game[Any]
    snapshot: Snapshot
    actions: tuple[LiveAction, ...]
    replays: tuple[ReplayState, ...]
    dice: tuple[TrayDie, ...]
    rest_number: int


@dataclass(frozen=True, slots=True)
class Capture:
    """The table at one moment; `playing` is None between games."""

    now_s: float
    playing: Playing | None

    @property
    def game_id(self) -> int | None:
        """The game under way."""
        return None if self.playing is None else self.playing.game_id

    def is_like(self, other: Capture) -> bool:
        """Whether nothing changed but the time."""
        return _marks(self) == _marks(other)


def capture(table: Table) -> Capture:
    """Take what can be seen; called in the table's thread."""
    umpire, game_id = table.umpire, table.game_id
    now_s = table.clock.monotonic_s()
    if umpire is None or game_id is None:
        return Capture(now_s, None)
    playing = Playing(
        game_id,
        umpire.game,
        umpire.snapshot(),
        umpire.history.actions[-MOST_ACTIONS:],
        tuple(_replays(umpire.history.evidence)),
        umpire.tray.dice,
        umpire.tray.rest_number,
    )
    return Capture(now_s, playing)


def _marks(taken: Capture) -> object:
    playing = taken.playing
    if playing is None:
        return None
    seen = playing.snapshot
    dice = tuple((each.die.face, each.die.certainty) for each in playing.dice)
    return (
        playing.game_id,
        seen.seq,
        seen.change,
        seen.troubles,
        seen.unsaved,
        dice,
        playing.rest_number,
        playing.replays,
    )


def _replays(book: EvidenceBook) -> Iterator[ReplayState]:
    """What was kept of the game, and by which action; `fall-17` is how older logs call a fall."""
    for kept in book.kept:
        about = kept.about.rstrip("0123456789").rstrip("-")
        yield ReplayState(kept.evidence, about, book.seq_of(kept.evidence))
