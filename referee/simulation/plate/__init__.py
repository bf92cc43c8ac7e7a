"""The simulated plate: pieces in rigid-body physics, hands at the tower, sensors under it."""
