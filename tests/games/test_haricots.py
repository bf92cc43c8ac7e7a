"""Haricots: every test case of the rules, and the rulings that no test case covers.

`after("4", "5 5", "pass")` is the state after three turns, each by the player whose turn it is.
"""

from random import Random

import msgspec
import pytest

from referee.games.base import Accepted, Action, Event, Outcome, Refused, fold
from referee.games.haricots import GAME
from referee.games.haricots import events as e
from referee.games.haricots.actions import Pass, PlayCards
from referee.games.haricots.edition import CARDS
from referee.games.haricots.simulated import deal_out
from referee.games.haricots.state import State, cards_aside
from referee.games.parsing import parse_options

NAMES = ("Anna", "Ben", "Chloe", "David", "Emma")
SIXES = " ".join(["6"] * 10)
"""A whole hand: played on an empty table it wins the round."""


def start(players: int = 3, **options: object) -> State:
    state = fold(GAME, GAME.setup(NAMES[:players], parse_options(GAME, options)))
    assert isinstance(state, State)
    return state


def turn(state: State, words: str) -> Action:
    """`pass`, or cards with spaces between them, for the active player."""
    if words == "pass":
        return Pass(state.active)
    return PlayCards(state.active, tuple(words.split()))


def judged(state: State, words: str) -> tuple[Event, ...]:
    """The events of a legal turn."""
    ruling = GAME.judge(state, turn(state, words))
    assert isinstance(ruling, Accepted), ruling
    return ruling.events


def then(state: State, *turns: str) -> State:
    """The state after legal turns; the invariants hold after every single event."""
    for words in turns:
        for event in judged(state, words):
            evolved = GAME.evolve(state, event)
            assert isinstance(evolved, State)
            state = evolved
            assert list(GAME.faults(state)) == []
    return state


def after(*turns: str, players: int = 3, **options: object) -> State:
    return then(start(players, **options), *turns)


def refusal(state: State, words: str) -> str:
    """The rule by which a turn is refused."""
    ruling = GAME.judge(state, turn(state, words))
    assert isinstance(ruling, Refused), ruling
    return ruling.rule


def sizes(state: State) -> list[tuple[int, int]]:
    """Cards in hand and in the personal deck, by seat."""
    return list(zip(state.hands, state.decks, strict=True))


def test_t1_a_play_must_be_higher_than_the_one_before() -> None:
    state = after("4")

    assert (state.to_beat, state.owner) == (4, 0)
    assert then(state, "5").to_beat == 5
    assert refusal(state, "4") == "HA-22"


def test_t2_three_twos_beat_a_five() -> None:
    assert after("5", "2/16 2/16 2/16").to_beat == 6


def test_t3_equal_cards_are_added_up() -> None:
    state = after("8")

    assert then(state, "5 5").to_beat == 10
    assert refusal(state, "4 4") == "HA-22"
    assert refusal(state, "4 5") == "HA-20"


def test_t4_below_fifteen_a_one_counts_one() -> None:
    state = after("7 7")

    assert refusal(state, "1/17") == "HA-24"
    assert then(state, "15").to_beat == 15


def test_t5_from_fifteen_on_the_high_values_count() -> None:
    state = after("15")

    assert then(state, "2/16").to_beat == 16
    assert then(state, "1/17").to_beat == 17


def test_t6_against_sixteen() -> None:
    state = after("15", "2/16")

    assert refusal(state, "2/16") == "HA-22"
    assert then(state, "1/17").to_beat == 17
    assert then(state, "2/16 2/16").to_beat == 32


T7 = ("15", "2/16 2/16", "pass", "pass", "pass")
"""Booklet example 4: David begins with something high, Anna plays 16 + 16, all others pass."""


def test_t7_when_everybody_else_passed_the_table_is_cleared() -> None:
    before = after(*T7[:-1], players=4, first=3)
    assert judged(before, "pass") == (e.CardDrawn(3, 0), e.TableCleared(0))

    state = then(before, "pass")

    assert (state.active, state.to_beat, state.owner, state.table) == (0, 0, None, ())
    assert sizes(state) == [(8, 4), (11, 3), (11, 3), (10, 3)]
    assert then(state, "3").to_beat == 3


def test_t8_on_the_cleared_table_a_one_counts_one() -> None:
    state = after(*T7, players=4, first=3)

    assert then(state, "1/17").to_beat == 1
    assert then(state, "2/16").to_beat == 2


def test_t9_passing_with_an_empty_personal_deck_drops_a_player_out() -> None:
    state = after(*["pass"] * 12)
    assert sizes(state) == [(14, 0)] * 3
    assert judged(state, "pass") == (e.DroppedOut(0, 1),)

    state = then(state, "pass", "4", "5")

    assert state.left == (1, 2)
    assert state.active == 1


def test_t10_the_last_player_left_wins_the_round() -> None:
    state = after(*["pass"] * 13)

    assert judged(state, "pass") == (
        e.DroppedOut(1, 2),
        e.RoundWon(2, "last-left", 1),
        e.RoundStarted(1, 2),
    )


def test_t11_the_last_card_of_the_hand_wins_whatever_is_in_the_personal_deck() -> None:
    eights = " ".join(["8"] * 8)
    state = after("pass", "pass", "pass", eights, "pass", "pass", "3", "11", "pass")
    assert sizes(state)[0] == (2, 3)

    assert judged(state, "6 6") == (
        e.CardsPlayed(0, ("6", "6"), 12, 0),
        e.RoundWon(0, "hand-empty", 1),
        e.RoundStarted(1, 2),
    )


def test_t12_the_second_chip_wins_the_game() -> None:
    state = after(SIXES, SIXES, SIXES)
    assert state.chips == (1, 1, 1)
    assert GAME.outcome(state) is None

    state = then(state, SIXES)

    assert GAME.outcome(state) == Outcome("chips", (0,), (2, 1, 1))
    assert GAME.awaiting(state) is None


@pytest.mark.parametrize(("players", "aside"), [(3, 28), (4, 14), (5, 0)])
def test_t13_all_cards_are_dealt_or_aside(players: int, aside: int) -> None:
    state = start(players)
    dealt = deal_out(state, Random(1).random)

    assert [sum(hand) for hand in dealt.hands] == [10] * players
    assert [len(deck) for deck in dealt.decks] == [4] * players
    assert len(dealt.aside) == aside == cards_aside(state.rules)
    kinds = [*dealt.aside, *(kind for deck in dealt.decks for kind in deck)]
    counts = [kinds.count(kind) + sum(h[kind] for h in dealt.hands) for kind in range(len(CARDS))]
    assert tuple(counts) == state.unseen


@pytest.mark.parametrize("turns", [["8 8 8 8 8 8 8 8"], ["15", "2/16 2/16 2/16 2/16"]])
def test_t14_nothing_beats_sixty_four(turns: list[str]) -> None:
    state = after(*turns)

    assert state.to_beat == 64
    assert list(GAME.legal_actions(state)) == [Pass(state.active)]


def test_t15_a_one_and_a_two_do_not_go_together() -> None:
    assert refusal(start(), "1/17 2/16") == "HA-20"
    assert refusal(after("15"), "1/17 2/16") == "HA-20"


def test_r1_the_owner_may_pass_on_the_cleared_table_and_the_next_player_leads() -> None:
    state = after("4", "pass", "pass", "pass")

    assert (state.active, state.to_beat, state.owner) == (1, 0, None)
    assert then(state, "1/17").to_beat == 1


def test_r1_an_unbeatable_play_does_not_win_the_round_by_waiting() -> None:
    state = after("8 8 8 8 8 8 8 8", *["pass"] * 15)

    assert state.left == (0, 1, 2)
    assert state.owner is None


def test_r2_the_low_values_never_beat_fifteen() -> None:
    assert 4 * 2 < 15
    assert 3 * 1 < 15
    assert then(after("15"), "2/16 2/16 2/16 2/16").to_beat == 64


def test_r3_the_threshold_is_the_sum_of_the_play() -> None:
    assert then(after("5 5 5"), "1/17").to_beat == 17
    assert refusal(after("12"), "2/16 2/16") == "HA-24"


def test_r4_several_high_cards_count_high_each() -> None:
    assert then(after("15"), "1/17 1/17 1/17").to_beat == 51


def test_r5_an_owner_never_drops_out() -> None:
    """The table is cleared for Anna before she passes for the fifth time, so nobody owns it."""
    climb = ("pass", "3", "4", "pass", "5", "6", "pass", "7", "8", "pass", "9", "pass")
    state = after(*climb, "10", "pass", "pass")
    assert (state.active, state.decks[0]) == (0, 0)

    state = then(state, "pass")

    assert state.left == (1, 2)
    assert (state.active, state.owner, state.to_beat) == (1, None, 0)


def test_r6_a_pass_needs_no_proof() -> None:
    state = after("3")

    assert Pass(1) in list(GAME.legal_actions(state))
    assert judged(state, "pass") == (e.CardDrawn(1, 2),)


def test_r7_dropping_out_shows_no_card() -> None:
    assert msgspec.to_builtins(e.DroppedOut(0, 1)) == {"type": "dropped-out", "seat": 0, "to": 1}
    state = after(*["pass"] * 13)

    assert sum(state.unseen) == 70


def test_r8_of_the_last_two_one_drops_out_and_the_other_wins() -> None:
    state = after(*["pass"] * 13, "4")

    assert judged(state, "pass")[:2] == (e.DroppedOut(2, 1), e.RoundWon(1, "last-left", 1))


def test_r9_the_marker_moves_left_whoever_won() -> None:
    first_player_won = after(SIXES)
    first_player_dropped_out = after(*["pass"] * 14)

    assert (first_player_won.first, first_player_won.active) == (1, 1)
    assert (first_player_dropped_out.first, first_player_dropped_out.active) == (1, 1)
    assert after(*[SIXES] * 3).first == 0


def test_r10_after_a_pass_on_the_empty_table_the_next_player_faces_zero() -> None:
    state = after("pass")

    assert (state.active, state.to_beat) == (1, 0)


def test_ha13_any_seat_may_begin() -> None:
    assert start(5, first=4).active == 4


def test_ha16_the_longest_game_takes_six_rounds() -> None:
    state = after(*[SIXES] * 5, players=5)
    assert (state.round, state.chips) == (6, (1,) * 5)

    assert GAME.outcome(then(state, SIXES)) == Outcome("chips", (0,), (2, 1, 1, 1, 1))


def test_ha32_who_passed_may_play_again() -> None:
    assert after("4", "pass", "5", "6", "7").owner == 1


def test_ha34_the_fifth_pass_drops_a_player_out() -> None:
    state = after(*["pass"] * 12)

    assert state.decks[0] == 0
    assert then(state, "pass").left == (1, 2)


def test_ha43_a_new_round_begins_with_all_cards() -> None:
    state = after("4", "5 5", "pass", "pass", "6 6 6 6 6 6 6 6")

    assert (state.round, state.chips) == (2, (0, 1, 0))
    assert state.unseen == start().unseen
    assert sizes(state) == [(10, 4)] * 3
    assert (state.to_beat, state.owner, state.table) == (0, None, ())


def test_the_view_shows_what_lies_on_the_table() -> None:
    state = after("4", "5 5", "pass", "15")
    shown = msgspec.to_builtins(GAME.view(state, None))

    assert shown["table"][-1] == {"seat": 0, "cards": ("15",), "value": 15}
    assert shown["played"] == {"4": 1, "5": 2, "15": 1}
    assert (shown["to_beat"], shown["owner"], shown["are_high"]) == (15, 0, True)
    assert (shown["aside"], shown["active"]) == (28, 1)
    assert shown["seats"][2] == {
        "name": "Chloe",
        "hand": 11,
        "deck": 3,
        "is_out": False,
        "chips": 0,
    }
    assert [GAME.view(state, seat) for seat in range(3)] == [GAME.view(state, None)] * 3
