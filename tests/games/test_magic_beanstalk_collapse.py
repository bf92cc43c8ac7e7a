"""Collapse and castle: who is paid, and how play goes on (T-19 to T-21, MB-R6 to MB-R13)."""

import pytest

from referee.games.base import fold
from referee.games.magic_beanstalk import GAME
from referee.games.magic_beanstalk.events import (
    FirstDiePlanted,
    GameEnded,
    SacksDrawn,
    TowerDismantled,
    TowerFell,
    TurnEnded,
)
from referee.games.reports import ReportFall
from tests.games.beanstalk_table import BeanstalkTable


def three_players(dice: int = 1, cylinders: int = 0, **tokens: int) -> BeanstalkTable:
    return BeanstalkTable("Anna", "Ben", "Carl").with_tower(dice, cylinders, **tokens)


def annas_turn(dice: int = 1, cylinders: int = 0, **tokens: int) -> BeanstalkTable:
    return three_players(dice, cylinders, **tokens).pick(Anna=1, Ben=2, Carl=7)


def test_t19_the_castle_falls_during_the_formula() -> None:
    table = annas_turn(11, Anna=2, Ben=1, Carl=3).announce(1).roll("eye").stack("eye castle")
    table.collapse()

    assert table.sacks == {"Anna": 0, "Ben": 1, "Carl": 3}
    assert table.state.castle == 1
    assert table.replant().active == "Ben"


def test_t20_a_small_deck_is_dealt_one_by_one() -> None:
    table = three_players(5, Ben=2, Carl=2).with_sacks(Anna=27)
    table.pick(Anna=1, Ben=2, Carl=7).announce(1).roll("eye").collapse()

    assert table.latest_of(SacksDrawn) == [
        SacksDrawn(1, 2, "collapse"),
        SacksDrawn(2, 1, "collapse"),
    ]
    assert table.state.deck == 0
    assert table.latest_of(GameEnded) == [GameEnded("sacks")]
    assert table.phase == "counting"


def test_t21_the_last_sack_ends_the_game_at_once() -> None:
    table = three_players().with_sacks(Anna=10, Ben=10, Carl=9)
    table.pick(Anna=2, Ben=6, Carl=7).announce(2).roll("treasure treasure")
    table.stack("treasure token treasure token").stable()

    assert table.latest_of(SacksDrawn) == [SacksDrawn(0, 1, "tokens")]
    assert table.latest_of(GameEnded) == [GameEnded("sacks")]
    assert table.phase == "counting"
    table.refuses("MB-91").announce(3, by="Ben")


def test_r12_the_last_castle_sack_ends_the_game_at_once() -> None:
    table = three_players(11, Anna=3).with_sacks(Ben=28)
    table.pick(Anna=1, Ben=6, Carl=7).announce(1).roll("eye").stack("eye castle").stable()

    assert table.sacks == {"Anna": 2, "Ben": 28, "Carl": 0}
    assert table.phase == "counting"


def test_mb62_the_culprit_is_not_paid_for_old_or_new_tokens() -> None:
    """MB-R8: nor does the culprit lose a sack."""
    table = three_players(3, Anna=2).with_sacks(Anna=4).pick(Anna=1, Ben=2, Carl=7)
    table.announce(1).roll("treasure").stack("treasure token").collapse()

    assert table.sacks == {"Anna": 4, "Ben": 0, "Carl": 0}
    assert table.latest_of(TowerFell) == [TowerFell(0, (3, 0, 0), "starting")]


def test_mb63_everything_goes_home() -> None:
    """MB-R26: the castle too."""
    table = annas_turn(11, cylinders=2, Anna=1, Ben=2, Carl=3).announce(1).roll("eye")
    table.stack("eye castle").collapse()

    state = table.state
    assert (state.pool, state.cylinders, state.castle, state.tower) == (12, 2, 1, ())
    assert [player.tokens for player in state.players] == [3, 3, 3]
    table.replant()
    assert (table.dice, table.state.pool) == (1, 11)


def test_mb64_the_next_player_goes_on() -> None:
    table = annas_turn(3).announce(1).collapse()
    table.refuses("MB-63").announce(2, by="Ben")

    table.replant()
    assert (table.active, table.phase, table.state.round) == ("Ben", "starting", 1)


@pytest.mark.parametrize("ending", ["collapse", "castle"])
def test_mb24_the_last_player_takes_the_bean_after_any_turn(ending: str) -> None:
    """MB-R18."""
    table = BeanstalkTable("Anna", "Ben").with_tower(10).pick(Anna=1, Ben=3)
    table.announce(1).roll("eye").stack("eye").stable().announce(1).roll("eye").stack("eye castle")
    if ending == "collapse":
        table.collapse()
    else:
        table.stable()

    assert table.bean == "Ben"
    assert table.replant().phase == "picking"


def test_mb72_the_builder_is_paid_for_all_own_tokens_and_mb73_nobody_else() -> None:
    table = annas_turn(11, Anna=2, Ben=3, Carl=1).announce(1).roll("treasure")
    table.stack("treasure token castle").stable()

    assert table.sacks == {"Anna": 4, "Ben": 0, "Carl": 0}


def test_mb74_the_castle_tower_is_dismantled() -> None:
    table = annas_turn(11, cylinders=1, Ben=2).announce(1).roll("eye").stack("eye castle").stable()

    assert table.latest_of(TowerDismantled) == [TowerDismantled(0)]
    state = table.state
    assert (state.pool, state.cylinders, state.castle) == (12, 2, 1)
    table.replant()
    assert (table.dice, table.state.pool, table.active) == (1, 11, "Ben")


@pytest.mark.parametrize("moment", ["announced", "rolled", "extra", "stacking", "checking"])
def test_r6_a_fall_at_any_moment_of_the_turn_is_a_collapse(moment: str) -> None:
    table = three_players(3, Ben=1).pick(Anna=3, Ben=6, Carl=7).announce(2)
    if moment == "extra":
        table.roll("die eye")
    elif moment != "announced":
        table.roll("trunk eye")
    if moment in {"stacking", "checking"}:
        table.stack("trunk")
    if moment == "checking":
        table.stack("cylinder eye")
    table.refuses("MB-R7").fall(by=None)
    table.collapse()

    assert table.sacks == {"Anna": 0, "Ben": 1, "Carl": 0}
    assert table.latest_of(TurnEnded) == [TurnEnded(0)]


def test_r7_somebody_else_knocks_the_tower() -> None:
    """The active player's turn is interrupted, and is paid like everyone else."""
    table = annas_turn(6, Anna=1, Ben=2, Carl=1).announce(1).roll("treasure")
    table.stack("treasure token").fall(by="Ben")

    assert table.sacks == {"Anna": 2, "Ben": 0, "Carl": 1}
    assert table.replant().active == "Ben"


def test_r7_nobody_is_paid_between_turns_if_nobody_touched_the_tower() -> None:
    table = annas_turn(6, Anna=1, Ben=2, Carl=1).fall(by=None)

    assert table.sacks == {"Anna": 0, "Ben": 0, "Carl": 0}
    assert [player.tokens for player in table.state.players] == [3, 3, 3]
    assert (table.replant().active, table.phase) == ("Anna", "starting")


@pytest.mark.parametrize("moment", ["at once", "with the axe raised"])
def test_r7_a_fall_through_the_active_player_before_the_announcement_ends_the_turn(
    moment: str,
) -> None:
    table = annas_turn(6, Anna=1, Ben=2, Carl=1)
    if moment == "with the axe raised":
        table.raise_axe()
    table.collapse()

    assert table.sacks == {"Anna": 0, "Ben": 2, "Carl": 1}
    assert table.latest_of(TowerFell) == [TowerFell(0, (1, 2, 1), "starting")]
    assert table.latest_of(TurnEnded) == [TurnEnded(0)]
    assert (table.replant().active, table.phase) == ("Ben", "starting")


def test_r7_the_last_in_order_takes_the_bean_though_no_dice_were_announced() -> None:
    """MB-24, MB-64."""
    table = BeanstalkTable("Anna", "Ben").with_tower(3, Anna=2).pick(Anna=1, Ben=3)
    table.announce(1).roll("eye").stack("eye").stable().collapse()

    assert table.sacks == {"Anna": 2, "Ben": 0}
    assert (table.bean, table.replant().phase, table.state.round) == ("Ben", "picking", 2)


def test_r7_the_last_sack_paid_before_the_announcement_ends_the_game() -> None:
    table = three_players(5, Ben=2, Carl=2).with_sacks(Anna=27).pick(Anna=1, Ben=2, Carl=7)
    table.collapse()

    assert table.latest_of(GameEnded) == [GameEnded("sacks")]
    assert table.latest_of(TurnEnded) == []


def test_r7_a_recorded_fall_before_the_announcement_keeps_the_ruling_of_its_time() -> None:
    """Records of earlier releases let the active player go on: they end no turn."""
    table = annas_turn(6, Ben=2)
    recorded = (TowerFell(0, (0, 2, 0), "starting"), SacksDrawn(1, 2, "collapse"))
    state = fold(GAME, (*recorded, FirstDiePlanted("starting")), table.state)

    assert (state.active, state.phase, state.position) == (0, "starting", 0)


def test_r7_somebody_knocks_the_tower_between_turns() -> None:
    table = annas_turn(6, Anna=1, Ben=2, Carl=1).fall(by="Carl")

    assert table.sacks == {"Anna": 1, "Ben": 2, "Carl": 0}
    assert (table.replant().active, table.phase) == ("Anna", "starting")


@pytest.mark.parametrize(("culprit", "bens_sacks"), [(None, 0), ("Carl", 2)])
def test_r7_the_tower_falls_while_cards_are_picked(culprit: str | None, bens_sacks: int) -> None:
    table = three_players(3, Ben=2).pick(Ben=5).fall(by=culprit)

    assert table.sacks["Ben"] == bens_sacks
    table.refuses("MB-63").pick(Anna=4)
    table.replant()
    assert table.phase == "picking"
    assert table.pick(Anna=4, Carl=6).order == ["Anna", "Ben", "Carl"]


@pytest.mark.parametrize(
    ("culprit", "sacks"),
    [
        (None, {"Anna": 2, "Ben": 0}),
        ("Anna", {"Anna": 2, "Ben": 1}),
        ("Ben", {"Anna": 4, "Ben": 0}),
    ],
)
def test_r7_the_tower_falls_after_the_check_in_bean_expert(
    culprit: str | None, sacks: dict[str, int]
) -> None:
    """MB-103: the power that was on offer is lost; the sacks of the check are kept."""
    table = BeanstalkTable("Anna", "Ben", variant="expert").with_tower(2, Ben=1)
    table.pick(Anna=5, Ben=6).announce(2).roll("treasure treasure")
    table.stack("treasure token treasure token").stable()
    assert table.phase == "rewarding"
    table.fall(by=culprit)

    assert table.sacks == sacks
    assert table.state.powers_used == ()
    assert table.replant().active == "Ben"


def test_mb73_a_castle_that_falls_after_its_check_pays_nobody_again() -> None:
    table = BeanstalkTable("Anna", "Ben", variant="expert").with_tower(11, Ben=2)
    table.pick(Anna=1, Ben=6).announce(1).roll("eye").stack("eye castle").stable()
    assert table.phase == "rewarding"

    assert table.fall(by="Anna").sacks == {"Anna": 1, "Ben": 0}


def test_r7_the_culprit_must_sit_at_the_table() -> None:
    annas_turn().refuses("MB-1").do(ReportFall(5))


def test_r13_the_deal_begins_left_of_the_culprit() -> None:
    table = three_players(7, Anna=2, Ben=2, Carl=2).with_sacks(Ben=29)
    table.pick(Anna=1, Ben=2, Carl=7).announce(1).fall(by="Ben")

    assert table.latest_of(SacksDrawn) == [SacksDrawn(2, 1, "collapse")]


def test_r13_who_has_had_theirs_is_skipped() -> None:
    table = three_players(6, Ben=1, Carl=3).with_sacks(Anna=27)
    table.pick(Anna=1, Ben=2, Carl=7).announce(1).collapse()

    assert table.sacks == {"Anna": 27, "Ben": 1, "Carl": 2}


def test_mb63_nothing_falls_while_nothing_stands() -> None:
    table = annas_turn(3).announce(1).collapse()

    table.refuses("MB-63", "no-tower").collapse()
    table.replant()
    table.refuses("MB-30").replant()
