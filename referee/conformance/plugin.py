"""The pytest plugin: `pytest --referee-game NAME` runs the conformance suite for an installed game.

Every run of pytest where the referee is installed loads this module, so it imports next to nothing
until a game is asked for.
"""

from importlib.util import find_spec
from pathlib import Path

import pytest

_SUITE = Path(__file__).with_name("suite.py")

pytest.register_assert_rewrite("referee.conformance.cases", "referee.conformance.promises")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The one option; it may be given several times."""
    parser.getgroup("referee").addoption(
        "--referee-game",
        action="append",
        default=[],
        metavar="NAME",
        help="Also run the referee's conformance suite for this game, for example pig.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Add the suite to what is collected, if its games are there."""
    names = config.getoption("referee_game")
    if not names:
        return
    if find_spec("hypothesis") is None:
        raise pytest.UsageError(
            "--referee-game needs Hypothesis; run: pip install 'table-referee[conformance]'."
        )
    _check(names)
    # A worker of pytest-xdist is handed the list with the suite in it.
    if str(_SUITE) not in config.args:
        config.args.append(str(_SUITE))


def _check(names: list[str]) -> None:
    from referee.errors import UnknownGameError  # noqa: PLC0415 - only when a game is asked for
    from referee.games.registry import find_game  # noqa: PLC0415

    try:
        for name in names:
            find_game(name)
    except UnknownGameError as error:
        raise pytest.UsageError(f"--referee-game: {error}") from None
