"""The firmware is built once before its tests."""

import pytest

from tests.firmware.simulated_board import build, missing_tools


@pytest.fixture(scope="session", autouse=True)
def firmware():
    """Everything that can be built; a computer without the tools skips these tests."""
    if missing := missing_tools():
        pytest.skip(f"not installed: {', '.join(missing)}; see scripts/system-packages.sh")
    return build("all", "test-build", "sim", "build/frame-test")
