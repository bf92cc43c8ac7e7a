"""Every way in which Bohnanza says no, provoked once, with a sentence in every language."""

import pytest

from referee.games.awaiting import Piece
from referee.games.base import Action, Refusal, Refused
from referee.games.bohnanza import GAME
from referee.games.bohnanza import refusals as no
from referee.games.bohnanza.actions import (
    AcceptDeal,
    BuyField,
    Deal,
    DeclineDeal,
    DiscardCard,
    DrawCards,
    EndDealing,
    HarvestField,
    KeepHand,
    LeaveOffer,
    PlantCard,
    ProposeDeal,
    StopPlanting,
)
from referee.games.bohnanza.state import State
from referee.games.reports import ReportCards, ReportPiece, ReportStable
from referee.language import language, languages
from tests.games.bohnanza_table import A, B, C, after, start, table

DEALING = table(phase="dealing", open_cards=("soy", "red"))
PROPOSED = after(DEALING, ProposeDeal(B, A, ("soy",), ("red",)))
SOWING = table(phase="sowing", aside={A: ["soy"], B: ["red"]})
DUEL = start(2)
HUGE = 10**30

PROVOCATIONS: list[tuple[Refusal, State, Action]] = [
    (no.NO_SUCH_SEAT, start(4), PlantCard(4, "blue", 0)),
    (no.NO_SUCH_SEAT, start(4), StopPlanting(-1)),
    (no.NO_SUCH_SEAT, start(4), HarvestField(HUGE, 0)),
    (no.NO_SUCH_SEAT, start(4), BuyField(-HUGE)),
    (no.NO_SUCH_SEAT, DEALING, Deal(A, 4, ("soy",))),
    (no.NO_SUCH_SEAT, DEALING, EndDealing(7)),
    (no.NO_SUCH_SEAT, SOWING, PlantCard(9, "soy", 0)),
    (no.NO_SUCH_SEAT, table(phase="drawing"), DrawCards(4)),
    (no.NOT_NOW, start(4), EndDealing(A)),
    (no.NOT_NOW, start(4), DrawCards(A)),
    (no.NOT_NOW, start(4), Deal(A, B, hand=("blue",))),
    (no.NOT_NOW, start(4), ReportStable()),
    (no.NOT_NOW, start(4), ReportPiece(Piece("die"))),
    (no.NOT_NOW, DEALING, ReportCards(("soy", "soy"))),
    (no.NOT_NOW, DEALING, PlantCard(A, "soy", 0)),
    (no.NOT_NOW, SOWING, StopPlanting(A)),
    (no.NOT_NOW, DUEL, DiscardCard(A, "blue")),
    (no.NOT_NOW, DUEL, KeepHand(A)),
    (no.NOT_NOW, DUEL, LeaveOffer(A)),
    (no.NOT_YOUR_TURN, start(4), PlantCard(B, "blue", 0)),
    (no.NOT_YOUR_TURN, DEALING, EndDealing(B)),
    (no.NOT_YOUR_TURN, table(phase="drawing"), DrawCards(B)),
    (no.NOT_YOUR_TURN, table(2, phase="discarding"), KeepHand(B)),
    (no.NOT_YOUR_TURN, table(2, phase="offer", open_cards=("soy",)), PlantCard(B, "soy", 0)),
    (no.NO_SUCH_CARD, start(4), PlantCard(A, "coffee", 0)),
    (no.NO_SUCH_CARD, start(4), PlantCard(A, "", 0)),
    (no.NO_SUCH_CARD, table(phase="revealing"), ReportCards(("soy", "pea soup"))),
    (no.NO_SUCH_CARD, table(2, phase="discarding"), DiscardCard(A, "garden")),
    (no.NO_MORE_OF_THIS_CARD, table(discard=("cocoa",) * 4), PlantCard(A, "cocoa", 0)),
    (
        no.NO_MORE_OF_THIS_CARD,
        table(phase="dealing", discard=("cocoa",) * 3),
        Deal(A, B, hand=("cocoa",), received=("cocoa",)),
    ),
    (no.NOT_NOW, start(4), ProposeDeal(A, B, hand=("blue",))),
    (no.DEAL_WITHOUT_ACTIVE_PLAYER, DEALING, ProposeDeal(B, C, hand=("blue",))),
    (no.DEAL_WITH_ONESELF, DEALING, ProposeDeal(A, A, hand=("blue",))),
    (no.EMPTY_DEAL, DEALING, ProposeDeal(B, A)),
    (no.NOT_REVEALED, DEALING, ProposeDeal(B, A, ("garden",))),
    (no.NO_DEALS_IN_DUEL, DUEL, ProposeDeal(A, B, hand=("blue",))),
    (no.NO_SUCH_PROPOSAL, DEALING, AcceptDeal(B, 1)),
    (no.NO_SUCH_PROPOSAL, PROPOSED, DeclineDeal(B, HUGE)),
    (no.NO_SUCH_PROPOSAL, after(PROPOSED, DeclineDeal(A, 1)), AcceptDeal(A, 1)),
    (no.NO_SUCH_PROPOSAL, after(PROPOSED, EndDealing(A)), AcceptDeal(A, 1)),
    (no.PROPOSAL_OF_OTHERS, PROPOSED, AcceptDeal(B, 1)),
    (no.PROPOSAL_OF_OTHERS, PROPOSED, AcceptDeal(C, 1)),
    (no.PROPOSAL_OF_OTHERS, PROPOSED, AcceptDeal(-HUGE, 1)),
    (no.PROPOSAL_OF_OTHERS, PROPOSED, DeclineDeal(C, 1)),
    (no.NO_SUCH_FIELD, start(4), PlantCard(A, "blue", 2)),
    (no.NO_SUCH_FIELD, start(4), PlantCard(A, "blue", -1)),
    (no.NO_SUCH_FIELD, start(4), HarvestField(A, HUGE)),
    (no.OTHER_BEAN_GROWS_THERE, table(fields={A: [("red", 1)]}), PlantCard(A, "blue", 0)),
    (no.GROWS_ELSEWHERE, table(fields={A: [("red", 1)]}), PlantCard(A, "red", 1)),
    (
        no.NO_ROOM,
        table(fields={A: [("red", 1), ("soy", 1)]}),
        PlantCard(A, "blue", 0),
    ),
    (no.FRONT_CARD_FIRST, start(4), StopPlanting(A)),
    (no.TWO_CARDS_AT_MOST, table(planted=2, phase="revealing"), PlantCard(A, "blue", 0)),
    (no.NOT_AMONG_THE_CARDS, SOWING, PlantCard(A, "red", 0)),
    (
        no.NOT_AMONG_THE_CARDS,
        table(2, phase="choosing", open_cards=("soy",)),
        PlantCard(A, "red", 0),
    ),
    (
        no.NOT_AMONG_THE_CARDS,
        table(2, phase="offer", open_cards=("soy",)),
        DiscardCard(A, "red"),
    ),
    (no.WRONG_NUMBER_OF_CARDS, table(phase="revealing"), ReportCards(("soy",))),
    (no.WRONG_NUMBER_OF_CARDS, table(draw=0, exhaustions=1, planted=1), ReportCards(())),
    (no.DEAL_WITHOUT_ACTIVE_PLAYER, DEALING, Deal(B, C, hand=("blue",))),
    (no.DEAL_WITH_ONESELF, DEALING, Deal(A, A, ("soy",))),
    (no.EMPTY_DEAL, DEALING, Deal(A, B)),
    (no.REVEALED_CARDS_OF_ANOTHER, DEALING, Deal(B, A, ("soy",))),
    (no.NOT_REVEALED, DEALING, Deal(A, B, ("soy", "soy"))),
    (no.RECEIVED_CARDS_STAY, after(DEALING, Deal(A, B, (), (), ("wax",))), Deal(A, C, ("wax",))),
    (no.HAND_TOO_SMALL, DEALING, Deal(A, B, hand=("blue",) * 6)),
    (no.NO_DEALS_IN_DUEL, DUEL, Deal(A, B, hand=("blue",))),
    (no.ONLY_IN_DUEL, start(4), DiscardCard(A, "blue")),
    (no.ONLY_IN_DUEL, start(4), KeepHand(A)),
    (no.ONLY_IN_DUEL, start(4), LeaveOffer(A)),
    (no.EMPTY_FIELD, start(4), HarvestField(A, 0)),
    (
        no.SINGLE_BEAN_PROTECTED,
        table(fields={C: [("red", 1), ("soy", 2)]}),
        HarvestField(C, 0),
    ),
    (no.HARVEST_IN_OWN_TURN, table(2, fields={B: [("red", 1)]}), HarvestField(B, 0)),
    (no.HAS_THREE_FIELDS, start(3), BuyField(A)),
    (no.TOO_FEW_COINS, start(4), BuyField(A)),
]


@pytest.mark.parametrize(("refusal", "state", "action"), PROVOCATIONS)
def test_provocations_are_refused_in_every_language(
    refusal: Refusal, state: State, action: Action
) -> None:
    ruling = GAME.judge(state, action)
    assert isinstance(ruling, Refused)
    assert ruling.reason == refusal.reason
    assert ruling.rule.startswith(("BO-", "R-"))
    for code in languages():
        assert language(code).refusal(GAME.name, ruling)


def test_every_refusal_is_provoked() -> None:
    assert {refusal.reason for refusal, _, _ in PROVOCATIONS} == {
        refusal.reason for refusal in GAME.refusals
    }


@pytest.mark.parametrize(
    "action",
    [
        PlantCard(A, "blue", 0),
        StopPlanting(A),
        Deal(A, B, hand=("blue",)),
        EndDealing(A),
        DrawCards(A),
        HarvestField(A, 0),
        BuyField(A),
        ReportCards(("blue",)),
        ReportStable(),
    ],
)
def test_after_the_end_everything_is_refused(action: Action) -> None:
    state = after(table(draw=1, exhaustions=2, phase="drawing"), DrawCards(A))
    ruling = GAME.judge(state, action)
    assert isinstance(ruling, Refused)
    assert (ruling.rule, ruling.details["phase"]) == ("BO-100", "over")
    assert list(GAME.legal_actions(state)) == []
    assert GAME.awaiting(state) is None


@pytest.mark.parametrize(
    ("fields", "coins", "can_buy"),
    [([("red", 1), ("soy", 1)], 3, True), ([("red", 1), ("soy", 1)], 2, False)]
    + [([("red", 1), ("soy", 1), ("stink", 1)], 9, False)],
)
def test_a_third_field_is_proposed_only_to_those_who_can_buy_one(
    fields: list[tuple[str, int]], coins: int, can_buy: bool
) -> None:
    state = table(fields={A: fields}, coins={A: ("wax",) * coins})
    ruling = GAME.judge(state, PlantCard(A, "blue", 0))
    assert isinstance(ruling, Refused)
    assert ("buy a third" in language("en").refusal(GAME.name, ruling)) is can_buy
    assert ("troisième" in language("fr").refusal(GAME.name, ruling)) is can_buy


PHASES = {
    "offer": table(2, phase="offer", open_cards=("soy",)),
    "planting": start(4),
    "discarding": table(2, phase="discarding"),
    "revealing": table(phase="revealing"),
    "dealing": DEALING,
    "sowing": SOWING,
    "choosing": table(2, phase="choosing", open_cards=("soy",)),
    "drawing": table(phase="drawing"),
}


@pytest.mark.parametrize("phase", PHASES)
def test_not_now_says_what_is_due(phase: str) -> None:
    state = PHASES[phase]
    ruling = no.not_now(state)
    assert ruling.details["phase"] == phase
    sentences = {language(code).refusal(GAME.name, ruling) for code in languages()}
    assert len(sentences) == len(languages())
    assert all("Anne" in sentence for sentence in sentences)


@pytest.mark.parametrize("code", languages())
def test_every_card_action_and_question_has_words(code: str) -> None:
    words = language(code)
    for card in (*start(3).rules.beans.cards, "cocoa"):
        assert words.term(GAME.name, "card", card) != card
    for kind in set(GAME.actions) - {ReportCards}:
        assert words.has(f"bohnanza-action-{kind.__struct_config__.tag}")
    prompts = ("offer", "plant", "plant-again", "discard", "deal", "sow", "choose", "draw")
    for prompt in prompts:
        assert "Anne" in words.prompt(GAME.name, prompt, player="Anne")
    silent = {
        kind
        for kind in GAME.events
        if not words.has(f"bohnanza-event-{kind.__struct_config__.tag}")
    }
    assert {kind.__name__ for kind in silent} == {"PlantingStopped"}
