"""Every refusal of Haricots is provoked, with its rule, its sentences and an unchanged state."""

from dataclasses import dataclass

import msgspec
import pytest

from referee.games.base import Action, Refusal, Refused, fold
from referee.games.haricots import GAME
from referee.games.haricots import refusals as no
from referee.games.haricots.actions import CloseSheet, Pass, PlayCards, WriteRound
from referee.games.haricots.state import GameOrSheet, Sheet
from referee.games.parsing import parse_options
from referee.games.reports import ReportFall, ReportTally
from referee.language import language, languages
from tests.games.test_haricots import SIXES, after, start

NOTHING = (0, 0, 0)


def sheet(*actions: Action) -> Sheet:
    options = parse_options(GAME, {"mode": "score-sheet"})
    state: GameOrSheet = fold(GAME, GAME.setup(("Anna", "Ben", "Chloe"), options))
    for action in actions:
        ruling = GAME.judge(state, action)
        assert not isinstance(ruling, Refused), ruling
        state = fold(GAME, ruling.events, state)
    assert isinstance(state, Sheet)
    return state


@dataclass(frozen=True)
class Provocation:
    """An action that must be refused in this position."""

    refusal: Refusal
    position: GameOrSheet
    action: Action
    rule: str | None = None


OVER = after(*[SIXES] * 4)
ONE_LEFT_IN_HAND = after("pass", "7 7 7 7 7 7 7 7 7", "pass", "pass")
EIGHTS_GONE = after("8 8 8 8 8 8 8", "pass", "pass", "8")
ALL_CHIPS = sheet(WriteRound(0, (5, 1, 0), NOTHING))
ALL_POINTS = sheet(WriteRound(0, NOTHING, (100, 25, 0)))

PROVOCATIONS = (
    Provocation(no.NO_SUCH_SEAT, start(), Pass(3)),
    Provocation(no.NO_SUCH_SEAT, start(), Pass(-1)),
    Provocation(no.NO_SUCH_SEAT, start(), PlayCards(10**9, ("4",))),
    Provocation(no.NO_SUCH_SEAT, sheet(), CloseSheet(3)),
    Provocation(no.NO_SUCH_SEAT, sheet(), WriteRound(-1, NOTHING, NOTHING)),
    Provocation(no.NOT_NOW, start(), ReportFall(0), "HA-14"),
    Provocation(no.NOT_NOW, sheet(), ReportTally(0, 3), "HA-N2"),
    Provocation(no.NOT_NOW, OVER, Pass(0), "HA-10"),
    Provocation(no.NOT_NOW, OVER, PlayCards(0, ("4",)), "HA-10"),
    Provocation(no.NOT_NOW, OVER, CloseSheet(0), "HA-10"),
    Provocation(no.NOT_NOW, sheet(CloseSheet(1)), CloseSheet(1), "HA-10"),
    Provocation(no.NOT_NOW, sheet(CloseSheet(1)), WriteRound(0, NOTHING, NOTHING), "HA-10"),
    Provocation(no.NOT_YOUR_TURN, start(), Pass(1)),
    Provocation(no.NOT_YOUR_TURN, after("4"), PlayCards(0, ("5",))),
    Provocation(no.DROPPED_OUT, after(*["pass"] * 13), Pass(0)),
    Provocation(no.DROPPED_OUT, after(*["pass"] * 13), PlayCards(0, ("5",))),
    Provocation(no.NO_CARDS, start(), PlayCards(0, ())),
    Provocation(no.NO_SUCH_CARD, start(), PlayCards(0, ("13",))),
    Provocation(no.NO_SUCH_CARD, start(), PlayCards(0, ("17",))),
    Provocation(no.NO_SUCH_CARD, start(), PlayCards(0, ("4", "four"))),
    Provocation(no.MIXED_CARDS, start(), PlayCards(0, ("4", "4", "5"))),
    Provocation(no.HAND_TOO_SMALL, start(), PlayCards(0, ("6",) * 11)),
    Provocation(no.HAND_TOO_SMALL, ONE_LEFT_IN_HAND, PlayCards(1, ("6", "6"))),
    Provocation(no.CARDS_GONE, start(), PlayCards(0, ("15", "15"))),
    Provocation(no.CARDS_GONE, after("3"), PlayCards(1, ("3", "3"))),
    Provocation(no.CARDS_GONE, after("4", "8 8 8 8 8 8"), PlayCards(2, ("8",) * 7)),
    Provocation(no.CARDS_GONE, EIGHTS_GONE, PlayCards(1, ("8", "8"))),
    Provocation(no.TOO_LOW, after("5 5"), PlayCards(1, ("10",))),
    Provocation(no.COUNTS_LOW, after("5 5"), PlayCards(1, ("2/16",))),
    Provocation(no.ONLY_ON_SHEET, start(), WriteRound(0, NOTHING, NOTHING)),
    Provocation(no.ONLY_ON_SHEET, start(), CloseSheet(0)),
    Provocation(no.ONLY_IN_BASIC_GAME, sheet(), Pass(0)),
    Provocation(no.ONLY_IN_BASIC_GAME, sheet(), PlayCards(0, ("4",))),
    Provocation(no.ONE_NUMBER_EACH, sheet(), WriteRound(0, (1, 0), NOTHING)),
    Provocation(no.ONE_NUMBER_EACH, sheet(), WriteRound(0, NOTHING, ())),
    Provocation(no.NUMBER_BELOW_ZERO, sheet(), WriteRound(0, NOTHING, (0, -5, 0))),
    Provocation(no.NUMBER_BELOW_ZERO, sheet(), WriteRound(0, (-1, 1, 0), NOTHING)),
    Provocation(no.VICTORY_CHIPS_GONE, sheet(), WriteRound(0, (7, 0, 0), NOTHING)),
    Provocation(no.VICTORY_CHIPS_GONE, ALL_CHIPS, WriteRound(0, (0, 0, 1), NOTHING)),
    Provocation(no.NEGATIVE_POINTS_GONE, sheet(), WriteRound(0, NOTHING, (100, 26, 0))),
    Provocation(no.NEGATIVE_POINTS_GONE, ALL_POINTS, WriteRound(0, NOTHING, (0, 0, 1))),
)


@pytest.mark.parametrize(
    "case", PROVOCATIONS, ids=lambda case: f"{case.refusal.reason} {case.action}"
)
def test_the_refusal_names_its_rule_and_changes_nothing(case: Provocation) -> None:
    before = msgspec.json.encode(case.position)
    ruling = GAME.judge(case.position, case.action)

    assert isinstance(ruling, Refused)
    assert (ruling.reason, ruling.rule) == (case.refusal.reason, case.rule or case.refusal.rule)
    assert msgspec.json.encode(case.position) == before
    assert case.action not in list(GAME.legal_actions(case.position))


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(
    "case", PROVOCATIONS, ids=lambda case: f"{case.refusal.reason} {case.action}"
)
def test_the_refusal_has_a_sentence(case: Provocation, code: str) -> None:
    ruling = GAME.judge(case.position, case.action)

    assert isinstance(ruling, Refused)
    sentence = language(code).refusal(GAME.name, ruling)
    assert sentence.endswith(".")
    assert "{" not in sentence


def test_every_refusal_is_provoked() -> None:
    assert {case.refusal for case in PROVOCATIONS} == set(GAME.refusals)
