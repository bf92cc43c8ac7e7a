"""The log of one game, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.clock import ManualClock
from referee.events import Envelope
from referee.store.game_log import _PostgresWriter, _SqliteWriter
from referee.store.schema import corrections, events
from referee.store.store import Store
from referee.store.troubles import StoreError, StoreTrouble
from tests.store.envelopes import envelope, envelopes, rewound

SEATS = ("Anna", "Ben")

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text(max_size=8)
    | st.floats(allow_nan=False, allow_infinity=False)
)
data = st.dictionaries(
    st.text(max_size=8),
    st.recursive(
        scalars,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
        ),
        max_leaves=6,
    ),
    max_size=4,
)
moments = st.datetimes(
    min_value=datetime(1971, 1, 1),  # noqa: DTZ001 - the strategy adds the zone
    max_value=datetime(2200, 1, 1),  # noqa: DTZ001 - as above
    timezones=st.just(UTC),
)


def test_a_new_game_is_empty(store: Store) -> None:
    log = store.begin_game("spookies", SEATS, options={})

    assert log.next_seq == 0
    assert list(log.envelopes()) == []


def test_what_is_appended_is_there_after_opening_again(
    store: Store, opened: Callable[[], Store]
) -> None:
    log = store.begin_game("spookies", SEATS, options={})
    written = envelopes(0, 7)
    log.append(written[:1])
    log.append(written[1:5])
    log.append(written[5:])
    store.close()

    again = opened().open_game(log.game_id)

    assert list(again.envelopes()) == written
    assert again.next_seq == 7


def test_reading_begins_after_a_seq(store: Store) -> None:
    log = store.begin_game("spookies", SEATS, options={})
    log.append(envelopes(0, 10))

    assert [each.seq for each in log.envelopes(after=6)] == [7, 8, 9]
    assert list(log.envelopes(after=9)) == []


def test_games_do_not_mix(store: Store) -> None:
    one = store.begin_game("spookies", SEATS, options={})
    two = store.begin_game("spookies", SEATS, options={})
    one.append(envelopes(0, 3))
    two.append(envelopes(0, 1))
    one.append(envelopes(3, 1))

    assert [each.seq for each in one.envelopes()] == [0, 1, 2, 3]
    assert [each.seq for each in two.envelopes()] == [0]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=data, at=moments, kind=st.text(st.characters(codec="utf-8", exclude_characters="\0"))
)
def test_an_envelope_comes_back_as_it_was(
    store: Store, content: dict[str, object], at: datetime, kind: str
) -> None:
    log = store.begin_game("spookies", SEATS, options={})
    written = [envelope(0), Envelope(1, at, 0, kind, 3, content)]

    log.append(written)

    assert list(log.envelopes()) == written
    log.close()


@pytest.mark.parametrize("seqs", [[1], [0, 2], [0, 0], [0, 1, 3]])
def test_a_gap_is_a_mistake_of_the_program_and_writes_nothing(
    store: Store, seqs: list[int]
) -> None:
    log = store.begin_game("spookies", SEATS, options={})

    with pytest.raises(ValueError, match="is next in the log"):
        log.append([envelope(seq) for seq in seqs])

    assert list(log.envelopes()) == []


def test_another_writer_is_noticed_and_nothing_of_the_action_is_written(
    store: Store, opened: Callable[[], Store]
) -> None:
    log = store.begin_game("spookies", SEATS, options={})
    log.append(envelopes(0, 2))
    other = opened().open_game(log.game_id)
    other.append([envelope(2, {"who": "the other"})])

    for _ in range(2):
        with pytest.raises(StoreError, match="Another program wrote this game") as caught:
            log.append(envelopes(2, 3))
        assert caught.value.trouble is StoreTrouble.ANOTHER_WRITER

    assert [each.data for each in other.envelopes(after=1)] == [{"who": "the other"}]


def test_another_writer_of_one_event_is_noticed(store: Store, opened: Callable[[], Store]) -> None:
    log = store.begin_game("spookies", SEATS, options={})
    other = opened().open_game(log.game_id)
    other.append([envelope(0, {"who": "the other"})])

    with pytest.raises(StoreError) as caught:
        log.append([envelope(0)])

    assert caught.value.trouble is StoreTrouble.ANOTHER_WRITER


def test_events_that_reached_the_log_although_it_failed_are_not_written_twice(
    store: Store, opened: Callable[[], Store]
) -> None:
    """A commit whose answer is lost may have succeeded; here the other one wrote just the same."""
    log = store.begin_game("spookies", SEATS, options={})
    opened().open_game(log.game_id).append(envelopes(0, 2))
    with pytest.raises(StoreError):
        log.append(envelopes(0, 2))

    log.append(envelopes(0, 5))
    log.append(envelopes(5, 1))

    assert list(log.envelopes()) == envelopes(0, 6)


def test_corrections_are_listed(store: Store) -> None:
    log = store.begin_game("spookies", SEATS, options={})
    log.append(envelopes(0, 4))
    log.append([rewound(4, to=2), envelope(5)])

    with store.engine.connect() as connection:
        found = connection.execute(sa.select(corrections)).all()
    assert found == [(log.game_id, 4, 2, "undo")]


def test_a_damaged_event_is_told(store: Store) -> None:
    log = store.begin_game("spookies", SEATS, options={})
    log.append(envelopes(0, 3))
    with store.engine.begin() as connection:
        connection.execute(sa.update(events).where(events.c.seq == 1).values(at="yesterday"))

    with pytest.raises(StoreError, match=r"Game 1 is damaged: event 1 .* backup") as caught:
        list(log.envelopes())
    assert caught.value.trouble is StoreTrouble.DAMAGED


def test_a_closed_log_opens_itself_again(store: Store) -> None:
    with store.begin_game("spookies", SEATS, options={}) as log:
        log.append(envelopes(0, 1))
    log.append(envelopes(1, 1))

    assert len(list(log.envelopes())) == 2


def test_sqlite_waits_for_the_disk(sqlite_store: Store) -> None:
    log = sqlite_store.begin_game("spookies", SEATS, options={})
    log.append(envelopes(0, 1))
    assert isinstance(log._writer, _SqliteWriter)
    raw = log._writer._raw

    assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert raw.execute("PRAGMA synchronous").fetchone() == (2,)


def test_postgresql_waits_for_the_disk(request: pytest.FixtureRequest, clock: ManualClock) -> None:
    from referee.store.store import open_store

    server = request.getfixturevalue("postgres")
    with open_store(server.database(), clock=clock) as store:
        log = store.begin_game("spookies", SEATS, options={})
        log.append(envelopes(0, 1))
        assert isinstance(log._writer, _PostgresWriter)
        found = log._writer._raw.execute("SHOW synchronous_commit").fetchone()
        assert found == ("on",)
