"""Old evidence goes by age and when room is short; the log, games under way and disputes stay."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from referee.clock import ManualClock
from referee.events import Envelope, JsonObject
from referee.store import thinning
from referee.store.address import StoreAddress
from referee.store.backup import BACKUPS, alone_in, make_backup, verify
from referee.store.database import reading
from referee.store.evidence import EvidencePart
from referee.store.game_log import GameLog
from referee.store.restore import restore_backup
from referee.store.schema import events, evidence
from referee.store.store import Store, open_store
from referee.store.thinning import FOR_EVER, KeptFor, Room, Shelved, shelved, thin_out
from referee.store.troubles import StoreError

PICTURE = {"tray.jpg": EvidencePart("image/jpeg", bytes(1000))}
FILM = {
    "clip.webm": EvidencePart("video/webm", bytes(9000)),
    "curve.json": EvidencePart("application/json", bytes(1000)),
}


def room_of(total_bytes: int, free_bytes: int) -> Room:
    return total_bytes, total_bytes - free_bytes, free_bytes


PLENTY = room_of(1_000_000, 900_000)


def plenty(_folder: Path) -> Room:
    return PLENTY


class Evening:
    """A game that is played; each moment is a second after the one before."""

    def __init__(self, store: Store, clock: ManualClock) -> None:
        self.store = store
        self.clock = clock
        self.log: GameLog = store.begin_game("spookies", ("Anna", "Ben"), options={})
        self._seq = 0

    def roll(self) -> str:
        return self._keep("roll", PICTURE)

    def fall(self, *, is_denied: bool = False) -> str:
        return self._keep("fall", FILM, is_named=not is_denied)

    def undo(self) -> None:
        """Take the last action back."""
        self._append("table-rewound", {"to": self._seq - 2, "why": "reading"})

    def end(self) -> None:
        self.store.end_game(self.log.game_id, None)

    def _keep(self, about: str, files: dict[str, EvidencePart], *, is_named: bool = True) -> str:
        kept = self.store.evidence.keep(self.log.game_id, self._seq - 1, about, files)
        names: list[object] = [kept.name] if is_named else []
        self._append("table-acted", {"action": {}, "by": "person", "evidence": names})
        return kept.name

    def _append(self, kind: str, data: JsonObject) -> None:
        self.log.append([Envelope(self._seq, self.clock.now(), None, kind, 1, data)])
        self._seq += 1
        self.clock.advance_s(1)


@pytest.fixture
def evening(store: Store, clock: ManualClock) -> Evening:
    return Evening(store, clock)


def days_later(clock: ManualClock, days: float) -> None:
    clock.advance_s(timedelta(days=days).total_seconds())


def names(some: tuple[Shelved, ...]) -> list[str]:
    return [each.name for each in some]


def on_disk(store: Store) -> set[str]:
    assert store.address.evidence is not None
    return {each.name for each in store.address.evidence.iterdir()}


def all_events(store: Store) -> list[tuple[object, ...]]:
    with reading(store.engine, store.address) as connection:
        rows = connection.execute(sa.select(events).order_by(events.c.game_id, events.c.seq))
        return [tuple(row) for row in rows]


def test_each_kind_goes_after_its_own_time(
    store: Store, evening: Evening, clock: ManualClock
) -> None:
    roll, fall = evening.roll(), evening.fall()
    evening.end()
    before = all_events(store)
    days_later(clock, 29)
    assert thin_out(store, KeptFor(30, 90), room=plenty) == ()
    days_later(clock, 2)
    assert names(thin_out(store, KeptFor(30, 90), room=plenty)) == [roll]
    assert on_disk(store) == {fall}
    days_later(clock, 60)
    assert names(thin_out(store, KeptFor(30, 90), room=plenty)) == [fall]
    assert on_disk(store) == set()
    assert all_events(store) == before, "the log itself stays whole"
    assert [each.files for each in store.evidence.of_game(evening.log.game_id)] == [(), ()]
    with pytest.raises(StoreError, match="were deleted"):
        store.evidence.read(fall, "clip.webm")
    assert thin_out(store, KeptFor(30, 90), room=plenty) == ()


def test_what_was_disputed_goes_by_no_age(
    store: Store, evening: Evening, clock: ManualClock
) -> None:
    plain, wrong = evening.roll(), evening.roll()
    evening.undo()
    denied, told = evening.fall(is_denied=True), evening.fall()
    evening.end()
    kinds = {each.name: each.kind for each in shelved(store)}
    assert kinds == {plain: "roll", wrong: "disputed", denied: "disputed", told: "fall"}
    days_later(clock, 5000)
    assert set(names(thin_out(store, KeptFor(1, 1), room=plenty))) == {plain, told}
    assert on_disk(store) == {wrong, denied}


def test_nothing_of_a_game_that_is_played_goes(
    store: Store, evening: Evening, clock: ManualClock
) -> None:
    under_way = evening.roll()
    days_later(clock, 400)
    resting = Evening(store, clock)
    lately = resting.roll()
    everything = KeptFor(1, 1)
    full = room_of(1_000_000, 0)
    game_id = evening.log.game_id
    assert thin_out(store, everything, under_way=game_id, room=lambda _: full) == ()
    assert on_disk(store) == {under_way, lately}
    # A game that was left for good keeps nothing for ever.
    assert names(thin_out(store, everything, room=plenty)) == [under_way]


def test_where_room_is_short_the_oldest_goes_first_and_disputes_last(
    store: Store, evening: Evening, clock: ManualClock
) -> None:
    disputed = evening.roll()
    evening.undo()
    kept = [evening.roll() for _ in range(3)]
    film = evening.fall()
    evening.end()
    days_later(clock, 2)

    def short_of(lacking: int) -> Callable[[Path], Room]:
        return lambda _folder: room_of(1_000_000, 100_000 - lacking)

    assert thin_out(store, FOR_EVER, room=short_of(0)) == ()
    assert names(thin_out(store, FOR_EVER, room=short_of(1500))) == kept[:2]
    assert names(thin_out(store, FOR_EVER, room=short_of(1001))) == [kept[2], film]
    assert names(thin_out(store, FOR_EVER, room=short_of(1))) == [disputed]
    assert thin_out(store, FOR_EVER, room=short_of(1)) == ()


def test_of_a_large_disk_no_tenth_stays_free(
    store: Store, evening: Evening, clock: ManualClock
) -> None:
    evening.roll()
    evening.end()
    days_later(clock, 2)
    terabyte = room_of(1_000_000_000_000, 3_000_000_000)
    assert thin_out(store, FOR_EVER, room=lambda _: terabyte) == ()


def test_a_table_leaves_alone_what_another_table_played(
    store: Store, evening: Evening, clock: ManualClock
) -> None:
    evening.roll()
    evening.end()
    store.table_name = "Window"
    other = Evening(store, clock)
    own = other.roll()
    other.end()
    store.table_name = "Door"
    days_later(clock, 50)
    assert own not in names(thin_out(store, KeptFor(), room=plenty))
    assert on_disk(store) == {own}


@pytest.fixture
def address(sqlite_store: Store) -> StoreAddress:
    return sqlite_store.address


@contextmanager
def nightly(address: StoreAddress) -> Iterator[Path]:
    assert address.file is not None
    folder = address.file.parent / BACKUPS
    folder.mkdir()
    yield folder


def test_what_backups_still_hold_is_not_asked_for_again(
    sqlite_store: Store, address: StoreAddress, clock: ManualClock
) -> None:
    evening = Evening(sqlite_store, clock)
    kept = [evening.roll() for _ in range(8)]
    evening.end()
    days_later(clock, 2)
    # Nothing gets free as long as a backup holds the same files.
    short = room_of(80_000, 6_000)
    with nightly(address) as folder:
        make_backup(address, folder, clock)
        assert names(thin_out(sqlite_store, FOR_EVER, room=lambda _: short)) == kept[:2]
        assert thin_out(sqlite_store, FOR_EVER, room=lambda _: short) == ()
        # But a disk that is nearly full cannot wait for backups to go.
        full = room_of(80_000, 1_000)
        assert names(thin_out(sqlite_store, FOR_EVER, room=lambda _: full)) == kept[2:7]


def test_backups_before_and_after_are_whole_and_can_be_restored(
    sqlite_store: Store, address: StoreAddress, clock: ManualClock
) -> None:
    evening = Evening(sqlite_store, clock)
    old, game_id = evening.roll(), evening.log.game_id
    evening.end()
    evening.log.close()
    with nightly(address) as folder:
        before = make_backup(address, folder, clock)
        days_later(clock, 40)
        assert names(thin_out(sqlite_store, KeptFor(), room=plenty)) == [old]
        after = make_backup(address, folder, clock)
        assert (before.manifest.missing, after.manifest.missing) == ((), ())
        assert after.manifest.counts.events == before.manifest.counts.events
        for made in (before, after):
            verify(made.path)
        sqlite_store.close()
        restore_backup(before.path, address, clock, overwrite=True)
        with open_store(f"sqlite:///{address.file}", clock=clock) as restored:
            assert restored.evidence.read(old, "tray.jpg") == PICTURE["tray.jpg"].content
            assert names(thin_out(restored, KeptFor(), room=plenty)) == [old]
        restore_backup(after.path, address, clock, overwrite=True)
        with open_store(f"sqlite:///{address.file}", clock=clock) as restored:
            (kept,) = restored.evidence.of_game(game_id)
            assert (kept.name, kept.files) == (old, ())


def test_while_a_backup_is_made_nothing_goes(
    sqlite_store: Store, address: StoreAddress, clock: ManualClock
) -> None:
    evening = Evening(sqlite_store, clock)
    evening.roll()
    evening.end()
    days_later(clock, 40)
    with nightly(address) as folder:
        with alone_in(folder), pytest.raises(StoreError, match="Another backup"):
            thin_out(sqlite_store, KeptFor(), room=plenty)
        assert len(thin_out(sqlite_store, KeptFor(), room=plenty)) == 1


def test_what_cannot_be_removed_is_still_named_and_tried_again(
    sqlite_store: Store, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(sqlite_store, clock)
    roll = evening.roll()
    evening.end()
    days_later(clock, 40)
    with monkeypatch.context() as changed:
        changed.setattr(shutil, "rmtree", lambda *_args, **_words: None)
        thin_out(sqlite_store, KeptFor(), room=plenty)
    assert sqlite_store.evidence.find(roll).files
    assert names(thin_out(sqlite_store, KeptFor(), room=plenty)) == [roll]
    assert not sqlite_store.evidence.find(roll).files


def test_a_damaged_event_hides_no_dispute(
    store: Store, evening: Evening, clock: ManualClock
) -> None:
    torn, wrong = evening.roll(), evening.roll()
    evening.undo()
    other = Evening(store, clock)
    other.roll()
    other.undo()
    spoilt = sa.update(events).where(events.c.game_id == other.log.game_id, events.c.seq == 0)
    with store.engine.begin() as connection:
        connection.execute(spoilt.values(data=[1]))
    days_later(clock, 2)
    kinds = {each.name: each.kind for each in shelved(store)}
    assert (kinds[torn], kinds[wrong]) == ("roll", "disputed")


def test_an_entry_that_rotted_keeps_no_other(
    store: Store, evening: Evening, clock: ManualClock
) -> None:
    rotten, shorter, old = evening.roll(), evening.roll(), evening.roll()
    evening.end()
    with store.engine.begin() as connection:
        for name, spoilt in ((rotten, "soon"), (shorter, "2999-01-01T00:00")):
            entry = sa.update(evidence).where(evidence.c.name == name)
            connection.execute(entry.values(kept_at=spoilt))
    days_later(clock, 40)
    assert names(thin_out(store, KeptFor(), room=plenty)) == [old]
    assert on_disk(store) == {rotten, shorter}


def test_without_being_told_the_real_disk_is_asked(
    store: Store, evening: Evening, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll = evening.roll()
    evening.end()
    days_later(clock, 2)
    assert thin_out(store, FOR_EVER, room=plenty) == ()
    monkeypatch.setattr(thinning, "reserve_bytes", lambda _total_bytes: 10**18)
    assert names(thin_out(store, FOR_EVER)) == [roll]
