"""The plain score sheet for an advanced game: it adds up, and checks no rule (section 7, N-2)."""
