"""The command `referee`: words and options only; the work is done in `commands`."""

from referee.cli.program import main

__all__ = ["main"]
