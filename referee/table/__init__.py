"""The umpire: the one writer. What the senses notice becomes facts, facts become actions."""
