"""Bohnanza's deals and gifts, and the planting of what was dealt (T-2 to T-4, T-16, T-17)."""

from itertools import permutations

import pytest

from referee.errors import InputError
from referee.games.awaiting import AwaitChoice
from referee.games.base import Accepted
from referee.games.bohnanza import GAME
from referee.games.bohnanza.actions import (
    Deal,
    DrawCards,
    EndDealing,
    HarvestField,
    PlantCard,
)
from referee.games.bohnanza.events import (
    CardsGiven,
)
from referee.games.bohnanza.state import State
from referee.games.parsing import parse_action
from referee.games.reports import ReportCards
from tests.games.bohnanza_table import A, B, C, after, grown, refused, rule_on, table


class TestDeals:
    """Stéphane of the booklet is Anne here, his partner is Ben."""

    def revealed(self) -> State:
        state = table(fields={A: [("red", 1), None]}, planted=1, options={"edition": "b"})
        return after(state, ReportCards(("garden", "soy")))

    def test_t2_nothing_moves_until_somebody_accepts(self) -> None:
        state = self.revealed()
        assert state.open_cards == ("garden", "soy")
        assert GAME.awaiting(state) == AwaitChoice((A,), "deal")
        assert all(player.aside == () for player in state.players)
        assert isinstance(GAME.judge(state, Deal(A, B, ("soy",), (), ("red",))), Accepted)

    def test_t3_two_for_one_of_mixed_origin(self) -> None:
        events = rule_on(self.revealed(), Deal(A, B, ("soy",), ("blue",), ("red",)))
        assert events == (CardsGiven(A, B, ("soy", "blue"), 1), CardsGiven(B, A, ("red",)))

    def test_t4_both_plant_what_they_got(self) -> None:
        state = after(self.revealed(), Deal(A, B, ("soy",), ("blue",), ("red",)))
        assert [player.hand for player in state.players] == [4, 4, 5, 5]
        state = after(state, EndDealing(A), PlantCard(A, "red", 0), PlantCard(A, "garden", 1))
        assert grown(state, A) == [("red", 2), ("garden", 1)]
        assert refused(state, DrawCards(A)) == ("BO-60", "not-now")
        state = after(state, PlantCard(B, "blue", 0), PlantCard(B, "soy", 1))
        assert grown(state, B) == [("blue", 1), ("soy", 1)]
        assert state.phase == "drawing"

    def test_t16_others_do_not_deal_among_themselves(self) -> None:
        state = self.revealed()
        expected = ("BO-42", "deal-without-active-player")
        assert refused(state, Deal(B, C, (), ("blue",), ("red",))) == expected
        assert refused(state, Deal(B, C, (), ("blue",))) == expected

    def test_t17_a_received_card_stays(self) -> None:
        state = after(self.revealed(), Deal(A, B, ("soy",), (), ("red",)))
        assert refused(state, Deal(A, C, ("red",))) == ("BO-47", "received-cards-stay")

    def test_bo43_others_have_only_their_hands_to_offer(self) -> None:
        state = self.revealed()
        expected = ("BO-43", "revealed-cards-of-another")
        assert refused(state, Deal(B, A, ("soy",))) == expected

    def test_bo45_hand_cards_may_be_dealt_after_the_revealed_ones(self) -> None:
        state = after(self.revealed(), Deal(A, B, ("soy", "garden")), Deal(A, C, (), ("blue",)))
        assert state.players[C].aside == ("blue",)
        assert state.open_cards == ()

    def test_bo48_the_others_give_to_the_active_player(self) -> None:
        told_by_ben = after(self.revealed(), Deal(B, A, (), ("blue",)))
        told_by_anne = after(self.revealed(), Deal(A, B, received=("blue",)))
        assert told_by_ben == told_by_anne
        assert told_by_ben.players[A].aside == ("blue",)

    def test_bo46_nobody_gives_more_cards_than_the_hand_has(self) -> None:
        state = self.revealed()
        expected = ("BO-46", "hand-too-small")
        assert refused(state, Deal(A, B, received=("blue",) * 6)) == expected
        assert refused(state, Deal(A, B, hand=("blue",) * 6)) == expected

    def test_r5_a_kept_card_may_be_dealt_until_the_phase_ends(self) -> None:
        state = after(self.revealed(), Deal(A, B, ("soy",)), Deal(A, C, ("garden",)))
        assert state.players[C].aside == ("garden",)

    @pytest.mark.parametrize("key", ["coins", "fields"])
    def test_r6_only_cards_of_hands_and_revealed_ones_are_dealt(self, key: str) -> None:
        line = f'{{"type": "deal", "seat": 0, "partner": 1, "{key}": ["red"]}}'
        with pytest.raises(InputError, match=key):
            parse_action(GAME, line)

    @pytest.mark.parametrize("order", list(permutations([(A, "soy"), (B, "red"), (C, "red")])))
    def test_r7_partners_plant_in_any_order(self, order: tuple[tuple[int, str], ...]) -> None:
        state = table(active=B, phase="dealing", open_cards=("soy", "red"))
        state = after(state, Deal(B, A, ("soy",), received=("red",)), Deal(B, C, ("red",)))
        state = after(state, EndDealing(B))
        assert GAME.awaiting(state) == AwaitChoice((B, C, A), "sow")
        for seat, card in order:
            assert state.phase == "sowing"
            assert refused(state, DrawCards(B)) == ("BO-60", "not-now")
            state = after(state, PlantCard(seat, card, 0))
        assert state.phase == "drawing"

    def test_r7_nobody_plants_the_cards_of_another(self) -> None:
        state = table(aside={A: ["soy"], B: ["red"]}, phase="sowing")
        nothing = ("BO-60", "not-among-the-cards")
        assert refused(state, PlantCard(A, "red", 0)) == nothing
        assert refused(state, PlantCard(C, "soy", 0)) == nothing
        assert refused(state, PlantCard(9, "soy", 0)) == ("BO-14", "no-such-seat")
        state = after(state, PlantCard(A, "soy", 0))
        assert GAME.awaiting(state) == AwaitChoice((B,), "sow")
        assert refused(state, PlantCard(A, "soy", 0)) == nothing

    def test_r7_one_who_needs_room_holds_nobody_up(self) -> None:
        state = table(
            fields={A: [("blue", 4), ("chili", 2)]},
            aside={A: ["soy"], C: ["red"]},
            draw=0,
            exhaustions=3,
            phase="sowing",
        )
        state = after(state, PlantCard(C, "red", 0), HarvestField(A, 0))
        assert GAME.outcome(state) is None
        assert GAME.outcome(after(state, PlantCard(A, "soy", 0))) is not None

    def test_bo61_each_seat_chooses_its_order(self) -> None:
        state = after(self.revealed(), EndDealing(A))
        listed = {a.card for a in GAME.legal_actions(state) if isinstance(a, PlantCard)}
        assert listed == {"garden", "soy"}

    def test_bo62_room_may_be_made_between_two_cards(self) -> None:
        state = table(
            fields={A: [("blue", 4), ("chili", 2)]}, aside={A: ["red", "soy"]}, phase="sowing"
        )
        state = after(state, HarvestField(A, 0), PlantCard(A, "red", 0))
        assert refused(state, PlantCard(A, "soy", 1)) == ("BO-31", "no-room")
        state = after(state, HarvestField(A, 1), PlantCard(A, "soy", 1))
        assert grown(state, A) == [("red", 1), ("soy", 1)]

    def test_bo50_a_turn_without_any_card_to_plant(self) -> None:
        state = after(table(phase="dealing", open_cards=("soy",)), Deal(A, B, ("soy",)))
        state = after(state, EndDealing(A))
        assert GAME.awaiting(state) == AwaitChoice((B,), "sow")
        state = after(table(phase="dealing"), EndDealing(A))
        assert state.phase == "drawing"
