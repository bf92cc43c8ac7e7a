"""Bean Expert, powers 6 and 7: giving a die back, rolling again (T-34, T-35, MB-R21, MB-R22)."""

from referee.games.awaiting import AwaitDice
from referee.games.magic_beanstalk.events import GiantWoke
from tests.games.beanstalk_table import BeanstalkTable


def annas_turn(card: int, dice: int = 1, **options: object) -> BeanstalkTable:
    table = BeanstalkTable("Anna", "Ben", variant="expert", **options).with_tower(dice)
    return table.pick(Anna=card, Ben=7)


def test_t34_an_eye_given_back_lets_the_giant_sleep() -> None:
    table = annas_turn(6).announce(3).roll("eye eye treasure").give_back("eye")

    assert table.latest_of(GiantWoke) == []
    table.stack("eye treasure token").stable()
    assert (table.state.pool, table.sacks["Anna"]) == (9, 1)


def test_r21_power_6_once_after_any_roll() -> None:
    table = annas_turn(6).announce(3).roll("die trunk eye").decline().take_extra(1).roll("eye")
    assert table.phase == "returning"
    table.give_back("eye")

    assert table.phase == "stacking"
    assert table.state.turn.hand == ("die", "trunk", "eye")


def test_r21_power_6_is_used_up() -> None:
    table = annas_turn(6).announce(3).roll("die die eye").give_back("eye").take_extra(1).roll("eye")

    assert table.phase == "stacking"
    table.refuses("MB-40").give_back("eye")


def test_r21_a_returned_die_gives_no_extra_die() -> None:
    table = annas_turn(6).announce(2).roll("die die").give_back("die")
    assert table.may_take_extra() == [0, 1]

    table = annas_turn(6).announce(2).roll("die trunk").give_back("die")
    assert table.phase == "stacking"


def test_r21_a_die_of_an_earlier_roll_may_go_back() -> None:
    table = annas_turn(6).announce(2).roll("die eye").decline().take_extra(1).roll("eye")
    table.give_back("die")

    assert table.latest_of(GiantWoke) == [GiantWoke(0, 0)]
    assert table.state.turn.hand == ("eye", "eye")


def test_r21_returning_the_only_die_ends_the_turn() -> None:
    table = annas_turn(6, 3).announce(1).roll("eye").give_back("eye")

    assert (table.dice, table.state.pool, table.active) == (3, 9, "Ben")
    assert table.phase == "starting"


def test_r28_a_returned_die_leaves_no_castle() -> None:
    table = annas_turn(6, 10).announce(2).roll("eye trunk").give_back("trunk").stack("eye")

    assert (table.phase, table.state.pool) == ("checking", 1)


def test_mb116_a_returned_die_makes_room_for_an_extra_die() -> None:
    """The pool was empty; the die that went back is in it now."""
    table = annas_turn(6, 9).announce(3).roll("die trunk trunk").give_back("trunk")

    assert table.may_take_extra() == [0, 1]


def test_mb116_only_dice_of_this_turn_go_back() -> None:
    table = annas_turn(6).announce(2).roll("die trunk")

    table.refuses("MB-116").give_back("eye")
    table.refuses("MB-22").give_back("die", by="Ben")
    table.refuses("MB-116").reroll()


def test_mb116_declined_the_giant_wakes() -> None:
    table = annas_turn(6).announce(3).roll("eye eye treasure").decline()

    assert table.latest_of(GiantWoke) == [GiantWoke(0, 1)]


def test_t35_rerolled_eyes_let_the_giant_sleep() -> None:
    table = annas_turn(7).announce(3).roll("eye eye trunk").reroll()
    assert table.awaiting == AwaitDice(
        0, 2, "beanstalk", ("eye", "die", "treasure", "trunk"), again="eye"
    )
    table.roll("treasure eye")

    assert table.latest_of(GiantWoke) == []
    assert sorted(table.state.turn.hand) == ["eye", "treasure", "trunk"]
    assert table.state.pool == 8


def test_mb117_only_once() -> None:
    table = annas_turn(7).announce(3).roll("eye eye trunk").reroll().roll("eye eye")

    assert table.phase == "stacking"
    assert table.latest_of(GiantWoke) == [GiantWoke(0, 1)]
    table.refuses("MB-40").reroll()


def test_mb117_after_all_extra_dice() -> None:
    table = annas_turn(7).announce(3).roll("die eye trunk")
    assert table.phase == "extra"
    table.take_extra(1).roll("eye")

    assert table.phase == "rerolling"
    table.refuses("MB-22").reroll(by="Ben")
    assert table.reroll().state.turn.rolling == 2


def test_mb117_needs_a_die_with_that_face() -> None:
    assert annas_turn(7).announce(3).roll("trunk trunk treasure").phase == "stacking"


def test_mb117_declined_the_giant_wakes() -> None:
    table = annas_turn(7).announce(3).roll("eye eye trunk").decline()

    assert table.latest_of(GiantWoke) == [GiantWoke(0, 1)]


def test_r22_rerolled_die_faces_give_no_extra_dice() -> None:
    table = annas_turn(7).announce(3).roll("eye eye trunk").reroll().roll("die die")

    assert table.phase == "stacking"
    assert sorted(table.state.turn.hand) == ["die", "die", "trunk"]


def test_r22_the_die_that_two_eyes_silenced_stays_silent() -> None:
    """MB-R5: two Eyes ended the taking of extra dice, even if they are rolled away."""
    table = annas_turn(7).announce(3).roll("eye eye die").reroll().roll("trunk trunk")

    assert table.phase == "stacking"


def test_n4_an_edition_may_reroll_another_face() -> None:
    table = annas_turn(7, numbers={"reroll_face": "die"}).announce(3).roll("die die eye")
    table.take_extra(0)
    assert table.phase == "rerolling"
    table.reroll().roll("eye trunk")

    assert table.latest_of(GiantWoke) == [GiantWoke(0, 1)]
    assert table.state.turn.hand == ("eye", "eye")
