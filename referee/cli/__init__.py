"""The command `referee`: its version, what its commands share, and how a mistake ends.

Each command stands in a module of its own, which is imported when the command is asked for: the
list of commands and the completion of their names answer at once.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command_from_info

from referee import __version__
from referee.errors import RefereeError

if TYPE_CHECKING:
    # Typer brings its own copy of click, and offers these names nowhere else.
    from rich.console import Console
    from typer._click.core import Command, Context

GameName = Annotated[str, typer.Argument(help="The name of a game, see: referee games")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
LanguageCode = Annotated[
    str, typer.Option("--language", "-l", envvar="REFEREE_LANGUAGE", help="en or fr.")
]
OptionWords = Annotated[
    list[str] | None,
    typer.Option("--options", "-o", help="Options of the game, for example variant=expert."),
]
TableFile = Annotated[Path | None, typer.Option("--table", help="The profile of a table.")]

commands = typer.Typer()
"""Where each module enters its command."""

# Each command with what it is for; it stands in the module of its name.
_COMMANDS = {
    "games": "List the games, their editions, options and player counts.",
    "rules": "Tell how a game is played, with all its rules or only one of them.",
    "replay": "Judge a scripted or recorded game; exit code 1 if any action was refused.",
    "simulate": "Play whole games with simulated players and print statistics.",
    "play": "Referee a game at this terminal; everything is typed in.",
    "run": "Run the table and its dashboard. Without a profile the table is simulated.",
    "new-game": "Begin a game of your own: a folder with a small game that can be played at once.",
    "doctor": "Look after every part of the table; exit code 1 if something needs attention.",
    "pin": "Set, change or clear the operator's PIN; a table that runs has to be started anew.",
    "backup": "Make a backup of the log and its evidence, also while a game is played.",
    "restore": "Put a backup in the place of the log; the table must not be running.",
    "watch": "Feel what happened in a recorded trace of the scale, and when.",
    "read": "Read the dice in still pictures, and say how certain each reading is.",
    "teach": (
        "Learn the faces of a die, or cards, from pictures, and tell whether they differ enough."
    ),
    "flash": "Build the scale's firmware and write it to the board.",
    "calibrate": (
        "Calibrate a part of the table, step by step; Enter accepts, r repeats, q aborts."
    ),
}
_MODULES = {"restore": "backup", "new-game": "new_game"}


class _CommandsByModule(TyperGroup):
    """Lists the commands without importing them, and imports the one that is asked for."""

    def list_commands(self, ctx: Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        return TyperCommand(cmd_name, help=_COMMANDS[cmd_name]) if cmd_name in _COMMANDS else None

    def resolve_command(
        self, ctx: Context, args: list[str]
    ) -> tuple[str | None, Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        return name, _command(name) if name in _COMMANDS else command, rest


def _command(name: str) -> Command:
    import_module(f"referee.cli.{_MODULES.get(name, name)}")
    [info] = [each for each in commands.registered_commands if each.name == name]
    return get_command_from_info(info, pretty_exceptions_short=False, rich_markup_mode="rich")


app = typer.Typer(
    cls=_CommandsByModule,
    help="The referee for physical games.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def print_plainly(console: Console, text: str) -> None:
    """As it is: no wrapping, no colours, so that programs can read it."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)


def main() -> None:
    """Run the command; a mistake of the user ends with one sentence and its exit code."""
    try:
        app()
    except RefereeError as error:
        typer.echo(f"referee: {error}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output went away (`referee games | head`): nothing is wrong.
        sys.stderr.close()
        sys.exit(0)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """The referee for physical games: it watches, counts, speaks, and asks when it is not sure."""
