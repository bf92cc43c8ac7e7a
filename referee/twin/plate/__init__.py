"""The live plate: one tower for a whole evening, hands at it, and the scale under it."""
