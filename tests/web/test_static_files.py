"""The page: caching, packing, routes of its own, and a sentence when it is not built."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.running_table import PLAIN, running_table

SCRIPT = b"console.log('a table')" * 50


@pytest.fixture
def page(tmp_path: Path) -> Iterator[httpx.Client]:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_bytes(b"<!doctype html><title>Table</title>")
    (static / "assets" / "index-Bx7f9QaZ.js").write_bytes(SCRIPT)
    (static / "assets" / "index-Bx7f9QaZ.js.gz").write_bytes(gzip.compress(SCRIPT))
    (static / "favicon.svg").write_bytes(b"<svg/>")
    (tmp_path / "secret.txt").write_bytes(b"secret")
    folder = tmp_path / "log"
    folder.mkdir()
    with (
        running_table(folder, static=static) as running,
        httpx.Client(base_url=running.address, verify=PLAIN) as client,
    ):
        yield client


def test_routes_of_the_page_get_the_page(page: httpx.Client) -> None:
    for path in ("/", "/seat/2", "/statistics", "/games/7"):
        answer = page.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"


def test_hashed_files_are_kept_for_ever_and_come_packed(page: httpx.Client) -> None:
    answer = page.get("/assets/index-Bx7f9QaZ.js", headers={"accept-encoding": "gzip"})
    assert answer.content == SCRIPT
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    plain = page.get("/assets/index-Bx7f9QaZ.js", headers={"accept-encoding": "gzip;q=0"})
    assert "content-encoding" not in plain.headers
    assert plain.headers["etag"] != answer.headers["etag"]


def test_an_unchanged_file_is_not_sent_again(page: httpx.Client) -> None:
    first = page.get("/")
    again = page.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_missing_files_and_api_addresses_do_not_get_the_page(page: httpx.Client) -> None:
    for path in ("/assets/gone.js", "/api/v1/nothing", "/api/v2/table"):
        assert page.get(path).status_code == 404
    assert page.post("/seat/2").status_code == 405
    assert page.get("/assets/index-Bx7f9QaZ.js.gz").status_code == 404


def test_without_a_build_there_is_a_sentence(tmp_path: Path) -> None:
    with running_table(tmp_path, static=tmp_path / "nothing") as running:
        answer = httpx.get(running.address, verify=PLAIN)
    assert "make page" in answer.text
    assert answer.headers["content-type"].startswith("text/plain")
