"""A serial port that speaks the firmware's bytes, with its faults."""
