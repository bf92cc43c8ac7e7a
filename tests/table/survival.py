"""A table that is killed: a child plays whole games through it, and corrects mistakes, until it
dies.

The child tells through a pipe what its listeners were told, the parent kills it at a random moment,
and goes on with the game where the child stood. Run as a program, because only a process without
threads may be forked.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from referee.clock import SystemClock
from referee.events import Envelope
from referee.games.base import Accepted, AnyGame, fold
from referee.games.parsing import parse_options
from referee.games.playout import RandomPlayers, seat_names
from referee.games.registry import find_game, games
from referee.games.reports import ReportDice, ReportFall
from referee.store.store import open_store
from referee.table.history import History
from referee.table.orders import Act, ChangeCulpritOrder, ChangeReadingOrder, Order, UndoOrder
from referee.table.table import Table
from referee.table.umpire import Umpire
from referee.table.updates import Update
from tests import killing
from tests.killing import Acknowledged, Moments, Tell, kill_again_and_again
from tests.table.game_under_way import game_id_of, state_of

SHARE_OF_CORRECTIONS = 0.2
PLAYED_ON = 2
MOMENTS = Moments(
    share_of_new_logs=0.4,
    share_of_early=0.15,
    share_of_untold=0.1,
    longest_opening_s=0.1,
    most_words=16,
    longest_step_s=0.004,
)


class Report(killing.Report):
    """What came of it."""

    corrections: int = 0
    played_on: int = 0
    games: dict[str, int] = msgspec.field(default_factory=dict)


def fingerprint(history: History) -> bytes:
    """The same for the same state, on any machine."""
    return sha256(msgspec.json.encode(history.state, order="deterministic")).digest()


# The table, in the child.


def play_until_killed(url: str, tell: Tell, rng: Random) -> None:
    with open_store(url, clock=SystemClock()) as store:
        table = Table(store, SystemClock())

        def tell_update(update: Update) -> None:
            assert table.umpire is not None
            assert table.game_id is not None
            tell(table.game_id, update.seq, fingerprint(table.umpire.history))

        table.listen(tell_update)
        while True:
            umpire = go_on(table, rng, int(Path(url).stem.removeprefix("log")))
            for order in orders(umpire, rng):
                table.order(order)


def go_on(table: Table, rng: Random, turn: int = 0) -> Umpire:
    """The newest game that is not over, or a new one: each in its turn, so that all are played."""
    found = table.store.unfinished_games()
    if found:
        table.resume_game(found[0].id)
    else:
        begin(table, rng, turn + len(table.store.games()))
    assert table.umpire is not None
    return table.umpire


def begin(table: Table, rng: Random, turn: int) -> None:
    game = list(games().values())[turn % len(games())]
    # Three or four is a number that every variant of every game allows.
    seats = seat_names(rng.randint(3, 4))
    words = game.variants[rng.choice(sorted(game.variants))]
    table.begin_game(
        game.name, seats, game.seal(parse_options(game, words), Random(rng.getrandbits(32)))
    )


def orders(umpire: Umpire, rng: Random) -> Any:
    """What people say, until the game is over: what they do, and now and then a correction."""
    players = RandomPlayers(umpire.game, rng)
    while umpire.game.outcome(umpire.state) is None:
        corrected = correction(umpire, rng) if rng.random() < SHARE_OF_CORRECTIONS else None
        if corrected is not None:
            yield corrected
            continue
        action = players.act(state_of(umpire))
        assert action is not None
        yield Act(action)


def correction(umpire: Umpire, rng: Random) -> Order | None:
    """Something in the last actions was wrong; None if nothing of the kind can be corrected."""
    last = umpire.history.actions[-8:]
    if not last:
        return None
    live = rng.choice(last)
    match live.action:
        case ReportDice(faces=faces):
            return ChangeReadingOrder(live.seq, (*faces[1:], faces[0]))
        case ReportFall():
            return ChangeCulpritOrder(live.seq, rng.choice([None, 0, 1]))
        case _:
            return UndoOrder(rng.choice([None, live.seq]))


# The witness, in the parent.


def check(url: str, acknowledged: list[Acknowledged], rng: Random, report: Report) -> None:
    """All that was told is in the log, and the game goes on from there."""
    last = {game_id: (seq, told) for game_id, seq, told in acknowledged}
    with open_store(url, clock=SystemClock()) as store:
        for game_id, (seq, told) in last.items():
            game = find_game(store.game(game_id).game)
            report.games[game.name] = report.games.get(game.name, 0) + 1
            envelopes = list(store.open_game(game_id).envelopes())
            report.corrections += sum(each.type == "table-rewound" for each in envelopes)
            report.beyond += check_told(game, envelopes, seq, told)
        if store.games(limit=1):
            report.played_on += play_on(Table(store, SystemClock()), last, rng)


def check_told(game: AnyGame, envelopes: list[Envelope], seq: int, told: bytes) -> bool:
    """The state that was told is in the log; whether one more order is."""
    assert len(envelopes) > seq, f"event {seq} was acknowledged and is gone"
    known = History(game)
    known.replay(envelopes[: seq + 1])
    assert fingerprint(known) == told, "another state"
    untold = Counter(each.type for each in envelopes[seq + 1 :])
    is_one = untold["table-rewound"] or untold["table-acted"] <= 1
    assert untold["table-rewound"] <= 1, "more than one correction was not told"
    assert is_one, "more than one action was not told"
    return bool(untold)


def play_on(table: Table, last: dict[int, tuple[int, bytes]], rng: Random) -> int:
    """Go on as the café does after a power cut; how many orders were taken."""
    umpire = go_on(table, rng)
    check_whole(umpire.history)
    if table.game_id in last:
        assert umpire.history.seq >= last[table.game_id][0]
    assert not list(umpire.game.faults(umpire.state))
    taken = 0
    for order in orders(umpire, rng):
        reply = table.order(order)
        assert reply.is_accepted or not isinstance(order, Act), (order, reply)
        taken += 1
        if taken >= PLAYED_ON:
            break
    is_over = umpire.game.outcome(umpire.state) is not None
    assert is_over == (table.store.game(game_id_of(table)).ended_at is not None)
    table.close()
    return taken


def check_whole(history: History) -> None:
    """Judge every action that counts again: all its events are there, and no others."""
    actions, game = history.actions, history.game
    after = [*(each.before for each in actions[1:]), history.state]
    for live, then in zip(actions, after, strict=False):
        ruling = game.judge(live.before, live.action)
        assert isinstance(ruling, Accepted)
        assert fold(game, ruling.events, live.before) == then, "half an action"


def run(folder: Path, kills: int, seed: int) -> Report:
    report, play_on_rng = Report(), Random(seed + 1)
    kill_again_and_again(
        report,
        folder,
        play_until_killed,
        lambda url, acknowledged: check(url, acknowledged, play_on_rng, report),
        MOMENTS,
        kills=kills,
        # How far a child came changes nothing in the moments that follow.
        rng=Random(seed),
    )
    return report


def warm_up(folder: Path) -> None:
    """Load everything once, so that a child begins to play at once."""
    with open_store(f"sqlite:///{folder}/warm.sqlite", clock=SystemClock()) as store:
        table = Table(store, SystemClock())
        for seed in range(8):
            begin(table, Random(seed), seed)
        table.close()


if __name__ == "__main__":
    killing.main(warm_up, run)
