"""The simulated scale: firmware, board and cable, in real time or in lock-step."""
