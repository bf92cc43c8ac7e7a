"""The pytest plugin: `pytest --referee-game NAME` runs the conformance suite for an installed game.

Every run of pytest where the referee is installed loads this module, so it imports next to nothing
until a game is asked for.
"""

from importlib.util import find_spec
from pathlib import Path

import pytest

_SUITE = Path(__file__).with_name("suite.py")
_ROOM = "referee.conformance"
pytest.register_assert_rewrite(f"{_ROOM}.cases", f"{_ROOM}.suite")


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
    """Say at once if a game is not there, or what its suite needs."""
    for name in config.getoption("referee_game"):
        if find_spec("hypothesis") is None:
            raise pytest.UsageError(
                "--referee-game needs Hypothesis; run: pip install 'table-referee[conformance]'."
            )
        from referee.errors import UnknownGameError  # noqa: PLC0415 - nothing before it is asked for
        from referee.games.registry import find_game  # noqa: PLC0415

        try:
            find_game(name)
        except UnknownGameError as error:
            raise pytest.UsageError(f"--referee-game: {error}") from None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the suite to what was collected.

    Naming its file among the arguments does not do: it often lies in a virtual environment inside
    the project, and there pytest collects nothing.
    """
    if config.getoption("referee_game"):
        suite = pytest.Module.from_parent(session, path=_SUITE, nodeid=_ROOM)
        items += session.genitems(suite)
