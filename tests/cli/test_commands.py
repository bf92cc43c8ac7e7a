"""The table of commands: it tells the truth about modules that it does not import."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from referee import cli


@pytest.mark.parametrize("name", cli._COMMANDS)
def test_the_table_says_what_the_command_itself_says(name: str) -> None:
    import_module(f"referee.cli.{cli._MODULES.get(name, name)}")
    [command] = [each for each in cli.commands.registered_commands if each.name == name]
    assert command.callback is not None
    assert (command.callback.__doc__ or "").splitlines()[0] == cli._COMMANDS[name]


def test_no_command_is_missing_in_the_table() -> None:
    for name in cli._COMMANDS:
        import_module(f"referee.cli.{cli._MODULES.get(name, name)}")
    assert {each.name for each in cli.commands.registered_commands} == set(cli._COMMANDS)


def test_the_list_of_commands_imports_none_of_them() -> None:
    """It answers at once, also on a small computer."""
    program = (
        "import sys; from referee.cli import app; app(['--help'], standalone_mode=False);"
        "print([name for name in sys.modules if name.startswith('referee.cli.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
