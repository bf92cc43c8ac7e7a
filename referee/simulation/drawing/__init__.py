"""Drawn dice: materials, solids, shaded surfaces, and pictures with shadows."""
