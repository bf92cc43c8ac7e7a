"""Run the command: python -m referee.cli."""

from referee.cli.program import main

main()
