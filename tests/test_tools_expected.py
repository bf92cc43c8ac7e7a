"""A tool that is not there."""

from __future__ import annotations

import pytest

from tests.tools_expected import VARIABLE, missing


def test_where_it_was_installed_the_test_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")

    with pytest.raises(pytest.fail.Exception, match="not installed: a saw; see scripts"):
        missing("not installed: a saw")


def test_elsewhere_it_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)

    with pytest.raises(pytest.skip.Exception, match="not installed: a saw"):
        missing("not installed: a saw")
