"""Bohnanza for two: the cases T-30 to T-33 of the rules and the rulings about the duel."""

import pytest

from referee.games.awaiting import AwaitCards, AwaitChoice
from referee.games.bohnanza import GAME
from referee.games.bohnanza.actions import (
    BuyField,
    Deal,
    DiscardCard,
    DrawCards,
    HarvestField,
    KeepHand,
    LeaveOffer,
    PlantCard,
    StopPlanting,
)
from referee.games.bohnanza.events import (
    CardsAdded,
    CardsDrawn,
    CardsRevealed,
    FieldBought,
    GameEnded,
    PileExhausted,
)
from referee.games.bohnanza.state import State
from referee.games.reports import ReportCards
from tests.games.bohnanza_table import A, B, after, grown, refused, rule_on, start, table
from tests.games.endings import outcome_of

REVEAL = ReportCards(("blue", "soy", "chili"))


def extended() -> State:
    """T-30 up to the extension: the discard pile is Soy, Soy, Red, Blue from the top."""
    return table(2, phase="revealing", discard=("blue", "red", "soy", "soy"))


class TestReveal:
    def test_t30_the_discard_pile_adds_matching_cards(self) -> None:
        assert rule_on(extended(), REVEAL) == (
            CardsRevealed(A, ("blue", "soy", "chili"), "choosing"),
            CardsAdded(A, ("soy", "soy")),
        )
        state = after(extended(), REVEAL)
        assert state.discard == ("blue", "red")
        assert state.open_cards == ("blue", "soy", "chili", "soy", "soy")

    def test_bo114_an_empty_discard_pile_adds_nothing(self) -> None:
        assert len(rule_on(table(2, phase="revealing"), REVEAL)) == 1

    def test_bo114_a_whole_discard_pile_may_be_added(self) -> None:
        state = after(table(2, phase="revealing", discard=("soy", "blue")), REVEAL)
        assert state.discard == ()
        assert state.open_cards[3:] == ("blue", "soy")

    def test_t31_what_is_left_is_the_offer(self) -> None:
        state = after(extended(), REVEAL, PlantCard(A, "blue", 0), LeaveOffer(A), DrawCards(A))
        assert GAME.awaiting(state) == AwaitChoice((B,), "offer")
        assert sorted(state.open_cards) == ["chili", "soy", "soy", "soy"]
        soy = PlantCard(B, "soy", 0)
        state = after(state, soy, soy, soy, DiscardCard(B, "chili"))
        assert grown(state, B) == [("soy", 3), ("", 0)]
        assert state.discard == ("blue", "red", "chili")
        assert state.phase == "planting"

    def test_bo115_all_cards_may_be_planted_or_none(self) -> None:
        state = after(table(2, fields={A: [("blue", 1), ("soy", 1)]}, phase="revealing"), REVEAL)
        assert after(state, LeaveOffer(A)).phase == "drawing"
        state = after(state, PlantCard(A, "blue", 0), PlantCard(A, "soy", 1))
        state = after(state, HarvestField(A, 0), PlantCard(A, "chili", 0))
        assert (state.phase, state.open_cards) == ("drawing", ())
        assert after(state, DrawCards(A)).phase == "planting"

    def test_the_discard_pile_does_not_grow_into_the_open_cards(self) -> None:
        """Cards discarded after the reveal stay there (BO-114 is looked at once)."""
        state = table(2, fields={A: [("blue", 2)]}, phase="revealing")
        state = after(state, REVEAL, HarvestField(A, 0))
        assert state.discard == ("blue", "blue")
        assert state.open_cards == ("blue", "soy", "chili")


class TestTurn:
    def test_bo112_the_first_turn_begins_with_the_hand(self) -> None:
        assert GAME.awaiting(start(2)) == AwaitChoice((A,), "plant")

    def test_r9_at_most_one_card_is_discarded(self) -> None:
        state = after(start(2), PlantCard(A, "blue", 0), StopPlanting(A))
        assert GAME.awaiting(state) == AwaitChoice((A,), "discard")
        state = after(state, DiscardCard(A, "wax"))
        assert state.players[A].hand == 3
        assert state.discard == ("wax",)
        assert refused(state, DiscardCard(A, "wax")) == ("BO-40", "not-now")

    def test_bo113_nothing_has_to_be_discarded(self) -> None:
        state = after(start(2), PlantCard(A, "blue", 0), PlantCard(A, "blue", 0))
        assert refused(state, PlantCard(A, "blue", 0)) == ("BO-32", "two-cards-at-most")
        assert isinstance(GAME.awaiting(after(state, KeepHand(A))), AwaitCards)
        assert after(state, REVEAL).phase == "choosing"

    def test_bo113_an_empty_hand_has_nothing_to_discard(self) -> None:
        state = after(table(2, hands={A: 1}), PlantCard(A, "blue", 0))
        assert state.phase == "revealing"

    def test_bo33_an_offer_and_an_empty_hand(self) -> None:
        state = table(2, hands={A: 0}, phase="offer", open_cards=("red",))
        assert after(state, PlantCard(A, "red", 0)).phase == "revealing"
        assert after(state, DiscardCard(A, "red")).phase == "revealing"

    def test_r12_the_last_discarded_card_is_on_top(self) -> None:
        state = table(2, phase="offer", open_cards=("red", "soy"))
        for order in (("red", "soy"), ("soy", "red")):
            assert after(state, *(DiscardCard(A, card) for card in order)).discard == order

    def test_bo110_there_is_no_trading(self) -> None:
        state = after(table(2, phase="revealing"), REVEAL)
        assert refused(state, Deal(A, B, hand=("red",))) == ("BO-110", "no-deals-in-duel")

    def test_t32_no_harvest_in_the_other_turn(self) -> None:
        state = table(2, fields={A: [("red", 2)], B: [("red", 2)]})
        assert refused(state, HarvestField(B, 0)) == ("BO-111", "harvest-in-own-turn")
        assert len(after(state, HarvestField(A, 0)).players[A].coins) == 1

    def test_t33_coins_for_a_field_leave_the_game(self) -> None:
        state = table(2, coins={A: ["red", "soy", "blue", "wax"]})
        assert rule_on(state, BuyField(A)) == (FieldBought(A, ("wax", "blue", "soy"), "box"),)
        state = after(state, BuyField(A))
        assert (state.boxed, state.discard) == (("wax", "blue", "soy"), ())

    def test_bo90_a_field_may_be_bought_in_the_other_turn(self) -> None:
        state = after(table(2, coins={B: ["red"] * 3}), BuyField(B))
        assert len(state.players[B].fields) == 3

    def test_r13_two_fields_at_the_start(self) -> None:
        state = start(2)
        assert [len(player.fields) for player in state.players] == [2, 2]
        assert state.rules.table.price == 3

    def test_bo116_two_cards_are_drawn(self) -> None:
        assert rule_on(table(2, phase="drawing"), DrawCards(A))[0] == CardsDrawn(A, 2)


class TestEnd:
    @pytest.mark.parametrize("left", [1, 2, 3])
    def test_r10_in_phase_3_the_turn_is_finished(self, left: int) -> None:
        state = table(2, draw=left, phase="revealing", discard=("red", "soy"))
        cards = ("blue", "soy", "chili")[:left]
        events = rule_on(state, ReportCards(cards))
        assert events[:2] == (CardsRevealed(A, cards, "choosing"), PileExhausted(1))
        assert (CardsAdded(A, ("soy",)) in events) is (left > 1)
        state = after(state, ReportCards(cards), PlantCard(A, "blue", 0))
        if left > 1:
            state = after(state, LeaveOffer(A))
        assert state.phase == "over"
        assert outcome_of(GAME, state).scores == (0, 0)

    @pytest.mark.parametrize("left", [1, 2])
    def test_r10_in_phase_4_the_game_ends_at_once(self, left: int) -> None:
        state = table(2, draw=left, phase="drawing", discard=("red", "soy"))
        assert rule_on(state, DrawCards(A)) == (
            CardsDrawn(A, left),
            PileExhausted(1),
            GameEnded("draw-pile"),
        )
