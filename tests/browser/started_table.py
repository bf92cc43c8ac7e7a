"""What `make run` starts: the real program in a process of its own, with an empty folder."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx
from playwright.sync_api import BrowserContext

from tests.web.running_table import PLAIN

_ADDRESS = re.compile(r"(http://127\.0\.0\.1:(\d+))/#key=([\w-]+)")
# Only against hanging.
_END_S = 120.0


def free_port() -> int:
    """A port of the loopback that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


class StartedTable:
    """A simulated table in another process; it knows its address from what was printed."""

    def __init__(
        self,
        folder: Path,
        port: int,
        words: Sequence[str],
        inside: Sequence[str] = (),
        python: Path = Path(sys.executable),
    ) -> None:
        home = {"HOME": str(folder), "XDG_STATE_HOME": str(folder)}
        program = python.with_name("referee")
        # Another environment has packages of its own.
        others = {"PYTHONPATH"} if python != Path(sys.executable) else set()
        kept = {name: value for name, value in os.environ.items() if name not in others}
        self._process = subprocess.Popen(
            [*inside, program, "run", "--port", str(port), *words],
            cwd=folder,
            env={**kept, **home},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.printed: list[str] = []
        self.address, self._port, self._key = self._read_address()
        # A full pipe would hold up the table.
        self._reader = Thread(target=self._read_on, daemon=True)
        self._reader.start()

    @property
    def screen_address(self) -> str:
        """The address that was printed: whoever opens it is the table's own screen."""
        return f"{self.address}/#key={self._key}"

    def let_in(self, context: BrowserContext) -> None:
        """Let this browser be the table's own screen, as if it had opened that address before."""
        name = f"referee-screen-{self._port}"
        context.add_cookies([{"name": name, "value": self._key, "url": self.address}])

    def _read_address(self) -> tuple[str, str, str]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.printed.append(line)
            found = _ADDRESS.search(line)
            if found:
                return found[1], found[2], found[3]
        raise AssertionError("".join(self.printed))

    def _read_on(self) -> None:
        assert self._process.stdout is not None
        self.printed.extend(self._process.stdout)

    def client(self) -> httpx.Client:
        headers = {"authorization": f"Bearer {self._key}"}
        return httpx.Client(
            base_url=f"{self.address}/api/v1", headers=headers, timeout=_END_S, verify=PLAIN
        )

    def kill(self) -> None:
        """End the process as a power cut would."""
        self._process.kill()
        self._process.wait(_END_S)
        self._reader.join(_END_S)

    def stop(self) -> None:
        """End it as somebody at the keyboard would; a second call does nothing."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(_END_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(_END_S)
        self._reader.join(_END_S)
        if self._process.stdout is not None:
            self._process.stdout.close()


@contextmanager
def started_table(
    folder: Path,
    *words: str,
    port: int = 0,
    inside: Sequence[str] = (),
    python: Path = Path(sys.executable),
) -> Iterator[StartedTable]:
    """A table that is started with these words and stopped at the end; `inside` of what."""
    table = StartedTable(folder, port or free_port(), words, inside, python)
    try:
        yield table
    finally:
        table.stop()
