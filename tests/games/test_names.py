"""One rule for the names of people, at the table and in profiles."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.clock import ManualClock
from referee.errors import InputError
from referee.games.game_file import GameFromFile
from referee.games.parsing import parse_name, parse_seats
from referee.games.registry import find_game
from referee.language import language, languages
from referee.store.players import PlayerBook
from referee.store.store import open_store

_SPOOKIES = find_game("spookies")

GOOD = {
    "Zoe\u0308": "Zoë",
    "  Anna \t Lena ": "Anna Lena",
    "می\u200cنا": "می\u200cنا",
    "👩\u200d🚀": "👩\u200d🚀",
    "7": "7",
    "O’Neil": "O’Neil",
    "a" * 40: "a" * 40,
}
BAD = [
    "",
    " \t ",
    "\u200d\u200d",
    "\u3164",
    "...",
    "\u0301",
    "Anna\u202e",
    "\u2066Anna\u2069",
    "An\u00adna",
    "An\u200bna",
    "An\0na",
    "An\u2800na",
    "a" * 41,
]


@pytest.fixture(scope="module")
def profiles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayerBook]:
    file = tmp_path_factory.mktemp("names") / "log.sqlite"
    with open_store(f"sqlite:///{file}", clock=ManualClock()) as store:
        yield store.players


@pytest.mark.parametrize(("typed", "kept"), GOOD.items())
def test_a_name_that_can_be_seen_is_welcome_everywhere(
    profiles: PlayerBook, typed: str, kept: str
) -> None:
    assert parse_seats(_SPOOKIES, [typed, "Ben"]) == (kept, "Ben")
    assert profiles.add(typed, "#000000").name == kept


@pytest.mark.parametrize("typed", BAD)
def test_a_name_that_hides_something_is_refused_everywhere(
    profiles: PlayerBook, typed: str
) -> None:
    with pytest.raises(InputError, match="is not a name") as seat:
        parse_seats(_SPOOKIES, [typed, "Ben"])
    with pytest.raises(InputError, match="is not a name") as profile:
        profiles.add(typed, "#000000")
    for words in map(language, languages()):
        assert "40" in words.error(seat.value)
        assert words.error(seat.value) == words.error(profile.value)


@pytest.mark.parametrize("other", ["ANNA", "An\u200dna", "Anna\ufe0f"])
def test_two_names_that_look_alike_do_not_sit_at_one_table(other: str) -> None:
    with pytest.raises(InputError, match="Two players are called"):
        parse_seats(_SPOOKIES, ["Anna", other])


def test_two_ways_to_write_one_letter_are_one_name() -> None:
    assert parse_name("Zoe\u0308") == parse_name("Zo\u00eb")


@pytest.mark.parametrize(
    ("kept", "typed"), [("Zoë", "Zoe\u0308"), ("Anna", "An\u200dna"), ("An\u200dna", "ANNA")]
)
def test_a_profile_is_found_however_its_name_is_written(
    profiles: PlayerBook, kept: str, typed: str
) -> None:
    player = profiles.add(kept, "#000000")
    assert player in profiles.named(typed)


def test_a_recorded_game_keeps_the_names_it_was_played_under() -> None:
    names = ["...", "Anna\u202e", "Zoe\u0308", "Zo\u00eb"]
    line = '{"game": "spookies", "seats": ["...", "Anna\\u202e", "Zoe\\u0308", "Zo\\u00eb"]}'
    assert GameFromFile(line).seats == tuple(names)
