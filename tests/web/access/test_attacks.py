"""What dishonest phones try, all at once and many times over."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event

import httpx
import pytest

from referee.games.awaiting import AwaitDice
from referee.games.base import Accepted, fold
from referee.games.parsing import parse_options
from referee.games.reports import ReportDice
from referee.table.orders import Act
from referee.table.table import Table
from referee.web.access.pins import FREE_ATTEMPTS
from tests.web.running_table import PLAIN, RunningTable, running_table

KEY = "a-key-that-the-attacker-made"


@pytest.fixture
def spookies(tmp_path: Path) -> Iterator[RunningTable]:
    with running_table(tmp_path, pin="2468") as table:
        table.begin("spookies", 2)
        yield table


def claims(table: RunningTable, guesses: list[str]) -> list[int]:
    """What each of these guesses for seat 0 is answered, sent by eight at a time."""
    limits = httpx.Limits(max_connections=8)
    with (
        httpx.Client(base_url=table.api, limits=limits, timeout=60, verify=PLAIN) as client,
        ThreadPoolExecutor(8) as pool,
    ):
        return list(
            pool.map(
                lambda code: (
                    client.post("/seats/0/claim", json={"code": code, "key": KEY}).status_code
                ),
                guesses,
            )
        )


@pytest.mark.parametrize(
    "count", [100, pytest.param(1000, marks=pytest.mark.slow)], ids=["100", "1000"]
)
def test_a_storm_of_claims_opens_no_seat_and_keeps_nobody_out(
    spookies: RunningTable, count: int
) -> None:
    game_id = spookies.thread.table.game_id
    assert game_id is not None
    digits = spookies.access.claims.code(game_id, 0).digits
    wrong = [f"{number:04d}" for number in range(10_000) if f"{number:04d}" != digits]
    statuses = claims(spookies, wrong[:count])
    assert set(statuses) == {403, 429}
    # Eight at a time may be on their way when the first is told to wait.
    assert statuses.count(403) <= FREE_ATTEMPTS + 8
    # Not even the right digits help whoever has guessed so much; a code that was scanned does.
    assert claims(spookies, [digits]) == [429]
    assert spookies.claim(0)
    with spookies.client() as screen:
        assert screen.get("/table").json()["seats"][0]["is_claimed"]


def test_guessing_stops_no_phone_that_comes_again(spookies: RunningTable) -> None:
    """The answer to the first claim was lost; meanwhile somebody at the same address guessed."""
    lost = spookies.claim_of(0)
    with spookies.client("nobody") as phone:
        assert phone.post("/seats/0/claim", json=lost).status_code == 200
        statuses = claims(spookies, [f"{number:04d}" for number in range(30)])
        assert set(statuses) <= {409, 429}
        assert phone.post("/seats/0/claim", json=lost).status_code == 200


@pytest.mark.parametrize(
    "tries", [30, pytest.param(200, marks=pytest.mark.slow)], ids=["30", "200"]
)
def test_nobody_rolls_in_the_turn_of_another(spookies: RunningTable, tries: int) -> None:
    """Both phones tell dice at the same moment, again and again: only who is due is believed."""
    done = race(spookies, tries)
    while done < tries:
        spookies.begin("spookies", 2)
        done += race(spookies, tries - done)


def test_an_order_that_waited_is_judged_by_the_table_as_it_is_then(spookies: RunningTable) -> None:
    """The phone asks in its own turn; when the table gets to it, it is the next player's."""
    tokens = [spookies.claim(seat) for seat in (0, 1)]
    may_go_on = Event()
    with ThreadPoolExecutor(1) as pool, spookies.client() as screen:
        state = screen.get("/table").json()
        seat, awaited = state["seat"], state["awaiting"]
        assert awaited["type"] == "dice"
        spookies.thread.ask(lambda _table: may_go_on.wait(60))
        turned = spookies.thread.ask(lambda table: play_past(spookies, table, seat))
        faces = [awaited["faces"][0]] * awaited["count"]
        told = {"order": {"type": "act", "action": {"type": "report-dice", "faces": faces}}}
        with spookies.client(tokens[seat]) as phone:
            sent = pool.submit(phone.post, "/orders", json=told)
            # Long enough to be on its way; if it is not, it is refused all the same.
            wait([sent], timeout=1)
            may_go_on.set()
            turned.result(60)
            assert sent.result(60).status_code == 403


def play_past(table: RunningTable, at: Table, seat: int) -> None:
    """Play until somebody else has to roll."""
    decide = table.players()
    while (seen := at.snapshot()) is not None:
        if isinstance(seen.awaiting, AwaitDice) and seen.seat != seat:
            return
        action = decide()
        assert action is not None
        assert at.order(Act(action)).is_accepted


def race(table: RunningTable, tries: int) -> int:
    """Try so often, or until this game is over; how often it was."""
    tokens = [table.claim(seat) for seat in (0, 1)]
    done = 0
    with (
        table.client(tokens[0]) as first,
        table.client(tokens[1]) as second,
        ThreadPoolExecutor(2) as pool,
    ):
        while done < tries and (state := first.get("/table").json())["phase"] == "playing":
            awaited = state["awaiting"]
            if awaited["type"] != "dice" or len(awaited["faces"]) < 2:
                assert table.play(1) == 1
                continue
            # Each phone has a face of its own, by which its rolls are known afterwards.
            told = [
                {"type": "report-dice", "faces": [awaited["faces"][seat]] * awaited["count"]}
                for seat in (0, 1)
            ]
            answers = pool.map(
                lambda sent: sent[0].post(
                    "/orders", json={"order": {"type": "act", "action": sent[1]}}
                ),
                zip((first, second), told, strict=True),
            )
            assert {each.status_code for each in answers} <= {200, 403, 409}
            done += 1
    assert rolls_out_of_turn(table) == []
    return done


def rolls_out_of_turn(table: RunningTable) -> list[ReportDice]:
    """Judge the recorded game again: whose turn was it, and whose face was told?"""
    umpire = table.thread.table.umpire
    assert umpire is not None
    game, found = umpire.game, []
    options = parse_options(game, table.store.game(table.thread.table.game_id or 0).options)
    state = fold(game, game.setup(umpire.names, options))
    for each in umpire.history.actions:
        waiting = game.awaiting(state)
        action = each.action
        if isinstance(action, ReportDice) and isinstance(waiting, AwaitDice):
            told_by = [seat for seat in (0, 1) if set(action.faces) == {waiting.faces[seat]}]
            if told_by and waiting.seat not in told_by:
                found.append(action)
        ruling = game.judge(state, action)
        assert isinstance(ruling, Accepted)
        state = fold(game, ruling.events, state)
    return found
