"""Buttons, lights and buzzer: the contract, and one module for each kind."""
