"""A simulated table in real time with its dashboard, to be calibrated."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from referee.app.dashboard.server import Dashboard
from referee.app.running_table import RunningTable, open_table
from referee.clock import Clock
from referee.config import TableProfile, read_table_profile
from tests.browser.started_table import free_port
from tests.web.running_table import PLAIN

PATH = "/operator/calibration"
PATIENCE_S = 240.0


@dataclass
class CalibratedTable:
    address: str
    running: RunningTable
    profile: Path
    usual: TableProfile
    client: httpx.Client

    def state(self) -> dict[str, Any]:
        answer = self.client.get(PATH)
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    def begin(self, part: str, **asked: Any) -> httpx.Response:
        return self.client.post(PATH, json={"part": part, **asked})

    def press(self, deed: str, step: int, **more: Any) -> httpx.Response:
        return self.client.post(f"{PATH}/step", json={"deed": deed, "step": step, **more})

    def lead_through(self) -> dict[str, Any]:
        """Let the simulated hands do each step and accept it; how it ended."""
        helped = 0
        ends = time.monotonic() + PATIENCE_S
        while (state := self.state())["phase"] == "asking":
            assert time.monotonic() < ends, state
            step = state["step"]
            if step["number"] > helped:
                helped = step["number"]
                assert self.press("help", helped).status_code == 200
            elif step["can_accept"]:
                # A new picture may have changed it meanwhile.
                assert self.press("accept", step["number"]).status_code in {200, 409}
            time.sleep(0.1)
        return state


@contextmanager
def calibrated_table(
    folder: Path, *, has_profile: bool = True, clock: Clock | None = None, **more: Any
) -> Iterator[CalibratedTable]:
    """The table, its page and a client that talks to it."""
    file = folder / "table.toml"
    log = f'[store]\nurl = "sqlite:///{folder / "log.sqlite"}"\n'
    screen = '[web]\nscreen = "loopback"\n'
    file.write_text(f'{log}{screen}[voice]\nurl = "none:"\n', encoding="utf-8")
    profile = read_table_profile(file)
    if not has_profile:
        file.unlink()
    port = free_port()
    with (
        open_table(profile, clock=clock, seed=4) as running,
        Dashboard(
            running, folder=folder, port=port, profile=file if has_profile else None, **more
        ) as page,
        httpx.Client(base_url=f"{page.address}api/v1", timeout=60, verify=PLAIN) as client,
    ):
        yield CalibratedTable(page.address.rstrip("/"), running, file, profile, client)
