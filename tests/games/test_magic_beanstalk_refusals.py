"""Every refusal of the game is provoked, with its rule, its sentence and an unchanged state."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import pytest

from referee.games.awaiting import Piece
from referee.games.base import Action, Refusal, Refused
from referee.games.magic_beanstalk import GAME
from referee.games.magic_beanstalk import actions as a
from referee.games.magic_beanstalk import refusals as no
from referee.games.reports import (
    ReportCards,
    ReportDice,
    ReportFall,
    ReportPiece,
    ReportRemoval,
    ReportStable,
    ReportTally,
)
from tests.games.beanstalk_table import BeanstalkTable


def picking() -> BeanstalkTable:
    return BeanstalkTable("Anna", "Ben")


def starting(card: int = 4, dice: int = 1, **options: str) -> BeanstalkTable:
    table = BeanstalkTable("Anna", "Ben", **options).with_tower(dice)
    return table.pick(Anna=card, Ben=7)


def expert(card: int, dice: int = 1) -> BeanstalkTable:
    return starting(card, dice, variant="expert")


def rolling() -> BeanstalkTable:
    return starting().announce(3)


def stacking() -> BeanstalkTable:
    return rolling().roll("treasure trunk eye")


def rewarding() -> BeanstalkTable:
    return expert(1).announce(1).roll("eye").stack("eye").stable()


def axe() -> BeanstalkTable:
    return starting(dice=3).raise_axe().announce(1)


def counting() -> BeanstalkTable:
    table = picking().with_sacks(Anna=28).with_tower(3, Ben=2).pick(Anna=1, Ben=7)
    return table.announce(1).collapse()


def second_round_without_axe() -> BeanstalkTable:
    table = axe().strike().roll("eye").stack("eye").stable()
    return table.announce(3).collapse().replant().pick(Anna=1, Ben=2)


def power_used() -> BeanstalkTable:
    table = BeanstalkTable("Anna", "Ben", variant="expert").pick(Anna=2, Ben=2)
    return table.hide()


@dataclass(frozen=True)
class Provocation:
    """An action that must be refused in a position."""

    refusal: Refusal
    position: Callable[[], BeanstalkTable]
    action: Action
    rule: str | None = None


PROVOCATIONS = (
    Provocation(no.NO_SUCH_SEAT, picking, a.PickCard(2, 4)),
    Provocation(no.NO_SUCH_SEAT, picking, a.PickCard(-1, 4)),
    Provocation(no.NO_SUCH_SEAT, starting, a.AnnounceDice(9, 1)),
    Provocation(no.NO_SUCH_SEAT, starting, ReportFall(-1)),
    Provocation(no.NO_SUCH_SEAT, lambda: expert(3), a.StealSack(0, 5)),
    Provocation(no.NO_SUCH_SEAT, rewarding, a.GiveEye(0, -1)),
    Provocation(no.NO_SUCH_SEAT, counting, ReportTally(2, 10)),
    Provocation(no.NOT_NOW, picking, ReportStable(), "MB-20"),
    Provocation(no.NOT_NOW, picking, ReportCards(("4",)), "MB-20"),
    Provocation(no.NOT_NOW, starting, a.PickCard(0, 1), "MB-30"),
    Provocation(no.NOT_NOW, axe, ReportDice(("eye",)), "MB-81"),
    Provocation(no.NOT_NOW, rolling, a.AnnounceDice(0, 3), "MB-32"),
    Provocation(no.NOT_NOW, stacking, ReportDice(("eye",)), "MB-40"),
    Provocation(no.NOT_NOW, rewarding, ReportStable(), "MB-101"),
    Provocation(no.NOT_NOW, counting, a.PickCard(0, 2), "MB-91"),
    Provocation(no.NOT_YOUR_TURN, starting, a.AnnounceDice(1, 3)),
    Provocation(no.NOT_YOUR_TURN, starting, a.RaiseAxe(1)),
    Provocation(no.NOT_YOUR_TURN, rewarding, a.DeclinePower(1)),
    Provocation(no.ALREADY_PICKED, lambda: picking().pick(Anna=3), a.PickCard(0, 3)),
    Provocation(no.NO_SUCH_CARD, picking, a.PickCard(0, 8)),
    Provocation(no.NO_SUCH_CARD, picking, a.PickCard(0, 0)),
    Provocation(no.CARD_ALREADY_PLAYED, lambda: picking().with_played(4), a.PickCard(0, 4)),
    Provocation(no.NO_AXE_LEFT, second_round_without_axe, a.RaiseAxe(0)),
    Provocation(no.AXE_ALREADY_RAISED, lambda: starting().raise_axe(), a.RaiseAxe(0)),
    Provocation(no.AXE_ALREADY_RAISED, axe, a.RaiseAxe(0)),
    Provocation(no.AXE_ALREADY_RAISED, lambda: axe().strike(), a.RaiseAxe(0)),
    Provocation(no.AXE_TOO_LATE, rolling, a.RaiseAxe(0), "MB-32"),
    Provocation(no.AXE_TOO_LATE, stacking, a.RaiseAxe(0), "MB-40"),
    Provocation(no.AXE_TOO_LATE, lambda: expert(4).announce(1), a.RaiseAxe(0), "MB-32"),
    Provocation(no.WRONG_CARD_FOR_POWER, lambda: expert(3).announce(1), a.RaiseAxe(0)),
    Provocation(no.NO_AXE_LEFT, lambda: second_round_without_axe().announce(1), a.RaiseAxe(0)),
    Provocation(no.NOT_NOW, rolling, a.RaiseAxe(1), "MB-32"),
    Provocation(no.POWERS_NOT_IN_BASE_GAME, lambda: starting(2), a.Hide(0)),
    Provocation(no.POWERS_NOT_IN_BASE_GAME, starting, a.DeclinePower(0)),
    Provocation(no.POWERS_NOT_IN_BASE_GAME, lambda: starting(3), a.StealSack(0, 1)),
    Provocation(no.WRONG_CARD_FOR_POWER, lambda: expert(3), a.Hide(0)),
    Provocation(no.WRONG_CARD_FOR_POWER, lambda: expert(3), a.RaiseAxe(0)),
    Provocation(no.WRONG_CARD_FOR_POWER, rewarding, a.DrawBonus(0)),
    Provocation(no.POWER_ALREADY_USED, power_used, a.Hide(1)),
    Provocation(no.NOT_RICHER, lambda: expert(3), a.StealSack(0, 1)),
    Provocation(no.NUMBER_NOT_ON_CARD, starting, a.AnnounceDice(0, 2)),
    Provocation(no.NUMBER_NOT_ON_CARD, starting, a.AnnounceDice(0, 0)),
    Provocation(no.POOL_TOO_SMALL, lambda: starting(dice=10), a.AnnounceDice(0, 3)),
    Provocation(no.WRONG_NUMBER_OF_DICE, rolling, ReportDice(("eye",) * 4)),
    Provocation(no.WRONG_NUMBER_OF_DICE, rolling, ReportDice(())),
    Provocation(no.NO_SUCH_FACE, rolling, ReportDice(("eye", "eye", "6"))),
    Provocation(
        no.TOO_MANY_EXTRA_DICE, lambda: rolling().roll("die eye trunk"), a.TakeExtraDice(0, 2)
    ),
    Provocation(no.DIE_NOT_IN_HAND, stacking, ReportPiece(Piece("die", face="die"))),
    Provocation(
        no.DIE_NOT_IN_HAND,
        lambda: expert(6).announce(1).roll("eye"),
        a.ReturnDie(0, "die"),
        "MB-116",
    ),
    Provocation(
        no.PIECE_DUE_FIRST, lambda: stacking().stack("treasure"), ReportPiece(Piece("castle"))
    ),
    Provocation(
        no.NOT_YOUR_TOKEN,
        lambda: stacking().stack("treasure"),
        ReportPiece(Piece("token", seat=1)),
    ),
    Provocation(no.NOT_A_PIECE_TO_PLACE, stacking, ReportPiece(Piece("castle"))),
    Provocation(no.NO_SUCH_FACE, stacking, ReportPiece(Piece("die", face="6"))),
    Provocation(no.NO_SUCH_FACE, stacking, ReportPiece(Piece("die"))),
    Provocation(no.FALL_BELONGS_TO_AXE, axe, ReportFall(0)),
    Provocation(no.FALL_NEEDS_CULPRIT, stacking, ReportFall(None)),
    Provocation(no.NO_TOWER, lambda: rolling().collapse(), ReportFall(0)),
    Provocation(no.NO_TOWER, counting, ReportFall(0)),
    Provocation(no.MORE_FELL_THAN_STOOD, axe, ReportRemoval((Piece("cylinder"),))),
    Provocation(no.EYE_TARGET_HAD_TURN, rewarding, a.GiveEye(0, 0)),
    Provocation(no.NOTHING_TO_DECLINE, lambda: expert(2), a.DeclinePower(0)),
    Provocation(no.ALREADY_COUNTED, lambda: counting().count("Ben", 30), ReportTally(1, 30)),
    Provocation(no.COUNT_MISSING, counting, ReportTally(0)),
    Provocation(no.WRONG_NUMBER_OF_SACKS, counting, ReportTally(1, None, (10,))),
    Provocation(no.NO_SUCH_SACKS, counting, ReportTally(1, None, (10, 11))),
    Provocation(
        # All thirty sacks are worth 450: with 430 for Anna, 20 are left for Ben.
        no.TOTALS_DO_NOT_FIT,
        lambda: counting().do(ReportTally(0, 430)),
        ReportTally(1, 40),
    ),
    Provocation(no.IMPOSSIBLE_TOTAL, counting, ReportTally(1, 41)),
    Provocation(no.SUM_IS_ANOTHER, counting, ReportTally(1, 30, (10, 10))),
)


@pytest.mark.parametrize(
    "case", PROVOCATIONS, ids=lambda case: f"{case.refusal.reason} {case.action}"
)
def test_the_refusal_names_its_rule_and_changes_nothing(case: Provocation) -> None:
    state = case.position().state
    before = msgspec.json.encode(state)
    ruling = GAME.judge(state, case.action)

    assert isinstance(ruling, Refused)
    assert (ruling.reason, ruling.rule) == (case.refusal.reason, case.rule or case.refusal.rule)
    assert msgspec.json.encode(state) == before
    assert case.action not in list(GAME.legal_actions(state))


def test_every_refusal_is_provoked() -> None:
    assert {case.refusal for case in PROVOCATIONS} == set(GAME.refusals)
