"""Bohnanza's boxes: what is in play for how many players, and what an edition file may say."""

from pathlib import Path
from typing import Any

import pytest

from referee.conformance.cases import option_sets
from referee.errors import EditionError, InputError
from referee.games.bohnanza import GAME
from referee.games.bohnanza.setup import EDITIONS
from referee.games.editions import edition_names
from referee.games.parsing import parse_options
from tests.games.bohnanza_table import NAMES, start

VARIETY = {"card": "blue", "count": 20, "beanometer": [4, 6, 8, 10]}
TABLE = {
    "players": [3],
    "hand": [5],
    "fields": 2,
    "price": 3,
    "revealed": 2,
    "drawn": 3,
    "exhaustions": 3,
}


def test_two_editions_ship_with_the_game() -> None:
    assert edition_names(EDITIONS) == ("a", "b")


@pytest.mark.parametrize(
    ("edition", "players", "cards", "missing"),
    [
        ("a", 2, 144, {"garden", "cocoa"}),
        ("a", 3, 150, {"cocoa"}),
        ("a", 4, 130, {"coffee"}),
        ("a", 5, 130, {"coffee"}),
        ("a", 6, 144, {"garden", "cocoa"}),
        ("a", 7, 144, {"garden", "cocoa"}),
        ("b", 3, 104, {"coffee", "wax", "cocoa"}),
        ("b", 4, 104, {"coffee", "wax", "cocoa"}),
        ("b", 5, 104, {"coffee", "wax", "cocoa"}),
    ],
)
def test_cards_in_play(edition: str, players: int, cards: int, missing: set[str]) -> None:
    state = start(players, edition=edition)
    counts = state.rules.beans.counts
    assert sum(counts.values()) == cards
    assert len(counts) == 11 - len(missing)
    assert missing.isdisjoint(counts)
    assert state.draw == cards - sum(player.hand for player in state.players)


@pytest.mark.parametrize(
    ("edition", "players", "numbers"),
    [
        ("a", 2, (2, 3, "box", 3, 2, 1)),
        ("a", 3, (3, 0, "discard", 2, 3, 2)),
        ("a", 4, (2, 3, "discard", 2, 3, 3)),
        ("a", 7, (2, 2, "discard", 2, 4, 3)),
        ("b", 3, (2, 3, "discard", 2, 3, 3)),
        ("b", 5, (2, 3, "discard", 2, 3, 3)),
    ],
)
def test_parameters(edition: str, players: int, numbers: tuple[Any, ...]) -> None:
    found = start(players, edition=edition).rules.table
    assert numbers == (
        found.fields,
        found.price,
        found.coins_to,
        found.revealed,
        found.drawn,
        found.exhaustions,
    )
    assert found.duel is (players == 2)


@pytest.mark.parametrize("players", [2, 6, 7])
def test_edition_b_is_for_three_to_five(players: int) -> None:
    with pytest.raises(InputError, match=f"cannot be played by {players}; .* 3, 4, 5"):
        start(players, edition="b")


@pytest.mark.parametrize("first", [-1, 4, 10**20])
def test_the_first_seat_must_exist(first: int) -> None:
    with pytest.raises(InputError, match="seats are numbered 0 to 3"):
        start(4, first=first)


def test_the_third_field_may_be_owned_from_the_start() -> None:
    state = start(4, third_field="start")
    assert [len(player.fields) for player in state.players] == [3] * 4


def test_single_numbers_can_be_replaced() -> None:
    state = start(3, edition="b", numbers={"tables": [{**TABLE, "drawn": 7}]})
    assert state.rules.table.drawn == 7


def test_a_file_may_extend_an_edition(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "b"\ntitle = "Ours"\n', encoding="utf-8")
    state = start(3, edition=str(path))
    assert state.rules.title == "Ours"
    assert sum(state.rules.beans.counts.values()) == 104


@pytest.mark.parametrize(
    ("numbers", "key", "problem"),
    [
        ({"bean": 1}, "bean", "no such key"),
        ({"title": ""}, "title", "length >= 1"),
        ({"varieties": []}, "varieties", "length >= 1"),
        ({"varieties": [{**VARIETY, "count": 0}]}, "varieties[0].count", ">= 1"),
        ({"varieties": [{**VARIETY, "card": "Blue!"}]}, "varieties[0].card", "regex"),
        ({"varieties": [{**VARIETY, "beanometer": [4, 4]}]}, "varieties[0]", "have to rise"),
        ({"varieties": [{**VARIETY, "beanometer": [0, 0]}]}, "varieties[0]", "have to rise"),
        ({"varieties": [{**VARIETY, "beanometer": [0, 1]}]}, "varieties[0]", "not possible"),
        ({"varieties": [{**VARIETY, "beanometer": [4, 21]}]}, "varieties[0]", "not possible"),
        ({"varieties": [{"card": "blue", "count": 4}]}, "varieties[0].beanometer", "missing"),
        ({"varieties": [VARIETY, VARIETY]}, "varieties", "every card stands once"),
        ({"tables": []}, "tables", "length >= 1"),
        ({"tables": [{**TABLE, "players": [8]}]}, "tables[0].players[0]", "<= 7"),
        ({"tables": [{**TABLE, "hand": []}]}, "tables[0].hand", "length >= 1"),
        ({"tables": [{**TABLE, "price": 0}]}, "tables[0]", "has a price"),
        ({"tables": [{**TABLE, "coins_to": "bank"}]}, "tables[0].coins_to", "bank"),
        ({"tables": [{**TABLE, "duel": True}]}, "tables[0]", "duel is for 2"),
        ({"tables": [{**TABLE, "removed": ["pea"]}]}, "tables", "'pea' cannot be removed"),
        ({"tables": [TABLE, TABLE]}, "tables", "every number of players stands once"),
    ],
)
def test_a_mistake_in_an_edition_is_named(numbers: dict[str, Any], key: str, problem: str) -> None:
    with pytest.raises(EditionError, match=r"b\.toml") as caught:
        start(3, edition="b", numbers=numbers)
    assert caught.value.key == key
    assert problem in caught.value.problem


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(EditionError, match="take one of a, b"):
        start(3, edition="c")


def test_a_draw_pile_must_be_left() -> None:
    numbers = {"varieties": [{"card": "blue", "count": 15, "beanometer": [4]}]}
    with pytest.raises(InputError, match="15 cards are too few: 15"):
        start(3, edition="b", numbers=numbers)


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(InputError, match="colour"):
        parse_options(GAME, {"colour": "red"})


def test_every_variant_can_be_set_up_for_somebody() -> None:
    for options in option_sets(GAME).values():
        assert GAME.setup(NAMES[:4], parse_options(GAME, options))
