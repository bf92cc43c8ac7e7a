"""The axe: what falls, what stays, what may still be rolled (T-22, T-23, MB-R4, MB-R14, MB-R15)."""

import pytest

from referee.games.awaiting import AwaitRemoval, Piece
from referee.games.magic_beanstalk import actions as a
from referee.games.magic_beanstalk.events import TowerFell
from referee.games.reports import ReportRemoval
from tests.games.beanstalk_table import BeanstalkTable


def annas_turn(card: int, dice: int, cylinders: int = 0, **tokens: int) -> BeanstalkTable:
    table = BeanstalkTable("Anna", "Fred").with_tower(dice, cylinders, **tokens)
    return table.pick(Anna=card, Fred=7)


def test_t22_what_falls_goes_home_unpaid() -> None:
    table = annas_turn(4, 8, 2, Anna=1, Fred=3).raise_axe().announce(3)
    table.strike(dice=3, cylinders=1, Fred=2)

    state = table.state
    assert (state.pool, state.cylinders) == (4 + 3, 1)
    assert state.players[1].tokens == 2
    assert (table.tokens("Fred"), table.tokens("Anna"), table.dice) == (1, 1, 5)
    assert table.sacks == {"Anna": 0, "Fred": 0}
    assert table.phase == "rolling"
    table.roll("eye trunk trunk")


def test_t23_everything_off_means_a_new_first_die_before_the_roll() -> None:
    table = annas_turn(4, 5, 1, Fred=2).raise_axe().announce(1)
    table.strike(dice=5, cylinders=1, Fred=2)
    assert table.phase == "replanting"
    table.refuses("MB-63").roll("eye")
    table.replant()

    assert (table.dice, table.state.pool, table.phase) == (1, 11, "rolling")
    assert table.sacks == {"Anna": 0, "Fred": 0}


def test_mb80_once_a_game_and_only_at_the_start_of_the_own_turn() -> None:
    table = annas_turn(4, 3)
    table.refuses("MB-22").raise_axe(by="Fred")
    table.raise_axe()
    assert not table.state.players[0].axe
    table.refuses("MB-80", "axe-already-raised").raise_axe()
    table.announce(1).strike().roll("eye").stack("eye").stable()
    table.announce(3)
    table.refuses("MB-32", "axe-too-late").raise_axe()
    table.collapse().replant().pick(Anna=1, Fred=2)

    table.refuses("MB-80", "no-axe-left").raise_axe()
    assert a.RaiseAxe(0) not in table.legal


def test_mb81_announce_then_throw_then_roll() -> None:
    table = annas_turn(4, 3, Fred=1).raise_axe()
    table.refuses("MB-30").strike(dice=1)
    table.announce(3)
    table.refuses("MB-81").roll("eye eye eye")
    tower = (Piece("die"), Piece("die"), Piece("token", seat=1), Piece("die"))

    assert table.awaiting == AwaitRemoval(0, tower)


def test_mb84_the_rest_stays_where_it_is() -> None:
    table = annas_turn(1, 5, 1, Fred=2).raise_axe().announce(1).strike(dice=1)

    assert table.tower == "treasure token:Fred treasure token:Fred trunk cylinder"


def test_mb86_a_miss_uses_up_the_axe() -> None:
    table = annas_turn(1, 3, Fred=1).raise_axe().announce(1).strike()

    assert not table.state.players[0].axe
    assert table.tower == "treasure token:Fred die"
    assert table.phase == "rolling"


@pytest.mark.parametrize(
    "fallen",
    [
        {"dice": 5},
        {"cylinders": 2},
        {"Anna": 1},
        {"Fred": 3},
        {"dice": 4},
        {"dice": 4, "cylinders": 1},
    ],
)
def test_mb83_no_more_can_fall_than_stood(fallen: dict[str, int]) -> None:
    """When every die is gone, nothing else can have stayed up."""
    table = annas_turn(1, 4, 1, Fred=2).raise_axe().announce(1)

    table.refuses("MB-83").strike(**fallen)


def test_mb83_only_pieces_of_the_tower_fall() -> None:
    table = annas_turn(1, 4).raise_axe().announce(1)

    for piece in (Piece("castle"), Piece("token"), Piece("token", seat=9), Piece("meeple")):
        table.refuses("MB-83").do(ReportRemoval((piece,)))


def test_r4_with_an_axe_every_printed_number_may_be_announced() -> None:
    table = annas_turn(5, 11)
    assert table.may_announce() == [1]

    assert table.raise_axe().may_announce() == [2, 3]
    table.announce(3).strike(dice=4)
    assert (table.phase, table.state.pool) == ("rolling", 5)


def test_r4_too_few_dice_after_the_throw_mean_a_new_announcement() -> None:
    table = annas_turn(4, 10).raise_axe().announce(3).strike()

    assert (table.phase, table.may_announce()) == ("starting", [1])
    table.refuses("MB-R4").announce(3)
    table.refuses("MB-80").raise_axe()
    assert table.announce(1).phase == "rolling"


def test_r4_no_printed_number_fits_after_the_throw() -> None:
    table = annas_turn(7, 11).raise_axe().announce(3).strike(dice=1)

    assert table.may_announce() == [2]
    assert table.announce(2).roll("eye trunk").phase == "stacking"


def test_r15_more_pieces_fall_before_the_roll() -> None:
    table = annas_turn(1, 5, Fred=2).raise_axe().announce(1).strike(dice=1)
    table.refuses("MB-R15").collapse()
    table.refuses("MB-R15").fall(by=None)
    table.strike(dice=1, Fred=1)

    assert (table.dice, table.tokens("Fred"), table.phase) == (3, 1, "rolling")
    assert table.sacks == {"Anna": 0, "Fred": 0}


def test_r15_more_pieces_fall_after_a_new_announcement_became_necessary() -> None:
    table = annas_turn(7, 11).raise_axe().announce(3).strike()
    assert table.phase == "starting"

    table.refuses("MB-R15").collapse()
    assert table.strike(dice=2).phase == "rolling"
    table.refuses("MB-32").roll("eye")


def test_r4_a_makeshift_number_gives_way_when_more_pieces_fall() -> None:
    """What counts is the pool at the moment of the roll: now the card's own number fits."""
    table = annas_turn(7, 10).raise_axe().announce(3).strike().announce(2).strike(dice=2)

    assert table.may_announce() == [3]
    assert table.announce(3).phase == "rolling"


def test_r15_the_late_fall_may_take_everything() -> None:
    table = annas_turn(1, 3).raise_axe().announce(1).strike(dice=1).strike(dice=2)

    assert table.replant().phase == "rolling"
    assert table.state.pool == 11


def test_r15_from_the_roll_on_it_is_a_collapse() -> None:
    table = annas_turn(1, 4, Fred=2).raise_axe().announce(1).strike(dice=1).roll("eye")
    table.refuses("MB-40").strike(dice=1)
    table.collapse()

    assert table.latest_of(TowerFell) == [TowerFell(0, (0, 2), "starting")]
    assert table.sacks == {"Anna": 0, "Fred": 2}


def test_r7_a_tower_that_falls_before_the_throw_is_announced_keeps_the_axe_raised() -> None:
    table = annas_turn(1, 4, Fred=2).raise_axe().fall(by=None).replant()

    assert table.announce(1).phase == "axe"
    assert table.sacks == {"Anna": 0, "Fred": 0}


def test_without_an_axe_nothing_is_knocked_off() -> None:
    table = annas_turn(1, 4)

    table.refuses("MB-30").strike(dice=1)
    table.announce(1)
    table.refuses("MB-32").strike(dice=1)
