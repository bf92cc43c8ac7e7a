"""The table's own screen is its voice, if the browser has one."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from referee.clock import SystemClock
from referee.devices.voice.silent_voice import BrowserVoice
from referee.games.playout import seat_names
from tests.browser.conftest import wait_until, watched_page
from tests.web.running_table import running_table

VOICES = """
window.said = [];
speechSynthesis.getVoices = () => window.hasVoices ? [{ lang: "en-GB" }] : [];
speechSynthesis.speak = (sentence) => window.said.push([sentence.text, sentence.volume]);
"""


def test_a_screen_with_a_voice_is_counted_and_speaks(
    context: BrowserContext, built_page: Path, tmp_path: Path
) -> None:
    # A browser without a screen has no voices of its own.
    context.add_init_script(VOICES)
    voice = BrowserVoice(SystemClock())
    with (
        running_table(tmp_path, screen_voice=voice) as table,
        watched_page(context, table.address) as page,
    ):

        def wait_for(screens: int) -> None:
            for _ in range(1200):
                if voice.screens == screens:
                    return
                page.wait_for_timeout(50)
            raise AssertionError(voice.screens)

        page.goto(f"{table.address}/table")
        expect(page.get_by_role("heading").first).to_be_visible()
        for _ in range(1200):
            if voice.mute_screens == 1:
                break
            page.wait_for_timeout(50)
        # As in Debian's Chromium: the page knows that it would be silent, and says so.
        assert (voice.screens, voice.mute_screens) == (0, 1)
        page.evaluate("window.hasVoices = true")
        page.evaluate("speechSynthesis.dispatchEvent(new Event('voiceschanged'))")
        wait_for(1)
        table.begin("spookies", 2)
        wait_until(page, "window.said.length > 0")
        volume = table.parts.settings.settings().volume
        assert page.evaluate("window.said[0][1]") == pytest.approx(volume)
        page.goto("about:blank")
        wait_for(0)


def test_other_screens_speak_only_when_they_are_asked_to(
    context: BrowserContext, built_page: Path, tmp_path: Path
) -> None:
    context.add_init_script("window.hasVoices = true;" + VOICES)
    with (
        running_table(tmp_path) as table,
        watched_page(context, table.address) as page,
    ):
        page.goto(f"{table.address}/table")
        table.begin("spookies", 2)
        expect(page.get_by_text(seat_names(2)[0]).first).to_be_visible()
        assert page.evaluate("window.said.length") == 0
