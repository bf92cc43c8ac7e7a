"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
