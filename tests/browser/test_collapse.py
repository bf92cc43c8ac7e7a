"""A tower falls because somebody is careless: the moment itself, and the replay of it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import wait_until
from tests.browser.newcomer import Newcomer
from tests.browser.started_table import started_table

FILMED_MS = 90_000


def clip_s(page: Page) -> float:
    return float(page.evaluate("document.querySelector('video').currentTime"))


def test_a_careless_hand_brings_the_tower_down_and_everybody_sees_it_again(
    context: BrowserContext, built_page: Path, tmp_path: Path
) -> None:
    page = context.new_page()
    with started_table(tmp_path) as table:
        page.goto(table.screen_address)
        newcomer = Newcomer(page, is_careless=True)
        newcomer.sit_down("Magic Beanstalk", ("Ada", "Bo"))
        fallen = page.get_by_role("alertdialog", name="The Beanstalk has fallen!")
        answers = fallen.get_by_role("button")
        newcomer.play(lambda _page: answers.count() > 0)
        assert "Place carelessly" in newcomer.touched
        newcomer.play(lambda _page: not fallen.is_visible())
        # Nobody asks for the replay: it comes as soon as it is filmed.
        replay = page.get_by_role("dialog", name="Replay")
        expect(replay).to_be_visible(timeout=FILMED_MS)
        wait_until(page, "document.querySelector('video').videoWidth > 0")
        began_s = clip_s(page)
        wait_until(page, f"document.querySelector('video').currentTime > {began_s} + 0.3")
        expect(replay.get_by_role("img", name="Weight and shaking over time")).to_be_visible()
        assert len(replay.locator("path.grams").get_attribute("d") or "") > 500
        scrub_through(page)
        replay.get_by_role("button", name="Close").click()
        expect(replay).to_be_hidden()
        page.goto(f"{table.address}/games/1")
        line = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Replay"))
        expect(line.first).to_contain_text("The Beanstalk has fallen!")
    page.close()


def scrub_through(page: Page) -> None:
    """A finger on the axis of time moves clip and cursor together."""
    scrub = page.get_by_label("Moment of the replay")
    places = []
    for moment in ("-1", "0.5"):
        before = page.locator("line.now").get_attribute("x1")
        scrub.fill(moment)
        wait_until(page, f"document.querySelector('line.now').getAttribute('x1') !== '{before}'")
        wait_until(page, "!document.querySelector('video').seeking")
        line = page.locator("line.now").get_attribute("x1")
        places.append((clip_s(page), float(line or "nan")))
    (first_s, first_x), (second_s, second_x) = places
    assert 1.3 < second_s - first_s < 1.7
    assert second_x > first_x
