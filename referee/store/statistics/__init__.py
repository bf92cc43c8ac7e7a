"""Statistics of recorded games."""
