"""What all tests share."""

import os
import signal
from threading import current_thread, main_thread

import pytest
from hypothesis import settings

from tests.firmware.simulated_board import BUILD, missing_tools
from tests.tools_expected import VARIABLE

# A busy or small machine is no reason for a test to fail.
settings.register_profile("table", deadline=None, print_blob=True)
settings.load_profile("table")

# Workers and the programs they start inherit this: each takes one processor, and sets of words have
# the same order in every run.
_SAME_EVERYWHERE = {
    "PYTHONHASHSEED": "0",
    "OPENCV_FOR_THREADS_NUM": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


def pytest_configure() -> None:
    """`make test` installs and builds the simulated chip, so there its tests are never skipped."""
    os.environ.update(_SAME_EVERYWHERE)
    if current_thread() is main_thread():
        # A shell that runs the tests in the background lets them, and every program they start,
        # ignore the interrupt by which people end a table.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    is_built = (BUILD / "scale-sim").is_file() and (BUILD / "referee.elf").is_file()
    if os.environ.get(VARIABLE) and (missing_tools() or not is_built):
        raise pytest.UsageError("The simulated chip is not built; see make -C firmware all sim.")


@pytest.fixture(autouse=True)
def no_game_lacks_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table the bare name is said in its place; here that is a fault."""
    monkeypatch.setattr("referee.language._note_gap", pytest.fail)
