"""Damaged games on the page: named with their reason, left out, exported and deleted."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import watched_page
from tests.store.poisons import POISONS, poison
from tests.web.running_table import running_table


def test_the_operator_takes_one_along_and_deletes_it(
    context: BrowserContext, built_page: Path, tmp_path: Path
) -> None:
    with (
        running_table(tmp_path) as table,
        watched_page(context, table.address) as page,
    ):
        bad = [table.begin("haricots") for _ in range(2)][1]
        table.begin("haricots")
        table.thread.ask(lambda running: running.leave_game()).result(60)
        poison(tmp_path / "log.sqlite", [bad], POISONS["torn options"], is_sealed=False)

        page.goto(f"{table.address}/")
        expect(page.get_by_role("button", name="Haricots ·")).to_have_count(2)
        page.goto(f"{table.address}/stats")
        damaged = page.get_by_role("heading", name="One game is damaged and is not counted here")
        expect(damaged).to_be_visible()
        expect(page.get_by_text(f"Game {bad} is damaged: its entry")).to_be_visible()
        with page.expect_download() as taken:
            page.get_by_role("button", name="Export raw").click()
        assert taken.value.suggested_filename == f"game-{bad}-raw.jsonl"
        page.get_by_role("button", name="Delete").click()
        page.get_by_role("button", name="Delete for good?").click()
        expect(damaged).to_have_count(0)
        with table.client() as client:
            assert len(client.get("/games").json()["games"]) == 2
