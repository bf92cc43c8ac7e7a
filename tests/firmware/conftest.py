"""The firmware is built once before its tests."""

import pytest

from tests.firmware.simulated_board import build, missing_tools
from tests.tools_expected import missing


@pytest.fixture(scope="session", autouse=True)
def firmware() -> str:
    """Everything that can be built; a computer without the tools skips these tests."""
    if tools := missing_tools():
        missing(f"not installed: {', '.join(tools)}")
    return build("all", "test-build", "sim", "build/frame-test")
