"""The dice tray of the simulated table: rolling dice, hands, and the camera above them."""
