"""Trains the network that finds dice; see README.md beside this file."""
