"""The two tables that need no profile: each can become the other, if that can be had."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.app import other_table
from referee.app.other_table import OtherTable


def started(other: OtherTable, begun: list[Sequence[str]]) -> list[Sequence[str]]:
    """What becomes of the program; it says beforehand whether anything does."""
    is_there = other.kind() is not None
    assert other.become() == is_there
    return begun


def test_a_simulated_table_takes_the_webcam_that_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for webcam, kind, words in (((2, 4), "camera", [("--camera", "2")]), ((), None, [])):
        monkeypatch.setattr(other_table, "webcams", lambda found=webcam: found)
        begun: list[Sequence[str]] = []
        other = OtherTable(begun.append, has_camera=False)
        assert other.kind() == kind
        assert started(other, begun) == words


def test_a_camera_goes_back_to_the_simulated_table_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for is_installed, kind, words in ((True, "simulated", [()]), (False, None, [])):
        monkeypatch.setattr(other_table, "can_simulate", lambda found=is_installed: found)
        begun: list[Sequence[str]] = []
        other = OtherTable(begun.append, has_camera=True)
        assert other.kind() == kind
        assert started(other, begun) == words
