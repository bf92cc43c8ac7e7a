"""What the table's thread hands over at each change: all of it frozen, none of it asked twice."""

from __future__ import annotations

from dataclasses import dataclass

from referee.events import Envelope
from referee.store.games import GameRecord
from referee.store.troubles import StoreError
from referee.table.sentences import Told
from referee.table.table import Table
from referee.table.updates import Update
from referee.web.capture import Capture, capture


@dataclass(frozen=True, slots=True)
class Handover:
    """The table now; `record` and the whole log come with the first handover of a game."""

    taken: Capture
    envelopes: tuple[Envelope, ...] = ()
    told: tuple[Told, ...] = ()
    is_new_game: bool = False
    record: GameRecord | None = None


class Recorder:
    """Lives in the table's thread and remembers which game it spoke of last."""

    def __init__(self) -> None:
        self._game_id: int | None = None
        self._taken: Capture | None = None

    def has_changed(self, table: Table) -> bool:
        """Whether there is something to hand over that the umpire did not speak of."""
        return self._taken is None or not capture(table).is_like(self._taken)

    def hand_over(self, table: Table, update: Update | None = None) -> Handover:
        """Everything since the last time."""
        self._taken = taken = capture(table)
        envelopes = update.envelopes if update else ()
        told = update.told if update else ()
        if taken.game_id == self._game_id:
            return Handover(taken, envelopes, told)
        self._game_id = taken.game_id
        if taken.game_id is None:
            return Handover(taken, is_new_game=True)
        record, logged = _from_log(table, taken.game_id)
        last = logged[-1].seq if logged else -1
        new = tuple(each for each in envelopes if each.seq > last)
        return Handover(taken, (*logged, *new), told, is_new_game=True, record=record)


def _from_log(table: Table, game_id: int) -> tuple[GameRecord | None, tuple[Envelope, ...]]:
    try:
        record = table.store.game(game_id)
        log = table.store.open_game(game_id)
        with log:
            return record, tuple(log.envelopes())
    except StoreError:
        # The game goes on without its log; the screens do too.
        return None, ()
