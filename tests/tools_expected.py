"""What tests need from the system; `make test` installs it all, so there nothing is skipped."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

VARIABLE = "REFEREE_EXPECT_TOOLS"


def missing(reason: str) -> NoReturn:
    """Something is not there: a failure where it was installed, elsewhere a skipped test."""
    if os.environ.get(VARIABLE):
        pytest.fail(f"{reason}; see scripts/system-packages.sh", pytrace=False)
    pytest.skip(reason)


def skip_without(reason: str, *, is_there: bool) -> pytest.MarkDecorator:
    """The same as a mark; where it should be there, the test runs and fails by itself."""
    return pytest.mark.skipif(not is_there and VARIABLE not in os.environ, reason=reason)
