"""What the players agree on before a game of Spookies: options, editions, chips; and the count."""

import random
from pathlib import Path

import msgspec
import pytest

from referee.errors import EditionError, InputError
from referee.games.parsing import parse_options
from referee.games.spookies import GAME
from referee.games.spookies.edition import RESULTS
from referee.games.spookies.events import GameStarted
from referee.games.tallying import can_make
from tests.games.endings import outcome_of
from tests.games.spookies_table import SpookiesTable

BOARD = {
    "5": [2, 1, 0],
    "6": [2, 2, 1],
    "7": [3, 2, 1],
    "8": [4, 3, 2],
    "9": [6, 4, 2],
    "10": [9, 6, 3],
    "11": [12, 8, 5],
}
NAMES = ("Tom", "Pierre", "Anna", "Henri", "Poppy")


def set_up(players: int = 2, **options: object) -> GameStarted:
    (started,) = GAME.setup(NAMES[:players], parse_options(GAME, options))
    assert isinstance(started, GameStarted)
    return started


@pytest.mark.parametrize(("players", "in_play"), [(2, 50), (3, 60), (4, 75), (5, 75)])
def test_sp11_the_recommended_number_of_chips(players: int, in_play: int) -> None:
    assert set_up(players).in_play == in_play


def test_sp11_below_four_players_the_number_is_a_recommendation() -> None:
    assert set_up(3, chips_in_play=75).in_play == 75
    with pytest.raises(InputError, match="all 75 chips"):
        set_up(4, chips_in_play=60)


@pytest.mark.parametrize("number", [0, -1, 76])
def test_the_chips_in_play_come_from_the_box(number: int) -> None:
    with pytest.raises(InputError, match="from 1 to 75"):
        set_up(chips_in_play=number)


def test_the_bravest_player_sits_at_the_table() -> None:
    assert set_up(3, bravest=2).seat == 2
    with pytest.raises(InputError, match="numbered 0 to 2"):
        set_up(3, bravest=3)


@pytest.mark.parametrize(("players", "in_play"), [(4, None), (5, None), (2, 66), (3, 61)])
def test_r8_chips_for_jokers_need_a_surplus(players: int, in_play: int | None) -> None:
    with pytest.raises(InputError, match="pay points"):
        set_up(players, joker=True, joker_pays="chips", chips_in_play=in_play)


@pytest.mark.parametrize(("players", "in_play"), [(2, None), (3, None), (2, 65)])
def test_r8_with_a_surplus_jokers_may_pay_chips(players: int, in_play: int | None) -> None:
    started = set_up(players, joker=True, joker_pays="chips", chips_in_play=in_play)
    assert isinstance(started, GameStarted)


def test_digital_chips_are_shuffled_by_the_seed() -> None:
    options = parse_options(GAME, {"chips": "digital"})
    first, second = (GAME.seal(options, random.Random(seed)) for seed in (1, 2))

    assert first.sealed_chips != second.sealed_chips
    assert sorted(first.sealed_chips) == sorted(second.sealed_chips)
    assert GAME.seal(first, random.Random(3)) == first
    assert sum(first.sealed_chips) == 165


def test_digital_chips_must_be_those_of_the_box() -> None:
    with pytest.raises(InputError, match="seed"):
        set_up(chips="digital")
    with pytest.raises(InputError, match="every chip"):
        set_up(chips="digital", sealed_chips=[1] * 75)
    with pytest.raises(InputError, match="leave it out"):
        set_up(sealed_chips=[1])


def test_the_operator_types_in_the_board() -> None:
    table = SpookiesTable("Tom", "Pierre", numbers={"rewards": BOARD})

    table.friend("anna").roll("6 6").roll("6 6 1").roll("6 6 1 1")

    assert table.chips("Tom") == 2 + 2 + 1


def test_a_floor_may_pay_nothing_with_many_dice() -> None:
    table = SpookiesTable("Tom", "Pierre", numbers={"rewards": BOARD})

    table.friend("anna").roll("6 6 1 1")

    assert (table.chips("Tom"), table.space("anna")) == (0, 5)
    assert table.state.phase == "continuing"


def test_an_edition_may_come_from_a_file(tmp_path: Path) -> None:
    rows = "\n".join(f"{floor} = {row}" for floor, row in BOARD.items())
    file = tmp_path / "ours.toml"
    file.write_text(f'extends = "standard"\n[rewards]\n{rows}\n', encoding="utf-8")

    assert set_up(edition=str(file)).edition.rewards.rows()[-1] == (12, 8, 5)


@pytest.mark.parametrize(
    ("numbers", "key"),
    [
        ({"rewards": {**BOARD, "12": [1, 1, 1]}}, "rewards.12"),
        ({"rewards": {k: row for k, row in BOARD.items() if k != "9"}}, "rewards.9"),
        ({"rewards": {**BOARD, "9": [6, 4]}}, "rewards.9"),
        ({"rewards": {**BOARD, "9": [6, 4, 2, 1]}}, "rewards.9"),
        ({"rewards": {**BOARD, "9": [6, 4, -1]}}, "rewards.9[2]"),
        ({"rewards": {**BOARD, "9": [0, 4, 2]}}, "rewards.9[0]"),
        ({"rewards": {**BOARD, "9": [31, 4, 2]}}, "rewards.9[0]"),
        ({"rewards": {**BOARD, "9": ["six", 4, 2]}}, "rewards.9[0]"),
        ({"chips": [{"value": 0, "count": 75}]}, "chips[0].value"),
        ({"colour": "green"}, "colour"),
    ],
)
def test_a_mistake_in_an_edition_names_its_key(numbers: dict[str, object], key: str) -> None:
    with pytest.raises(EditionError) as caught:
        set_up(numbers=numbers)

    assert caught.value.file.startswith("standard.toml")
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("chips", "problem"),
    [
        ([{"value": 1, "count": 74}], "not 74"),
        ([{"value": 1, "count": 70}, {"value": 1, "count": 5}], "once"),
    ],
)
def test_the_chips_of_an_edition_must_add_up(chips: list[dict[str, int]], problem: str) -> None:
    with pytest.raises(EditionError, match=problem):
        set_up(numbers={"chips": chips})


def test_the_edition_travels_inside_the_first_event() -> None:
    started = set_up(numbers={"rewards": BOARD})

    assert msgspec.convert(msgspec.to_builtins(started), type(started)) == started


@pytest.mark.parametrize(
    ("needed", "with_two", "with_three", "with_four"),
    [
        (5, 30, 205, 1276),
        (6, 26, 193, 1244),
        (7, 21, 174, 1179),
        (8, 15, 147, 1071),
        (9, 10, 113, 900),
        (10, 6, 77, 676),
        (11, 3, 43, 415),
        (12, 1, 16, 171),
    ],
)
def test_the_chances_of_the_rules(
    needed: int, with_two: int, with_three: int, with_four: int
) -> None:
    reached = [len(faces) for faces, result in RESULTS.items() if result >= needed]

    assert [reached.count(dice) for dice in (2, 3, 4)] == [with_two, with_three, with_four]


@pytest.mark.parametrize(
    ("chips", "total", "is_possible"),
    [
        (0, 0, True),
        (0, 1, False),
        (1, 4, False),
        (2, 4, True),
        (2, 9, False),
        (2, -1, False),
        (3, 3, True),
        (3, 10, True),
        (3, 11, False),
        (4, 10**30, False),
        (10**6, 4, False),
    ],
)
def test_what_a_few_chips_can_be_worth(chips: int, total: int, is_possible: bool) -> None:
    assert can_make(((1, 3), (2, 2), (3, 1), (5, 1)), chips, total) == is_possible


def test_totals_and_values_are_checked_against_each_other() -> None:
    table = SpookiesTable("Tom", "Pierre", chips_in_play=75)
    table.arrange(chips={"Tom": 10}, figures={"anna": 5}, reserve=1).friend("anna").roll("6 6")
    table.count("Tom", total=5 + 8 * 5 + 3 + 3)

    table.refuses("SP-6", "totals-do-not-fit").count(
        "Pierre", values=" ".join(["1"] * 30 + ["2"] * 20 + ["3"] * 11 + ["5"] * 3)
    )
    table.count("Pierre", values=" ".join(["1"] * 30 + ["2"] * 20 + ["3"] * 13 + ["5"]))

    assert outcome_of(GAME, table.state).scores == (51, 30 + 40 + 39 + 5)
