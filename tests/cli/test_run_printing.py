"""Whoever prints waits for nobody: closed pipes, full pipes, and a table that plays on."""

from __future__ import annotations

import io
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import httpx
import pytest
from rich.console import Console

from referee.cli.run_terminal import MOST_WAITING, printing
from referee.language import language
from tests.browser.started_table import free_port
from tests.cli.test_command_line import quiet_profile
from tests.web.running_table import PLAIN

PATIENCE_S = 120.0
_tick = Event()


@contextmanager
def pipe() -> Iterator[tuple[int, io.TextIOWrapper]]:
    """A pipe: its end to read from, and a file to print to."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="utf-8") as file:
        yield reading, file


def read_lines(place: int, last: str) -> list[str]:
    text = b""
    while last.encode() not in text:
        text += os.read(place, 4096)
    return text.decode().splitlines()


def fill(place: int) -> None:
    os.set_blocking(place, False)
    with suppress(BlockingIOError):
        while True:
            os.write(place, b"x" * 4096)
    os.set_blocking(place, True)


def test_a_reader_who_comes_back_is_told_what_was_dropped() -> None:
    with pipe() as (reading, file):
        console = Console(file=file)
        long = "x" * 4000
        with printing(console, language("en")):
            for number in range(MOST_WAITING + 200):
                console.file.write(f"{number} {long}\n")
            console.print("the end")
            lines = read_lines(reading, "the end")
        os.close(reading)
    shown = [int(line.split()[0]) for line in lines if long in line]
    missed = [int(line.split()[1]) for line in lines if "not shown" in line]
    assert sum(missed) == MOST_WAITING + 200 - len(shown) > 0
    newest = list(range(210, MOST_WAITING + 200))
    assert shown[-len(newest) :] == newest


def test_nobody_reads_and_nobody_waits() -> None:
    with pipe() as (reading, file):
        console = Console(file=file)
        with printing(console, language("en")):
            for number in range(1000):
                console.file.write(f"{number} " + "x" * 4000)
        console.print("after the end, too")
        os.close(reading)


def test_what_is_printed_into_a_closed_pipe_hurts_nobody() -> None:
    with pipe() as (reading, file):
        os.close(reading)
        console = Console(file=file)
        with printing(console, language("en")):
            for _ in range(3):
                console.print("is anybody there?")
        console.print("nobody is")


def test_what_is_logged_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    log, by_itself = logging.getLogger("tests.printing"), logging.lastResort
    assert by_itself is not None
    # As in the program, where nobody has said how to log; pytest has.
    monkeypatch.setattr(log, "propagate", False)
    monkeypatch.setattr(log, "handlers", [by_itself])
    with pipe() as (reading, file):
        fill(file.fileno())
        monkeypatch.setattr(sys, "stderr", file)
        with printing(Console(file=io.StringIO()), language("en")):
            logs = Thread(target=log.error, args=("Nobody reads this.",), daemon=True)
            logs.start()
            logs.join(PATIENCE_S)
            is_waiting = logs.is_alive()
            os.close(reading)
        assert not is_waiting


@contextmanager
def table_printing_to(folder: Path, place: int) -> Iterator[str]:
    """The real program without devices, which prints and logs there; its address."""
    port = free_port()
    program = Path(sys.executable).with_name("referee")
    process = subprocess.Popen(
        [program, "run", "--table", quiet_profile(folder), "--port", str(port)],
        cwd=folder,
        env={**os.environ, "HOME": str(folder), "XDG_STATE_HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=place,
        stderr=place,
    )
    try:
        address = f"http://127.0.0.1:{port}/api/v1"
        wait_for(address, process)
        yield address
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 0
    finally:
        process.kill()
        process.wait()


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(round(PATIENCE_S / 0.1)):
        with suppress(httpx.TransportError):
            httpx.get(f"{address}/table", timeout=PATIENCE_S, verify=PLAIN)
            return
        assert process.poll() is None, "the table has ended"
        _tick.wait(0.1)
    raise AssertionError("the table does not answer")


@pytest.mark.parametrize("is_closed", [True, False], ids=["closed pipe", "full pipe"])
def test_a_table_plays_on_when_nobody_reads_what_it_prints(tmp_path: Path, is_closed: bool) -> None:
    reading, writing = os.pipe()
    if is_closed:
        os.close(reading)
    else:
        fill(writing)
    with table_printing_to(tmp_path, writing) as address:
        os.close(writing)
        with httpx.Client(base_url=address, timeout=PATIENCE_S, verify=PLAIN) as client:
            seats = [{"name": "Anna"}, {"name": "Ben"}]
            begun = client.post("/games", json={"game": "spookies", "seats": seats})
            assert begun.status_code == 201, begun.text
            for _ in range(10):
                # Each refusal is printed.
                refused = client.post("/orders", json={"order": {"type": "undo"}})
                assert refused.status_code == 409, refused.text
            assert client.get("/table").json()["told"][-1]["topic"] == "refusal"
            assert client.post("/table/leave").status_code == 200
    if not is_closed:
        os.close(reading)
