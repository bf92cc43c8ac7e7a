"""Bohnanza for three and more: sales, planting and third fields (T-1 to T-23 and rulings)."""

import pytest

from referee.games.awaiting import AwaitCards
from referee.games.base import Accepted
from referee.games.bohnanza import GAME
from referee.games.bohnanza.actions import (
    BuyField,
    DrawCards,
    EndDealing,
    HarvestField,
    PlantCard,
    StopPlanting,
)
from referee.games.bohnanza.events import (
    FieldBought,
    FieldHarvested,
)
from referee.games.reports import ReportCards
from tests.games.bohnanza_table import A, B, after, grown, refused, rule_on, start, table


def coins_for(card: str, count: int, edition: str = "a", players: int = 3) -> int:
    """What the referee pays for a field of so many cards."""
    state = table(players, {A: [(card, count)]}, options={"edition": edition})
    (harvested,) = rule_on(state, HarvestField(A, 0))
    assert isinstance(harvested, FieldHarvested)
    return harvested.coins


def steps(card: str, edition: str = "a", players: int = 3) -> list[int]:
    count = start(players, edition=edition).rules.beans.counts[card]
    return [coins_for(card, number, edition, players) for number in range(1, count + 1)]


class TestSales:
    def test_t1_harry_cochon(self) -> None:
        assert steps("stink") == [0, 0, 1, 1, 2, 2, 3, *[4] * 9]

    def test_t5_marc_harvests_three_chili_beans(self) -> None:
        state = table(fields={B: [("chili", 3)]})
        state = after(state, HarvestField(B, 0))
        assert state.players[B].coins == ("chili",)
        assert state.discard == ("chili", "chili")
        assert grown(state, B) == [("", 0), ("", 0)]
        assert coins_for("chili", 2) == 0

    def test_t7_red_beans_of_edition_b(self) -> None:
        assert steps("red", "b") == [0, 1, 2, 3, 4, 4, 4, 4]

    def test_t10_garden_beans(self) -> None:
        assert steps("garden") == [0, 2, 3, 3, 3, 3]
        state = after(table(3, {A: [("garden", 3)]}), HarvestField(A, 0))
        assert state.players[A].coins == ("garden",) * 3
        assert state.discard == ()

    def test_t11_cocoa_beans(self) -> None:
        assert steps("cocoa", players=4) == [0, 2, 3, 4]

    @pytest.mark.parametrize(
        ("card", "beanometer"),
        [
            ("coffee", (4, 7, 10, 12)),
            ("wax", (4, 7, 9, 11)),
            ("blue", (4, 6, 8, 10)),
            ("chili", (3, 6, 8, 9)),
            ("green", (3, 5, 6, 7)),
            ("soy", (2, 4, 6, 7)),
            ("black-eyed", (2, 4, 5, 6)),
        ],
    )
    def test_n1_beanometers(self, card: str, beanometer: tuple[int, ...]) -> None:
        for coins, cards in enumerate(beanometer, start=1):
            assert coins_for(card, cards) == coins
            assert coins_for(card, cards - 1) == coins - 1

    def test_t12_a_single_bean_is_protected(self) -> None:
        state = table(fields={A: [("blue", 1), ("red", 3)]})
        assert refused(state, PlantCard(A, "soy", 0)) == ("BO-31", "no-room")
        assert refused(state, HarvestField(A, 0)) == ("BO-84", "single-bean-protected")
        state = after(state, HarvestField(A, 1), PlantCard(A, "soy", 1))
        assert len(state.players[A].coins) == 2
        assert grown(state, A) == [("blue", 1), ("soy", 1)]

    def test_t12_or_a_third_field_is_bought(self) -> None:
        state = table(fields={A: [("blue", 1), ("red", 3)]}, coins={A: ["wax"] * 3})
        state = after(state, BuyField(A), PlantCard(A, "soy", 2))
        assert grown(state, A) == [("blue", 1), ("red", 3), ("soy", 1)]

    def test_t13_two_single_beans_any_may_go(self) -> None:
        state = table(fields={A: [("blue", 1), ("red", 1)]}, coins={A: ["wax"] * 2})
        assert refused(state, BuyField(A)) == ("BO-93", "too-few-coins")
        for field, card in enumerate(("blue", "red")):
            harvested = after(state, HarvestField(A, field))
            assert len(harvested.players[A].coins) == 2
            assert harvested.discard == (card,)

    def test_r3_a_single_bean_beside_an_empty_field_may_go(self) -> None:
        state = after(table(fields={A: [("blue", 1)]}), HarvestField(A, 0))
        assert state.discard == ("blue",)

    def test_bo80_everybody_may_harvest_at_any_time(self) -> None:
        state = table(fields={seat: [("red", 1)] for seat in range(4)}, phase="revealing")
        assert isinstance(GAME.awaiting(state), AwaitCards)
        listed = list(GAME.legal_actions(state))
        for seat in range(4):
            assert HarvestField(seat, 0) in listed
            assert isinstance(GAME.judge(state, HarvestField(seat, 0)), Accepted)


class TestPlanting:
    def test_t6_the_hand_gives_its_front_card_and_takes_new_ones_behind(self) -> None:
        """The referee sees only numbers; see the dealer's tests for the order itself."""
        state = start(4)
        assert state.players[A].hand == 5
        state = after(state, PlantCard(A, "blue", 0))
        assert state.players[A].hand == 4
        state = after(state, StopPlanting(A), ReportCards(("blue", "soy")), EndDealing(A))
        state = after(state, PlantCard(A, "blue", 0), PlantCard(A, "soy", 1), DrawCards(A))
        assert state.players[A].hand == 7

    def test_t14_a_card_goes_where_its_variety_grows(self) -> None:
        state = table(fields={A: [("blue", 2), None]})
        assert refused(state, PlantCard(A, "blue", 1)) == ("BO-21", "grows-elsewhere")
        assert grown(after(state, PlantCard(A, "blue", 0)), A) == [("blue", 3), ("", 0)]

    def test_t15_no_third_card(self) -> None:
        state = after(start(4), PlantCard(A, "blue", 0), PlantCard(A, "blue", 0))
        assert refused(state, PlantCard(A, "blue", 0)) == ("BO-32", "two-cards-at-most")
        assert isinstance(GAME.awaiting(state), AwaitCards)

    def test_bo30_the_first_card_must_be_planted(self) -> None:
        assert refused(start(4), StopPlanting(A)) == ("BO-30", "front-card-first")
        assert refused(start(4), ReportCards(("blue", "soy"))) == ("BO-30", "front-card-first")

    def test_bo32_turning_up_cards_ends_the_planting(self) -> None:
        state = after(start(4), PlantCard(A, "blue", 0), ReportCards(("soy", "soy")))
        assert state.phase == "dealing"

    def test_bo33_an_empty_hand_is_skipped(self) -> None:
        state = table(hands={B: 0}, phase="drawing")
        state = after(state, DrawCards(A))
        assert (state.active, state.phase) == (B, "revealing")

    def test_bo33_the_last_card_ends_the_phase(self) -> None:
        state = after(table(hands={A: 1}), PlantCard(A, "blue", 0))
        assert state.phase == "revealing"

    def test_r4_harvest_first_then_plant_in_the_empty_field(self) -> None:
        state = table(fields={A: [("blue", 4), ("red", 2)]})
        state = after(state, HarvestField(A, 0), PlantCard(A, "blue", 0))
        assert grown(state, A) == [("blue", 1), ("red", 2)]
        assert state.players[A].coins == ("blue",)

    def test_bo1_no_more_cards_of_a_variety_than_exist(self) -> None:
        state = table(fields={B: [("cocoa", 3)]}, discard=("cocoa",))
        assert refused(state, PlantCard(A, "cocoa", 0)) == ("BO-1", "no-more-of-this-card")
        assert PlantCard(A, "wax", 0) in list(GAME.legal_actions(state))

    def test_hidden_hands_every_possible_variety_is_listed(self) -> None:
        planted = [a for a in GAME.legal_actions(start(4)) if isinstance(a, PlantCard)]
        assert {action.card for action in planted} == set(start(4).rules.beans.cards)
        assert {action.field for action in planted} == {0, 1}


class TestThirdField:
    def test_t18_bought_in_the_turn_of_another(self) -> None:
        state = table(coins={B: ["red", "blue", "soy", "wax"]}, discard=("chili",))
        assert BuyField(B) in list(GAME.legal_actions(state))
        assert rule_on(state, BuyField(B)) == (FieldBought(B, ("wax", "soy", "blue"), "discard"),)
        state = after(state, BuyField(B))
        assert state.discard == ("chili", "wax", "soy", "blue")
        assert state.players[B].coins == ("red",)
        assert len(state.players[B].fields) == 3

    def test_t18_the_coins_are_shuffled_in_later(self) -> None:
        state = table(coins={B: ["wax"] * 3}, draw=3, phase="drawing")
        state = after(state, BuyField(B), DrawCards(A))
        assert (state.draw, state.discard) == (3, ())

    def test_bo90_one_third_field_each(self) -> None:
        state = after(table(coins={A: ["wax"] * 6}), BuyField(A))
        assert refused(state, BuyField(A)) == ("BO-90", "has-three-fields")

    def test_r15_with_the_last_coins_in_the_middle_of_planting(self) -> None:
        state = table(
            fields={A: [("blue", 2), ("red", 2)]},
            aside={A: ["soy"]},
            coins={A: ["wax"] * 3},
            phase="sowing",
        )
        state = after(state, BuyField(A), PlantCard(A, "soy", 2))
        assert state.players[A].coins == ()

    def test_t22_three_players_own_it_from_the_start(self) -> None:
        state = start(3)
        assert [len(player.fields) for player in state.players] == [3, 3, 3]
        state = table(3, coins={A: ["wax"] * 9})
        assert refused(state, BuyField(A)) == ("BO-90", "has-three-fields")

    def test_t22_and_the_game_ends_at_the_second_exhaustion(self) -> None:
        state = table(3, draw=3, phase="drawing", exhaustions=1, discard=("blue",))
        assert after(state, DrawCards(A)).phase == "over"
        state = table(3, draw=3, phase="drawing", discard=("blue",))
        assert after(state, DrawCards(A)).phase == "planting"
