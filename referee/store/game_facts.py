"""From the log of one finished game to what statistics want to know of it.

Only what counts is looked at: what a correction took back never happened. The log is folded with
the game's own `evolve`, so tower and dice are known for every game that has them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import cast

import msgspec

from referee.events import Codec, Envelope, JsonObject
from referee.games.awaiting import AwaitDice
from referee.games.base import AnyGame, AnyState, Event
from referee.games.registry import find_game
from referee.store.game_log import UNDONE
from referee.store.games import GameRecord

ACTED = "table-acted"
"""The event in which the table records an accepted action; `data` has the `action`."""


class Tower(msgspec.Struct, frozen=True):
    """One tower, from its first piece: how high it was, and whether it fell at that height.

    A tower that was finished, struck on purpose, or still stood at the end did not fall.
    """

    height: int
    has_fallen: bool
    culprit: int | None = None


class SeenFaces(msgspec.Struct, frozen=True):
    """How often each face of one kind of dice was seen, and how often one expects it, as shares."""

    kind: str
    seen: dict[str, int]
    shares: dict[str, float]


class GameFacts(msgspec.Struct, frozen=True):
    """What statistics know of one finished game."""

    game_id: int
    game: str
    seats: tuple[str, ...]
    player_ids: tuple[int | None, ...]
    begun_at: datetime
    duration_s: float
    termination: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    is_companion: bool
    towers: tuple[Tower, ...]
    dice: tuple[SeenFaces, ...]
    actions: int
    table: str = ""
    """The table that played it; empty if nobody knows."""


def live_envelopes(envelopes: Iterable[Envelope]) -> list[Envelope]:
    """What counts: everything but what a later correction took back."""
    live: list[Envelope] = []
    for envelope in envelopes:
        if envelope.type == UNDONE:
            while live and live[-1].seq > envelope.data["to"]:
                live.pop()
        live.append(envelope)
    return live


def facts_of(record: GameRecord, envelopes: Iterable[Envelope]) -> GameFacts | None:
    """What is known of a game; None for one that has no outcome."""
    outcome = record.outcome
    live = live_envelopes(envelopes)
    if outcome is None or not live:
        return None
    game = find_game(record.game)
    replay = _Replay(game, live)
    replay.run()
    return GameFacts(
        game_id=record.id,
        game=record.game,
        seats=record.seats,
        player_ids=record.player_ids,
        begun_at=record.begun_at,
        duration_s=played_s(game, live),
        termination=outcome.termination,
        winners=outcome.winners,
        scores=outcome.scores,
        is_companion=game.is_companion,
        towers=tuple(replay.towers),
        dice=tuple(replay.dice()),
        actions=replay.actions,
        table=record.table,
    )


def played_s(game: AnyGame, live: Iterable[Envelope]) -> float:
    """How long a game was played; a break counts while the program runs.

    Actions tell it by a clock that nobody sets. Older records have only the time of day: what it
    went back is left out, so that no game is shorter than nothing.
    """
    names, played_s = _names(game), 0.0
    last: datetime | None = None
    for each in live:
        measured_s = each.data.get("played_s") if each.type == ACTED else None
        if isinstance(measured_s, int | float):
            played_s, last = max(played_s, measured_s), each.at
        elif each.type in names:
            played_s += max(0.0, (each.at - (last or each.at)).total_seconds())
            last = each.at
    return played_s


def _names(game: AnyGame) -> frozenset[str]:
    return frozenset(str(kind.__struct_config__.tag) for kind in game.events)


class _Replay:
    """Folds the game once more, and notes its towers and dice."""

    def __init__(self, game: AnyGame, live: Sequence[Envelope]) -> None:
        self.towers: list[Tower] = []
        self.actions = 0
        self._game = game
        self._codec = Codec(game.events)
        self._live = live
        self._names = _names(game)
        self._state: AnyState | None = None
        self._height = 0
        self._action: JsonObject = {}
        self._seen: dict[str, Counter[str]] = {}
        self._shares: dict[str, dict[str, float]] = {}
        self._weights: Mapping[str, int] = {}

    def run(self) -> None:
        """All events that count, in order."""
        for envelope in self._live:
            if envelope.type == ACTED:
                self._act(envelope.data["action"])
            elif envelope.type in self._names:
                self._evolve(envelope)
        if self._height > 0:
            self.towers.append(Tower(self._height, has_fallen=False))

    def dice(self) -> Iterable[SeenFaces]:
        """The dice of every kind."""
        for kind, seen in self._seen.items():
            yield SeenFaces(kind, dict(seen), self._shares[kind])

    def _act(self, action: JsonObject) -> None:
        self.actions += 1
        self._action = action
        if action.get("type") == "report-dice":
            self._see_dice(tuple(action["faces"]))

    def _see_dice(self, faces: tuple[str, ...]) -> None:
        waiting = self._game.awaiting(self._state)
        if not isinstance(waiting, AwaitDice):
            return
        seen = self._seen.setdefault(waiting.kind, Counter(dict.fromkeys(waiting.faces, 0)))
        seen.update(faces)
        self._shares.setdefault(waiting.kind, _shares(waiting.faces, self._weights))

    def _evolve(self, envelope: Envelope) -> None:
        if self._state is None:
            self._weights = _weights(envelope.data)
        event = cast("Event", self._codec.event_in(envelope))
        self._state = self._game.evolve.by_kind[type(event)](self._state, event)
        height = len(self._game.standing(self._state))
        if height < self._height:
            self._end_tower()
        self._height = height

    def _end_tower(self) -> None:
        has_fallen = self._action.get("type") == "report-fall"
        culprit = self._action.get("culprit") if has_fallen else None
        self.towers.append(Tower(self._height, has_fallen, culprit))


def _weights(setup: JsonObject) -> Mapping[str, int]:
    """How often the edition prints each face on a die, if it says so."""
    edition = setup.get("edition")
    faces = edition.get("faces") if isinstance(edition, Mapping) else None
    return faces if isinstance(faces, Mapping) else {}


def _shares(faces: tuple[str, ...], weights: Mapping[str, int]) -> dict[str, float]:
    """What one expects of a fair die: each side equally often."""
    counts = {face: float(weights[face] if set(faces) <= set(weights) else 1) for face in faces}
    total = sum(counts.values())
    return {face: count / total for face, count in counts.items()}
