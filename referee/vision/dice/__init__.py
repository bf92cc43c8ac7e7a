"""Dice: found by a network, read by two methods, with a confidence."""
