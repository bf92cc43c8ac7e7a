import pickle

import pytest

from referee.errors import CodecError, EditionError, InputError, RefereeError, UnknownGameError


@pytest.mark.parametrize("error_class", [InputError, UnknownGameError, CodecError])
def test_every_error_says_its_sentence_and_is_a_standard_type(
    error_class: type[CodecError] | type[InputError],
) -> None:
    error = error_class("There is no such game: see `referee games`.")

    assert isinstance(error, RefereeError)
    assert isinstance(error, ValueError)
    assert str(error) == "There is no such game: see `referee games`."


@pytest.mark.parametrize(
    ("error", "exit_code"),
    [
        (RefereeError("The table stopped."), 1),
        (CodecError("The log is newer than the program."), 1),
        (InputError("Give a number of players."), 2),
        (UnknownGameError("There is no such game."), 2),
        (EditionError("standard.toml", "gold", "this key is missing"), 2),
    ],
)
def test_bad_input_has_an_exit_code_of_its_own(error: RefereeError, exit_code: int) -> None:
    assert error.exit_code == exit_code


def test_an_edition_error_names_file_and_key() -> None:
    error = EditionError("standard.toml", "gold.values", "this key is missing")

    assert (error.file, error.key, error.problem) == (
        "standard.toml",
        "gold.values",
        "this key is missing",
    )
    assert str(error) == ("Please correct standard.toml, key 'gold.values': this key is missing.")


def test_an_edition_error_about_the_whole_file_names_no_key() -> None:
    error = EditionError("home.toml", "", "this is not valid TOML.")

    assert str(error) == "Please correct home.toml: this is not valid TOML."


def test_an_edition_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(EditionError("home.toml", "gold", "missing")))  # noqa: S301 - our own bytes

    assert str(error) == "Please correct home.toml, key 'gold': missing."
