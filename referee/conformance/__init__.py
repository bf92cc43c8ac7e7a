"""What every game promises, wherever it lies: `pytest --referee-game NAME` plays it and looks."""
