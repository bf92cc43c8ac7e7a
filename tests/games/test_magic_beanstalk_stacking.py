"""Stacking: what belongs on which die, and when the castle comes (T-15 to T-18, T-26, T-27)."""

import pytest

from referee.games.awaiting import AwaitPlacement, AwaitStability, Piece
from referee.games.magic_beanstalk.events import SacksDrawn
from referee.games.reports import ReportPiece
from tests.games.beanstalk_table import BeanstalkTable


def annas_turn(card: int, dice: int = 1, cylinders: int = 0, **tokens: int) -> BeanstalkTable:
    table = BeanstalkTable("Anna", "Ben").with_tower(dice, cylinders, **tokens)
    return table.pick(Anna=card, Ben=7)


def test_t15_no_token_left_means_a_cylinder() -> None:
    table = annas_turn(1, 5, cylinders=1, Anna=3).announce(1).roll("treasure").stack("treasure")
    table.refuses("MB-44").stack("token")
    table.stack("cylinder").stable()

    assert table.state.cylinders == 0
    assert table.sacks["Anna"] == 0


def test_t16_no_token_and_no_cylinder_means_the_castle() -> None:
    table = annas_turn(1, 6, cylinders=2, Anna=3).announce(1).roll("treasure").stack("treasure")
    table.refuses("MB-45").stack("cylinder")
    table.stack("castle").stable()

    assert table.latest_of(SacksDrawn) == [SacksDrawn(0, 4, "castle")]


def test_t17_the_castle_first_sends_the_other_die_back() -> None:
    table = annas_turn(2, 4, cylinders=2, Anna=1).announce(2).roll("trunk treasure")
    table.stack("trunk castle")

    assert table.phase == "checking"
    assert table.state.turn.hand == ()
    assert table.state.pool == 7
    assert table.stable().latest_of(SacksDrawn) == [SacksDrawn(0, 2, "castle")]


def test_t17_the_treasure_first_counts_for_the_castle() -> None:
    table = annas_turn(2, 4, cylinders=2, Anna=1).announce(2).roll("trunk treasure")
    table.stack("treasure token trunk castle").stable()

    assert table.latest_of(SacksDrawn) == [SacksDrawn(0, 3, "castle")]


def test_r11_the_option_pays_the_tokens_of_the_turn_as_well() -> None:
    table = BeanstalkTable("Anna", "Ben", castle_also_pays_turn_tokens=True)
    table.with_tower(4, 2, Anna=1).pick(Anna=2, Ben=7).announce(2).roll("trunk treasure")
    table.stack("treasure token trunk castle").stable()

    assert table.latest_of(SacksDrawn) == [SacksDrawn(0, 4, "castle")]


def test_t18_the_twelfth_die_with_its_token_then_the_castle() -> None:
    table = annas_turn(1, 11).announce(1).roll("treasure").stack("treasure")
    table.refuses("MB-41").stack("castle")
    table.stack("token")
    table.refuses("MB-47").stack("cylinder")
    table.stack("castle").stable()

    assert table.sacks["Anna"] == 2


def test_t26_two_bare_eyes_complete_the_tower() -> None:
    table = annas_turn(2, 10).announce(2).roll("eye eye").stack("eye eye")

    assert table.dice == 12
    assert table.awaiting == AwaitPlacement(0, (Piece("castle"),))
    table.refuses("MB-40").stable()
    assert table.stack("castle").phase == "checking"


def test_t27_dice_sent_back_by_the_giant_leave_no_castle() -> None:
    table = annas_turn(7, 9).announce(3).roll("eye eye trunk").stack("eye eye")

    assert table.phase == "checking"
    assert (table.dice, table.state.pool) == (11, 1)
    assert table.stable().active == "Ben"


def test_r28_a_bare_die_face_as_the_last_die_brings_the_castle() -> None:
    table = annas_turn(1, 11).announce(1).roll("die").stack("die")

    table.refuses("MB-47").stack("token")
    assert table.stack("castle").phase == "checking"


def test_mb40_dice_may_be_stacked_in_any_order() -> None:
    for order in ("die treasure token trunk cylinder", "trunk cylinder treasure token die"):
        table = annas_turn(7).announce(3).roll("treasure trunk die").take_extra(0).stack(order)
        assert table.tower.replace(":Anna", "") == order


def test_mb40_only_dice_of_this_turn_are_stacked() -> None:
    table = annas_turn(2).announce(2).roll("trunk treasure")

    table.refuses("MB-40", "die-not-in-hand").stack("eye")
    table.refuses("MB-40", "not-a-piece-to-place").stack("cylinder")
    table.stack("trunk cylinder")
    table.refuses("MB-40", "die-not-in-hand").stack("trunk")


def test_mb41_the_token_is_the_players_own() -> None:
    table = annas_turn(1).announce(1).roll("treasure").stack("treasure")

    assert table.awaiting == AwaitPlacement(0, (Piece("token", seat=0),))
    table.refuses("MB-41").do(ReportPiece(Piece("token", seat=1)))


def test_mb42_the_cylinder_comes_before_the_next_die() -> None:
    table = annas_turn(2).announce(2).roll("trunk treasure").stack("trunk")

    table.refuses("MB-42").stack("treasure")
    table.refuses("MB-40").stable()


@pytest.mark.parametrize("face", ["die", "eye"])
def test_mb43_die_and_single_eye_are_bare(face: str) -> None:
    table = annas_turn(1).announce(1).roll(face)
    if face == "die":
        table.take_extra(0)

    assert table.stack(face).phase == "checking"


def test_mb45_a_castle_owed_early_leaves_dice_in_the_pool() -> None:
    """MB-R10: the builder may choose the order so that the castle comes early."""
    table = annas_turn(7, 4, cylinders=2).announce(3).roll("eye trunk treasure").stack("trunk")

    table.refuses("MB-45").stack("treasure")
    assert table.stack("castle").state.pool == 12 - 5


def test_mb50_the_formula_takes_the_time_of_the_edition() -> None:
    table = annas_turn(1).announce(1).roll("eye")
    table.refuses("MB-40").stable()

    assert table.stack("eye").awaiting == AwaitStability(0, 3.0)


def test_a_die_that_claims_an_owner_is_no_die_of_this_game() -> None:
    """Dice belong to nobody; an owner on a die would be taken for a token later on."""
    table = annas_turn(1).announce(1).roll("eye")

    table.refuses("MB-40").do(ReportPiece(Piece("die", face="eye", seat=1)))
