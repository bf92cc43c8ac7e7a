"""Taught die faces: learned from pictures, matched, told apart."""
