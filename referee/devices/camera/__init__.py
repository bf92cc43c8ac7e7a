"""Cameras: the contract, what all of them share, and one module for each kind."""
