"""The little program that asks whether a table is well."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
HEALTH = DEPLOY / "lib/health.py"


class Page(BaseHTTPRequestHandler):
    """A table that answers only the question it knows."""

    known = "/api/v1/health"

    def do_GET(self) -> None:
        self.send_response(200 if self.path == self.known else 503)
        self.end_headers()

    def log_message(self, *words: object) -> None:
        """Be quiet."""


@pytest.fixture(params=["/api/v1/health", "/api/v1/table"])
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    kind = type("OnePage", (Page,), {"known": request.param})
    with ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def health(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(HEALTH), *map(str, words)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def profile(folder: Path, text: str) -> Path:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", "http://127.0.0.1:8080/"),
        ("[web]\nport = 9000\n", "http://127.0.0.1:9000/"),
        ('[web]\nhost = "0.0.0.0"\n', "http://127.0.0.1:8080/"),
        ('[web]\nhost = "::"\nport = 81\n', "http://[::1]:81/"),
        ('[web]\nhost = "table.local"\n', "http://table.local:8080/"),
    ],
)
def test_the_address_stands_in_the_profile(tmp_path: Path, text: str, address: str) -> None:
    assert health("address", profile(tmp_path, text)).stdout == f"{address}\n"


def test_a_table_that_answers_is_well(tmp_path: Path, port: int) -> None:
    assert health("wait", profile(tmp_path, f"[web]\nport = {port}\n"), "5").returncode == 0


class PlayedTable(BaseHTTPRequestHandler):
    """A table whose newest events have these numbers, one after another."""

    newest: list[int]

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        seq = self.newest.pop(0)
        self.wfile.write(b'{"phase": "playing", "seq": %d}' % seq)

    def log_message(self, *words: object) -> None:
        """Be quiet."""


@pytest.mark.parametrize(("newest", "code"), [([7, 7], 0), ([7, 9], 1)])
def test_a_table_is_quiet_if_nothing_happens_there(
    tmp_path: Path, newest: list[int], code: int
) -> None:
    kind = type("OneTable", (PlayedTable,), {"newest": newest})
    with ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        table = profile(tmp_path, f"[web]\nport = {server.server_port}\n")
        assert health("quiet", table, "0").returncode == code
        server.shutdown()
        thread.join()


def test_a_table_that_does_not_answer_is_not_quiet_either(tmp_path: Path) -> None:
    """There is nothing to start anew, and who repairs it wants to see how it was."""
    assert health("quiet", profile(tmp_path, "[web]\nport = 1\n"), "0").returncode == 1


def test_a_table_that_does_not_answer_is_not(tmp_path: Path) -> None:
    # Nobody listens at port 1.
    assert health("wait", profile(tmp_path, "[web]\nport = 1\n"), "0").returncode == 1


@pytest.mark.parametrize("words", [(), ("wait",), ("dance", "table.toml")])
def test_wrong_words_show_how_to_use_it(words: tuple[str, ...]) -> None:
    done = health(*words)
    assert done.returncode == 2
    assert "health.py wait" in done.stderr


def test_a_profile_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    done = health("wait", tmp_path / "missing.toml")
    assert done.returncode == 2
    assert "missing.toml cannot be read" in done.stderr


def kiosk(screen_file: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """The kiosk with a stand-in for the screen, which prints what it was asked to show."""
    for name in ("cage", "chromium"):
        (folder / name).write_text('#!/bin/sh\necho "$@"\n', encoding="utf-8")
        (folder / name).chmod(0o755)
    return subprocess.run(
        [str(DEPLOY / "kiosk.sh")],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env={
            "PATH": f"{folder}:/usr/bin:/bin",
            "HOME": str(folder),
            "REFEREE_SCREEN_FILE": str(screen_file),
        },
    )


def test_the_kiosk_shows_the_page_of_a_table_that_is_well(tmp_path: Path, port: int) -> None:
    note = tmp_path / "kiosk"
    note.write_text(f"http://127.0.0.1:{port}/?kiosk#key=secret", encoding="utf-8")
    done = kiosk(note, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith(f"http://127.0.0.1:{port}/?kiosk#key=secret")
    # It lies in memory, so it has a limit.
    assert "--disk-cache-size=33554432" in done.stdout
    assert f"--user-data-dir={tmp_path}/browser" in done.stdout


def test_the_kiosk_does_not_show_an_empty_page(tmp_path: Path) -> None:
    done = kiosk(tmp_path / "kiosk", tmp_path)
    assert done.returncode == 1
    assert done.stdout == ""
    assert "has not started yet" in done.stderr
