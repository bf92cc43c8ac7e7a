"""The umpire: the one writer. What is seen and felt becomes facts, facts become actions."""
