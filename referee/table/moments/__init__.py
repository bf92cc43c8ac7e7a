"""What the table is doing: one moment at a time, each a value that says what comes next."""
