"""A table left alone with a camera, a scale and pages: what it holds must not grow.

    python -m scripts.bench.soak --minutes 120 --pages 3

The camera is a stream of drawn pictures, thirty a second, over HTTP; the scale is the real firmware
in the simulated chip; the pages are in a Chromium without a window. Each minute one line tells of
the table's process; at the end its last quarter is compared with its second.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from statistics import fmean
from threading import Event, Thread
from typing import Annotated

import cv2
import msgspec
import numpy as np
import typer

from referee.app.dashboard.server import free_port
from referee.app.doctor.budget import memory_mb
from referee.config import TableProfile, write_table_profile
from referee.config.sections import CameraSection, ScaleSection, StoreSection, WebSection
from referee.simulation.drawing.solids import TrayCamera
from scripts.drawn_scenes.tray_shots import draw_tray, throw_dice

_RATE_HZ = 30.0
_DIFFERENT = 15
_HEAD = b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"
# In a quarter of the time some tenths of a megabyte come and go; a leak of a picture a minute, or
# of a descriptor for each page that comes back, is more.
_MOST_MORE_MB, _MOST_MORE = 4.0, 0.5
_SCREEN = re.compile(r"http://127\.0\.0\.1:\d+/#key=[\w-]+")
CHROMIUM = "/usr/bin/chromium-headless-shell"


class ProcessLook(msgspec.Struct, frozen=True):
    """A process as Linux tells of it at one moment."""

    cpu_s: float
    memory_mb: float
    descriptors: int
    threads: int


def look_at(process_id: int) -> ProcessLook:
    """How this process is now."""
    place = Path("/proc") / str(process_id)
    # The name, in brackets, may hold spaces and brackets itself.
    numbers = (place / "stat").read_text().rpartition(")")[2].split()
    return ProcessLook(
        cpu_s=(int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK"),
        memory_mb=memory_mb(place / "smaps_rollup"),
        descriptors=len(list((place / "fd").iterdir())),
        threads=int(numbers[17]),
    )


class Growth(msgspec.Struct, frozen=True):
    """How much more a process held in the last quarter of a time than in the second, on average."""

    memory_mb: float
    descriptors: float
    threads: float

    @property
    def is_flat(self) -> bool:
        """Whether it may be left alone for ever."""
        more = max(self.descriptors, self.threads)
        return self.memory_mb <= _MOST_MORE_MB and more <= _MOST_MORE


def growth_of(looks: Sequence[ProcessLook]) -> Growth:
    """The first quarter is left out: what is needed once is fetched there."""
    quarter = len(looks) // 4
    second, last = looks[quarter : 2 * quarter], looks[-quarter:]

    def more(name: str) -> float:
        return fmean(getattr(each, name) for each in last) - fmean(
            getattr(each, name) for each in second
        )

    return Growth(more("memory_mb"), more("descriptors"), more("threads"))


def drawn_stream() -> list[bytes]:
    """A tray with five dice, again and again with other noise, as JPEG."""
    chance = np.random.default_rng(3)
    camera = TrayCamera(tilt_deg=15.0)
    picture = draw_tray(chance, throw_dice(chance, tuple("12345")), camera).picture
    noisy = (picture + chance.normal(0, 2, picture.shape) for _ in range(_DIFFERENT))
    return [
        cv2.imencode(".jpg", np.clip(each, 0, 255).astype(np.uint8))[1].tobytes() for each in noisy
    ]


@contextmanager
def camera_app(pictures: Sequence[bytes], rate_hz: float = _RATE_HZ) -> Iterator[str]:
    """The address of a camera that sends these pictures for ever."""
    is_over = Event()

    def send(line: socket.socket) -> None:
        with suppress(OSError), line:
            line.recv(4096)
            line.sendall(_HEAD)
            for jpeg in cycle(pictures):
                head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"
                line.sendall(head % len(jpeg) + jpeg + b"\r\n")
                if is_over.wait(1 / rate_hz):
                    return

    def serve() -> None:
        with suppress(OSError):
            while not is_over.is_set():
                Thread(target=send, args=(listening.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        Thread(target=serve, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/video"
        finally:
            is_over.set()


class StartedTable(msgspec.Struct, frozen=True):
    """A table in a process of its own, and the address of its screen with the key."""

    process_id: int
    screen: str


@contextmanager
def started_table(profile: TableProfile) -> Iterator[StartedTable]:
    """The table of this profile, with a log that is thrown away, as soon as its page is there."""
    with tempfile.TemporaryDirectory(prefix="referee-soak-") as name:
        log = StoreSection(url=f"sqlite:///{name}/log.sqlite")
        web = WebSection(port=free_port("127.0.0.1", 8100))
        file = Path(name) / "table.toml"
        write_table_profile(file, msgspec.structs.replace(profile, store=log, web=web))
        words = [sys.executable, "-m", "referee.cli", "run", "--table", str(file)]
        with subprocess.Popen(  # noqa: S603 - our own program
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                yield StartedTable(process.pid, _screen_of(process))
            finally:
                process.terminate()


def _screen_of(process: subprocess.Popen[str]) -> str:
    for line in process.stdout or ():
        if found := _SCREEN.search(line):
            return found[0]
    raise RuntimeError("The table did not start; what it said stands above.")


def _open_pages(table: StartedTable, number: int, opened: ExitStack) -> None:
    """The table's own screen, and others as phones see it."""
    if not number:
        return
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only for pages

    playwright = opened.enter_context(sync_playwright())
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    opened.callback(browser.close)
    for each in range(number):
        page = browser.new_context().new_page()
        page.goto(table.screen.partition("#")[0] if each else table.screen)


def soak(looks_s: float, number: int, pages: int, scale: str) -> Iterator[ProcessLook]:
    """A look at the table's process again and again."""
    pause = Event()
    with ExitStack() as opened:
        url = opened.enter_context(camera_app(drawn_stream()))
        profile = TableProfile(camera=CameraSection(url=url), scale=ScaleSection(url=scale))
        table = opened.enter_context(started_table(profile))
        _open_pages(table, pages, opened)
        for _ in range(number):
            pause.wait(looks_s)
            yield look_at(table.process_id)


def main(
    minutes: Annotated[int, typer.Option(help="How long; a look a minute.", min=8)] = 120,
    pages: Annotated[int, typer.Option(help="Pages that look on.", min=0)] = 3,
    scale: Annotated[str, typer.Option(help="The URL of the scale.")] = "avr:",
) -> None:
    """Leave a table alone; the exit code is 1 if what it holds has grown."""
    looks: list[ProcessLook] = []
    typer.echo("minute  core %  memory MB  descriptors  threads")
    before_s = 0.0
    for minute, look in enumerate(soak(60.0, minutes, pages, scale), 1):
        share = 100 * (look.cpu_s - before_s) / 60.0
        before_s = look.cpu_s
        looks.append(look)
        typer.echo(
            f"{minute:6} {share:7.1f} {look.memory_mb:10.1f} {look.descriptors:12} {look.threads:8}"
        )
    growth = growth_of(looks)
    typer.echo(
        f"last quarter against second: {growth.memory_mb:+.1f} MB, "
        f"{growth.descriptors:+.1f} descriptors, {growth.threads:+.1f} threads"
    )
    sys.exit(0 if growth.is_flat else 1)


if __name__ == "__main__":
    typer.run(main)
