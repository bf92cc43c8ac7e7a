"""Every test case of the rules of Spookies, by its number."""

import pytest

from referee.games.awaiting import AwaitChoice, AwaitDice, AwaitTally
from referee.games.spookies import GAME
from referee.games.spookies.edition import FRIEND_FACES, GATE, PIPS
from referee.games.spookies.events import DiceRolled, FigureClimbed
from tests.games.endings import outcome_of
from tests.games.spookies_table import SpookiesTable


def two_players(**options: int) -> SpookiesTable:
    return SpookiesTable("Tom", "Pierre", **options)


@pytest.mark.parametrize(("faces", "result"), [("2 3", 5), ("5 3 1", 8), ("6 4 2 1", 10)])
def test_t1_the_two_highest_dice_count(faces: str, result: int) -> None:
    table = two_players().friend("anna").roll(faces)

    rolled = table.latest[0]
    assert isinstance(rolled, DiceRolled)
    assert rolled.result == result


@pytest.mark.parametrize(("faces", "space"), [("4 4", 8), ("3 4", 7), ("6 6", 8)])
def test_t2_from_7_at_least_8_is_needed(faces: str, space: int) -> None:
    table = two_players().arrange(figures={"poppy": 7}).friend("poppy")
    assert table.view(None).goal == 8

    assert table.roll(faces).space("poppy") == space


def test_t3_tom_climbs_one_space_and_may_go_on() -> None:
    table = two_players().friend("bonflair")
    assert table.space("bonflair") == GATE

    table.roll("3 4")

    assert table.space("bonflair") == 5
    assert table.chips("Tom") == 1
    assert GAME.awaiting(table.state) == AwaitChoice((0,), "continuing")


def test_t4_pierre_falls_to_the_gate_and_pays_five_chips() -> None:
    table = two_players(bravest=1).arrange(figures={"anna": 9}, chips={"Pierre": 5})

    table.friend("anna").roll("3 1 1 1")

    assert table.space("anna") == GATE
    assert (table.chips("Pierre"), table.fines(9)) == (0, 5)
    assert table.turn == "Tom"


def test_t5_any_figure_may_be_chosen_in_the_variant() -> None:
    table = SpookiesTable("Henri", "Nicolas", "Mélanie", variant="free-choice")

    table.figure("bonflair").roll("1 1")
    table.figure("bonflair").roll("1 1")
    table.figure("poppy").roll("1 1")
    table.figure("kracko")

    assert table.turn == "Henri"
    assert GAME.awaiting(table.state) == AwaitChoice((0,), "dice")


def test_t10_the_same_number_ends_the_turn_without_a_fine() -> None:
    table = two_players().arrange(figures={"anna": 8}, chips={"Tom": 4}).friend("anna").roll("4 4")

    assert (table.space("anna"), table.chips("Tom"), table.fines(8)) == (8, 4, 0)
    assert table.turn == "Pierre"


def test_t11_down_to_the_space_of_the_result() -> None:
    table = two_players().arrange(figures={"anna": 8}, chips={"Tom": 4}).friend("anna").roll("3 3")

    assert (table.space("anna"), table.chips("Tom"), table.fines(8)) == (6, 2, 2)
    assert table.turn == "Pierre"


@pytest.mark.parametrize(("faces", "space", "fine"), [("2 2", GATE, 1), ("2 3", 5, 0)])
def test_t12_from_the_garden_to_the_gate_costs_one_chip(faces: str, space: int, fine: int) -> None:
    table = two_players().arrange(figures={"anna": 5}, chips={"Tom": 4}).friend("anna").roll(faces)

    assert (table.space("anna"), table.chips("Tom"), table.fines(5)) == (space, 4 - fine, fine)
    assert table.turn == "Pierre"


def test_t13_who_has_too_few_chips_gives_all_of_them() -> None:
    table = two_players(bravest=1).arrange(figures={"anna": 9}, chips={"Pierre": 3})

    table.friend("anna").roll("3 1 1 1")

    assert (table.chips("Pierre"), table.fines(9)) == (0, 3)


def test_t14_at_the_gate_a_low_result_costs_nothing() -> None:
    table = two_players().arrange(chips={"Tom": 4}).friend("anna").roll("1 2")

    assert (table.space("anna"), table.chips("Tom")) == (GATE, 4)
    assert table.told == ["dice-rolled", "figure-stayed", "turn-ended"]
    assert table.turn == "Pierre"


def test_t15_two_dice_win_the_fine_chips_as_well() -> None:
    table = two_players().arrange(figures={"anna": 8}, fines={9: 4}).friend("anna")

    table.roll("5 5").take()

    assert (table.space("anna"), table.chips("Tom"), table.fines(9)) == (9, 6 + 4, 0)
    assert table.turn == "Tom"


def test_t15_three_dice_leave_the_fine_chips() -> None:
    table = two_players().arrange(figures={"anna": 8}, fines={9: 4}).friend("anna")

    table.roll("5 5 1")

    assert (table.space("anna"), table.chips("Tom"), table.fines(9)) == (9, 4, 4)
    assert GAME.awaiting(table.state) == AwaitChoice((0,), "continuing")


def test_t16_a_twelve_in_the_attic_earns_again() -> None:
    table = two_players().arrange(figures={"anna": 11}, fines={11: 3}).friend("anna").roll("6 6")

    assert (table.space("anna"), table.chips("Tom"), table.fines(11)) == (11, 10, 3)
    assert GAME.awaiting(table.state) == AwaitChoice((0,), "continuing")


@pytest.mark.parametrize(("faces", "space", "fine"), [("5 6", 11, 0), ("3 4", 7, 4)])
def test_t17_less_than_twelve_in_the_attic(faces: str, space: int, fine: int) -> None:
    table = two_players().arrange(figures={"anna": 11}, chips={"Tom": 5}).friend("anna").roll(faces)

    assert (table.space("anna"), table.chips("Tom"), table.fines(11)) == (space, 5 - fine, fine)
    assert table.turn == "Pierre"


def test_t18_the_last_chips_end_the_game_in_the_middle_of_a_turn() -> None:
    table = two_players().arrange(figures={"anna": 7}, reserve=2).friend("anna").roll("6 6")

    assert table.chips("Tom") == 2
    assert table.told == ["dice-rolled", "figure-climbed", "game-ended"]
    assert GAME.awaiting(table.state) == AwaitTally((0, 1), "chips", (2, 48))


def test_t19_fine_chips_are_taken_with_the_last_chip() -> None:
    table = two_players().arrange(figures={"anna": 7}, fines={8: 3}, reserve=2).friend("anna")

    table.roll("6 6")

    assert (table.chips("Tom"), table.fines(8)) == (2 + 3, 0)
    assert table.told == ["dice-rolled", "figure-climbed", "fines-taken", "game-ended"]


def test_t20_points_win_and_not_chips() -> None:
    table = two_players(chips_in_play=5).arrange(chips={"Tom": 4, "Pierre": 0}, active=1)

    table.friend("anna").roll("3 4")
    table.count("Tom", values="1 1 1 1").count("Pierre", values="5")

    outcome = outcome_of(GAME, table.state)
    assert (outcome.scores, outcome.winners) == ((4, 5), (1,))


def test_t21_the_joker_rolls_the_same_dice_again() -> None:
    table = two_players(joker=True).arrange(figures={"anna": 9}, chips={"Tom": 5}).friend("anna")

    table.roll("2 2").joker()
    assert GAME.awaiting(table.state) == AwaitDice(0, 2, "pips", PIPS)
    table.pips("5 5")

    assert (table.space("anna"), table.chips("Tom")) == (10, 5 + 8)
    assert table.latest[1] == FigureClimbed(0, "anna", 10, 8, "continuing")


@pytest.mark.parametrize("goal", [8, 10])
def test_t22_the_ghost_holds_one_die_and_moves_on(goal: int) -> None:
    table = two_players(ghost=True).arrange(figures={"anna": 9}).friend("anna")
    table.refuses("SP-66", "ghost-holds-die").dice(4)
    table.refuses("SP-66", "ghost-holds-die").dice(5)

    table.roll("6 4 1")
    table.refuses("SP-67").ghost(9)
    table.ghost(goal)

    assert table.state.ghost == goal
    assert GAME.awaiting(table.state) == AwaitChoice((0,), "continuing")


def test_t23_two_players_play_with_fifty_chips() -> None:
    table = two_players()

    assert (table.state.reserve, table.state.box) == (50, 25)


def test_a_turn_begins_with_the_friend_die() -> None:
    assert GAME.awaiting(two_players().state) == AwaitDice(0, 1, "friend", FRIEND_FACES)


def test_the_question_mark_lets_the_player_choose() -> None:
    table = two_players().friend("question")
    assert GAME.awaiting(table.state) == AwaitChoice((0,), "figure")

    assert table.figure("duffy").roll("6 6").space("duffy") == 5
