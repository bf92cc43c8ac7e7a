"""The rulings of Spookies that no test case covers, the expansions, and digital chips."""

import re
from typing import Any, Literal

import msgspec
import pytest

from referee.games.awaiting import AwaitChoice, AwaitDice
from referee.games.base import Refused
from referee.games.spookies import GAME
from referee.games.spookies.actions import ChooseFigure
from referee.games.spookies.edition import GATE
from referee.games.spookies.events import ChipsRevealed, GameStarted, GhostMoved, JokerPaid
from referee.language import language
from tests.games.endings import outcome_of
from tests.games.spookies_table import SpookiesTable


def two_players(**options: Any) -> SpookiesTable:
    return SpookiesTable("Tom", "Pierre", **options)


def test_r1_turns_go_clockwise() -> None:
    table = SpookiesTable("Tom", "Pierre", "Anna", bravest=2)
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        table.friend("anna").roll("1 1")

    assert turns == ["Anna", "Tom", "Pierre", "Anna"]


def test_r4_with_the_last_chip_fine_chips_are_taken_without_a_question() -> None:
    table = two_players().arrange(figures={"anna": 7}, fines={8: 3}, reserve=4).friend("anna")

    assert table.roll("6 6").chips("Tom") == 4 + 3


def test_r5_fine_chips_in_the_attic_are_won_by_climbing_into_it() -> None:
    table = two_players().arrange(figures={"anna": 10}, fines={11: 3}).friend("anna")

    table.roll("5 6").take()

    assert (table.space("anna"), table.chips("Tom"), table.fines(11)) == (11, 10 + 3, 0)


def test_r6_fine_chips_may_be_left() -> None:
    table = two_players().arrange(figures={"anna": 8}, fines={9: 4}).friend("anna")

    table.roll("5 5").leave()

    assert (table.chips("Tom"), table.fines(9)) == (6, 4)
    assert GAME.awaiting(table.state) == AwaitChoice((0,), "continuing")


def test_r6_a_table_may_always_take_them_without_a_question() -> None:
    table = two_players(fine_chips="always").arrange(figures={"anna": 8}, fines={9: 4})

    table.friend("anna").roll("5 5")

    assert (table.chips("Tom"), table.fines(9)) == (10, 0)
    assert table.told == ["dice-rolled", "figure-climbed", "fines-taken"]


def test_r7_the_joker_works_once_and_the_new_result_stands() -> None:
    table = two_players(joker=True).arrange(figures={"anna": 9}, chips={"Tom": 5})

    table.friend("anna").roll("5 5").joker().pips("1 1")

    assert (table.space("anna"), table.chips("Tom")) == (GATE, 0)
    assert [player.joker for player in table.state.players] == [False, True]


def test_r7_a_kept_roll_is_resolved_and_the_joker_stays() -> None:
    table = two_players(joker=True).friend("anna").roll("3 4")
    assert table.space("anna") == GATE

    table.keep()

    assert (table.space("anna"), table.chips("Tom")) == (5, 1)
    assert table.state.players[0].joker


def test_r7_the_joker_is_not_for_the_friend_die() -> None:
    table = two_players(joker=True).friend("question")

    table.refuses("SP-R7", "joker-needs-roll").joker()
    table.figure("anna").refuses("SP-R7", "joker-needs-roll").joker()


@pytest.mark.parametrize(("names", "in_play"), [("Tom Pierre", 50), ("Tom Pierre Eva", 60)])
def test_r8_an_unused_joker_pays_five_chips_from_the_box(names: str, in_play: int) -> None:
    table = SpookiesTable(*names.split(), joker=True).arrange(figures={"anna": 8}, reserve=1)
    players = len(names.split())

    table.friend("anna").roll("6 6").keep()

    paid = tuple(JokerPaid(seat, 5, "chips") for seat in range(players))
    assert table.latest[-players - 1 : -1] == paid
    assert table.state.box == 75 - in_play - 5 * players
    assert sum(player.chips for player in table.state.players) == in_play + 5 * players


@pytest.mark.parametrize("players", [4, 5])
def test_r8_where_no_chips_are_left_it_pays_five_points(players: int) -> None:
    table = SpookiesTable(*"ABCDE"[:players], joker=True).arrange(figures={"anna": 8}, reserve=1)

    table.friend("anna").roll("6 6").keep()

    paid = tuple(JokerPaid(seat, 5, "points") for seat in range(players))
    assert table.latest[-players - 1 : -1] == paid


@pytest.mark.parametrize(("is_used", "unit"), [(True, "chips"), (False, "points")])
def test_r8_a_box_that_holds_too_few_for_all_unused_jokers_pays_points(
    is_used: bool, unit: Literal["points", "chips"]
) -> None:
    """Seventy chips in play leave five in the box: enough for one joker, not for two."""
    table = two_players(joker=True, chips_in_play=70).arrange(figures={"anna": 8}, reserve=1)

    table.friend("anna").roll("6 6")
    table = table.joker().pips("6 6") if is_used else table.keep()

    paid = [event for event in table.latest if isinstance(event, JokerPaid)]
    assert paid == [JokerPaid(seat, 5, unit) for seat in ((1,) if is_used else (0, 1))]


def test_r8_a_recorded_game_keeps_the_joker_of_its_time() -> None:
    """Games begun by earlier releases recorded that jokers pay points."""
    table = two_players(joker=True, joker_pays="points").arrange(figures={"anna": 8}, reserve=1)
    table.friend("anna").roll("6 6").keep()

    assert table.state.box == 25
    assert table.latest[-3:-1] == (JokerPaid(0, 5, "points"), JokerPaid(1, 5, "points"))


def test_r8_an_unused_joker_may_always_be_worth_five_points() -> None:
    table = two_players(joker=True, joker_pays="points", chips_in_play=1)

    table.friend("anna").roll("3 4").keep()
    assert table.latest[-3:-1] == (JokerPaid(0, 5, "points"), JokerPaid(1, 5, "points"))
    table.count("Tom", total=3)

    assert outcome_of(GAME, table.state).scores == (3 + 5, 5)


@pytest.mark.parametrize(("name", "figure"), [("hanja", "anna"), ("schnuffer", "bonflair")])
def test_the_names_of_the_english_edition_are_understood(name: str, figure: str) -> None:
    assert two_players().friend(name).space(figure) == GATE
    table = two_players().friend("question").figure(name).roll("6 6")
    assert table.space(figure) == 5


def test_every_figure_that_a_refusal_offers_is_accepted() -> None:
    refused = GAME.judge(two_players().friend("question").state, ChooseFigure(0, "casper"))
    assert isinstance(refused, Refused)
    for code in ("en", "fr"):
        sentence = language(code).refusal(GAME.name, refused)
        offered = re.findall("[A-Z][a-z]+", sentence.split(";")[1])
        assert len(offered) == 5
        for name in offered:
            for written in (name, name.lower()):
                two_players().friend("question").figure(written).roll("6 6")


def test_r8_or_five_chips_from_the_surplus() -> None:
    table = two_players(joker=True, joker_pays="chips").arrange(figures={"anna": 8}, reserve=1)
    theirs = table.chips("Pierre")

    table.friend("anna").roll("1 1").joker().pips("6 6")

    assert (table.chips("Tom"), table.chips("Pierre")) == (1, theirs + 5)
    assert table.state.box == 20


@pytest.mark.parametrize(("ghost", "turned"), [(5, 6), (11, 10)])
@pytest.mark.parametrize("faces", ["6 6", "1 1"])
def test_r9_at_an_end_of_the_house_the_ghost_turns_round(
    ghost: int, turned: int, faces: str
) -> None:
    table = two_players(ghost=True).arrange(figures={"anna": ghost}, ghost=ghost).friend("anna")

    table.roll(faces)

    assert table.state.ghost == turned
    assert any(isinstance(event, GhostMoved) for event in table.latest)
    assert table.state.phase == ("continuing" if faces == "6 6" else "friend")


def test_r9_the_ghost_moves_only_after_a_roll_it_disturbed() -> None:
    table = two_players(ghost=True).arrange(figures={"anna": 8}).friend("anna").roll("6 6 1 1")

    assert table.state.ghost == 9
    assert GAME.awaiting(table.state) == AwaitChoice((0,), "continuing")
    table.refuses("SP-26").ghost(8)


def test_sp67_after_a_failure_the_ghost_moves_before_the_next_turn() -> None:
    table = two_players(ghost=True).arrange(figures={"anna": 9}).friend("anna").roll("1 1")
    assert table.turn == "Tom"

    table.ghost(10)

    assert (table.turn, table.state.phase) == ("Pierre", "friend")


def test_sp67_fine_chips_first_then_the_ghost() -> None:
    table = two_players(ghost=True).arrange(figures={"anna": 9}, fines={10: 2}).friend("anna")

    table.roll("6 6").take()
    assert GAME.awaiting(table.state) == AwaitChoice((0,), "ghost")
    table.ghost(8)

    assert GAME.awaiting(table.state) == AwaitChoice((0,), "continuing")


def test_sp66_beside_the_ghost_a_reroll_has_the_same_dice() -> None:
    table = two_players(ghost=True, joker=True).arrange(figures={"anna": 9}).friend("anna")

    table.roll("1 1 1").joker().pips("6 6 6")

    assert GAME.awaiting(table.state) == AwaitChoice((0,), "ghost")


def test_r10_chips_earned_in_this_turn_only_pay_the_fine() -> None:
    table = two_players().friend("anna").roll("3 4").roll("4 4").roll("3 4")
    assert table.chips("Tom") == 1 + 2 + 3

    table.roll("3 3")

    assert (table.chips("Tom"), table.fines(7)) == (5, 1)


def test_r11_fines_move_unseen_chips() -> None:
    table = two_players(chips="digital").arrange(figures={"anna": 9}, chips={"Tom": 7})
    own = table.state.players[0].values

    table.friend("anna").roll("2 2")

    lying = table.state.fine_values[9 - 5]
    assert sorted(lying + table.state.players[0].values) == sorted(own)
    assert len(lying) == 5
    assert "values" not in msgspec.json.encode(GAME.view(table.state, 0)).decode()


def test_r11_fine_chips_keep_their_values_when_they_are_taken() -> None:
    table = two_players(chips="digital").arrange(figures={"anna": 8}, fines={9: 4}).friend("anna")
    lying = table.state.fine_values[9 - 5]

    table.roll("5 5").take()

    assert table.state.players[0].values[-4:] == lying


def test_r12_the_goal_is_one_more_than_the_space_everywhere() -> None:
    table = two_players().arrange(figures={"anna": 11}).friend("anna")

    assert table.view(None).goal == 12


def test_r13_equal_points_share_the_victory() -> None:
    table = two_players(chips_in_play=2).arrange(chips={"Tom": 1}, active=1)

    table.friend("anna").roll("3 4").count("Tom", total=3).count("Pierre", total=3)

    assert outcome_of(GAME, table.state).winners == (0, 1)


def test_r14_the_first_roll_is_compulsory() -> None:
    table = two_players()
    table.refuses("SP-R14").stop()
    table.friend("anna").refuses("SP-R14").stop()

    table.roll("3 4").stop()

    assert (table.turn, table.chips("Tom")) == ("Pierre", 1)


def test_r15_figures_may_share_a_space() -> None:
    table = two_players().friend("anna").roll("3 4").stop().friend("poppy").roll("3 4")

    assert table.space("anna") == table.space("poppy") == 5


def test_sp20_the_figure_stays_for_the_turn_and_the_dice_are_chosen_anew() -> None:
    table = two_players().friend("anna").roll("3 4")
    table.refuses("SP-20").figure("poppy")

    table.dice(4)

    assert GAME.awaiting(table.state) == AwaitDice(0, 4, "pips", ("1", "2", "3", "4", "5", "6"))


def test_sp41_fine_chips_on_the_board_count_for_nobody() -> None:
    table = two_players(chips="digital").arrange(figures={"anna": 8}, fines={5: 9}, reserve=1)

    table.friend("anna").roll("6 6 1")

    revealed = table.latest[-1]
    assert isinstance(revealed, ChipsRevealed)
    assert [len(values) for values in revealed.values] == [1, 40]
    assert outcome_of(GAME, table.state).scores == tuple(sum(values) for values in revealed.values)


def test_a_digital_game_opens_the_chips_of_an_unused_joker_too() -> None:
    table = two_players(joker=True, joker_pays="chips", chips="digital")
    table.arrange(figures={"anna": 8}, reserve=1).friend("anna").roll("6 6").keep()

    revealed = table.latest[-1]
    assert isinstance(revealed, ChipsRevealed)
    assert [len(values) for values in revealed.values] == [1 + 5, 49 + 5]
    assert GAME.outcome(table.state) is not None


def test_who_has_no_chips_has_nothing_to_count() -> None:
    table = two_players(chips_in_play=1).friend("anna").roll("3 4")
    table.refuses("SP-42", "already-counted").count("Pierre", total=0)

    table.count("Tom", total=5)

    assert outcome_of(GAME, table.state).scores == (5, 0)


def test_a_total_may_be_given_together_with_its_values() -> None:
    table = two_players(chips_in_play=1).friend("anna").roll("3 4")
    table.refuses("SP-42", "sum-is-another").count("Tom", total=4, values="5")

    assert outcome_of(GAME, table.count("Tom", total=5, values="5").state).scores == (5, 0)


def test_the_view_shows_board_and_chips_but_no_values() -> None:
    table = two_players(ghost=True, joker=True).arrange(figures={"anna": 8}, fines={9: 4})
    seen = table.view(None)

    assert [space.space for space in seen.spaces] == [5, 6, 7, 8, 9, 10, 11]
    assert [space.fines for space in seen.spaces] == [0, 0, 0, 0, 4, 0, 0]
    assert seen.spaces[4].rewards == (6, 4, 2)
    assert (seen.ghost, seen.reserve, seen.box, seen.figure) == (9, 46, 25, None)


def test_the_sealed_chips_are_not_told_when_the_game_starts() -> None:
    table = two_players(chips="digital")

    started = table.events[0]
    assert isinstance(started, GameStarted)
    assert started.sealed_chips
    disclosed = GAME.disclose(started, 0)
    assert isinstance(disclosed, GameStarted)
    assert disclosed.sealed_chips == ()
