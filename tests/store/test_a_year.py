"""A year of a busy café: evenings, backups, old evidence goes, and the card is never full.

At a tenth of everything: a card of 1.6 GB, of which the system has its part, a hundred rolls and
three falls in an evening. Time passes by a clock of the test's own; all else is real.
"""

from __future__ import annotations

import io
import os
import shutil
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from rich.console import Console

from referee.cli.backup import back_up
from referee.clock import ManualClock
from referee.events import Envelope
from referee.language import language
from referee.store.address import parse_address
from referee.store.backup import BACKUPS, backups_in, is_played, read_manifest, verify
from referee.store.evidence import EvidencePart
from referee.store.restore import restore_backup
from referee.store.store import Store, open_store
from referee.store.thinning import KeptFor, thin_out
from tests.store.small_disk import small_disk

HOUR_S, DAY_S = 3600.0, 86_400.0
CARD_BYTES, SYSTEM_BYTES = 1_600_000_000, 500_000_000
KEEP = 14
"""As the unit of the backup says."""
EVENTS_OF_A_ROLL = 3
EVENT_BYTES = 400


class Usage(NamedTuple):
    """What `shutil.disk_usage` tells."""

    total: int
    used: int
    free: int


class Scale(NamedTuple):
    """How much of a café is simulated; bytes of one picture and of one film."""

    rolls: int
    falls: int
    picture_bytes: int
    film_bytes: int


TENTH = Scale(100, 3, 50_000, 550_000)
FEW = Scale(4, 1, 4_000, 12_000)


class Cafe:
    """Opens at six in the evening; on some nights somebody switches the table off."""

    def __init__(self, folder: Path, scale: Scale) -> None:
        self.clock = ManualClock(datetime(2025, 1, 1, 18, tzinfo=UTC))
        self.folder, self.scale = folder / BACKUPS, scale
        self.url = f"sqlite:///{folder / 'referee.sqlite'}"
        self.folder.mkdir()
        self.least_free_bytes = shutil.disk_usage(folder).free
        self.made = 0
        self._chance = Random(4)

    def day(self) -> None:
        """From one evening to the next."""
        begins_s = self.clock.monotonic_s()
        with closing(open_store(self.url, clock=self.clock)) as store:
            self._half_hour(store)
            for _ in range(4):
                self._game(store)
                self._half_hour(store)
            is_left_on = self._chance.random() < 0.5
            if is_left_on:
                self._sleep_until(begins_s + 11 * HOUR_S)
                self._half_hour(store)
                self.clock.advance_s(HOUR_S / 2)
                self._half_hour(store)
        self._sleep_until(begins_s + DAY_S)

    def _sleep_until(self, at_s: float) -> None:
        self.clock.advance_s(at_s - self.clock.monotonic_s())

    def _half_hour(self, store: Store) -> None:
        """What the timer of the backup and the running table do every half hour."""
        self.clock.advance_s(HOUR_S / 2)
        before = backups_in(self.folder)
        silent = Console(file=io.StringIO())
        back_up(
            self.url, self.folder, silent, language("en"), self.clock, keep=KEEP, is_nightly=True
        )
        self.made += backups_in(self.folder)[-1:] != before[-1:]
        if not is_played(store.address, self.clock.now()):
            thin_out(store, KeptFor())
        self._look()

    def _game(self, store: Store) -> None:
        log = store.begin_game("spookies", ("Anna", "Ben"), options={})
        moments = ["roll"] * (self.scale.rolls // 4) + ["fall"] * self._falls()
        for number, about in enumerate(moments):
            kept = store.evidence.keep(log.game_id, number, about, self._files(about))
            at, seq = self.clock.now(), number * EVENTS_OF_A_ROLL
            data = {"action": {}, "evidence": [kept.name], "rest": "x" * EVENT_BYTES}
            log.append(
                [
                    Envelope(seq + each, at, None, "table-acted", 1, data)
                    for each in range(EVENTS_OF_A_ROLL)
                ]
            )
            self.clock.advance_s(HOUR_S / len(moments))
        log.close()
        # A game in twenty is left as it is.
        if self._chance.random() < 0.95:
            store.end_game(log.game_id, None)
        self._look()

    def _falls(self) -> int:
        return sum(self._chance.random() < 0.25 for _ in range(self.scale.falls))

    def _files(self, about: str) -> dict[str, EvidencePart]:
        size = self.scale.picture_bytes if about == "roll" else self.scale.film_bytes
        return {"seen.jpg": EvidencePart("image/jpeg", self._chance.randbytes(size))}

    def _look(self) -> None:
        self.least_free_bytes = min(self.least_free_bytes, shutil.disk_usage(self.folder).free)


def play(cafe: Cafe, days: int, *, look_every: int) -> None:
    """Every write of it has to succeed; the newest backup is good at all times."""
    for day in range(days):
        cafe.day()
        kept = backups_in(cafe.folder)
        age = cafe.clock.now() - read_manifest(kept[-1]).made_at
        assert age.days < 2
        if day % look_every == 0:
            verify(kept[-1])


def each_can_be_restored(cafe: Cafe, elsewhere: Path) -> None:
    for kept in backups_in(cafe.folder):
        folder = elsewhere / kept.name
        folder.mkdir()
        url = f"sqlite:///{folder / 'referee.sqlite'}"
        restored = restore_backup(kept, parse_address(url), cafe.clock)
        assert restored.manifest.counts == read_manifest(kept).counts
        with closing(open_store(url, clock=cafe.clock)) as store:
            assert len(store.evidence.all()) == restored.manifest.counts.evidence
        shutil.rmtree(folder)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder


@pytest.mark.slow
def test_a_year_on_a_card(tmp_path: Path, elsewhere: Path) -> None:
    with small_disk(tmp_path / "card", CARD_BYTES // 1024) as card:
        with (card / "system").open("wb") as system:
            os.posix_fallocate(system.fileno(), 0, SYSTEM_BYTES)
        cafe = Cafe(card, TENTH)
        play(cafe, 365, look_every=7)
        assert cafe.least_free_bytes > CARD_BYTES // 50
        assert cafe.made > 330
        each_can_be_restored(cafe, elsewhere)


def test_some_nights_on_a_tiny_card(
    tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same for everybody; only the size of the card is pretended, as mounting takes root."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage_of(tmp_path, 1_300_000))
    cafe = Cafe(tmp_path, FEW)
    play(cafe, 12, look_every=3)
    assert cafe.least_free_bytes > 0
    assert len(backups_in(cafe.folder)) < cafe.made, "the card is too small for that many"
    each_can_be_restored(cafe, elsewhere)


def usage_of(folder: Path, total_bytes: int) -> Usage:
    """As of a disk that holds only this folder; what has several names counts once."""
    sizes = {}
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):
            found = path.stat()
            sizes[found.st_ino] = found.st_blocks * 512
    used = sum(sizes.values())
    return Usage(total_bytes, used, total_bytes - used)
