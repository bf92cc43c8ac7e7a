"""Scales: the contract, the link to the board, and one module for each kind."""
