"""Fits the trees that tell a fall from everything else; see docs/touch.md."""
