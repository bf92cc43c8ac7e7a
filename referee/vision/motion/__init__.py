"""Rest and motion: still frames, hands, rolls, votes and changes."""
