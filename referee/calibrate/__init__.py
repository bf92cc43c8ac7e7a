"""Guided calibration: steps that say what to do, show what the table sees, and tell what is wrong.

A guide is fed with what a device delivers and asked for its view; it never waits, reads no clock
and draws nothing, so that the terminal, the dashboard and a test can all lead through it.
"""
