"""Table Referee: a table that referees physical games."""

__version__ = "0.1.0"
