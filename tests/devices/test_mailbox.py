"""The newest wins, drops are counted, nobody waits for ever."""

from __future__ import annotations

from threading import Thread

from hypothesis import given
from hypothesis import strategies as st

from referee.devices.mailbox import Mailbox


@given(st.lists(st.lists(st.integers(), max_size=8), max_size=10), st.integers(1, 10))
def test_the_newest_stay_in_order(batches, limit):
    mailbox: Mailbox[int] = Mailbox(limit)
    for batch in batches:
        mailbox.put(batch)
    sent = [item for batch in batches for item in batch]

    assert mailbox.take() == sent[-limit:]
    assert mailbox.dropped == max(0, len(sent) - limit)
    assert mailbox.take() == []


def test_a_reader_that_waits_is_woken():
    mailbox: Mailbox[int] = Mailbox(4)
    taken: list[int] = []
    reader = Thread(target=lambda: taken.extend(mailbox.take(30)))
    reader.start()
    mailbox.put([7])
    reader.join(10)

    assert taken == [7]


def test_closing_wakes_a_reader():
    mailbox: Mailbox[int] = Mailbox(4)
    reader = Thread(target=mailbox.take, args=(30,))
    reader.start()
    mailbox.close()
    reader.join(10)

    assert not reader.is_alive()
    mailbox.open()
    mailbox.put([1])
    assert mailbox.take(1) == [1]
