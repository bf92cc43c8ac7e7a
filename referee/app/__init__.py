"""The one place that wires: devices, twins, store, table, players."""
