"""The log: games, players, events and evidence, kept in SQLite or PostgreSQL."""
