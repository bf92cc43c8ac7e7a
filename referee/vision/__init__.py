"""Pixels → readings: the tray, what lies still in it, dice, their top faces, and cards."""
