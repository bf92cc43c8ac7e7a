"""Guessing PINs costs whoever guesses, and nobody else; knowing it costs nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.web.access import authentication
from referee.web.access.pins import FREE_ATTEMPTS, FREE_FOR_ALL
from tests.web.raw_connections import OWN, STRANGER, client_from
from tests.web.running_table import RunningTable, running_table

PIN = "2468"


@pytest.fixture
def open_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningTable]:
    """A table with a PIN; its own screen has one address of the loopback, strangers the others."""
    monkeypatch.setattr(authentication, "is_loopback", lambda host: host == OWN)
    with running_table(tmp_path, pin=PIN) as running:
        yield running


def login(table: RunningTable, source: str, pin: str = PIN, token: str = "") -> int:
    with client_from(table, source, token) as client:
        return client.post("/operator/login", json={"pin": pin}).status_code


def test_strangers_do_not_lock_the_owner_out_at_the_table(open_table: RunningTable) -> None:
    sources = [f"127.0.1.{number + 1}" for number in range(FREE_FOR_ALL)]
    assert [login(open_table, source, "0000") for source in sources] == [401] * FREE_FOR_ALL
    assert login(open_table, STRANGER) == 429
    assert login(open_table, OWN) == 200
    # With the token of a session that has ended, too.
    assert login(open_table, OWN, PIN, "nonsense") == 200
    assert login(open_table, OWN, "0000") == 401


def test_the_table_itself_is_locked_by_its_own_guesses_only(open_table: RunningTable) -> None:
    for _ in range(FREE_ATTEMPTS):
        assert login(open_table, OWN, "0000") == 401
    assert login(open_table, OWN) == 429
    assert login(open_table, STRANGER) == 200


def test_right_pins_are_no_wrong_ones(open_table: RunningTable) -> None:
    """One after the other and at once, from one address and from many."""
    number = FREE_FOR_ALL + 5
    assert [login(open_table, STRANGER) for _ in range(number)] == [200] * number
    with ThreadPoolExecutor(20) as threads:
        for sources in ([STRANGER] * number, [f"127.0.1.{each + 1}" for each in range(number)]):
            found = threads.map(lambda source: login(open_table, source), sources)
            assert list(found) == [200] * number
    assert login(open_table, STRANGER, "0000") == 401


def test_wrong_pins_at_once_are_all_counted(open_table: RunningTable) -> None:
    with ThreadPoolExecutor(20) as threads:
        tried = threads.map(lambda _: login(open_table, STRANGER, "0000"), range(40))
        assert Counter(tried) == {401: FREE_ATTEMPTS, 429: 40 - FREE_ATTEMPTS}
