"""`referee pin`: sets, changes or clears the operator's PIN of a table."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee.app.locations import dashboard_folder
from referee.cli import LanguageCode, TableFile, commands
from referee.errors import InputError
from referee.language import Language, language
from referee.web.access.authentication import PIN_FILE
from referee.web.access.network import ITSELF, NETWORK_FILE, NetworkAccess
from referee.web.access.pins import OperatorPin, check_pin


def set_pin(profile: Path | None, console: Console, words: Language, *, is_cleared: bool) -> int:
    """Ask for a new PIN twice, or take away the one that is there; a running table starts anew."""
    folder = dashboard_folder(profile)
    file = folder / PIN_FILE
    if is_cleared:
        file.unlink(missing_ok=True)
        # Without a PIN it would be open to everybody, and not start.
        if (folder / NETWORK_FILE).exists():
            NetworkAccess(ITSELF, folder / NETWORK_FILE).keep(is_open=False)
        console.print(words.say("pin-cleared"))
        return 0
    new = console.input(words.say("pin-new") + " ", password=sys.stdin.isatty())
    if console.input(words.say("pin-again") + " ", password=sys.stdin.isatty()) != new:
        raise InputError("The two PINs differ: try again.", message="pin-differs")
    try:
        check_pin(new)
    except InputError as error:
        console.print(words.error(error), style="red")
        return 2
    # A file that cannot be read is no reason to keep it.
    file.unlink(missing_ok=True)
    OperatorPin(file).change(new)
    console.print(words.say("pin-set", file=str(file)), soft_wrap=True)
    return 0


@commands.command("pin")
def pin(
    table: TableFile = None,
    clear: Annotated[bool, typer.Option("--clear", help="Take the PIN away.")] = False,
    language_code: LanguageCode = "en",
) -> None:
    """Set, change or clear the operator's PIN; a table that runs has to be started anew.

    Example: referee pin --table table.toml
    """
    code = set_pin(table, Console(), language(language_code), is_cleared=clear)
    raise typer.Exit(code)
