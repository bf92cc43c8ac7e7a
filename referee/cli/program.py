"""The program itself: its version, its commands, and how a mistake ends."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from referee import __version__
from referee.cli import games, measuring, parts, table
from referee.errors import RefereeError

app = typer.Typer(
    help="The referee for physical games.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for group in (games, table, parts, measuring):
    app.add_typer(group.app)


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
