"""`referee pin`: set, changed and cleared at a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from referee.cli.pin import set_pin
from referee.errors import InputError
from referee.language import language
from referee.web.access.network import NetworkAccess
from referee.web.access.pins import OperatorPin


class Typed(Console):
    """A terminal at which these words are typed."""

    def __init__(self, *words: str) -> None:
        super().__init__(record=True, width=200)
        self._words = list(words)

    def input(self, *_: object, **__: object) -> str:
        return self._words.pop(0)


def pin_of(folder: Path, *typed: str, is_cleared: bool = False) -> str:
    console = Typed(*typed)
    set_pin(folder / "table.toml", console, language("en"), is_cleared=is_cleared)
    return console.export_text()


def test_a_pin_is_set_changed_and_cleared(tmp_path: Path) -> None:
    file = tmp_path / "dashboard" / "operator-pin"
    assert "The PIN is set" in pin_of(tmp_path, "2468", "2468")
    assert OperatorPin(file).is_right("2468")
    pin_of(tmp_path, "13579", "13579")
    assert OperatorPin(file).is_right("13579")
    assert "The PIN is gone" in pin_of(tmp_path, is_cleared=True)
    assert not OperatorPin(file).is_set


def test_what_differs_or_is_too_short_changes_nothing(tmp_path: Path) -> None:
    pin_of(tmp_path, "2468", "2468")
    with pytest.raises(InputError, match="differ"):
        pin_of(tmp_path, "1357", "1358")
    assert "4 to 64 letters or digits" in pin_of(tmp_path, "123", "123")
    assert OperatorPin(tmp_path / "dashboard" / "operator-pin").is_right("2468")


def test_without_a_pin_the_table_is_closed_again(tmp_path: Path) -> None:
    file = tmp_path / "dashboard" / "network.json"
    file.parent.mkdir()
    NetworkAccess("127.0.0.1", file).keep(is_open=True)
    pin_of(tmp_path, is_cleared=True)
    assert not NetworkAccess("127.0.0.1", file).is_open


def test_a_torn_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "dashboard" / "operator-pin"
    file.parent.mkdir()
    file.write_bytes(b"torn")
    pin_of(tmp_path, "2468", "2468")
    assert OperatorPin(file).is_right("2468")
