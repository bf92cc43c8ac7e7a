"""The server dies in mid-game: the page notices, waits, and goes on by itself."""

from __future__ import annotations

import socket
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from tests.web.running_table import running_table


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def test_the_page_survives_a_restart_of_the_server(
    context: BrowserContext, built_page: Path, tmp_path: Path
) -> None:
    port = free_port()
    page = context.new_page()
    with running_table(tmp_path, port=port) as table:
        game_id = table.begin("spookies", 3)
        table.play(12)
        page.goto(f"{table.address}/table")
        prompt = page.locator(".prompt")
        expect(prompt).to_be_visible()
        before = prompt.inner_text()
    expect(page.get_by_text("The line to the table is broken")).to_be_visible()
    with running_table(tmp_path, port=port) as table:
        with table.client() as client:
            assert client.post(f"/games/{game_id}/resume").status_code == 200
        expect(page.get_by_text("The line to the table is broken")).to_be_hidden()
        expect(prompt).to_have_text(before)
