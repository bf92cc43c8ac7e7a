"""Bohnanza's proposals: nothing moves before the partner's yes, and then as in a deal."""

from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from referee.events import Codec
from referee.games.base import Accepted, Action, Event, fold
from referee.games.bohnanza import GAME
from referee.games.bohnanza import refusals as no
from referee.games.bohnanza.actions import (
    AcceptDeal,
    BuyField,
    Deal,
    DeclineDeal,
    EndDealing,
    ProposeDeal,
)
from referee.games.bohnanza.edition import unseen_of
from referee.games.bohnanza.events import (
    CardsGiven,
    DealAccepted,
    DealDeclined,
    DealLapsed,
    DealProposed,
)
from referee.games.bohnanza.state import State
from referee.games.bohnanza.view import TableView
from referee.games.parsing import action_name, format_value, parse_action
from referee.language import language
from tests.games.bohnanza_table import NAMES, A, B, C, D, after, refused, rule_on, table

DEALING = table(phase="dealing", open_cards=("soy", "red"))
SWAP = ProposeDeal(A, B, ("soy",), ("blue",), ("chili",))


def open_numbers(state: State) -> list[int]:
    return [each.proposal for each in state.proposals]


def test_a_proposal_moves_nothing() -> None:
    state = after(DEALING, SWAP)
    assert replace(state, proposals=(), proposed=0) == DEALING
    assert GAME.awaiting(state) == GAME.awaiting(DEALING)


def test_everybody_sees_it() -> None:
    state = after(DEALING, SWAP)
    expected = (DealProposed(A, B, 1, ("soy", "blue"), ("chili",), 1),)
    for seat in (None, A, B, C):
        view = GAME.view(state, seat)
        assert isinstance(view, TableView)
        assert view.proposals == expected


def test_accepting_moves_the_cards_as_the_deal_would() -> None:
    proposed = after(DEALING, SWAP)
    agreed = Deal(A, B, ("soy",), ("blue",), ("chili",))
    events = rule_on(proposed, AcceptDeal(B, 1))
    assert events == (DealAccepted(B, A, 1), *rule_on(DEALING, agreed))
    assert replace(after(proposed, AcceptDeal(B, 1)), proposed=0) == after(DEALING, agreed)


def test_others_ask_for_the_revealed_cards_of_the_active_player() -> None:
    state = after(DEALING, ProposeDeal(B, A, ("soy",), ("chili",), ("blue",)))
    assert state.proposals == (DealProposed(B, A, 1, ("chili",), ("soy", "blue"), 1),)
    assert rule_on(state, AcceptDeal(A, 1)) == (
        DealAccepted(A, B, 1),
        CardsGiven(A, B, ("soy", "blue"), 1),
        CardsGiven(B, A, ("chili",)),
    )


@pytest.mark.parametrize(
    ("gift", "given"),
    [
        (ProposeDeal(A, B, ("soy",)), CardsGiven(A, B, ("soy",), 1)),
        (ProposeDeal(B, A, hand=("chili",)), CardsGiven(B, A, ("chili",))),
    ],
)
def test_bo48_nobody_has_to_accept_a_gift(gift: ProposeDeal, given: CardsGiven) -> None:
    state = after(DEALING, gift)
    assert replace(after(state, DeclineDeal(gift.partner, 1)), proposed=0) == DEALING
    assert rule_on(state, AcceptDeal(gift.partner, 1))[1:] == (given,)


def test_only_the_partner_accepts() -> None:
    state = after(DEALING, SWAP)
    for seat in (A, C, D):
        assert refused(state, AcceptDeal(seat, 1)) == ("BO-48", "proposal-of-others")


def test_the_partner_declines_and_the_proposer_takes_back() -> None:
    state = after(DEALING, SWAP)
    assert rule_on(state, DeclineDeal(B, 1)) == (DealDeclined(B, A, 1),)
    assert rule_on(state, DeclineDeal(A, 1)) == (DealDeclined(A, B, 1, withdrawn=True),)
    for seat in (A, B):
        gone = after(state, DeclineDeal(seat, 1))
        assert refused(gone, AcceptDeal(B, 1)) == ("BO-46", "no-such-proposal")


def test_one_proposal_is_open_between_two_and_a_yes_means_the_one_that_was_seen() -> None:
    state = after(DEALING, SWAP, ProposeDeal(A, C, ("red",)))
    state = after(state, ProposeDeal(B, A, ("soy",), ("cocoa",)))
    assert open_numbers(state) == [2, 3]
    # What Ben had before his eyes is no longer what would move.
    assert refused(state, AcceptDeal(B, 1)) == ("BO-46", "no-such-proposal")
    state = after(state, DeclineDeal(A, 3), SWAP)
    assert open_numbers(state) == [2, 4]


def test_a_proposal_lapses_when_its_cards_are_gone() -> None:
    state = after(
        DEALING, SWAP, ProposeDeal(C, A, ("soy",), ("chili",)), ProposeDeal(D, A, ("red",))
    )
    events = rule_on(state, AcceptDeal(B, 1))
    assert events[-1] == DealLapsed(C, A, 2)
    assert open_numbers(after(state, AcceptDeal(B, 1))) == [3]


def test_a_proposal_lapses_when_the_hand_has_become_too_small() -> None:
    state = table(phase="dealing", hands={A: 2, B: 1, C: 1})
    state = after(state, ProposeDeal(A, B, hand=("blue", "blue")), ProposeDeal(C, A, hand=("soy",)))
    state = after(state, Deal(A, C, hand=("red",)))
    assert open_numbers(state) == []


def test_a_proposal_lapses_when_the_two_have_dealt_otherwise() -> None:
    state = after(DEALING, SWAP, ProposeDeal(A, C, ("red",)))
    assert rule_on(state, Deal(A, B, hand=("blue",)))[-1] == DealLapsed(A, B, 1)


def test_proposals_end_with_the_dealing_and_with_nothing_else() -> None:
    state = table(phase="dealing", open_cards=("soy",), coins={B: ["red"] * 3})
    state = after(state, ProposeDeal(A, B, ("soy",)), BuyField(B))
    assert open_numbers(state) == [1]
    for ended in (state, after(state, Deal(A, C, ("soy",)), ProposeDeal(A, B, hand=("blue",)))):
        over = after(ended, EndDealing(A))
        assert open_numbers(over) == []
        assert over.proposed == ended.proposed


def test_a_yes_is_judged_by_what_is_there_now() -> None:
    state = replace(after(DEALING, SWAP), open_cards=("red",))
    assert GAME.judge(state, AcceptDeal(B, 1)) == no.NOT_REVEALED(card="soy")


def test_asking_for_a_card_tells_nothing_about_the_hand_it_is_in() -> None:
    """Whatever nobody has seen may be asked for, from anybody, and gets the same answer."""
    beans = DEALING.rules.beans
    unseen = [card for card in beans.cards if unseen_of(beans, DEALING.unseen, card)]
    assert len(unseen) > 5
    for card, partner in product(unseen, (B, C, D)):
        ruling = GAME.judge(DEALING, ProposeDeal(A, partner, received=(card,)))
        assert ruling == Accepted((DealProposed(A, partner, 1, (), (card,)),))


def test_what_is_open_can_be_answered_by_those_it_concerns() -> None:
    state = after(DEALING, SWAP)
    listed = [action for action in GAME.legal_actions(state) if hasattr(action, "proposal")]
    assert listed == [AcceptDeal(B, 1), DeclineDeal(B, 1), DeclineDeal(A, 1)]


@pytest.mark.parametrize(
    ("action", "english", "french"),
    [
        (
            ProposeDeal(A, B, hand=("blue", "soy"), received=("cocoa",)),
            "Anne proposes to Ben: Blue and Soy for Cocoa. Ben, do you agree?",
            "Anne propose à Ben : Harry Colt et Harry Copain contre Harry Choco. Ben, d’accord ?",
        ),
        (
            ProposeDeal(B, A, ("soy",)),
            "Ben proposes to Anne: nothing for Soy. Anne, do you agree?",
            "Ben propose à Anne : rien contre Harry Copain. Anne, d’accord ?",
        ),
    ],
)
def test_a_proposal_is_spoken_aloud(action: Action, english: str, french: str) -> None:
    (event,) = rule_on(DEALING, action)
    said = [language(code).event("bohnanza", event, NAMES) for code in ("en", "fr")]
    assert said == [english, french]


def random_dealing(rng: Random, state: State) -> Action:
    """Anything that may happen while deals are made, sensible or not."""
    listed = list(GAME.legal_actions(state))[1:]
    if listed and rng.random() < 0.4:
        return rng.choice(listed)
    seat, partner = rng.sample(range(len(state.players)), 2)
    kind = rng.choice((Deal, ProposeDeal, ProposeDeal, ProposeDeal))
    cards = [rng.choices(state.rules.beans.cards, k=rng.randint(0, 2)) for _ in range(2)]
    revealed = tuple(card for card in state.open_cards if rng.random() < 0.4)
    return kind(seat, partner, revealed, tuple(cards[0]), tuple(cards[1]))


@pytest.mark.parametrize("seed", range(8))
def test_any_haggling_keeps_the_rules_and_what_is_open_can_be_accepted(seed: int) -> None:
    rng = Random(f"haggling {seed}")
    codec = Codec(GAME.events)
    state = start = table(5, phase="dealing", open_cards=("soy", "red"))
    events: list[Event] = []
    kinds = set()
    for _ in range(120):
        action = random_dealing(rng, state)
        assert parse_action(GAME, format_value(action)) == action
        ruling = GAME.judge(state, action)
        kinds.add((type(action), type(ruling)))
        for event in ruling.events:
            state = GAME.evolve(state, event)
            assert list(GAME.faults(state)) == []
            again = codec.decode(action_name(type(event)), event.version, codec.encode(event))
            assert isinstance(again, Event)
            events.append(again)
        for each in state.proposals:
            assert isinstance(GAME.judge(state, AcceptDeal(each.partner, each.proposal)), Accepted)
    assert {(kind, Accepted) for kind in (Deal, ProposeDeal, AcceptDeal, DeclineDeal)} <= kinds
    assert fold(GAME, events, start) == state
