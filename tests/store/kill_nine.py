"""Kills a playing process again and again, and compares what it acknowledged with what is left.

    python -m tests.store.kill_nine FOLDER KILLS SEED

The player plays random games: it appends all envelopes of an action and then, never before, tells
the parent the seq and the hash of the state. `tests/killing.py` kills it at a random moment.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from referee.clock import SystemClock
from referee.events import Codec, Envelope
from referee.games.base import Accepted, AnyGame, Event, fold
from referee.games.parsing import format_value, parse_action, parse_options
from referee.games.playout import RandomPlayers, seat_names
from referee.games.registry import find_game
from referee.store.game_log import GameLog
from referee.store.store import Store, open_store
from tests import killing
from tests.killing import Acknowledged, Moments, Tell, kill_again_and_again

GAMES = ("magic-beanstalk", "spookies")
MOMENTS = Moments(
    share_of_new_logs=0.12,
    share_of_early=0.2,
    share_of_untold=0.1,
    longest_opening_s=0.1,
    most_words=14,
    longest_step_s=0.003,
)


class Acted(Event, frozen=True, tag="test-acted"):
    """Stands before the events of an action, and is their cause."""

    action: str


class Report(killing.Report):
    """What came of it."""

    games: int = 0


class Table(NamedTuple):
    """One game under way: enough of an umpire to write what the real one writes."""

    game: AnyGame
    codec: Codec
    log: GameLog
    state: Any


def codec_of(game: AnyGame) -> Codec:
    return Codec([Acted, *game.events])


def hash_of(state: Any) -> bytes:
    return hashlib.sha256(msgspec.json.encode(state, order="deterministic")).digest()


def game_events(codec: Codec, envelopes: list[Envelope]) -> list[Event]:
    events = [codec.event_in(each) for each in envelopes]
    return [each for each in events if isinstance(each, Event) and not isinstance(each, Acted)]


# The player, in the child.


def play_until_killed(url: str, tell: Tell, rng: Random) -> None:
    store = open_store(url, clock=SystemClock())
    while True:
        table = resume(store) or begin(store, rng)
        for seq, state in moves(table, rng):
            tell(table.log.game_id, seq, hash_of(state))
        outcome = table.game.outcome(fold_all(table))
        store.end_game(table.log.game_id, outcome)
        table.log.close()


def resume(store: Store) -> Table | None:
    for record in store.unfinished_games():
        game = find_game(record.game)
        log, codec = store.open_game(record.id), codec_of(game)
        if not log.next_seq:
            # Killed after the game was begun and before it was set up.
            set_up(game, codec, log, record.seats, record.options)
        events = game_events(codec, list(log.envelopes()))
        return Table(game, codec, log, fold(game, events))
    return None


def begin(store: Store, rng: Random) -> Table:
    game = find_game(rng.choice(GAMES))
    seats = seat_names(rng.randint(game.min_players, game.max_players))
    variant = rng.choice(sorted(game.variants))
    options = {"variant": variant, "seed": rng.randrange(10**6)}
    log, codec = store.begin_game(game.name, seats, options=options), codec_of(game)
    set_up(game, codec, log, seats, options)
    return Table(game, codec, log, fold_all(Table(game, codec, log, None)))


def set_up(
    game: AnyGame, codec: Codec, log: GameLog, seats: tuple[str, ...], options: dict[str, Any]
) -> None:
    words = game.variants[options["variant"]]
    chosen = game.seal(parse_options(game, words), Random(options["seed"]))
    at = SystemClock().now()
    events = game.setup(seats, chosen)
    log.append([codec.envelop(event, seq=seq, at=at) for seq, event in enumerate(events)])


def moves(table: Table, rng: Random) -> Iterator[tuple[int, Any]]:
    game, state, players = table.game, table.state, RandomPlayers(table.game, rng)
    yield table.log.next_seq - 1, state
    while (action := players.act(state)) is not None:
        ruling = game.judge(state, action)
        at, first = SystemClock().now(), table.log.next_seq
        acted = table.codec.envelop(Acted(format_value(action)), seq=first, at=at)
        followed = [
            table.codec.envelop(event, seq=seq, at=at, cause=first)
            for seq, event in enumerate(ruling.events, start=first + 1)
        ]
        table.log.append([acted, *followed])
        state = fold(game, ruling.events, state)
        yield table.log.next_seq - 1, state


def fold_all(table: Table) -> Any:
    return fold(table.game, game_events(table.codec, list(table.log.envelopes())))


# The witness, in the parent.


def check(url: str, acknowledged: list[Acknowledged], report: Report) -> None:
    """Everything acknowledged is there, and every action is there as a whole or not at all."""
    last = {game_id: (seq, digest) for game_id, seq, digest in acknowledged}
    report.games += len(last)
    with open_store(url, clock=SystemClock()) as store:
        newest = store.games(limit=1)
        for game_id in sorted({*last, *(record.id for record in newest)}):
            log = store.open_game(game_id)
            game = find_game(store.game(game_id).game)
            envelopes = list(log.envelopes())
            check_actions(game, envelopes)
            if game_id in last:
                report.beyond += check_hash(game, envelopes, *last[game_id])


def check_hash(game: AnyGame, envelopes: list[Envelope], seq: int, digest: bytes) -> bool:
    known = envelopes[: seq + 1]
    assert len(known) == seq + 1, f"event {seq} was acknowledged and is gone"
    assert hash_of(fold(game, game_events(codec_of(game), known))) == digest, "another state"
    acted = [each for each in envelopes[seq + 1 :] if each.type == "test-acted"]
    assert len(acted) <= 1, "more than one action was not acknowledged"
    return bool(acted)


def check_actions(game: AnyGame, envelopes: list[Envelope]) -> None:
    """Judge every recorded action again: its events must be there, all of them and no others."""
    assert [each.seq for each in envelopes] == list(range(len(envelopes)))
    codec = codec_of(game)
    events = [codec.event_in(each) for each in envelopes]
    starts = [seq for seq, event in enumerate(events) if isinstance(event, Acted)]
    if not events:
        return
    set_up = envelopes[: starts[0]] if starts else envelopes
    state = fold(game, game_events(codec, set_up))
    for start, end in pairwise([*starts, len(events)]):
        acted = events[start]
        assert isinstance(acted, Acted)
        ruling = game.judge(state, parse_action(game, acted.action))
        assert isinstance(ruling, Accepted)
        assert list(ruling.events) == events[start + 1 : end], "half an action"
        state = fold(game, ruling.events, state)


def run(folder: Path, kills: int, seed: int) -> Report:
    report = Report()
    kill_again_and_again(
        report,
        folder,
        play_until_killed,
        lambda url, acknowledged: check(url, acknowledged, report),
        MOMENTS,
        kills=kills,
        rng=Random(seed),
    )
    return report


def warm_up(folder: Path) -> None:
    """Load everything once, so that a player begins to play at once."""
    with open_store(f"sqlite:///{folder}/warm.sqlite", clock=SystemClock()) as store:
        for name in GAMES:
            find_game(name)
        begin(store, Random(0)).log.close()


if __name__ == "__main__":
    killing.main(warm_up, run)
