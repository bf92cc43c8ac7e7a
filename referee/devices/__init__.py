"""Everything that is plugged in: one contract per device, real or simulated, chosen by URL."""
