"""Bohnanza's draw pile and the end of the game (T-19 to T-24, BO-R1, BO-R2, BO-R8, BO-R14)."""

import msgspec
from msgspec.structs import replace

from referee.games.awaiting import AwaitCards
from referee.games.base import Outcome, fold
from referee.games.bohnanza import GAME
from referee.games.bohnanza.actions import (
    BuyField,
    Deal,
    DrawCards,
    EndDealing,
    HarvestField,
    PlantCard,
    StopPlanting,
)
from referee.games.bohnanza.events import (
    CardsDrawn,
    CardsRevealed,
    FieldHarvested,
    GameEnded,
    GameStarted,
    PileExhausted,
    PileShuffled,
    TurnEnded,
)
from referee.games.bohnanza.view import TableView
from referee.games.parsing import parse_options
from referee.games.reports import ReportCards
from tests.games.bohnanza_table import NAMES, A, B, C, D, after, refused, rule_on, start, table
from tests.games.endings import outcome_of


class TestPile:
    def test_t19_one_card_left_at_the_last_reveal(self) -> None:
        state = table(
            fields={A: [("blue", 4)], D: [("red", 1)]},
            draw=1,
            phase="revealing",
            exhaustions=2,
            discard=("blue", "soy"),
        )
        wanted = GAME.awaiting(state)
        assert isinstance(wanted, AwaitCards)
        assert wanted.count == 1
        assert refused(state, ReportCards(("soy", "soy"))) == ("BO-40", "wrong-number-of-cards")
        assert rule_on(state, ReportCards(("soy",))) == (
            CardsRevealed(A, ("soy",), "dealing"),
            PileExhausted(3),
        )
        state = after(state, ReportCards(("soy",)), Deal(A, B, received=("red",)), EndDealing(A))
        state = after(state, PlantCard(A, "soy", 1), HarvestField(A, 0))
        state = after(state, PlantCard(A, "red", 0))
        assert state.phase == "over"
        assert [player.hand for player in state.players] == [5, 4, 5, 5]
        assert outcome_of(GAME, state).scores == (1, 0, 0, 0)

    def test_t19_the_end_may_also_come_without_anything_to_plant(self) -> None:
        state = table(draw=1, phase="revealing", exhaustions=2)
        state = after(state, ReportCards(("soy",)), Deal(A, B, ("soy",)), EndDealing(A))
        assert after(state, PlantCard(B, "soy", 0)).phase == "over"
        state = table(phase="dealing", draw=0, exhaustions=3)
        assert after(state, EndDealing(A)).phase == "over"

    def test_t20_the_last_exhaustion_in_phase_4_ends_the_game_at_once(self) -> None:
        state = table(fields={B: [("red", 2)]}, draw=2, phase="drawing", exhaustions=2)
        assert rule_on(state, DrawCards(A)) == (
            CardsDrawn(A, 2),
            PileExhausted(3),
            FieldHarvested(B, 0, "red", 2, 1),
            GameEnded("draw-pile"),
        )
        state = after(state, DrawCards(A))
        assert state.players[A].hand == 7

    def test_t21_the_discards_are_shuffled_in_the_middle_of_a_draw(self) -> None:
        state = table(draw=2, phase="drawing", discard=("blue", "soy", "red"))
        assert rule_on(state, DrawCards(A)) == (
            CardsDrawn(A, 2),
            PileExhausted(1),
            PileShuffled(3),
            CardsDrawn(A, 1),
            TurnEnded(A, B, "planting"),
        )
        state = after(state, DrawCards(A))
        assert (state.draw, state.discard, state.exhaustions) == (2, (), 1)

    def test_r1_a_reveal_goes_on_from_the_new_pile(self) -> None:
        state = table(draw=1, phase="revealing", discard=("blue", "soy", "red"))
        state = after(state, ReportCards(("blue", "soy")))
        assert (state.draw, state.exhaustions, state.open_cards) == (2, 1, ("blue", "soy"))

    def test_r1_the_pile_is_exhausted_with_its_last_card(self) -> None:
        state = table(draw=2, phase="revealing", discard=("red",))
        state = after(state, ReportCards(("blue", "soy")))
        assert (state.draw, state.exhaustions) == (1, 1)

    def test_r1_a_card_of_the_new_pile_must_have_been_discarded(self) -> None:
        state = table(
            fields={B: [("cocoa", 3)]}, draw=1, phase="revealing", discard=("cocoa", "wax")
        )
        assert refused(state, ReportCards(("cocoa", "wax")))[1] == "no-more-of-this-card"
        assert after(state, ReportCards(("wax", "cocoa"))).open_cards == ("wax", "cocoa")

    def test_r2_nothing_to_shuffle_gives_nothing(self) -> None:
        state = table(draw=1, phase="drawing")
        state = after(state, DrawCards(A))
        assert (state.draw, state.exhaustions) == (0, 1)
        state = after(state, PlantCard(B, "blue", 0), StopPlanting(B))
        assert state.phase == "dealing"
        state = after(state, EndDealing(B))
        assert rule_on(state, DrawCards(B)) == (TurnEnded(B, C, "planting"),)

    def test_r2_until_there_are_discards(self) -> None:
        state = table(fields={D: [("blue", 3)]}, draw=0, exhaustions=1, planted=1)
        state = after(state, HarvestField(D, 0))
        wanted = GAME.awaiting(after(state, StopPlanting(A)))
        assert isinstance(wanted, AwaitCards)
        assert wanted.count == 2
        events = rule_on(state, ReportCards(("blue", "blue")))
        assert events == (PileShuffled(3), CardsRevealed(A, ("blue", "blue"), "dealing"))
        state = table(draw=0, exhaustions=1, phase="drawing", discard=("blue", "soy"))
        assert rule_on(state, DrawCards(A)) == (
            PileShuffled(2),
            CardsDrawn(A, 2),
            PileExhausted(2),
            TurnEnded(A, B, "planting"),
        )

    def test_r2_a_table_without_any_card_left_to_play_is_done(self) -> None:
        nobody = dict.fromkeys(range(4), 0)
        state = table(
            fields={D: [("red", 3)]}, hands=nobody, draw=0, exhaustions=1, phase="drawing"
        )
        assert rule_on(state, DrawCards(A)) == (
            FieldHarvested(D, 0, "red", 3, 2),
            GameEnded("no-cards"),
        )
        assert outcome_of(GAME, after(state, DrawCards(A))).winners == (D,)

    def test_t23_six_players(self) -> None:
        state = start(6, first=2)
        assert [player.hand for player in state.players] == [6, 6, 3, 4, 5, 6]
        state = table(6, phase="drawing", coins={A: ["wax"] * 2})
        assert rule_on(state, DrawCards(A))[0] == CardsDrawn(A, 4)
        assert len(after(state, BuyField(A)).players[A].fields) == 3


class TestEnd:
    def ended(self, coins: list[int], hands: list[int], edition: str = "a") -> Outcome:
        # The last card of the pile goes to a seat that cannot win.
        players = len(coins) + 1
        state = table(
            players,
            coins={seat: ["blue"] * count for seat, count in enumerate(coins)},
            hands=dict(enumerate(hands)),
            draw=1,
            phase="drawing",
            active=players - 1,
            exhaustions=2 if edition == "b" or players > 3 else 1,
            options={"edition": edition},
        )
        return outcome_of(GAME, after(state, DrawCards(players - 1)))

    def test_t24_the_tie_break_is_the_hand(self) -> None:
        assert self.ended([9, 9], [4, 5]).winners == (B,)
        state = table(
            coins={A: ["blue"] * 12, B: ["wax"] * 12},
            hands={A: 4, B: 5},
            draw=0,
            exhaustions=3,
            phase="dealing",
        )
        end = outcome_of(GAME, after(state, EndDealing(A)))
        assert (end.winners, end.scores) == ((B,), (12, 12, 0, 0))

    def test_bo104_most_coins_win(self) -> None:
        assert self.ended([3, 4, 2], [9, 0, 9]).winners == (B,)

    def test_r8_edition_b_has_no_tie_break_and_the_victory_is_shared(self) -> None:
        assert self.ended([4, 4, 1], [3, 5, 5], "b").winners == (A, B)
        assert self.ended([4, 4, 1], [5, 5, 5], "b").winners == (A, B)

    def test_r8_in_edition_a_what_the_hands_leave_equal_is_shared(self) -> None:
        assert self.ended([4, 4, 1], [3, 5, 5]).winners == (B,)
        assert self.ended([4, 4, 4], [3, 5, 5]).winners == (B, C)

    def test_r8_a_recorded_game_of_edition_b_keeps_the_winner_of_its_time(self) -> None:
        """Records of earlier releases do not say whether hand cards break ties: then they did."""
        (started,) = GAME.setup(NAMES[:3], parse_options(GAME, {"edition": "b"}))
        told = msgspec.to_builtins(started)
        del told["hand_breaks_ties"], told["card_names"]
        state = fold(GAME, [msgspec.convert(told, GameStarted)])
        players = [replace(p, hand=hand) for p, hand in zip(state.players, [3, 5, 5], strict=True)]
        state = replace(state, players=tuple(players), termination="draw-pile")
        assert outcome_of(GAME, state).winners == (B, C)

    def test_r14_the_final_harvest_ignores_the_protection(self) -> None:
        state = table(
            fields={A: [("garden", 1), ("red", 3)]}, draw=1, exhaustions=2, phase="drawing"
        )
        end = outcome_of(GAME, after(state, DrawCards(A)))
        assert end.scores == (2, 0, 0, 0)

    def test_r11_the_number_of_coins_is_public(self) -> None:
        view = GAME.view(table(coins={C: ["red", "blue"]}), None)
        assert isinstance(view, TableView)
        assert [seat.coins for seat in view.seats] == [0, 0, 2, 0]

    def test_r16_edition_b_has_the_same_four_phases(self) -> None:
        state = start(4, edition="b")
        seen = [state.phase]
        for action in (
            PlantCard(A, "blue", 0),
            ReportCards(("blue", "soy")),
            EndDealing(A),
            PlantCard(A, "blue", 0),
            PlantCard(A, "soy", 1),
            DrawCards(A),
        ):
            state = after(state, action)
            seen.append(state.phase)
        phases = ["planting", "planting", "dealing", "sowing", "sowing", "drawing", "planting"]
        assert seen == phases

    def test_r17_the_editions_are_never_mixed(self) -> None:
        a, b = start(3), start(3, edition="b")
        assert [len(a.players[A].fields), len(b.players[A].fields)] == [3, 2]
        assert [a.rules.table.exhaustions, b.rules.table.exhaustions] == [2, 3]
        assert {"coffee", "wax"} <= a.rules.beans.counts.keys() - b.rules.beans.counts.keys()
