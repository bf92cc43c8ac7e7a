"""Run the command: python -m referee.cli."""

from referee.cli import main

main()
