"""What cannot be kept is said, and what was kept before stays: full and read-only disks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from referee.language import language
from tests.store.small_disk import fill, make_read_only, small_disk
from tests.web.running_table import RunningTable, running_table

PIN = "2468"
WRITES: Mapping[str, Callable[[httpx.Client], httpx.Response]] = {
    "release": lambda client: client.delete("/seats/1/claim"),
    "settings": lambda client: client.put("/operator/settings", json={"volume": 0.1}),
    "edition": lambda client: client.put(
        "/operator/editions/spookies", json={"numbers": {"title": "Ours"}}
    ),
    "pin": lambda client: client.post("/operator/pin", json={"new": "13579", "old": PIN}),
}


@contextmanager
def operated(folder: Path, kept: Path) -> Iterator[tuple[RunningTable, httpx.Client]]:
    """A table with a PIN, a claimed seat and settings, and its operator."""
    with running_table(folder, kept=kept, pin=PIN) as table, table.client() as client:
        token = client.post("/operator/login", json={"pin": PIN}).json()["token"]
        with table.client(token) as operator:
            operator.put("/operator/settings", json={"volume": 0.9})
            table.begin("spookies", 2)
            table.claim(1)
            yield table, operator


def content(disk: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in disk.iterdir() if each.name != "ballast"}


@pytest.mark.parametrize(
    ("spoil", "sentence"), [(fill, "web-disk-full"), (make_read_only, "web-disk-unwritable")]
)
def test_what_the_disk_does_not_take_is_said_and_stays_as_it_was(
    tmp_path: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    with small_disk(tmp_path / "disk", 64) as disk, operated(tmp_path, disk) as (table, operator):
        before = content(disk)
        assert before.keys() == {"operator-pin", "screen-key", "seat-claims.json", "settings.json"}
        spoil(disk)
        said = {code: language(code).say(sentence) for code in ("en", "fr")}

        def claim(client: httpx.Client) -> httpx.Response:
            return client.post("/seats/0/claim", json=table.claim_of(0))

        for name, write in {**WRITES, "claim": claim}.items():
            answer = write(operator)
            assert (name, answer.status_code) == (name, 503)
            assert answer.json()["why_not"] == said
        assert content(disk) == before
        assert operator.get("/operator/settings").json()["volume"] == 0.9
        assert table.access.pin.is_right(PIN)
        assert table.access.claims.claimed(table.thread.table.game_id) == {1}
        assert table.play(3) == 3


def test_with_room_again_everything_is_kept(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 64) as disk, operated(tmp_path, disk) as (_, operator):
        fill(disk)
        assert WRITES["settings"](operator).status_code == 503
        (disk / "ballast").unlink()
        assert {write(operator).status_code for write in WRITES.values()} == {200}
