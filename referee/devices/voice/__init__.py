"""Voices: the contract, and one module for each kind."""
