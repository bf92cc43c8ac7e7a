"""Recorded games, read whole: each by itself, so that a bad one harms nothing else.

A game is whole if everything that is ever told of it can be told: its record, all its events, the
state they fold to, and its statistics. Whoever shows, counts, exports or resumes games asks here.
"""

import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

import msgspec

from referee.errors import CodecError
from referee.events import Envelope
from referee.games.base import AnyGame
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.exports import plays
from referee.store.game_facts import GameFacts, facts_of
from referee.store.game_filter import GameFilter, chosen_games
from referee.store.games import GameRecord, StoredGame
from referee.store.statistics import statistics
from referee.store.store import Store
from referee.store.troubles import DamagedGameError, Harm, harmed
from referee.table.answered_faces import FaceCounts, face_counts
from referee.table.history import History

_MOST_REMEMBERED = 20_000
"""Chosen by hand: decades of games; it only bounds the memory of a table that is never
restarted."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A whole game from the log; `facts` are for statistics, None without an outcome."""

    record: GameRecord
    envelopes: tuple[Envelope, ...]
    history: History
    facts: GameFacts | None


@dataclass(frozen=True, slots=True)
class Look:
    """What is remembered of a game."""

    facts: GameFacts | None = None
    damage: DamagedGameError | None = None
    faces: FaceCounts = field(default_factory=FaceCounts)


class RecordedGames:
    """Reads games, and remembers of each how it was found until it changes. Any thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: OrderedDict[int, tuple[int, Look]] = OrderedDict()
        self._lock = Lock()

    def read(self, game_id: int) -> RecordedGame:
        """All of a game, read anew; a `DamagedGameError` if anything of it is bad."""
        return self._read(self.store.stored_game(game_id))

    def look(self, stored: StoredGame) -> Look:
        """How a game was found when it was last read; one that has changed is read again."""
        mark = hash(stored)
        with self._lock:
            known = self._known.get(stored.id)
        if known is not None and known[0] == mark:
            return known[1]
        found = self._look(stored)
        with self._lock:
            self._known[stored.id] = (mark, found)
            while len(self._known) > _MOST_REMEMBERED:
                self._known.popitem(last=False)
        return found

    def facts(self, chosen: GameFilter | None = None) -> Sequence[GameFacts]:
        """Of the finished games that are meant, newest first; damaged ones are left out."""
        looks = map(self.look, chosen_games(self.store, chosen or GameFilter()))
        return [look.facts for look in looks if look.facts is not None]

    def damaged(self, chosen: GameFilter | None = None) -> Sequence[StoredGame]:
        """The games that are meant and cannot be read, newest first."""
        found = chosen_games(self.store, chosen or GameFilter())
        return [each for each in found if self.look(each).damage is not None]

    def newest_unfinished(self) -> GameRecord | None:
        """The newest game of this table that nobody ended and that can go on."""
        for record in self.store.unfinished_games():
            if self.look(self.store.stored_game(record.id)).damage is None:
                return record
        return None

    def _look(self, stored: StoredGame) -> Look:
        try:
            game = self._read(stored)
            return Look(game.facts, faces=face_counts(game.history, game.envelopes))
        except DamagedGameError as error:
            # What lies behind it may be a mistake of the program, and somebody should see it.
            _log.warning("%s (%r)", error, error.__cause__)
            return Look(damage=error)

    def _read(self, stored: StoredGame) -> RecordedGame:
        record = stored.record()
        with harmed(record.id, Harm.GAME, game=record.game):
            game = find_game(record.game)
        with self.store.log(record.id) as log:
            envelopes = tuple(log.envelopes(head=stored.head))
        _check_begun(game, record, envelopes)
        history = _folded(game, record, envelopes)
        with harmed(record.id, Harm.RULES, event=0):
            facts = facts_of(record, envelopes)
            told = [] if facts is None else [facts]
            # What figures and exports make of it must not fail among all others.
            statistics(told)
            plays(told)
        return RecordedGame(record, envelopes, history, facts)


def _check_begun(game: AnyGame, record: GameRecord, envelopes: Sequence[Envelope]) -> None:
    """Without events it must be one that was entered and not yet set up."""
    if envelopes:
        return
    if record.ended_at is not None:
        raise DamagedGameError(record.id, Harm.GAP, {"event": 0})
    with harmed(record.id, Harm.RECORD):
        game.setup(record.seats, parse_options(game, record.options))


def _folded(game: AnyGame, record: GameRecord, envelopes: Sequence[Envelope]) -> History:
    history, seq = History(game), 0
    try:
        for envelope in envelopes:
            seq = envelope.seq
            history.replay((envelope,))
        if envelopes:
            _ = game.awaiting(history.state), game.outcome(history.state)
            game.view(history.state, None)
    except (CodecError, msgspec.DecodeError) as error:
        raise DamagedGameError(record.id, Harm.EVENT, {"event": seq}) from error
    except Exception as error:
        raise DamagedGameError(record.id, Harm.RULES, {"event": seq}) from error
    return history
