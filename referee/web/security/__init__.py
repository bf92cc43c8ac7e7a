"""Who may do what: PIN, sessions, seat claims, and the checks at the door."""
