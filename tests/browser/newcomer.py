"""Somebody who has never seen the page: reads what it offers and touches something sensible."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

import httpx
from playwright.sync_api import Error, Locator, Page, expect

_LOOK_MS = 60
_TOUCH_MS = 10_000
# The first page of a table that has only just begun may take its time.
_PATIENT_MS = 120_000
# Only against hanging: how long there may be nothing to touch.
_IDLE_S = 240.0
_MOST_TOUCHES = 2000
_SEND_MS = 400
# On a busy machine the table may go on while a finger is on its way; that is nobody's fault.
_LATE = ("There is nothing to", "The table has moved on")

# What lies in front goes first: a sheet covers the table, and hands come before typing.
_PLACES = """() => {
  const visible = (each) => each.checkVisibility() && each.getClientRects().length > 0;
  const open = (selector) => [...document.querySelectorAll(selector)].filter(visible);
  const buttons = (where) => open(`${where} button:not([disabled])`).length;
  if (open('.reveal').length > 0) return 'reveal';
  if (open('.refusal').length > 0) return 'refusal';
  if (buttons('[role=alertdialog]') > 0) return 'fallen';
  if (open('dialog[open] .replay').length > 0) return 'replay';
  if (buttons('dialog[open] .answers') > 0) return 'question';
  if (buttons('dialog[open] .harvests') > 0) return 'harvests';
  if (open('.countdown').length > 0) return 'countdown';
  if (buttons('.hands') > 0) return 'hands';
  if (open('.hands').length > 0) return 'busy';
  for (const [place, where] of Object.entries({
    secret: '.rows', counts: '.counts', fields: '.fields', plays: '.cards', choices: '.choices',
    kinds: '.kinds', tally: '.tally', others: '.others', by_hand: '.by-hand',
  })) if (buttons(`main ${where}`) > 0) return place;
  return 'nothing';
}"""


class Asked(Protocol):
    """A table that can be asked what it knows."""

    def client(self) -> httpx.Client:
        """Whoever asks."""
        ...


def expect_reveal(page: Page, table: Asked) -> None:
    """The page names the winners and the totals that the table knows."""
    with table.client() as client:
        state = client.get("/table").json()
    outcome, seats = state["outcome"], state["seats"]
    heading = page.get_by_role("heading", name=re.compile("wins!|share the victory!"))
    expect(heading).to_be_visible()
    for seat in outcome["winners"]:
        expect(heading).to_contain_text(seats[seat]["name"])
    shown = page.locator(".scores b").all_inner_texts()
    assert sorted(map(int, shown)) == sorted(outcome["scores"])


class Newcomer:
    """Plays all seats of a game at one screen, by touch only."""

    def __init__(
        self, page: Page, seed: int = 1, *, is_careless: bool = False, worth: int = 1
    ) -> None:
        """`worth`: what every chip or sack from the box is worth in this player's world."""
        self.page = page
        self.worth = worth
        self.is_careless = is_careless
        self.touched: list[str] = []
        self.refused: list[str] = []
        self._rng = Random(seed)
        self._known: list[str] = []

    def sit_down(self, title: str, names: Sequence[str], agreed: Sequence[str] = ()) -> None:
        """Choose a game and what is agreed, sit down and begin; without a name, as a guest."""
        self._touch(self.page.get_by_role("button", name=title), _PATIENT_MS)
        for option in agreed:
            self._touch(self.page.get_by_role("button", name=option, exact=True), _PATIENT_MS)
        for name in names:
            if name:
                self.page.get_by_label("A new name").fill(name)
            self._touch(self.page.get_by_role("button", name="Sit down"), _PATIENT_MS)
        self._touch(self.page.get_by_role("button", name="Begin!"), _PATIENT_MS)
        self.page.wait_for_url("**/table*")

    def play(self, is_there: Callable[[Page], bool] | None = None) -> None:
        """Go on until the page is there; without a wish, until the reveal."""
        touched, ends_s = 0, 0.0
        while not (is_there(self.page) if is_there else self.place == "reveal"):
            if len(self.touched) > touched or not ends_s:
                touched, ends_s = len(self.touched), time.monotonic() + _IDLE_S
            goes_on = time.monotonic() < ends_s and touched < _MOST_TOUCHES
            assert goes_on, (self.place, self.touched[-9:], self.refused[-2:])
            self.step()

    @property
    def place(self) -> str:
        """Which part of the page asks to be touched."""
        return str(self.page.evaluate(_PLACES))

    def step(self) -> None:
        """Touch one thing, or wait a moment if there is nothing to touch."""
        deed = getattr(self, f"_meet_{self.place}", None)
        if deed is None:
            self.page.wait_for_timeout(_LOOK_MS)
            return
        try:
            deed()
        except Error:
            # The table went on while the finger was on its way; look again.
            self.page.wait_for_timeout(_LOOK_MS)

    def _touch(self, button: Locator, within_ms: int = _TOUCH_MS) -> None:
        word = button.get_attribute("aria-label", timeout=within_ms)
        word = word or button.inner_text(timeout=within_ms)
        button.click(timeout=within_ms)
        self.touched.append(" ".join(word.split()))

    def _offered(self, where: str) -> Locator:
        return self.page.locator(f"{where} button:not([disabled])")

    def _touch_any(self, where: str) -> None:
        offered = self._offered(where)
        self._touch(offered.nth(self._rng.randrange(max(1, offered.count()))))

    def _meet_refusal(self) -> None:
        refusal = self.page.locator(".refusal")
        words = refusal.inner_text(timeout=_TOUCH_MS)
        if not any(late in words for late in _LATE):
            self.refused.append(f"{self.touched[-1:]}: {words}")
        self._known.append(words)
        refusal.get_by_role("button").last.click(timeout=_TOUCH_MS)

    def _meet_fallen(self) -> None:
        likely = self.page.locator("[role=alertdialog] .likely:not([disabled])")
        self._touch(likely.first if likely.count() else self._offered("[role=alertdialog]").first)

    def _meet_question(self) -> None:
        self._touch(self._offered("dialog[open] .answers").first)

    def _meet_replay(self) -> None:
        self._touch(self.page.locator("dialog[open]").get_by_role("button", name="Close"))

    def _meet_hands(self) -> None:
        if self.page.locator("dialog[open]").count():
            # Before the hands were there, something else was opened; it lies over them.
            self.page.keyboard.press("Escape")
        hands = self._offered(".hands")
        self._touch(hands.last if self.is_careless else hands.first)

    def _meet_secret(self) -> None:
        self._touch_any("main .rows")

    def _meet_choices(self) -> None:
        self._touch_any("main .choices")

    def _meet_counts(self) -> None:
        offered = self._offered("main .counts")
        # The last one goes back; the one before it gets rid of the most cards.
        self._touch(offered.nth(offered.count() - 2))

    def _meet_fields(self) -> None:
        self._touch(self._offered("main .fields").first)

    def _meet_kinds(self) -> None:
        """Cards from the box, made up; none of those that the table has seen all of."""
        kinds = self._offered("main .kinds")
        words = [word.strip() for word in kinds.all_inner_texts()]
        known = [word for word in words if not any(word in each for each in self._known)]
        word = self._rng.choice(known or words)
        self._touch(kinds.get_by_text(word, exact=True))

    def _meet_plays(self) -> None:
        self._known.clear()
        self._touch_any("main .cards")

    def _meet_others(self) -> None:
        """What leads on; a deal or a harvest only where nothing else is offered."""
        plain = self.page.locator("main .others .button:not(.gold, .quiet, [disabled])")
        if plain.count():
            self._touch(plain.first)
            return
        # Perhaps the rest is only held back while an order is on its way.
        self.page.wait_for_timeout(_SEND_MS)
        if self.place == "others" and not plain.count():
            self._touch(self._offered("main .others").first)

    def _meet_harvests(self) -> None:
        self._touch_any("dialog[open] .harvests")

    def _meet_by_hand(self) -> None:
        self._touch(self.page.locator("main .by-hand .button:not(.quiet, [disabled])").first)

    def _meet_tally(self) -> None:
        """Count what lies in front of the player whose total is asked for, and type it in."""
        form = self.page.locator("main .tally")
        name = form.locator(".who").inner_text(timeout=_TOUCH_MS).rpartition(" ")[2]
        lying = self.page.locator(".seat", has_text=name).locator("b").first
        for digit in str(self.worth * int(lying.inner_text(timeout=_TOUCH_MS))):
            self._touch(form.get_by_text(digit, exact=True))
        self._touch(form.get_by_role("button", name="Enter the total"))
