"""The simulated dice tray: rolling dice, hands over them, and the camera above."""
