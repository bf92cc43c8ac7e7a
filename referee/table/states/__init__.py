"""What the umpire is doing: one table state at a time, each a value that says what comes next."""
