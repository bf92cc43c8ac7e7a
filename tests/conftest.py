"""What all tests share."""

import os

import pytest
from hypothesis import settings

from tests.firmware.simulated_board import BUILD, missing_tools
from tests.tools_expected import VARIABLE

# A busy or small machine is no reason for a test to fail.
settings.register_profile("table", deadline=None, print_blob=True)
settings.load_profile("table")


def pytest_configure():
    """`make test` installs and builds the simulated chip, so there its tests are never skipped."""
    is_built = (BUILD / "scale-sim").is_file() and (BUILD / "referee.elf").is_file()
    if os.environ.get(VARIABLE) and (missing_tools() or not is_built):
        raise pytest.UsageError("The simulated chip is not built; see make -C firmware all sim.")
