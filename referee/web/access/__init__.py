"""Who may do what over HTTP: PIN, sessions, claims of seats, rights, the gate before requests."""
