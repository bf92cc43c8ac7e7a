"""Whole simulated games written into a log, as a table writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from random import Random
from typing import Any

import msgspec

from referee.clock import ManualClock
from referee.events import Codec, Envelope
from referee.games.base import Accepted, Event, fold
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.store import Store

ACTION_S = 2.0


def record_game(
    store: Store,
    clock: ManualClock,
    name: str,
    seats: Sequence[str],
    *,
    seed: int = 1,
    player_ids: Sequence[int | None] | None = None,
    options: Mapping[str, Any] | None = None,
) -> int:
    """Play to the end, two seconds an action; the id of the game."""
    game = find_game(name)
    rng = Random(seed)
    agreed = game.seal(parse_options(game, dict(options or {})), rng)
    log = store.begin_game(name, seats, player_ids=player_ids, options=msgspec.to_builtins(agreed))
    codec = Codec(game.events)
    setup = game.setup(tuple(seats), agreed)
    envelopes = [codec.envelop(event, seq=seq, at=clock.now()) for seq, event in enumerate(setup)]
    state = fold(game, setup)
    players = game.simulated(state, rng)
    while (action := players.act(state)) is not None:
        clock.advance_s(ACTION_S)
        ruling = game.judge(state, action)
        assert isinstance(ruling, Accepted)
        envelopes += acted(codec, action, ruling.events, len(envelopes), clock)
        state = fold(game, ruling.events, state)
    log.append(envelopes)
    log.close()
    outcome = game.outcome(state)
    store.end_game(log.game_id, outcome)
    clock.advance_s(timedelta(hours=30).total_seconds())
    return log.game_id


def acted(
    codec: Codec, action: Any, events: Sequence[Event], seq: int, clock: ManualClock
) -> list[Envelope]:
    data = {"action": msgspec.to_builtins(action), "by": "person", "evidence": []}
    first = Envelope(seq, clock.now(), None, "table-acted", 1, data)
    following = [
        codec.envelop(event, seq=seq + number, at=clock.now(), cause=seq)
        for number, event in enumerate(events, start=1)
    ]
    return [first, *following]
