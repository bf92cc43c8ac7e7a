"""Bean Expert: powers 1 to 7 (T-30 to T-37, MB-100 to MB-117, MB-R19 to MB-R24)."""

import pytest

from referee.games.magic_beanstalk import actions as a
from referee.games.magic_beanstalk.events import GiantWoke, SacksDrawn
from tests.games.beanstalk_table import BeanstalkTable


def experts(dice: int = 1, cylinders: int = 0, **tokens: int) -> BeanstalkTable:
    table = BeanstalkTable("Anna", "Ben", "Carl", variant="expert")
    return table.with_tower(dice, cylinders, **tokens)


def annas_turn(card: int, dice: int = 1, cylinders: int = 0, **tokens: int) -> BeanstalkTable:
    return experts(dice, cylinders, **tokens).pick(Anna=card, Ben=7, Carl=7)


def ben_holds_the_eye(bens_card: int = 7, dice: int = 1) -> BeanstalkTable:
    table = experts(dice).pick(Anna=1, Ben=bens_card, Carl=7)
    return table.announce(1).roll("eye").stack("eye").stable().give_eye("Ben")


# Power 1, the Eye token.


def test_t30_the_eye_token_needs_only_one_eye_die() -> None:
    table = ben_holds_the_eye(5).announce(3).roll("eye treasure trunk")

    assert table.latest_of(GiantWoke) == [GiantWoke(1, 2)]
    assert table.state.turn.hand == ("eye",)
    assert table.stack("eye").phase == "checking"


def test_t30_the_eye_token_alone_wakes_nobody() -> None:
    table = ben_holds_the_eye(5).announce(3).roll("treasure trunk die").take_extra(0)

    assert table.latest_of(GiantWoke) == []
    assert len(table.state.turn.hand) == 3


def test_t31_the_same_power_only_once_a_round() -> None:
    table = ben_holds_the_eye(1).announce(1).roll("trunk").stack("trunk cylinder").stable()

    assert (table.phase, table.active) == ("starting", "Carl")
    assert table.state.eye_holder is None


def test_t32_the_last_player_has_nobody_to_give_the_eye_to() -> None:
    table = experts().pick(Anna=1, Ben=1, Carl=1)
    for _ in range(2):
        table.announce(1).roll("eye").stack("eye").stable().decline()
    table.announce(1).roll("eye").stack("eye").stable()

    assert (table.phase, table.state.round) == ("picking", 2)


def test_mb111_the_eye_goes_to_somebody_still_to_come_this_round() -> None:
    table = experts().pick(Anna=3, Ben=1, Carl=1)
    table.announce(1).roll("eye").stack("eye").stable().decline()
    assert table.active == "Carl"
    table.announce(1).roll("trunk").stack("trunk cylinder").stable()

    table.refuses("MB-111").give_eye("Ben")
    table.refuses("MB-111").give_eye("Carl")
    table.refuses("MB-1").do(a.GiveEye(2, 3))
    assert [action for action in table.legal if isinstance(action, a.GiveEye)] == [a.GiveEye(2, 0)]
    assert table.give_eye("Anna").state.eye_holder == 0


@pytest.mark.parametrize("ending", ["stable", "collapse", "fall by another"])
def test_mb111_the_eye_token_is_discarded_at_the_end_of_the_turn(ending: str) -> None:
    table = ben_holds_the_eye(5).announce(2).roll("trunk die").take_extra(0)
    if ending == "stable":
        table.stack("die trunk cylinder").stable()
    else:
        table.fall(by="Ben" if ending == "collapse" else "Carl")

    assert table.state.eye_holder is None


def test_r7_a_fall_between_turns_leaves_the_eye_token_with_its_holder() -> None:
    assert ben_holds_the_eye().fall(by=None).state.eye_holder == 1


def test_r19_the_eye_token_cannot_be_returned_or_rerolled() -> None:
    table = ben_holds_the_eye(6).announce(3).roll("trunk trunk treasure")
    table.refuses("MB-116").give_back("eye")

    table = ben_holds_the_eye(7).announce(3).roll("trunk trunk treasure")
    assert table.phase == "stacking"


def test_r23_power_1_after_a_castle() -> None:
    table = annas_turn(1, 11).announce(1).roll("eye").stack("eye castle").stable()
    assert table.phase == "rewarding"
    table.give_eye("Carl")

    assert (table.state.eye_holder, table.tower, table.state.castle) == (2, "", 1)
    assert table.replant().active == "Ben"


# Power 2, hiding.


def test_t37_hiding_last_takes_the_bean_and_discards_the_eye() -> None:
    table = ben_holds_the_eye(2)
    table.refuses("MB-22").hide(by="Carl")
    table.hide()
    assert (table.state.eye_holder, table.active) == (None, "Carl")

    table = experts().pick(Anna=1, Ben=1, Carl=2)
    table.announce(1).roll("eye").stack("eye").stable().give_eye("Carl")
    table.announce(1).roll("trunk").stack("trunk cylinder").stable()
    tower = table.tower
    table.hide()
    assert (table.bean, table.state.eye_holder) == ("Carl", None)
    assert (table.phase, table.tower) == ("picking", tower)


# Power 3, stealing.


def test_t33_nobody_is_richer() -> None:
    table = BeanstalkTable("Anna", "Ben", "Carl", "Dora", variant="expert")
    table.with_sacks(Anna=2, Ben=2, Carl=1, Dora=2).pick(Anna=3, Ben=7, Carl=7, Dora=7)

    assert not any(isinstance(action, a.StealSack) for action in table.legal)
    for victim in table.names:
        table.refuses("MB-113").steal(victim)
    assert table.state.powers_used == ()


def test_mb113_one_sack_changes_hands_before_the_roll() -> None:
    table = experts().with_sacks(Anna=1, Ben=2, Carl=3).pick(Anna=3, Ben=7, Carl=7)
    table.steal("Carl")

    assert table.sacks == {"Anna": 2, "Ben": 2, "Carl": 2}
    table.refuses("MB-102").steal("Carl")
    assert table.announce(2).phase == "rolling"
    table.refuses("MB-32").steal("Carl")


def test_mb113_a_sealed_sack_stays_sealed_when_stolen() -> None:
    table = BeanstalkTable("Anna", "Ben", variant="expert", gold="digital").with_sacks(Ben=2)
    gold = table.state.players[1].gold
    table.pick(Anna=3, Ben=7).steal("Ben")

    taken, kept = table.state.players[0].gold, table.state.players[1].gold
    assert (len(taken), len(kept)) == (1, 1)
    assert sorted(taken + kept) == sorted(gold)


def test_r24_an_impossible_power_passes_to_the_next_player() -> None:
    table = experts().with_sacks(Anna=4, Ben=1, Carl=0).pick(Anna=3, Ben=3, Carl=7)
    table.refuses("MB-113").steal("Ben")
    table.announce(1).roll("eye").stack("eye").stable()

    assert table.steal("Anna").sacks == {"Anna": 3, "Ben": 2, "Carl": 0}


# Power 4, the axe.


def test_mb114_the_axe_strikes_once_a_round() -> None:
    table = experts(5, Ben=2).pick(Anna=4, Ben=4, Carl=7).raise_axe()
    table.refuses("MB-102").raise_axe()
    table.announce(1).strike(dice=1, Ben=1).roll("eye").stack("eye").stable()

    assert table.state.pool == 7
    assert table.sacks["Ben"] == 0
    table.refuses("MB-102").raise_axe()
    assert a.RaiseAxe(1) not in table.legal


def test_mb100_other_cards_have_no_axe() -> None:
    annas_turn(5).refuses("MB-101").raise_axe()


# Power 5, the bonus.


def test_t36_two_own_tokens_give_one_more_sack() -> None:
    table = annas_turn(5).announce(2).roll("treasure treasure")
    table.stack("treasure token treasure token").stable().draw_bonus()

    assert table.sacks["Anna"] == 3
    assert table.active == "Ben"


def test_t36_a_cylinder_for_a_token_does_not_count() -> None:
    table = annas_turn(5, 3, Anna=2).announce(2).roll("treasure treasure")
    table.stack("treasure token treasure cylinder").stable()

    assert table.sacks["Anna"] == 1
    assert (table.phase, table.active) == ("starting", "Ben")


def test_r23_power_5_after_a_castle() -> None:
    table = annas_turn(5, 10).announce(2).roll("treasure treasure")
    table.stack("treasure token treasure token castle").stable().draw_bonus()

    assert table.sacks["Anna"] == 1 + 2 + 1
    assert table.phase == "replanting"


def test_r12_the_bonus_may_take_the_last_sack() -> None:
    table = experts().with_sacks(Ben=27).pick(Anna=5, Ben=7, Carl=7)
    table.announce(2).roll("treasure treasure").stack("treasure token treasure token").stable()
    table.draw_bonus()

    assert table.latest_of(SacksDrawn) == [SacksDrawn(0, 1, "power")]
    assert table.phase == "counting"


def test_r12_no_bonus_from_an_empty_deck() -> None:
    table = experts().with_sacks(Ben=28).pick(Anna=5, Ben=7, Carl=7)
    table.announce(2).roll("treasure treasure").stack("treasure token treasure token").stable()

    assert table.phase == "counting"


# Who may use a power.


def test_mb101_powers_are_never_compulsory() -> None:
    table = annas_turn(5).announce(2).roll("treasure treasure")
    table.stack("treasure token treasure token").stable()
    table.refuses("MB-22").decline(by="Ben")
    table.decline()

    assert table.sacks["Anna"] == 2
    assert table.state.powers_used == ()
    assert table.active == "Ben"


def test_mb102_a_declined_power_passes_to_the_next_player_with_that_card() -> None:
    table = experts().pick(Anna=5, Ben=5, Carl=5)
    stacked = "treasure token treasure token"
    table.announce(2).roll("treasure treasure").stack(stacked).stable().decline()
    table.announce(2).roll("treasure treasure").stack(stacked).stable().draw_bonus()
    table.announce(2).roll("treasure treasure").stack(stacked).stable()

    assert table.sacks == {"Anna": 2, "Ben": 3, "Carl": 2}


def test_mb102_powers_are_free_again_in_the_next_round() -> None:
    table = experts().pick(Anna=2, Ben=2, Carl=7).hide()
    table.refuses("MB-102").hide()
    table.announce(2).collapse().replant().announce(3).collapse().replant()

    assert table.state.powers_used == ()


def test_mb103_a_collapse_loses_the_power_but_passes_the_right_on() -> None:
    table = experts().pick(Anna=1, Ben=1, Carl=7).announce(1).roll("eye").stack("eye").collapse()
    table.refuses("MB-63").give_eye("Carl", by="Anna")
    table.replant().announce(1).roll("eye").stack("eye").stable()

    assert table.give_eye("Carl").state.eye_holder == 2


def test_mb101_there_are_no_powers_in_the_base_game() -> None:
    table = BeanstalkTable("Anna", "Ben").with_sacks(Ben=2).pick(Anna=2, Ben=3)
    table.refuses("MB-101").hide()
    table.announce(2).collapse().replant()

    table.refuses("MB-101").steal("Anna")


def test_mb101_only_the_power_of_the_own_card() -> None:
    table = annas_turn(5).announce(2).roll("treasure treasure")
    table.stack("treasure token treasure token").stable()

    table.refuses("MB-101", "wrong-card-for-power").give_eye("Ben")
    table.refuses("MB-22").draw_bonus(by="Ben")
