"""Scripted scenes at a tower, to fit the sense of touch and to measure it with."""
