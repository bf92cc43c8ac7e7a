"""The facts of finished games, each read from the log once and remembered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from threading import Lock

import sqlalchemy as sa

from referee.errors import CodecError
from referee.store.engine import reading
from referee.store.games import GameRecord
from referee.store.schema import events
from referee.store.statistics.facts import GameFacts, facts_of
from referee.store.statistics.filter import GameFilter, chosen_games
from referee.store.store import Store

_MOST_REMEMBERED = 20_000
_Mark = tuple[int, datetime | None]


class StatisticsBook:
    """A finished game never changes unless its log grows; so it is replayed once. Any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[int, tuple[_Mark, GameFacts | None]] = OrderedDict()
        self._lock = Lock()

    def facts(self, chosen: GameFilter | None = None) -> Sequence[GameFacts]:
        """The finished games that are meant, newest first."""
        wanted = chosen or GameFilter()
        records = [each for each in chosen_games(self._store, wanted) if each.outcome is not None]
        lasts = self._last_seqs([record.id for record in records])
        found = [self._facts(record, lasts.get(record.id, -1)) for record in records]
        return [each for each in found if each is not None]

    def _facts(self, record: GameRecord, last: int) -> GameFacts | None:
        mark = (last, record.ended_at)
        with self._lock:
            known = self._known.get(record.id)
        if known is not None and known[0] == mark:
            return known[1]
        facts = self._read(record)
        with self._lock:
            self._known[record.id] = (mark, facts)
            while len(self._known) > _MOST_REMEMBERED:
                self._known.popitem(last=False)
        return facts

    def _read(self, record: GameRecord) -> GameFacts | None:
        try:
            with self._store.open_game(record.id) as log:
                return facts_of(record, log.envelopes())
        except CodecError:
            # A game of a version that this program cannot read is left out, not in the way.
            return None

    def _last_seqs(self, game_ids: Sequence[int]) -> dict[int, int]:
        newest = sa.select(events.c.game_id, sa.func.max(events.c.seq)).group_by(events.c.game_id)
        if len(game_ids) == 1:
            newest = newest.where(events.c.game_id == game_ids[0])
        with reading(self._store.engine, self._store.address) as connection:
            return {row[0]: row[1] for row in connection.execute(newest)}
