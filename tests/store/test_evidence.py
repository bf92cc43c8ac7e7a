"""Evidence: whole on the disk before anything speaks of it, and still the same later."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from referee.clock import ManualClock
from referee.store.database import writing
from referee.store.evidence import EvidencePart
from referee.store.schema import evidence
from referee.store.store import Store, open_store
from referee.store.troubles import StoreError, StoreTrouble

CLIP = EvidencePart("video/webm", bytes(range(256)) * 40)
CURVE = EvidencePart("application/json", b'{"grams":[1,2,3]}')
FILES = {"clip.webm": CLIP, "curve.json": CURVE}


@pytest.fixture
def game_id(store: Store) -> int:
    return store.begin_game("magic-beanstalk", ("Anna", "Ben"), options={}).game_id


def test_what_is_kept_can_be_read(
    store: Store, game_id: int, opened: Callable[[], Store], clock: ManualClock
) -> None:
    kept = store.evidence.keep(game_id, 12, "collapse", FILES)
    store.close()
    shelf = opened().evidence

    assert shelf.find(kept.name) == kept
    assert (kept.game_id, kept.seq, kept.about) == (game_id, 12, "collapse")
    assert kept.kept_at == clock.now()
    assert [(file.file, file.media_type, file.size_bytes) for file in kept.files] == [
        ("clip.webm", "video/webm", 10_240),
        ("curve.json", "application/json", 17),
    ]
    assert shelf.read(kept.name, "clip.webm") == CLIP.content
    assert shelf.read(kept.name, "curve.json") == CURVE.content


def test_evidence_is_listed_by_game(store: Store, game_id: int) -> None:
    other = store.begin_game("spookies", ("Anna",), options={}).game_id
    late = store.evidence.keep(game_id, 9, "collapse", FILES)
    early = store.evidence.keep(game_id, 3, "reading", {"tray.jpg": CLIP})
    elsewhere = store.evidence.keep(other, 1, "reading", {})

    assert store.evidence.of_game(game_id) == (early, late)
    assert store.evidence.all() == (early, late, elsewhere)


def test_more_files_may_come_later_but_not_to_what_was_deleted(
    store: Store, game_id: int, opened: Callable[[], Store]
) -> None:
    kept = store.evidence.keep(game_id, 9, "fall", FILES)
    gone = store.evidence.keep(game_id, 9, "fall", FILES)
    store.evidence.thin([gone.name])
    for name in (kept.name, gone.name):
        store.evidence.add(name, {"trace.csv": EvidencePart("text/csv", b"t_s,grams\n")})
    with pytest.raises(ValueError, match="Trace"):
        store.evidence.add(kept.name, {"Trace": CURVE})
    store.close()
    shelf = opened().evidence
    assert {each.file for each in shelf.find(kept.name).files} == {*FILES, "trace.csv"}
    assert shelf.read(kept.name, "trace.csv") == b"t_s,grams\n"
    assert shelf.path(kept.name, "trace.csv").stat().st_mode & 0o077 == 0
    assert shelf.find(gone.name).files == ()


def test_an_entry_that_rotted_hides_no_other(store: Store, game_id: int) -> None:
    rotten = store.evidence.keep(game_id, 3, "reading", {"tray.jpg": CLIP})
    whole = store.evidence.keep(game_id, 9, "collapse", FILES)
    with writing(store.engine, store.address) as connection:
        spoilt = sa.update(evidence).where(evidence.c.name == rotten.name)
        connection.execute(spoilt.values(kept_at="soon"))

    assert store.evidence.of_game(game_id) == (whole,)


def test_files_are_on_the_disk_before_the_log_names_them(
    store: Store, game_id: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        synced.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    kept = store.evidence.keep(game_id, 1, "collapse", FILES)

    part = f".{kept.name}.part"
    assert synced[:4] == ["clip.webm", "curve.json", part, "evidence"]
    assert [path.name for path in (tmp_path / "evidence").iterdir()] == [kept.name]


def test_a_full_disk_leaves_nothing_behind(
    store: Store, game_id: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(StoreError, match="No space left") as caught:
        store.evidence.keep(game_id, 1, "collapse", FILES)
    monkeypatch.undo()

    assert caught.value.trouble is StoreTrouble.DISK_FULL
    assert list((tmp_path / "evidence").iterdir()) == []
    assert store.evidence.all() == ()


def test_what_a_power_cut_left_is_no_evidence(store: Store, game_id: int, tmp_path: Path) -> None:
    name = store.evidence.new_name(game_id, "collapse")
    torn = tmp_path / "evidence" / f".{name}.part"
    torn.mkdir(parents=True)
    (torn / "clip.webm").write_bytes(b"half")

    again = store.evidence.keep(game_id, 1, "collapse", FILES, name=name)

    assert store.evidence.read(again.name, "clip.webm") == CLIP.content
    assert not torn.exists()


def test_changed_evidence_is_told(store: Store, game_id: int) -> None:
    kept = store.evidence.keep(game_id, 1, "collapse", FILES)
    store.evidence.path(kept.name, "clip.webm").write_bytes(b"forged")

    with pytest.raises(StoreError, match="has changed") as caught:
        store.evidence.read(kept.name, "clip.webm")
    assert caught.value.trouble is StoreTrouble.DAMAGED


def test_lost_evidence_is_told(store: Store, game_id: int) -> None:
    kept = store.evidence.keep(game_id, 1, "collapse", FILES)
    store.evidence.path(kept.name, "clip.webm").unlink()

    with pytest.raises(StoreError, match="No such file"):
        store.evidence.read(kept.name, "clip.webm")


def test_unknown_evidence_is_told(store: Store, game_id: int) -> None:
    kept = store.evidence.keep(game_id, 1, "collapse", FILES)

    with pytest.raises(StoreError, match="no evidence 'nothing'"):
        store.evidence.find("nothing")
    with pytest.raises(StoreError, match=r"has no '../../log.sqlite'"):
        store.evidence.path(kept.name, "../../log.sqlite")


@pytest.mark.parametrize("word", ["../up", "", "a/b", ".hidden", "Größe"])
def test_names_cannot_lead_out_of_the_folder(store: Store, game_id: int, word: str) -> None:
    with pytest.raises(ValueError, match="small letters"):
        store.evidence.keep(game_id, 1, word, {})
    with pytest.raises(ValueError, match="small letters"):
        store.evidence.keep(game_id, 1, "collapse", {word: CLIP})


def test_the_same_name_is_kept_once(store: Store, game_id: int) -> None:
    name = store.evidence.new_name(game_id, "collapse")
    store.evidence.keep(game_id, 1, "collapse", FILES, name=name)

    with pytest.raises(StoreError, match="kept already"):
        store.evidence.keep(game_id, 1, "collapse", {"clip.webm": CURVE}, name=name)


def test_two_moments_at_the_same_time_have_two_names(store: Store, game_id: int) -> None:
    kept = {store.evidence.keep(game_id, 1, "collapse", FILES).name for _ in range(3)}

    assert {each.name for each in store.evidence.all()} == kept
    assert len(kept) == 3


def test_files_whose_entry_failed_are_written_again(
    store: Store, game_id: int, tmp_path: Path
) -> None:
    name = store.evidence.new_name(game_id, "collapse")
    left = tmp_path / "evidence" / name
    left.mkdir(parents=True)
    (left / "clip.webm").write_bytes(b"of an attempt before")

    store.evidence.keep(game_id, 1, "collapse", FILES, name=name)

    assert store.evidence.read(name, "clip.webm") == CLIP.content


def test_a_server_needs_a_folder(request: pytest.FixtureRequest, clock: ManualClock) -> None:
    server = request.getfixturevalue("postgres")
    with open_store(server.database(), clock=clock) as store:
        game_id = store.begin_game("spookies", ("Anna",), options={}).game_id
        with pytest.raises(StoreError, match="no folder for evidence"):
            store.evidence.keep(game_id, 1, "collapse", FILES)


def test_evidence_lies_beside_a_file(sqlite_store: Store, file: Path) -> None:
    game_id = sqlite_store.begin_game("spookies", ("Anna",), options={}).game_id
    kept = sqlite_store.evidence.keep(game_id, 1, "collapse", FILES)

    path = sqlite_store.evidence.path(kept.name, "clip.webm")
    assert path == file.parent / "log-evidence" / kept.name / "clip.webm"
