"""The numbers of the box: the shipped edition, copies that differ, and mistakes in them."""

from pathlib import Path

import pytest

from referee.errors import EditionError, InputError
from referee.games.editions import load_edition
from referee.games.haricots import GAME
from referee.games.haricots.edition import Edition
from referee.games.parsing import parse_options
from tests.games.test_haricots import after, sizes, start

STANDARD = (GAME.editions / "standard.toml").read_text(encoding="utf-8")


def with_change(old: str, new: str) -> str:
    assert old in STANDARD
    return STANDARD.replace(old, new, 1)


def test_the_standard_edition_has_the_numbers_of_the_rules() -> None:
    edition = load_edition(GAME.editions, "standard", Edition)

    assert edition.cards.by_kind() == (3, 4, 1, 6, 8, 10, 9, 8, 7, 6, 5, 2, 1)
    assert (edition.hand, edition.deck) == (10, 4)
    assert (edition.chips_to_win, edition.victory_chips, edition.chip_points) == (2, 6, 3)
    assert edition.negative_points() == 125


MISTAKES = {
    "71 cards": (with_change("15 = 1", "15 = 2"), "cards", "add up to 71"),
    "69 cards": (with_change("15 = 1", "15 = 0"), "cards", "add up to 69"),
    "a card 13": (with_change("15 = 1", "13 = 1"), "cards", ""),
    "an extra card 14": (with_change("15 = 1", "15 = 1\n14 = 0"), "cards.14", "no such key"),
    "no card 15": (with_change("15 = 1\n", ""), "cards.15", "missing"),
    "minus one card": (with_change("15 = 1", "15 = -1"), "cards.15", ">= 0"),
    "half a card": (with_change("15 = 1", "15 = 0.5"), "cards.15", "int"),
    "large hands": (with_change("hand = 10", "hand = 11"), "", "75 cards"),
    "no hand": (with_change("hand = 10", "hand = 0"), "hand", ">= 1"),
    "too few chips": (with_change("victory_chips = 6", "victory_chips = 5"), "", "may need 6"),
    "three chips to win": (with_change("chips_to_win = 2", "chips_to_win = 3"), "", "may need 11"),
    "one value twice": (with_change("points = 5", "points = 1"), "", "every value stands once"),
    "chips of nothing": (with_change("points = 5", "points = 0"), "negative_chips[1].points", ""),
    "unknown key": (with_change("hand = 10", "hand = 10\nfeet = 2"), "feet", "no such key"),
    "missing key": (with_change("hand = 10\n", ""), "hand", "missing"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_file_and_key(mistake: str, tmp_path: Path) -> None:
    text, key, problem = MISTAKES[mistake]
    path = tmp_path / "our-box.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(EditionError) as caught:
        start(edition=str(path))

    assert caught.value.file == "our-box.toml"
    assert caught.value.key.startswith(key)
    assert problem in caught.value.problem


def test_a_copy_may_hold_only_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "our-box.toml"
    path.write_text('extends = "standard"\nhand = 7\n', encoding="utf-8")

    assert sizes(start(edition=str(path))) == [(7, 4)] * 3


def test_single_numbers_are_replaced_by_an_option() -> None:
    assert sizes(start(numbers={"hand": 8, "deck": 2})) == [(8, 2)] * 3


def test_cards_of_the_box_limit_the_plays() -> None:
    cards = {"1/17": 3, "2/16": 4, "3": 10, "4": 6, "5": 8, "6": 1}
    more = {"7": 9, "8": 8, "9": 7, "10": 6, "11": 5, "12": 2, "15": 1}
    state = after("3 3 3", numbers={"cards": {**cards, **more}})

    assert state.to_beat == 9


def test_without_personal_decks_the_first_pass_drops_out() -> None:
    state = after("pass", numbers={"deck": 0})

    assert state.left == (1, 2)


def test_one_chip_can_be_enough() -> None:
    state = after("4", numbers={"hand": 1, "chips_to_win": 1})

    assert GAME.outcome(state) is not None


@pytest.mark.parametrize("first", [-1, 3])
def test_the_first_player_has_a_seat(first: int) -> None:
    with pytest.raises(InputError, match="numbered 0 to 2"):
        start(first=first)


def test_there_is_no_third_mode() -> None:
    with pytest.raises(InputError, match="mode"):
        parse_options(GAME, {"mode": "advanced"})
