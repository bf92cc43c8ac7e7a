"""Somebody who plays with dice that may be thrown again, and touches what a good player would.

What the dice really show is looked up where the referee cannot see it: to answer its questions, and
to compare every roll with what it was told.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from playwright.sync_api import Error, Locator, Page

from referee.app.running_table import RunningTable
from referee.games.base import Action, Simulated
from referee.games.reports import ReportDice
from referee.language import language
from referee.simulation.happenings import Rolled
from referee.table.states.base import UmpireState
from referee.table.states.rolling import FaceAsked, ThrownAsked
from referee.table.table import Table
from referee.table.thrown_again import are_alike
from tests.browser.newcomer import Newcomer
from tests.table.game_under_way import umpire_of

_LOOK_MS = 60
# On a busy machine a roll is read late; whoever throws again meanwhile takes it away unread.
_UNREAD_S = 60.0
_THROW = ".hands > button:not([disabled])"
_STAYS = ".hands button[aria-pressed]"
_NAMES_AND_STATES = "all => all.map(each => [each.ariaLabel, each.ariaPressed === 'true'])"
_TOUCH_MS = 10_000


class Thrower(Newcomer):
    """Plays all seats at the page of a simulated table."""

    def __init__(self, page: Page, running: RunningTable, seed: int = 1) -> None:
        super().__init__(page, seed)
        self.rolls: list[ReportDice] = []
        self.asked: list[str] = []
        self.misread: list[str] = []
        self._running = running
        self._chance = Random(seed)
        self._thrown: tuple[int, int] | None = None
        self._thrown_s = 0.0
        self._player: Simulated[Any] | None = None

    @property
    def figures(self) -> str:
        """What came of the game, in one line."""
        thrown = sum(len(each.faces) for each in self.rolls)
        again = sum(bool(each.stayed) for each in self.rolls)
        return (
            f"{len(self.rolls)} rolls ({again} with dice that stayed), {thrown} dice thrown, "
            f"asked {dict(Counter(self.asked))}, misread {self.misread}"
        )

    def step(self) -> None:
        """Compare what was read meanwhile; else touch one thing, or wait."""
        rolls, wish = self._running.ask(self._look).result()
        if len(rolls) > len(self.rolls):
            self._compare(rolls[-1])
            self.rolls = [told for _, told in rolls]
        elif self.place in {"refusal", "question", "reveal"}:
            super().step()
        elif not self._does(wish):
            self.page.wait_for_timeout(_LOOK_MS)

    def _look(self, table: Table) -> tuple[list[tuple[Any, ReportDice]], Action | None]:
        """The rolls that count so far, each with the state before it, and what is wise next."""
        umpire = umpire_of(table)
        if self._player is None:
            self._player = umpire.game.simulated(umpire.state, self._chance)
        done = [(each.before, each.action) for each in umpire.history.actions]
        rolls = [(before, told) for before, told in done if isinstance(told, ReportDice)]
        return rolls, self._player.act(umpire.state)

    def _lying(self) -> list[str]:
        """What the dice in the tray really show."""
        assert self._running.world is not None
        return sorted(die.face for die in self._running.world.tray.dice)

    def _compare(self, roll: tuple[Any, ReportDice]) -> None:
        before, told = roll
        thrown, stayed = self._true_throw()
        true = ReportDice(tuple(thrown), tuple(stayed))
        is_right = sorted((*told.faces, *told.stayed)) == self._lying()
        # What was only put elsewhere may count as thrown where that makes no difference.
        game = umpire_of(self._running.table).game
        if not is_right or not are_alike(game, before, (told, true)):
            self.misread.append(f"{told} was told, {true} is true")

    def _does(self, wish: Action | None) -> bool:
        """Touch what leads there, if the page offers it already and still."""
        try:
            match wish:
                case ReportDice(stayed=stayed):
                    return self._throws(stayed)
                case None:
                    return False
                case _:
                    return self._chooses(wish)
        except Error:
            # The table went on while the finger was on its way; look again.
            return False

    def _throws(self, stayed: Sequence[str]) -> bool:
        # Hands that are at it throw nothing more; as long as too few dice stay, they cannot.
        throw = self.page.locator(_THROW)
        if self._is_unread or not self._leaves(stayed) or not throw.count():
            return False
        self._touch(throw.first)
        self._thrown, self._thrown_s = self._answered, time.monotonic()
        return True

    @property
    def _answered(self) -> tuple[int, int]:
        """What the table said so far: rolls that count, and questions."""
        return len(self.rolls), len(self.asked)

    @property
    def _is_unread(self) -> bool:
        """Whether the table may still be about to read what was thrown."""
        is_new = time.monotonic() - self._thrown_s < _UNREAD_S
        return is_new and self._thrown == self._answered

    def _leaves(self, stayed: Sequence[str]) -> bool:
        """Touch the dice that stay; False if the page does not show all of them yet."""
        offered = self.page.locator(_STAYS)
        left = Counter(f"{face} stays" for face in stayed)
        wrong = []
        for place, (name, is_pressed) in enumerate(offered.evaluate_all(_NAMES_AND_STATES)):
            is_wanted = left[name] > 0
            left[name] -= is_wanted
            if is_pressed != is_wanted:
                wrong.append(place)
        if left.total():
            return False
        for place in wrong:
            offered.nth(place).click(timeout=_TOUCH_MS)
        return self.page.locator(f"{_STAYS}[aria-pressed=true]").count() == len(stayed)

    def _chooses(self, wish: Action) -> bool:
        button = self._button(wish)
        if not button.count():
            return False
        self._touch(button.first)
        return True

    def _button(self, wish: Action) -> Locator:
        row = getattr(wish, "row", None)
        if row is None:
            return self.page.locator("main .choices button:not([disabled])")
        name = language("en").say(f"{umpire_of(self._running.table).game.name}-row-{row}")
        return self.page.get_by_role("button", name=f"Take {name}, ", disabled=False)

    def _meet_question(self) -> None:
        state = self._running.ask(lambda table: umpire_of(table).umpire_state).result()
        question = state.question
        if question is None:
            return
        values = [option.value for option in question.options]
        answer = self._true_answer(state, values)
        self._touch(self._offered("dialog[open] .answers").nth(values.index(answer)))
        self.asked.append(question.topic)

    def _true_answer(self, state: UmpireState, values: Sequence[str]) -> str:
        """What is true; where no answer is, the dice are rolled again."""
        match state:
            case FaceAsked():
                return next(filter(self._unread(state).__contains__, values), values[-1])
            case ThrownAsked(throws=throws):
                true = [_sorted(each.report) == self._true_throw() for each in throws]
                return values[true.index(True)] if any(true) else values[-1]
            case _:
                return values[-1]

    def _unread(self, state: FaceAsked) -> Counter[str]:
        """The faces of the dice that nobody read or told so far."""
        tray = self._running.ask(lambda table: umpire_of(table).tray.dice).result()
        told = state.dice[: len(state.answers)]
        known = [each.die.face for each in tray if each.die.is_certain and each not in told]
        return Counter(self._lying()) - Counter(known) - Counter(state.answers)

    def _true_throw(self) -> tuple[list[str], list[str]]:
        assert self._running.world is not None
        tray = self._running.world.tray
        ids = next(each.ids for each in reversed(tray.history) if isinstance(each, Rolled))
        thrown = [die.face for die in tray.dice if die.id in ids]
        stayed = [die.face for die in tray.dice if die.id not in ids]
        return sorted(thrown), sorted(stayed)


def _sorted(report: ReportDice) -> tuple[list[str], list[str]]:
    return sorted(report.faces), sorted(report.stayed)
