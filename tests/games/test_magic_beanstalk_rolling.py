"""Rolling: the announcement, extra dice, the Giant (T-10 to T-14, MB-R4, MB-R5, MB-R25, MB-R27)."""

import pytest

from referee.games.awaiting import AwaitDice
from referee.games.magic_beanstalk.events import GiantWoke
from tests.games.beanstalk_table import BeanstalkTable

FACES = ("eye", "die", "treasure", "trunk")


def annas_turn(card: int, dice: int = 1, cylinders: int = 0, **tokens: int) -> BeanstalkTable:
    """Anna is to announce, with a tower of so many dice."""
    table = BeanstalkTable("Anna", "Ben").with_tower(dice, cylinders, **tokens)
    return table.pick(Anna=card, Ben=7)


@pytest.mark.parametrize(
    ("card", "numbers"),
    [(1, [1]), (2, [2]), (3, [1, 2]), (4, [1, 3]), (5, [2, 3]), (6, [1, 2, 3]), (7, [3])],
)
def test_mb30_the_card_says_how_many_dice(card: int, numbers: list[int]) -> None:
    table = annas_turn(card)

    assert table.may_announce() == numbers
    for count in {0, 1, 2, 3, 4} - set(numbers):
        table.refuses("MB-30").announce(count)


def test_mb32_exactly_the_announced_dice_are_rolled() -> None:
    table = annas_turn(5).announce(3)

    assert table.awaiting == AwaitDice(0, 3, "beanstalk", FACES)
    table.refuses("MB-32").roll("eye eye")
    table.refuses("MB-2").roll("eye eye seven")
    table.roll("eye trunk treasure")
    assert table.state.pool == 8


def test_t10_only_what_the_pool_can_supply() -> None:
    table = annas_turn(5, dice=10)

    assert table.may_announce() == [2]
    table.refuses("MB-R4").announce(3)


def test_t11_one_die_left_is_rolled_and_brings_the_castle() -> None:
    for face in FACES:
        table = annas_turn(5, dice=11)
        assert table.may_announce() == [1]
        table.announce(1).roll(face).stack(face)
        if table.state.turn.owed != table.piece("castle"):
            table.stack({"treasure": "token", "trunk": "cylinder"}[face])
        assert table.dice == 12
        assert table.stack("castle").phase == "checking"


def test_t12_extra_dice_end_with_the_pool() -> None:
    table = annas_turn(2, dice=9).announce(2).roll("die die")

    assert table.state.pool == 1
    assert table.may_take_extra() == [0, 1]
    table.refuses("MB-33").take_extra(2)
    table.refuses("MB-33").take_extra(-1)


def test_t13_only_the_latest_roll_gives_extra_dice() -> None:
    table = annas_turn(2).announce(2).roll("die die")
    assert table.may_take_extra() == [0, 1, 2]
    table.take_extra(1).roll("die")
    assert table.may_take_extra() == [0, 1]
    table.take_extra(1).roll("treasure")

    assert table.phase == "stacking"
    assert table.state.turn.hand == ("die", "die", "die", "treasure")


def test_t14_two_eyes_end_the_rolling() -> None:
    table = annas_turn(7).announce(3).roll("eye eye die")

    assert table.latest_of(GiantWoke) == [GiantWoke(0, 1)]
    assert table.state.turn.hand == ("eye", "eye")
    assert table.state.pool == 9
    assert table.stack("eye eye").phase == "checking"


def test_mb33_no_choice_when_the_pool_is_empty() -> None:
    table = annas_turn(2, dice=10).announce(2).roll("die die")

    assert table.phase == "stacking"


def test_mb34_one_eye_does_nothing() -> None:
    table = annas_turn(7).announce(3).roll("eye treasure trunk")

    assert table.latest_of(GiantWoke) == []
    assert table.stack("eye treasure token trunk cylinder").stable().sacks["Anna"] == 1


def test_mb34_the_second_eye_may_come_with_an_extra_die() -> None:
    table = annas_turn(4).announce(3).roll("eye die treasure").take_extra(1).roll("eye")

    assert table.latest_of(GiantWoke) == [GiantWoke(0, 2)]
    table.stack("eye eye").stable()
    assert table.sacks["Anna"] == 0


def test_mb34_eyes_of_earlier_turns_do_not_count() -> None:
    table = annas_turn(1).announce(1).roll("eye").stack("eye").stable()
    table.announce(3).roll("eye trunk trunk")

    assert table.latest_of(GiantWoke) == []


def test_r25_extra_dice_are_one_common_roll() -> None:
    table = annas_turn(7).announce(3).roll("die die die").take_extra(3)

    assert table.awaiting == AwaitDice(0, 3, "beanstalk", FACES, keeps=True)
    table.refuses("MB-32").roll("eye")
    table.roll("trunk eye treasure")
    assert len(table.state.turn.hand) == 6


def test_r27_dice_sent_back_are_in_the_pool_but_not_rolled_again() -> None:
    table = annas_turn(7).announce(3).roll("eye eye die")

    assert table.legal == []
    table.refuses("MB-40").take_extra(1)
    table.refuses("MB-40").stack("die")


def test_r27_eye_dice_of_an_awake_giant_carry_nothing() -> None:
    table = annas_turn(7).announce(3).roll("eye eye treasure").stack("eye")

    table.refuses("MB-40").stack("token")
    table.stack("eye")
    table.refuses("MB-50").stack("cylinder")


def test_only_the_active_player_decides() -> None:
    table = annas_turn(4)
    table.refuses("MB-22").announce(1, by="Ben")
    table.announce(3).roll("die trunk trunk")

    table.refuses("MB-22").take_extra(1, by="Ben")
