"""The end: last cards, last sacks, counting the gold (T-24, T-25, MB-90 to MB-92)."""

import pytest

from referee.errors import InputError
from referee.games.awaiting import AwaitTally
from referee.games.base import Outcome
from referee.games.magic_beanstalk import GAME
from referee.games.magic_beanstalk.events import GameEnded, RoundEnded, SacksRevealed
from tests.games.beanstalk_table import BeanstalkTable


def last_round(**options: str) -> BeanstalkTable:
    """Anna and Ben hold card 7 only; Anna is first."""
    return BeanstalkTable("Anna", "Ben", **options).with_played(1, 2, 3, 4, 5, 6)


def finish(table: BeanstalkTable) -> BeanstalkTable:
    """The tower falls in both of the last two turns."""
    table.pick(Anna=7, Ben=7).announce(3).collapse().replant()
    return table.announce(3).collapse()


def counting(anna: int, ben: int) -> BeanstalkTable:
    """The last card is played, with so many real sacks in front of Anna and Ben."""
    return finish(last_round().with_sacks(Anna=anna, Ben=ben))


def test_t24_the_seventh_round_is_the_last() -> None:
    table = counting(2, 3)

    assert table.latest_of(RoundEnded) == [RoundEnded(1)]
    assert table.latest_of(GameEnded) == [GameEnded("cards")]
    assert table.state.deck == 25
    assert table.awaiting == AwaitTally((0, 1), "sacks", (2, 3))
    assert table.hands == [0, 0]


def test_mb27_there_is_no_eighth_round() -> None:
    assert counting(2, 3).view(None).round == 7


def test_t25_equal_totals_share_the_victory() -> None:
    table = counting(2, 3).count("Anna", 30).count("Ben", 30)

    assert GAME.outcome(table.state) == Outcome("cards", (0, 1), (30, 30))
    assert table.awaiting is None
    assert table.legal == []


def test_mb91_the_highest_total_wins() -> None:
    table = counting(2, 3).count("Ben", 60)
    assert GAME.outcome(table.state) is None
    table.count("Anna", None, 10, 15)

    assert GAME.outcome(table.state) == Outcome("cards", (1,), (25, 60))
    table.refuses("MB-90").count("Anna", 25)
    table.refuses("MB-90").pick(Anna=1)


def test_mb92_without_any_gold_everybody_shares_the_victory() -> None:
    table = counting(0, 0)

    assert GAME.outcome(table.state) == Outcome("cards", (0, 1), (0, 0))


def test_mb91_who_has_no_sack_has_nothing_to_count() -> None:
    table = counting(0, 2)

    assert table.awaiting == AwaitTally((1,), "sacks", (2,))
    table.refuses("MB-91", "already-counted").count("Anna", 0)


def test_the_reason_is_the_sacks_when_the_last_turn_takes_the_last_one() -> None:
    table = last_round().with_sacks(Anna=29).pick(Anna=7, Ben=7).announce(3).collapse().replant()
    table.announce(3).roll("treasure trunk eye").stack("treasure token trunk cylinder eye").stable()

    assert table.latest_of(GameEnded) == [GameEnded("sacks")]


@pytest.mark.parametrize("total", [-10, 0, 10, 19, 31, 45, 100])
def test_mb91_totals_that_two_sacks_cannot_make(total: int) -> None:
    counting(2, 3).refuses("MB-91", "impossible-total").count("Anna", total)


@pytest.mark.parametrize("total", [20, 25, 30, 35, 40])
def test_mb91_totals_that_two_sacks_can_make(total: int) -> None:
    assert counting(2, 3).count("Anna", total).state.players[0].total == total


def test_mb91_sacks_one_by_one() -> None:
    table = counting(2, 3)
    table.refuses("MB-91", "wrong-number-of-sacks").count("Anna", None, 10)
    table.refuses("MB-91", "wrong-number-of-sacks").count("Anna", None, 10, 10, 10)
    table.refuses("MB-5").count("Anna", None, 10, 12)
    table.refuses("MB-91", "sum-is-another").count("Anna", 30, 10, 15)
    table.refuses("MB-91", "count-missing").count("Anna")

    assert table.count("Anna", 25, 10, 15).state.players[0].total == 25


def test_mb5_the_box_holds_ten_sacks_of_each_value() -> None:
    table = counting(9, 4).count("Anna", None, *[20] * 9)

    table.refuses("MB-5", "no-such-sacks").count("Ben", None, 20, 20, 10, 10)
    table.refuses("MB-91", "impossible-total").count("Ben", 80)
    assert table.count("Ben", 65).phase == "over"


def test_mb91_nobody_counts_before_the_end() -> None:
    last_round().refuses("MB-20").count("Anna", 10)


def test_mb52_totals_stay_hidden_until_all_are_counted() -> None:
    table = counting(2, 3).count("Anna", 30)

    assert [seat.total for seat in table.view(1).seats] == [None, None]


def test_digital_gold_is_opened_by_the_referee() -> None:
    table = finish(last_round(gold="digital").with_sacks(Anna=2, Ben=3))

    gold = tuple(player.gold for player in table.state.players)
    assert table.latest_of(SacksRevealed) == [SacksRevealed(tuple(tuple(sorted(g)) for g in gold))]
    scores = tuple(sum(values) for values in gold)
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.scores == scores
    assert (table.phase, table.awaiting) == ("over", None)


def test_digital_gold_drawn_by_the_very_last_action_is_opened_too() -> None:
    table = last_round(gold="digital").with_sacks(Anna=2).with_tower(3, Anna=2)
    table.pick(Anna=7, Ben=7).announce(3).roll("trunk eye trunk")
    table.stack("trunk cylinder trunk cylinder eye").stable().announce(3).collapse()

    revealed = table.latest_of(SacksRevealed)[0]
    assert isinstance(revealed, SacksRevealed)
    assert [len(values) for values in revealed.values] == [4, 0]
    assert revealed.values[0] == tuple(sorted(table.state.players[0].gold))


def test_digital_gold_of_a_deck_that_ran_out() -> None:
    table = BeanstalkTable("Anna", "Ben", "Carl", gold="digital").with_sacks(Anna=25)
    table.with_tower(7, Ben=3, Carl=3).pick(Anna=1, Ben=2, Carl=3).announce(1).collapse()

    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.termination, sum(outcome.scores)) == ("sacks", 450)
    assert table.sacks == {"Anna": 25, "Ben": 3, "Carl": 2}


def test_mb52_sealed_gold_is_shown_to_nobody() -> None:
    table = BeanstalkTable("Anna", "Ben", **GAME.leak_test_options).with_sacks(Anna=3, Ben=2)
    secrets = set(GAME.secrets(table.state))

    assert secrets == {"7110", "7315", "7520"}
    for seat in (None, 0, 1):
        text = str(table.view(seat))
        assert not any(secret in text for secret in secrets)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"youngest": 2}, "youngest is seat 2"),
        ({"youngest": -1}, "youngest is seat -1"),
        ({"sealed_deck": [10] * 30}, "digital gold only"),
        ({"gold": "digital", "sealed_deck": [10] * 30}, "every sack of the edition once"),
        ({"variant": "easy"}, "variant"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_options_that_cannot_be_used_are_named(options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        BeanstalkTable("Anna", "Ben", **options)
