"""Every refusal of Spookies is provoked once, and has a sentence in every language."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from referee.games.base import Action, Refused, Ruling
from referee.games.reports import ReportCards, ReportFall
from referee.games.spookies import GAME
from referee.games.spookies.actions import ChooseDice
from referee.games.spookies.refusals import REFUSALS
from referee.language import language, languages
from tests.games.spookies_table import Play, SpookiesTable


def new(**options: int) -> SpookiesTable:
    return SpookiesTable("Tom", "Pierre", **options)


def counting() -> SpookiesTable:
    """Tom has two chips, Pierre one."""
    table = new(chips_in_play=3).arrange(chips={"Pierre": 1}, figures={"anna": 7})
    return table.friend("anna").roll("6 6")


def all_chips_counted_but_one() -> SpookiesTable:
    """Tom has 74 chips, Pierre the last one."""
    table = new(chips_in_play=75).arrange(chips={"Tom": 74}, active=1)
    return table.friend("anna").roll("6 6")


PROVOCATIONS = {
    "no-such-seat": lambda refuses: refuses(new().friend("anna"), "SP-13").do(ChooseDice(7, 2)),
    "not-now": lambda refuses: refuses(new(), "SP-20").dice(2),
    "not-your-turn": lambda refuses: refuses(new().friend("anna"), "SP-13").dice(2, by="Pierre"),
    "no-such-figure": lambda refuses: refuses(new().friend("question"), "SP-3").figure("tom"),
    "figure-stays-for-turn": lambda refuses: refuses(new().friend("anna"), "SP-20").figure("poppy"),
    "wrong-number-of-dice": lambda refuses: refuses(new().friend("anna").dice(3), "SP-21").pips(
        "1 2"
    ),
    "no-such-friend": lambda refuses: refuses(new(), "SP-4").friend("6"),
    "no-such-pips": lambda refuses: refuses(new().friend("anna").dice(2), "SP-5").pips("1 7"),
    "two-to-four-dice": lambda refuses: refuses(new().friend("anna"), "SP-21").dice(5),
    "ghost-holds-die": lambda refuses: refuses(
        new(ghost=True).arrange(figures={"anna": 9}).friend("anna"), "SP-66"
    ).dice(4),
    "first-roll-is-compulsory": lambda refuses: refuses(new(), "SP-R14").stop(),
    "joker-not-in-game": lambda refuses: refuses(new().friend("anna"), "SP-60").joker(),
    "joker-is-spent": lambda refuses: refuses(
        new(joker=True).friend("anna").roll("1 1").joker().pips("6 6"), "SP-61"
    ).joker(),
    "joker-needs-roll": lambda refuses: refuses(new(joker=True).friend("anna"), "SP-R7").joker(),
    "joker-too-late": lambda refuses: refuses(
        new(joker=True).friend("anna").roll("6 6").keep(), "SP-R7"
    ).joker(),
    "fines-need-two-dice": lambda refuses: refuses(
        new().arrange(fines={5: 1}).friend("anna").roll("6 6 1"), "SP-25"
    ).take(),
    "fines-stay-in-attic": lambda refuses: refuses(
        new().arrange(fines={11: 1}, figures={"anna": 11}).friend("anna").roll("6 6"), "SP-R5"
    ).take(),
    "ghost-not-in-game": lambda refuses: refuses(new(), "SP-65").ghost(8),
    "ghost-goes-one-floor": lambda refuses: refuses(
        new(ghost=True).arrange(figures={"anna": 9}).friend("anna").roll("6 6"), "SP-67"
    ).ghost(11),
    "already-counted": lambda refuses: refuses(counting().count("Tom", total=2), "SP-42").count(
        "Tom", total=2
    ),
    "count-missing": lambda refuses: refuses(counting(), "SP-42").count("Tom"),
    "wrong-number-of-chips": lambda refuses: refuses(counting(), "SP-42").count("Tom", values="1"),
    "no-such-chips": lambda refuses: refuses(counting(), "SP-6").count("Tom", values="1 4"),
    "sum-is-another": lambda refuses: refuses(counting(), "SP-42").count(
        "Tom", total=4, values="1 1"
    ),
    "impossible-total": lambda refuses: refuses(counting(), "SP-42").count("Tom", total=9),
    "totals-do-not-fit": lambda refuses: refuses(
        all_chips_counted_but_one().count("Tom", total=160), "SP-6"
    ).count("Pierre", total=1),
}


@pytest.mark.parametrize("reason", PROVOCATIONS)
def test_the_table_refuses(reason: str) -> None:
    PROVOCATIONS[reason](lambda table, rule: table.refuses(rule, reason))


def test_every_refusal_is_provoked() -> None:
    assert {refusal.reason for refusal in REFUSALS} == set(PROVOCATIONS)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("reason", PROVOCATIONS)
def test_every_refusal_has_a_sentence(
    reason: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[Refused] = []

    def refuses(table: SpookiesTable, rule: str) -> Play:
        judge = table.judge

        def watched(action: Action) -> Ruling:
            ruling = judge(action)
            if isinstance(ruling, Refused):
                refused.append(ruling)
            return ruling

        monkeypatch.setattr(table, "judge", watched)
        return table.refuses(rule, reason)

    PROVOCATIONS[reason](refuses)

    assert language(code).refusal("spookies", refused[-1])


def tables_in_every_phase() -> Iterator[SpookiesTable]:
    yield new()
    yield new().friend("question")
    yield new().friend("anna")
    yield new().friend("anna").dice(2)
    yield new(joker=True).friend("anna").roll("6 6")
    yield new().arrange(fines={5: 1}).friend("anna").roll("6 6")
    yield new(ghost=True).arrange(figures={"anna": 9}).friend("anna").roll("6 6")
    yield new().friend("anna").roll("6 6")
    yield counting()
    yield counting().count("Tom", total=2).count("Pierre", total=1)


def test_every_phase_is_there() -> None:
    phases = [table.state.phase for table in tables_in_every_phase()]

    assert len(set(phases)) == 10
    assert all(first != second for first, second in pairwise(phases))


@pytest.mark.parametrize("action", [ReportFall(0), ReportCards(("1",))])
def test_what_the_game_does_not_know_is_refused_at_every_moment(
    action: ReportCards | ReportFall,
) -> None:
    for table in tables_in_every_phase():
        ruling = table.judge(action)
        assert isinstance(ruling, Refused)
        for code in languages():
            assert language(code).refusal("spookies", ruling)


def test_nobody_else_and_no_empty_seat_may_choose() -> None:
    for table in tables_in_every_phase():
        for action in GAME.legal_actions(table.state):
            fields = {name: getattr(action, name) for name in action.__struct_fields__}
            for seat in (1, 2, -1, 10**20):
                ruling = table.judge(action.__class__(**fields | {"seat": seat}))
                assert isinstance(ruling, Refused)
                assert ruling.reason in ("not-your-turn", "no-such-seat")


def test_what_is_not_listed_is_refused() -> None:
    offered = [list(GAME.legal_actions(table.state)) for table in tables_in_every_phase()]
    every_choice = {action for actions in offered for action in actions}
    for table, actions in zip(tables_in_every_phase(), offered, strict=True):
        for action in every_choice - set(actions):
            assert isinstance(table.judge(action), Refused), f"{action} in {table.state.phase}"
