"""Setup, rounds and the worked example of the booklet (T-1 to T-6)."""

import pytest

from referee.games.awaiting import AwaitChoice, AwaitPlacement, AwaitReset, Piece
from referee.games.magic_beanstalk import GAME
from referee.games.magic_beanstalk.events import CardPicked, SacksDrawn
from tests.games.beanstalk_table import BeanstalkTable


def example() -> BeanstalkTable:
    table = BeanstalkTable("Juliette", "Fred", "Pierre", "Pauline")
    return table.pick(Juliette=6, Fred=5, Pierre=4, Pauline=5)


def after_pierre() -> BeanstalkTable:
    table = example().announce(3).roll("treasure trunk die").take_extra(0)
    return table.stack("treasure token trunk cylinder die").stable()


def after_fred() -> BeanstalkTable:
    table = after_pierre().announce(3).roll("eye die trunk").take_extra(1).roll("eye")
    return table.stack("eye eye").stable()


def after_pauline() -> BeanstalkTable:
    table = after_fred().announce(2).roll("treasure treasure")
    return table.stack("treasure token treasure token").stable()


def juliettes_turn() -> BeanstalkTable:
    return after_pauline().announce(2).roll("trunk trunk")


def test_setup_is_the_starting_state_of_the_rules() -> None:
    state = BeanstalkTable("Anna", "Ben", "Carl", youngest=2).state

    assert state.tower == (Piece("die"),)
    assert (state.pool, state.cylinders, state.castle, state.deck) == (11, 2, 1, 30)
    assert state.bean == 2
    for player in state.players:
        assert (player.tokens, player.sacks, player.hand, player.pile) == (3, 0, 3, 4)
        assert player.axe


def test_mb100_expert_has_no_axe_tokens() -> None:
    table = BeanstalkTable("Anna", "Ben", variant="expert")

    assert not any(player.axe for player in table.state.players)


def test_t01_order() -> None:
    assert example().order == ["Pierre", "Fred", "Pauline", "Juliette"]


def test_t02_pierre_builds() -> None:
    table = example()
    assert table.active == "Pierre"
    assert table.may_announce() == [1, 3]
    table.announce(3).roll("treasure trunk die")
    assert table.may_take_extra() == [0, 1]
    table.take_extra(0).stack("treasure token trunk cylinder die").stable()

    assert table.tower == "treasure token:Pierre trunk cylinder die"
    assert (table.state.pool, table.state.cylinders, table.state.deck) == (8, 1, 29)
    assert table.sacks == {"Juliette": 0, "Fred": 0, "Pierre": 1, "Pauline": 0}


def test_t03_fred_wakes_the_giant() -> None:
    table = after_pierre()
    assert table.active == "Fred"
    assert table.may_announce() == [2, 3]
    table.announce(3).roll("eye die trunk").take_extra(1).roll("eye")
    assert table.state.turn.hand == ("eye", "eye")
    table.stack("eye eye").stable()

    assert table.dice == 6
    assert (table.state.pool, table.state.cylinders, table.state.deck) == (6, 1, 29)
    assert table.sacks["Fred"] == 0


def test_t04_pauline_builds_two_treasures() -> None:
    table = after_fred()
    assert table.active == "Pauline"
    table.announce(2).roll("treasure treasure")
    table.stack("treasure token treasure token").stable()

    assert (table.dice, table.tokens("Pierre"), table.tokens("Pauline")) == (8, 1, 2)
    assert (table.state.pool, table.state.deck) == (4, 27)
    assert table.sacks["Pauline"] == 2


def test_t05_juliette_brings_the_tower_down() -> None:
    table = juliettes_turn()
    assert table.active == "Juliette"
    table.stack("trunk").collapse()

    assert table.latest_of(SacksDrawn) == [
        SacksDrawn(2, 1, "collapse"),
        SacksDrawn(3, 2, "collapse"),
    ]
    assert table.awaiting == AwaitReset((Piece("die"),))
    table.replant()
    assert table.sacks == {"Juliette": 0, "Fred": 0, "Pierre": 2, "Pauline": 4}
    assert table.tower == ""
    assert (table.state.pool, table.state.cylinders, table.state.deck) == (11, 2, 24)
    assert [player.tokens for player in table.state.players] == [3, 3, 3, 3]
    assert (table.phase, table.state.round, table.bean) == ("picking", 2, "Juliette")
    assert table.hands == [3, 3, 3, 3]


def test_t06_juliette_finishes_the_castle() -> None:
    table = juliettes_turn().stack("trunk cylinder trunk")
    assert table.awaiting == AwaitPlacement(0, (Piece("castle"),))
    table.stack("castle").stable()

    assert table.latest_of(SacksDrawn) == [SacksDrawn(0, 1, "castle")]
    assert table.sacks == {"Juliette": 1, "Fred": 0, "Pierre": 1, "Pauline": 2}
    assert (table.state.deck, table.state.castle, table.tower) == (26, 1, "")
    assert table.replant().phase == "picking"


def test_mb20_a_picked_card_is_hidden_until_all_have_picked() -> None:
    table = BeanstalkTable("Anna", "Ben", "Carl").pick(Ben=4)

    assert table.awaiting == AwaitChoice((0, 2), "pick-card", True)
    assert [table.view(seat).seats[1].card for seat in (None, 0, 1)] == [0, 0, 4]
    picked = table.latest[0]
    assert [GAME.disclose(picked, seat) for seat in (None, 1)] == [CardPicked(1, 0), picked]
    table.pick(Anna=2, Carl=2)
    assert [seat.card for seat in table.view(None).seats] == [2, 4, 2]


@pytest.mark.parametrize(
    ("youngest", "order"),
    [
        (0, ["Carl", "Anna", "Ben", "Dora"]),
        (1, ["Carl", "Ben", "Dora", "Anna"]),
        (3, ["Carl", "Dora", "Anna", "Ben"]),
    ],
)
def test_mb23_ties_go_clockwise_from_the_bean(youngest: int, order: list[str]) -> None:
    table = BeanstalkTable("Anna", "Ben", "Carl", "Dora", youngest=youngest)

    assert table.pick(Anna=5, Ben=5, Carl=1, Dora=5).order == order


def test_mb23_the_holder_at_the_reveal_decides_and_mb24_the_last_player_takes_the_bean() -> None:
    table = BeanstalkTable("Anna", "Ben").pick(Anna=1, Ben=2)
    table.announce(1).roll("eye").stack("eye").stable()
    assert table.bean == "Anna"
    table.announce(2).roll("die trunk").take_extra(0).stack("die trunk cylinder").stable()

    assert table.bean == "Ben"
    assert table.pick(Anna=4, Ben=4).order == ["Ben", "Anna"]


def test_mb25_hands_are_refilled_as_far_as_the_pile_allows() -> None:
    """MB-27, MB-R3: hands of 3, 3, 3, 3, 3, 2, 1 cards; seven rounds."""
    table = BeanstalkTable("Anna", "Ben")
    sizes = []
    while table.phase == "picking":
        sizes.append(table.hands)
        table.pick(Anna=table.state.round, Ben=table.state.round)
        while table.phase == "starting":
            table.announce(table.may_announce()[0]).fall(by="Anna")
            if table.phase == "replanting":
                table.replant()

    assert sizes == [[size, size] for size in (3, 3, 3, 3, 3, 2, 1)]
    assert table.phase == "over"
    assert table.state.players[0].played == (1, 2, 3, 4, 5, 6, 7)


def test_mb51_tokens_of_earlier_turns_are_not_paid_again() -> None:
    table = BeanstalkTable("Anna", "Ben").with_tower(4, Anna=2).pick(Anna=1, Ben=2)
    table.announce(1).roll("treasure").stack("treasure token").stable()

    assert table.sacks == {"Anna": 1, "Ben": 0}
