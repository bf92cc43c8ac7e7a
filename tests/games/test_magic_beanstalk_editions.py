"""The numbers of the box: editions, copies that differ, and sentences about mistakes in them."""

import os
from pathlib import Path

import pytest

from referee.errors import EditionError
from referee.games.editions import edition_names, load_edition
from referee.games.magic_beanstalk import GAME
from referee.games.magic_beanstalk.edition import Edition
from tests.games.beanstalk_table import BeanstalkTable

STANDARD = (GAME.editions / "standard.toml").read_text(encoding="utf-8")


def edition_file(folder: Path, text: str) -> Path:
    path = folder / "our-box.toml"
    path.write_text(text, encoding="utf-8")
    return path


def with_change(old: str, new: str) -> str:
    assert old in STANDARD
    return STANDARD.replace(old, new, 1)


def test_the_standard_edition_has_the_numbers_of_the_rules() -> None:
    edition = load_edition(GAME.editions, "standard", Edition)

    assert edition_names(GAME.editions) == ("standard",)
    assert edition.cards == ((1,), (2,), (1, 2), (1, 3), (2, 3), (1, 2, 3), (3,))
    assert sorted(edition.faces.layout()) == ["die", "eye", "eye", "treasure", "treasure", "trunk"]
    assert edition.sack_values() == (10,) * 10 + (15,) * 10 + (20,) * 10
    assert (edition.reroll_face, edition.stability_s) == ("eye", 3.0)


MISTAKES = {
    "31 sacks": (with_change("count = 10", "count = 11"), "sacks", "not 31"),
    "29 sacks": (with_change("count = 10", "count = 9"), "sacks", "not 29"),
    "one value twice": (with_change("value = 15", "value = 10"), "sacks", "every value"),
    "8 cards": (with_change("[3]]", "[3], [1]]"), "cards", "not 8"),
    "6 cards": (with_change("[[1], ", "["), "cards", "not 6"),
    "a card without a number": (with_change("[[1], ", "[[], "), "cards", "card 1"),
    "a number twice on a card": (with_change("[1, 3]", "[3, 3]"), "cards", "card 4"),
    "a card for no dice": (with_change("[[1], ", "[[0], "), "cards", "int"),
    "7 faces": (with_change("eye = 2", "eye = 3"), "faces", "add up to 7"),
    "5 faces": (with_change("eye = 2", "eye = 1"), "faces", "add up to 5"),
    "an unknown key": (f'colour = "red"\n{STANDARD}', "colour", "no such key"),
    "an unknown face": (with_change("eye = 2", "eye = 2\nnose = 1"), "faces.nose", "no such key"),
    "a missing key": (with_change("stability_s = 3.0", ""), "stability_s", "missing"),
    "a missing face": (with_change("trunk = 1", ""), "faces.trunk", "missing"),
    "a number as text": (with_change("eye = 2", 'eye = "two"'), "faces.eye", "int"),
    "cards as text": (with_change("cards = [", 'cards = "all" # ['), "cards", "array"),
    "no such face": (with_change('"eye"', '"ear"'), "reroll_face", "ear"),
    "too short a check": (with_change("3.0", "0.1"), "stability_s", "0.5"),
    "a base nobody knows": ('extends = "deluxe"\n', "extends", "standard"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_bad_edition_is_one_sentence_naming_file_and_key(mistake: str, tmp_path: Path) -> None:
    text, key, words = MISTAKES[mistake]
    with pytest.raises(EditionError) as caught:
        BeanstalkTable("Anna", "Ben", edition=str(edition_file(tmp_path, text)))

    sentence = str(caught.value)
    assert "our-box.toml" in sentence
    assert key in sentence
    assert words in sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")


def test_a_file_that_is_not_toml(tmp_path: Path) -> None:
    path = edition_file(tmp_path, "cards: [1, 2]")

    with pytest.raises(EditionError, match=r"our-box\.toml: this is not valid TOML"):
        load_edition(GAME.editions, str(path), Edition)


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "our-box.toml"
    path.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(EditionError, match=r"our-box\.toml: the file cannot be read"):
        load_edition(GAME.editions, str(path), Edition)


NO_EDITIONS = ["deluxe", "../standard", "", "missing.toml", f"{'x' * 5000}.toml", "a\0.toml"]


@pytest.mark.parametrize("name", NO_EDITIONS)
def test_an_unknown_edition_names_the_known_ones(name: str) -> None:
    with pytest.raises(EditionError, match="no such edition; take one of standard"):
        BeanstalkTable("Anna", "Ben", edition=name)


@pytest.mark.parametrize("text", [f"chips = {'9' * 5000}", f"chips = {'[' * 5000}"])
def test_a_file_that_python_itself_cannot_read(tmp_path: Path, text: str) -> None:
    with pytest.raises(EditionError, match="not valid TOML"):
        load_edition(GAME.editions, str(edition_file(tmp_path, text)), Edition)


@pytest.mark.parametrize("base", ["'deluxe'", f"'{'x' * 5000}'", "5", "[]", "{}"])
def test_a_base_that_does_not_exist_is_named(tmp_path: Path, base: str) -> None:
    path = edition_file(tmp_path, f"extends = {base}")
    with pytest.raises(EditionError, match=r"'extends': .{1,110} is not one of standard") as caught:
        load_edition(GAME.editions, str(path), Edition)
    assert len(str(caught.value)) < 400


def test_a_file_may_extend_the_standard(tmp_path: Path) -> None:
    text = 'extends = "standard"\ntitle = "Our box"\nreroll_face = "die"\n'
    table = BeanstalkTable("Anna", "Ben", edition=str(edition_file(tmp_path, text)))

    edition = table.state.rules.edition
    assert (edition.title, edition.reroll_face) == ("Our box", "die")
    assert edition.cards == load_edition(GAME.editions, "standard", Edition).cards


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = edition_file(tmp_path, 'extends = "standard"\nstability_s = 4\n')
    assert load_edition(GAME.editions, str(path), Edition).stability_s == 4
    first_ns = path.stat().st_mtime_ns
    path.write_text('extends = "standard"\nstability_s = 5\n', encoding="utf-8")
    os.utime(path, ns=(first_ns, first_ns + 1_000_000_000))

    assert load_edition(GAME.editions, str(path), Edition).stability_s == 5


def test_the_option_numbers_replaces_single_keys() -> None:
    cards = [[1], [1], [1], [1], [1], [1], [2]]
    table = BeanstalkTable("Anna", "Ben", numbers={"cards": cards, "stability_s": 5})
    table.pick(Anna=7, Ben=7)

    assert table.may_announce() == [2]
    assert table.state.rules.edition.stability_s == 5


@pytest.mark.parametrize(
    ("numbers", "key"),
    [({"colour": 3}, "colour"), ({"sacks": []}, "sacks"), ({"faces": {"eye": 6}}, "faces.die")],
)
def test_a_mistake_in_the_option_numbers_names_the_key(
    numbers: dict[str, object], key: str
) -> None:
    with pytest.raises(EditionError, match=key):
        BeanstalkTable("Anna", "Ben", numbers=numbers)


def test_totals_are_checked_against_the_sacks_of_the_edition() -> None:
    sacks = [{"value": 1, "count": 29}, {"value": 100, "count": 1}]
    table = BeanstalkTable("Anna", "Ben", numbers={"sacks": sacks}).with_sacks(Anna=28)
    table.with_tower(3, Ben=2).pick(Anna=1, Ben=2).announce(1).collapse()

    table.refuses("MB-91").count("Ben", 200)
    table.count("Ben", 101)
    assert table.count("Anna", 28).phase == "over"
