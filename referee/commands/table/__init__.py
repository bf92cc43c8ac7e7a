"""`referee run` at the terminal: what the table says, and what people type."""
