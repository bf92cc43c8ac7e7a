"""Drawn dice: solids, materials, light, a lens, and whole scenes."""
