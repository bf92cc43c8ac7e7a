"""The simulated table, which stands outside the device interfaces: nothing else knows of it."""
