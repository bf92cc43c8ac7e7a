"""Scores touch on worlds that do not know each other; see docs/touch.md."""
